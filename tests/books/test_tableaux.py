"""The third-card tableau of each punto banco document, dealt cell by cell.

Four documents print the same rule in four ways. Each is copied here as its own document prints it, so that a slip in
one of them, or in our one picture of them all, shows.
"""

from itertools import product

import pytest

from punto.books.interblock import INTERBLOCK, PUSH_SEVEN
from punto.books.sa import SA
from punto.books.seven_luck import NO_COMMISSION, SEVEN_LUCK
from punto.books.squeeze import SQUEEZE
from punto.rules.coup import Coup
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.rulebook import RuleBook

ALL = "0,1,2,3,4,5,6,7,8,9"
Cells = dict[tuple[int, int], bool]  # (Banker's two-card total, points of Player's third card): Banker draws

# Banker's total, and the third cards of Player at which a third card is *not* dealt to Banker.
SQUEEZE_TABLEAU = [
    ("0", ""),
    ("1", ""),
    ("2", ""),
    ("3", "8"),
    ("4", "0,1,8,9"),
    ("5", "0,1,2,3,8,9"),
    ("6", "0,1,2,3,4,5,8,9"),
    ("7", ALL),
]

# Banker's total, the third cards at which Banker receives one, and those at which it stands.
SA_TABLEAU = [
    ("0,1,2", ALL, ""),
    ("3", "0,1,2,3,4,5,6,7,9", "8"),
    ("4", "2,3,4,5,6,7", "0,1,8,9"),
    ("5", "4,5,6,7", "0,1,2,3,8,9"),
    ("6", "6,7", "0,1,2,3,4,5,8,9"),
    ("7", "", ALL),
]

INTERBLOCK_CHART = """
        0 1 2 3 4 5 6 7 8 9
    7   S S S S S S S S S S
    6   S S S S S S D D S S
    5   S S S S D D D D S S
    4   S S D D D D D D S S
    3   D D D D D D D D S D
    2   D D D D D D D D D D
    1   D D D D D D D D D D
    0   D D D D D D D D D D
"""

# As for sa, in lines of its own: 0, 1 and 2 draw whatever Player's third card is; 7 stands.
SEVEN_LUCK_TABLEAU = [
    ("0,1,2", ALL, ""),
    ("3", "0,1,2,3,4,5,6,7,9", "8"),
    ("4", "2,3,4,5,6,7", "0,1,8,9"),
    ("5", "4,5,6,7", "0,1,2,3,8,9"),
    ("6", "6,7", "0,1,2,3,4,5,8,9"),
    ("7", "", ALL),
]


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",") if number]


def from_stands(rows: list[tuple[str, str]]) -> Cells:
    return {(int(banker), third): third not in numbers(stands) for banker, stands in rows for third in range(10)}


def from_lists(rows: list[tuple[str, str, str]]) -> Cells:
    cells: Cells = {}
    for totals, draws, stands in rows:
        for banker in numbers(totals):
            cells |= {(banker, third): True for third in numbers(draws)}
            cells |= {(banker, third): False for third in numbers(stands)}
    return cells


def from_chart(chart: str) -> Cells:
    heading, *rows = (line.split() for line in chart.strip("\n").split("\n"))
    return {
        (int(banker), int(third)): letter == "D"
        for banker, *letters in rows
        for third, letter in zip(heading, letters, strict=True)
    }


TABLEAUX = [
    (SQUEEZE, from_stands(SQUEEZE_TABLEAU)),
    (SA, from_lists(SA_TABLEAU)),
    (INTERBLOCK, from_chart(INTERBLOCK_CHART)),
    (PUSH_SEVEN, from_chart(INTERBLOCK_CHART)),
    (SEVEN_LUCK, from_lists(SEVEN_LUCK_TABLEAU)),
    (NO_COMMISSION, from_lists(SEVEN_LUCK_TABLEAU)),
]
BOOKS = [book for book, _cells in TABLEAUX]


def deal(book: RuleBook, *, player: int, banker: int, player_third: int = 0) -> Coup:
    """Hands of these two-card totals, and cards enough for both to draw."""
    points = (0, 0, player, banker, player_third, 0)
    return book.dealing.deal([book.deck.card("TA23456789"[each] + "h") for each in points])


def drew(coup: Coup) -> set[Side]:
    return {side for side in Side if coup.hand(side).size == 3}


def name(value: object) -> str | None:
    return value.id if isinstance(value, RuleBook) else None


@pytest.mark.parametrize(("book", "cells"), TABLEAUX, ids=name)
def test_the_tableau_was_copied_whole(book: RuleBook, cells: Cells) -> None:
    assert sorted(cells) == list(product(range(8), range(10))), book.id


@pytest.mark.parametrize(
    ("book", "banker", "third", "draws"),
    [(book, banker, third, draws) for book, cells in TABLEAUX for (banker, third), draws in cells.items()],
    ids=name,
)
def test_banker_after_player_drew(book: RuleBook, banker: int, third: int, *, draws: bool) -> None:
    """Only the third card counts, not the total that Player draws it to."""
    for player in range(6):
        coup = deal(book, player=player, banker=banker, player_third=third)
        assert drew(coup) == ({*Side} if draws else {PLAYER}), coup


@pytest.mark.parametrize("book", BOOKS, ids=name)
@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize(("banker", "draws"), [(total, total <= 5) for total in range(8)])
def test_banker_after_player_stood(book: RuleBook, player: int, banker: int, *, draws: bool) -> None:
    assert drew(deal(book, player=player, banker=banker)) == ({BANKER} if draws else set())


@pytest.mark.parametrize("book", BOOKS, ids=name)
@pytest.mark.parametrize(
    ("player", "draws"),
    [
        (0, True),
        (1, True),
        (2, True),
        (3, True),
        (4, True),
        (5, True),
        (6, False),
        (7, False),
        (8, False),
        (9, False),
    ],
)
def test_player_looks_at_its_own_total_only(book: RuleBook, player: int, *, draws: bool) -> None:
    for banker in range(8):
        assert (PLAYER in drew(deal(book, player=player, banker=banker))) is draws


@pytest.mark.parametrize("book", BOOKS, ids=name)
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", range(10))
def test_nobody_draws_against_a_natural_and_the_higher_one_wins(book: RuleBook, natural: int, other: int) -> None:
    winner = None if natural == other else PLAYER if natural > other else BANKER
    coup = deal(book, player=natural, banker=other)
    assert (drew(coup), coup.result.winner) == (set(), winner)
    coup = deal(book, player=other, banker=natural)
    assert (drew(coup), coup.result.winner) == (set(), winner and winner.other)
