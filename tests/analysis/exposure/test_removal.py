"""Effects of removal against published ones."""

from dataclasses import replace

import pytest

from punto.analysis.exposure.removal import removal
from punto.books import INTERBLOCK
from punto.rules import Odds
from punto.rules.bet import Bet, Line
from punto.rules.conditions import player_wins

# what the chance of a Player win gains when one card leaves eight decks: Excel Punks, Baccarat: Effects of Card Removal
PUBLISHED = {"4": -0.0000435175, "T J Q K": -0.0000373810, "A": -0.0000295798, "3": -0.0000217068}


@pytest.mark.parametrize("card", PUBLISHED)
def test_effects_are_the_published_ones(card: str) -> None:
    """A bet that pays one to one and loses a tie wins 2p − 1 on average."""
    evens = Bet("evens", "Evens", (Line(player_wins, Odds(1)),))
    rows = removal(replace(INTERBLOCK, bets=(evens,), modes=())).records()
    [effect] = [row["effect"] for row in rows if row["cards"] == card]
    assert isinstance(effect, float)
    assert effect / 2 == pytest.approx(PUBLISHED[card], abs=5e-11)


def test_a_row_for_each_bet_and_kind_of_card() -> None:
    rows = removal(INTERBLOCK).records()
    assert [row["cards"] for row in rows[:10]] == [*"A23456789", "T J Q K"]
    assert len(rows) == 10 * len(INTERBLOCK.bets)
