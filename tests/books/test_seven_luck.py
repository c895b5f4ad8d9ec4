"""The casino floor's two tables, row by row."""

from fractions import Fraction

import pytest

from punto.books.seven_luck import NO_COMMISSION, SEVEN_LUCK
from punto.rules.rulebook import RuleBook
from tests.books.rows import Row, pays

# fmt: off
ALIKE: list[Row] = [  # at either table
    # player / banker          bet            odds
    ("Kh 9d / 4c 3d",          "player",        1),
    ("9h 8d / 4c Td 3s",       "player",        0),     # 7 against 7 is a tie
    ("4h 2d / 4c Td 3s",       "player",       -1),

    ("9h 8d / 4c Td 3s",       "tie",           8),
    ("4h 2d / 4c 3d",          "tie",          -1),
    ("Kh 9d / 4c 3d",          "tie",          -1),

    ("4h 4d / 2c 5d",          "player-pair",  11),
    ("Kh Kd 9c / 2c 5d",       "player-pair",  11),
    ("Kh Td 9c / 2c 5d",       "player-pair",  -1),     # same rank is meant, not same points
    ("2h 3d 3c / Kc 7d",       "player-pair",  -1),     # the third card makes none
    ("2c 5d / 4h 4d",          "player-pair",  -1),
    ("2c 5d / 4h 4d",          "banker-pair",  11),
    ("2c 4d / Kh Kd 9c",       "banker-pair",  11),
    ("2c 4d / Kh Td 9c",       "banker-pair",  -1),
    ("2c 4d / Kh 3d 3c",       "banker-pair",  -1),
    ("4h 4d / 2c 5d",          "banker-pair",  -1),

    ("Kh Qd 5c / Kc 6d",       "fortune-six",  12),     # 6 of two cards
    ("Kh Qd 5c / Kc 4d 2h",    "fortune-six",  20),     # of three
    ("4h 2d / 5c Ad",          "fortune-six",  -1),     # 6 against 6: Banker must win
    ("Kh 6d / Kc 4d 2h",       "fortune-six",  -1),
    ("Kh 7d / Kc 6d",          "fortune-six",  -1),     # a 6 that loses
    ("Kh 7d / Kc 4d 2h",       "fortune-six",  -1),
    ("Kh 6d / Kc 5d Kh",       "fortune-six",  -1),     # Player's 6
    ("4h 2d / 4c 3d",          "fortune-six",  -1),     # a win with 7
    ("Kh Qd 4c / Kc 5d Kh",    "fortune-six",  -1),     # with 5
]

ROWS: list[Row] = [
    ("4h 2d / 4c 3d",          "banker", "19/20"),
    ("Kh Qd 5c / Kc 6d",       "banker", "19/20"),      # with commission, 6 is a win like any other
    ("9h 8d / 4c Td 3s",       "banker",        0),
    ("Kh 9d / 4c 3d",          "banker",       -1),
    *ALIKE,
]

NO_COMMISSION_ROWS: list[Row] = [
    ("4h 2d / 4c 3d",          "banker",        1),     # with 7
    ("Kh Qd 4c / Kc 5d Kh",    "banker",        1),     # with 5
    ("Kh Qd 5c / Kc 6d",       "banker",    "1/2"),     # with 6
    ("Kh Qd 5c / Kc 4d 2h",    "banker",    "1/2"),     # with 6 of three cards
    ("9h 8d / 4c Td 3s",       "banker",        0),
    ("4h 2d / 5c Ad",          "banker",        0),     # 6 against 6 is a tie
    ("Kh 7d / Kc 6d",          "banker",       -1),     # a 6 that loses
    ("Kh 9d / 4c 3d",          "banker",       -1),
    *ALIKE,
]
# fmt: on


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert pays(SEVEN_LUCK, coup, bet) == Fraction(odds)


@pytest.mark.parametrize(("coup", "bet", "odds"), NO_COMMISSION_ROWS)
def test_what_each_bet_pays_without_commission(coup: str, bet: str, odds: int | str) -> None:
    assert pays(NO_COMMISSION, coup, bet) == Fraction(odds)


@pytest.mark.parametrize("book", [SEVEN_LUCK, NO_COMMISSION], ids=lambda book: book.id)
def test_every_bet_is_open_to_the_end_of_the_shoe(book: RuleBook) -> None:
    assert {bet.id for bet in book.bets if bet.last_coup_offered is not None} == set()
