"""The electronic table's two pay tables, row by row."""

from fractions import Fraction

import pytest

from punto.books.interblock import INTERBLOCK, PUSH_SEVEN
from punto.rules.rulebook import RuleBook
from tests.books.rows import Row, pays

# fmt: off
ALIKE: list[Row] = [  # whatever the pay table
    # player / banker          bet            odds
    ("Kh 9d / 4c 3d",          "player",        1),
    ("9h 8d / 4c Td 3s",       "player",        0),     # 7 against 7 is a tie
    ("4h 2d / 4c Td 3s",       "player",       -1),

    ("9h 8d / 4c Td 3s",       "tie",           8),
    ("4h 4d / 3c 5d",          "tie",           8),     # two equal naturals
    ("4h 2d / 4c 3d",          "tie",          -1),
    ("Kh 9d / 4c 3d",          "tie",          -1),

    ("4h 4d / 2c 5d",          "player-pair",  11),
    ("Kh Kd 9c / 2c 5d",       "player-pair",  11),
    ("Kh Td 9c / 2c 5d",       "player-pair",  -1),     # equal points are no pair
    ("2h 3d 3c / Kc 7d",       "player-pair",  -1),     # the third card makes none
    ("2c 5d / 4h 4d",          "player-pair",  -1),
    ("2c 5d / 4h 4d",          "banker-pair",  11),
    ("2c 4d / Kh Kd 9c",       "banker-pair",  11),
    ("2c 4d / Kh Td 9c",       "banker-pair",  -1),
    ("2c 4d / Kh 3d 3c",       "banker-pair",  -1),
    ("4h 4d / 2c 5d",          "banker-pair",  -1),
]

ROWS: list[Row] = [
    ("4h 2d / 4c 3d",          "banker", "19/20"),
    ("4h 2d / 4c Td 3s",       "banker", "19/20"),      # a three-card 7 is a win like any other
    ("Kh Qd 5c / Kc 6d",       "banker", "19/20"),
    ("9h 8d / 4c Td 3s",       "banker",        0),
    ("Kh 9d / 4c 3d",          "banker",       -1),
    *ALIKE,
]

PUSH_SEVEN_ROWS: list[Row] = [
    ("4h 2d / 4c Td 3s",       "banker",        0),     # three-card 7 wins, but pushes
    ("4h 2d / 4c 3d",          "banker",        1),     # a two-card 7 is an ordinary win
    ("4h 2d / 4c Td 4s",       "banker",        1),     # so is a three-card 8
    ("Kh Qd 5c / Kc 4d 2h",    "banker",        1),     # and a three-card 6
    ("9h 8d / 4c Td 3s",       "banker",        0),     # 7 against 7 is a tie
    ("2h 3d 4c / Kc 5d 2h",    "banker",       -1),     # a three-card 7 that loses to 9
    ("Kh 9d / 4c 3d",          "banker",       -1),
    *ALIKE,
]
# fmt: on


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert pays(INTERBLOCK, coup, bet) == Fraction(odds)


@pytest.mark.parametrize(("coup", "bet", "odds"), PUSH_SEVEN_ROWS)
def test_what_each_bet_pays_where_seven_pushes(coup: str, bet: str, odds: int | str) -> None:
    assert pays(PUSH_SEVEN, coup, bet) == Fraction(odds)


@pytest.mark.parametrize("book", [INTERBLOCK, PUSH_SEVEN], ids=lambda book: book.id)
def test_every_bet_is_open_to_the_end_of_the_shoe(book: RuleBook) -> None:
    assert {bet.id for bet in book.bets if bet.last_coup_offered is not None} == set()
