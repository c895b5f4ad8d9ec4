"""What the commands for people who design games print."""

import json
from fractions import Fraction

import pytest

from punto.books import EVERY_BOOK, SA
from punto.rules.rulebook import RuleBook
from tests.cli.terminal import Terminal


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_return_tables_add_up(terminal: Terminal, book: RuleBook) -> None:
    printed = json.loads(terminal.run("odds", book.id, "--json").printed)
    for bet in printed["bets"].values():
        lines = bet["lines"]
        assert sum(line["ways"] for line in lines) == printed["orderings"]
        assert sum(Fraction(line["probability"]) for line in lines) == 1
        assert sum(Fraction(line["return"]) for line in lines) == Fraction(bet["ev"])


def test_a_return_table_has_the_trades_columns_and_totals(terminal: Terminal) -> None:
    rows = [" ".join(line.split()) for line in terminal.run("odds", "interblock", "--returns").printed.splitlines()]
    assert "┃ event ┃ pays ┃ combinations ┃ probability ┃ return ┃" in rows
    assert "│ the hands tie │ 8 │ 475,627,426,473,216 │ 0.09515597 │ 0.76124774 │" in rows
    assert "│ total │ │ 4,998,398,275,503,360 │ 1.00000000 │ -0.14359629 │" in rows


def test_covariances_and_bands_are_shown_and_told(terminal: Terminal) -> None:
    table = terminal.run("odds", "sa", "--covariance", "--bands").printed
    for number, bet in enumerate(SA.bets, start=1):
        assert f"│ {number} {bet.id} " in table
    assert "97.20 – 100.33" in table  # Player, 10⁴ rounds, 90 %
    printed = json.loads(terminal.run("odds", "sa", "--covariance", "--bands", "--json").printed)
    assert printed["covariance"]["player"]["player"] == printed["bets"]["player"]["variance"]
    assert printed["covariance"]["tie"]["any-pair"] == printed["covariance"]["any-pair"]["tie"]
    assert len(printed["bets"]["tie"]["bands"]) == 15


def test_fewer_decks_make_another_shoe(terminal: Terminal) -> None:
    """A published figure: Banker's edge with six decks is 1.0558 %."""
    printed = json.loads(terminal.run("odds", "interblock", "--decks", "6", "--json").printed)
    assert printed["cards_left"] == 312
    assert f"{printed['bets']['banker']['house_edge'] * 100:.4f}" == "1.0558"


def test_open_cards_are_named_and_counted(terminal: Terminal) -> None:
    assert "414 cards, with 4h 2d / open" in terminal.run("odds", "sa", "--dealt", "4h 2d /").printed
    printed = json.loads(terminal.run("odds", "sa", "--dealt", "4h 2d /", "--json").printed)
    assert printed["dealt"] == "4h 2d /"
    assert printed["bets"]["player-natural"]["win_probability"] == "0"


def test_design_says_which_pay_reaches_the_edge(terminal: Terminal) -> None:
    ran = terminal.run("design", "sa", "--bet", "tie", "--target-edge", "5%", "--json")
    printed = json.loads(ran.printed)
    [line] = printed["lines"]
    edge = Fraction(printed["house_edge"]) - (Fraction(line["exact_pays"]) - 8) * Fraction(line["edge_per_unit"])
    assert edge == Fraction(printed["target_edge"]) == Fraction(1, 20)
    assert [choice["pays"] for choice in line["choices"]] == ["17/2", "9"]
    assert set(line["choices"][0]["house_edge_by_decks"]) == {"4", "6", "8"}


@pytest.mark.parametrize(
    ("target", "says"),
    [("5", "multiply every win by"), ("99.9", "no common factor reaches it"), ("99.9", "no pay does")],
)
def test_design_for_people(terminal: Terminal, target: str, says: str) -> None:
    assert says in terminal.run("design", "squeeze", "--bet", "banker", "--target-edge", target).printed
