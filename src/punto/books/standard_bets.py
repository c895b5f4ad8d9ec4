"""Bets that several documents print alike, written once."""

from punto.rules.bet import Bet, Line
from punto.rules.conditions import (
    banker_has_two_cards,
    banker_took_a_third_card,
    banker_wins,
    banker_wins_with_six,
    hands_tie,
    margin_is,
    natural,
    naturals_tie,
    pair,
    player_wins,
    wins,
)
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.money import PUSH, Odds

FIVE_PERCENT = Odds("0.05")  # of what even money would win

PLAYER_BET = Bet("player", "Player", (Line(hands_tie, PUSH), Line(player_wins, Odds(1))), backs=PLAYER)
BANKER_BET = Bet(
    "banker", "Banker", (Line(hands_tie, PUSH), Line(banker_wins, Odds("0.95"), FIVE_PERCENT)), backs=BANKER
)
TIE_BET = Bet("tie", "Tie", (Line(hands_tie, Odds(8)),))

BANKER_HALF_ON_SIX = (
    Line(hands_tie, PUSH),
    Line(banker_wins_with_six, Odds("0.5")),  # must stand above banker_wins
    Line(banker_wins, Odds(1)),
)

TWELVE_OR_TWENTY_ON_SIX = (
    Line(banker_wins_with_six & banker_has_two_cards, Odds(12)),
    Line(banker_wins_with_six & banker_took_a_third_card, Odds(20)),
)


def pair_bet(side: Side, last_coup_offered: int | None = None) -> Bet:
    return Bet(f"{side.value}-pair", f"{side.label} Pair", (Line(pair.of(side), Odds(11)),), last_coup_offered)


def bonus_bet(side: Side, last_coup_offered: int | None = None) -> Bet:
    """A natural win pays even money whatever its margin; any other win pays by it."""
    win = wins(side)
    by_margin = ((9, 30), (8, 10), (7, 6), (6, 4), (5, 2), (4, 1))
    return Bet(
        f"{side.value}-bonus",
        f"{side.label} Bonus",
        (
            Line(naturals_tie, PUSH),
            Line(win & natural(side), Odds(1)),
            *(Line(win & margin_is(margin), Odds(pays)) for margin, pays in by_margin),
        ),
        last_coup_offered,
    )


PLAYER_PAIR, BANKER_PAIR = pair_bet(PLAYER), pair_bet(BANKER)
