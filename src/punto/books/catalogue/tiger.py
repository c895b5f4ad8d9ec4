"""Banker wins with 6, by the names and pay tables it is sold under: Tiger, Lucky 6, Super 6."""

from punto.books.catalogue.entry import ADVANTAGE_PLAY, COUNTED_ELSEWHERE, WIZARD, Entry
from punto.books.standard_bets import TWELVE_OR_TWENTY_ON_SIX
from punto.rules.bet import Bet, Line
from punto.rules.cards import RANKS
from punto.rules.conditions import (
    banker_has_two_cards,
    banker_took_a_third_card,
    banker_wins_with_six,
    either_pair,
    hands_tie,
    pair,
    pair_of,
    player_total_is,
)
from punto.rules.hand import BANKER, PLAYER
from punto.rules.money import Odds
from punto.rules.questions import any_of

TIGER_TABLES = "the felts of Tiger tables"

_small = banker_wins_with_six & banker_has_two_cards
_big = banker_wins_with_six & banker_took_a_third_card
_same_pair = any_of(pair_of(rank).of(PLAYER) & pair_of(rank).of(BANKER) for rank in RANKS)

TIGER = (
    Entry(Bet("tiger", "Tiger", TWELVE_OR_TWENTY_ON_SIX), WIZARD, "16.6836"),
    Entry(Bet("big-tiger", "Big Tiger", (Line(_big, Odds(50)),)), ADVANTAGE_PLAY, "15.2533"),
    Entry(
        Bet("small-tiger", "Small Tiger", (Line(_small, Odds(22)),)),
        f"pays SA Gaming; edge {COUNTED_ELSEWHERE}",
        "14.3325",
    ),
    Entry(Bet("tiger-tie", "Tiger Tie", (Line(hands_tie & player_total_is(6), Odds(35)),)), f"pays {TIGER_TABLES}"),
    Entry(
        Bet(
            "tiger-pair",
            "Tiger Pair",
            (
                Line(_same_pair.called("both sides have the same pair"), Odds(100)),
                Line((pair.of(PLAYER) & pair.of(BANKER)).called("both sides have a pair"), Odds(20)),
                Line(either_pair.called("one side has a pair"), Odds(4)),
            ),
        ),
        f"pays {TIGER_TABLES}",
    ),
    Entry(Bet("lucky-6", "Lucky 6", TWELVE_OR_TWENTY_ON_SIX), WIZARD, "16.6836"),
    Entry(
        Bet("lucky-6-23", "Lucky 6, 23 to 1", (Line(_small, Odds(12)), Line(_big, Odds(23)))),
        WIZARD,
        "11.6985",
    ),
    Entry(Bet("super-6", "Super 6", (Line(banker_wins_with_six, Odds(12)),)), COUNTED_ELSEWHERE, "29.9772"),
)
