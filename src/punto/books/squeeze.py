"""The squeeze table: cards are opened by hand, Big and Small, and extra odds on top of some wins.

The document prints odds as stake : win and gives the bonus margin as "greater than 4 … less than 3"; the pay table
starts at a margin of 4, so 4 wins. Extra odds are added to the normal win, so they stand here as lines of their own.
"""

from punto.books.standard_bets import FIVE_PERCENT, TIE_BET, bonus_bet
from punto.rules.bet import NO_COMMISSION, Bet, Line
from punto.rules.cards import EIGHT_DECKS
from punto.rules.conditions import (
    cards_dealt_are,
    hands_tie,
    pair,
    pair_of_fours,
    straight_flush,
    suited_pair_of_fours,
    wins,
)
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.money import PUSH, Odds
from punto.rules.rulebook import RuleBook
from punto.rules.scoring import UNITS_DIGIT
from punto.rules.shoe import BURN_NOTHING_FOR_A_TEN


def _main_bet(side: Side, pays: Odds, commission: Odds = NO_COMMISSION) -> Bet:
    return Bet(
        side.value,
        side.label,
        (
            Line(hands_tie, PUSH),
            Line(wins(side) & straight_flush.of(side), Odds(pays + 2), commission),  # must stand above the plain win
            Line(wins(side), pays, commission),
        ),
        backs=side,
    )


def _pair_bet(side: Side) -> Bet:
    return Bet(
        f"{side.value}-pair",
        f"{side.label[0]} Pair",
        (
            Line(suited_pair_of_fours.of(side) & wins(side), Odds(11 + 3)),  # not the 2 as well
            Line(pair_of_fours.of(side) & wins(side), Odds(11 + 2)),
            Line(pair.of(side), Odds(11)),
        ),
        last_coup_offered=60,
    )


SQUEEZE = RuleBook(
    id="squeeze",
    title="Squeeze Baccarat",
    source="Squeeze Baccarat Rule, the game guide of a live table",
    is_squeezed=True,
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    burn=BURN_NOTHING_FOR_A_TEN,
    bets=(
        _main_bet(PLAYER, pays=Odds(1)),
        _main_bet(BANKER, pays=Odds("0.95"), commission=FIVE_PERCENT),
        TIE_BET,
        Bet("big", "Big", (Line(cards_dealt_are(5) | cards_dealt_are(6), Odds("0.5")),), last_coup_offered=30),
        Bet("small", "Small", (Line(cards_dealt_are(4), Odds("1.5")),), last_coup_offered=30),
        _pair_bet(PLAYER),
        _pair_bet(BANKER),
        bonus_bet(PLAYER, last_coup_offered=50),
        bonus_bet(BANKER, last_coup_offered=50),
    ),
)
