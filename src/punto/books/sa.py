"""The live table with two playing modes and eighteen bets.

Banker has two ids because a wager must name what it pays: with commission, or without and half on a win with 6. The
patron's mode decides which of the two the Banker field places. The document prints odds as win : stake.
"""

from punto.books.standard_bets import (
    BANKER_BET,
    BANKER_HALF_ON_SIX,
    PLAYER_BET,
    TIE_BET,
    TWELVE_OR_TWENTY_ON_SIX,
    bonus_bet,
    pair_bet,
)
from punto.rules.bet import Bet, Line
from punto.rules.cards import EIGHT_DECKS
from punto.rules.conditions import (
    banker_has_two_cards,
    banker_natural,
    banker_took_a_third_card,
    banker_total_is,
    banker_wins_with_six,
    cards_dealt_are,
    either_pair,
    either_suited_pair,
    player_has_two_cards,
    player_natural,
    player_took_a_third_card,
    player_wins_with_seven,
)
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER, PLAYER
from punto.rules.mode import Mode
from punto.rules.money import Odds
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT

_seven_over_six = player_wins_with_seven & banker_total_is(6)

SA = RuleBook(
    id="sa",
    title="Baccarat, two playing modes",
    source="SA Gaming, Baccarat game rules, as of 20 April 2026",
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    modes=(
        Mode("commission", "Commission", leaves_out=("banker-no-commission",)),
        Mode("no_commission", "No commission", leaves_out=("banker",)),
    ),
    bets=(
        PLAYER_BET,
        BANKER_BET,
        Bet("banker-no-commission", "Banker, no commission", BANKER_HALF_ON_SIX, backs=BANKER),
        TIE_BET,
        pair_bet(PLAYER, last_coup_offered=60),
        pair_bet(BANKER, last_coup_offered=60),
        Bet("any-pair", "Any Pair", (Line(either_pair, Odds(5)),), 50),
        Bet("perfect-pair", "Perfect Pair", (Line(either_suited_pair, Odds(25)),), 50),
        Bet("player-natural", "Player Natural", (Line(player_natural, Odds("3.5")),), 50),
        Bet("banker-natural", "Banker Natural", (Line(banker_natural, Odds("3.5")),), 50),
        bonus_bet(PLAYER, last_coup_offered=40),
        bonus_bet(BANKER, last_coup_offered=40),
        Bet("lucky-six", "Lucky Six", TWELVE_OR_TWENTY_ON_SIX, 50),
        Bet("lucky-six-2", "2 Cards Lucky Six", (Line(banker_wins_with_six & banker_has_two_cards, Odds(22)),), 50),
        Bet("lucky-six-3", "3 Cards Lucky Six", (Line(banker_wins_with_six & banker_took_a_third_card, Odds(50)),), 50),
        Bet(
            "lucky-seven",
            "Lucky Seven",
            (
                Line(player_wins_with_seven & player_has_two_cards, Odds(6)),
                Line(player_wins_with_seven & player_took_a_third_card, Odds(15)),
            ),
            50,
        ),
        Bet(
            "lucky-seven-2", "2 Cards Lucky Seven", (Line(player_wins_with_seven & player_has_two_cards, Odds(15)),), 50
        ),
        Bet(
            "lucky-seven-3",
            "3 Cards Lucky Seven",
            (Line(player_wins_with_seven & player_took_a_third_card, Odds(30)),),
            50,
        ),
        Bet(
            "super-lucky-seven",
            "Super Lucky Seven",
            (
                Line(_seven_over_six & cards_dealt_are(4), Odds(30)),
                Line(_seven_over_six & cards_dealt_are(5), Odds(40)),
                Line(_seven_over_six & cards_dealt_are(6), Odds(100)),
            ),
            50,
        ),
    ),
)
