"""Pays that reach an edge, put into the book and counted again."""

from dataclasses import replace
from fractions import Fraction

import pytest

from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.design import Design, design_bet
from punto.analysis.odds.house_edge import book_odds
from punto.books import INTERBLOCK, SA
from punto.rules import Bet, Odds

ODDS = {each.bet.id: each for each in book_odds(SA).bets}


def recounted(bet: Bet) -> BetOdds:
    book = replace(SA, bets=tuple(bet if each.id == bet.id else each for each in SA.bets))
    return next(each for each in book_odds(book).bets if each.bet.id == bet.id)


@pytest.mark.parametrize(("bet", "edge"), [("tie", "1/20"), ("lucky-six", "1/20"), ("banker", "1/100")])
def test_the_exact_pay_of_each_line_gives_the_edge(bet: str, edge: str) -> None:
    found = design_bet(ODDS[bet], Fraction(edge), step=Fraction(1, 2))
    assert found.lines
    for each in found.lines:
        assert each.exact is not None
        lines = tuple(
            replace(line, pays=each.exact) if line.when.words == each.line.when else line for line in SA.bet(bet).lines
        )
        assert recounted(replace(SA.bet(bet), lines=lines)).house_edge == Fraction(edge)


def test_the_factor_raises_all_wins_together() -> None:
    found = design_bet(ODDS["super-lucky-seven"], Fraction(1, 10), step=Fraction(1))
    assert found.factor
    lines = tuple(replace(line, pays=Odds(line.pays * found.factor)) for line in SA.bet("super-lucky-seven").lines)
    assert recounted(replace(SA.bet("super-lucky-seven"), lines=lines)).house_edge == Fraction(1, 10)


def design_tie(target: str, step: str = "1/2") -> Design:
    return design_bet(ODDS["tie"], Fraction(target), Fraction(step))


def test_steps_lie_on_both_sides_of_the_target() -> None:
    [line] = design_tie("5/100").lines
    assert line.below
    assert line.above
    assert (line.below.pays, line.above.pays) == (Fraction(17, 2), Fraction(9))
    assert line.above.edge < Fraction(5, 100) < line.below.edge
    assert line.below.edge - line.above.edge == line.edge_per_unit / 2
    assert f"{float(line.above.edge):.4f}" == "0.0484"  # the published edge of a Tie that pays 9 to 1


def test_a_pay_that_is_exact_needs_no_second_step() -> None:
    [line] = design_bet(ODDS["tie"], ODDS["tie"].house_edge, Fraction(1)).lines
    assert line.below == line.above
    assert line.exact == 8


def test_some_edges_no_line_can_reach() -> None:
    """A straight win of one line in ten cannot be cut enough when the others stay."""
    first, *_ = design_bet(ODDS["super-lucky-seven"], Fraction(99, 100), Fraction(1)).lines
    assert first.exact is None
    assert first.below is None
    assert design_bet(ODDS["player"], Fraction(99, 100), Fraction(1)).factor is None


def test_the_same_pay_from_another_shoe() -> None:
    [line] = design_tie("5/100").lines
    six = replace(SA, deck=SA.deck.in_copies(6))
    odds = next(each for each in book_odds(six).bets if each.bet.id == "tie")
    assert line.edge_with(odds, Odds(8)) == odds.house_edge
    assert INTERBLOCK.deck.in_copies(6).id == "52x6"
