"""Bets on eights and nines, and on the one case in which Banker stands on 3."""

from punto.books.catalogue.entry import ADVANTAGE_PLAY, WIZARD, WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.conditions import (
    banker_has_two_cards,
    banker_natural,
    banker_total_is,
    player_natural,
    player_took_a_third_card,
    player_total_is,
)
from punto.rules.money import Odds

_naturals = player_natural & banker_natural
_nine_beats_eight = (player_total_is(9) & banker_total_is(8)) | (player_total_is(8) & banker_total_is(9))
_both_high = (player_total_is(8) | player_total_is(9)) & (banker_total_is(8) | banker_total_is(9))
_players_nine = player_natural & player_total_is(9)
_bankers_nine = banker_natural & banker_total_is(9)


NATURALS = (
    Entry(
        Bet(
            "bad-beat",
            "Bad Beat",
            (Line((_naturals & _nine_beats_eight).called("a natural 9 beats a natural 8"), Odds(50)),),
        ),
        ADVANTAGE_PLAY,
        "8.4585",
    ),
    Entry(
        Bet("eights-and-nines", "88 89 98 99", (Line(_both_high.called("both totals are 8 or 9"), Odds(20)),)),
        ADVANTAGE_PLAY,
        "7.3724",
    ),
    Entry(
        Bet(
            "three-giving-eight",
            "3 Giving 8",
            (
                Line(  # Banker stands on 3 against an 8 and nothing else
                    (banker_total_is(3) & banker_has_two_cards & player_took_a_third_card).called(
                        "Banker has 3 and Player's third card is an 8"
                    ),
                    Odds(200),
                ),
            ),
        ),
        f"{WIZARD}; {ADVANTAGE_PLAY}",
        "8.6823",
    ),
    Entry(
        Bet(
            "lucky-99",  # the document pays 25, 5 and 2 for one: the stake is part of it
            "Lucky 99",
            (
                Line((_players_nine & _bankers_nine).called("both sides have a natural 9"), Odds(24)),
                Line(_bankers_nine.called("Banker has a natural 9"), Odds(4)),
                Line(_players_nine.called("Player has a natural 9"), Odds(1)),
            ),
        ),
        WIZARD_COPY,
        "17.4210",
    ),
)
