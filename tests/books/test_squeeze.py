"""The squeeze table, row by row: the pay table, the extra odds on top, and when bets close."""

from fractions import Fraction

import pytest

from punto.books.squeeze import SQUEEZE
from tests.books.rows import BONUS, Row, pays

# fmt: off
ROWS: list[Row] = [
    # player / banker          bet            odds
    ("Kh 9d / 4c 3d",          "player",        1),
    ("9h 8d / 4c Td 3s",       "player",        0),     # 7 against 7 is a tie
    ("4h 2d / 4c 3d",          "player",       -1),
    ("Ah 2h 3h / 2c 3d",       "player",        3),     # a straight flush that wins: 1 and 2 on top
    ("3h Ah 2h / 2c 3d",       "player",        3),     # in whatever order it was dealt
    ("4s 6s 5s / Ac 3d Kh",    "player",        3),
    ("7d 8d 9d / Ac 2d Kh",    "player",        3),
    ("Qs Ks As / Ac 2d 7h",    "player",        3),     # the ace above the king
    ("Ks As 2s / Ac 2d 9h",    "player",        1),     # but not between king and two
    ("Ah 2h 3d / 2c 3d",       "player",        1),     # a straight, no flush
    ("2h 2h 3h / 2c 3d",       "player",        1),     # a flush with a pair in it
    ("Kh Ah 4h / Ac 3d Kh",    "player",        1),     # a flush, no straight
    ("8h 9h / 2c 4d",          "player",        1),     # two cards are never one
    ("Ah 2h 3h / 4c 3d",       "player",       -1),     # a straight flush that loses
    ("Ah 2h 3h / 4c 2d",       "player",        0),     # and one that ties
    ("Kh 7d / Ac 2c 3c",       "player",        1),     # Banker's straight flush is not Player's

    ("4h 2d / 4c 3d",          "banker", "19/20"),
    ("Kh Qd 5c / Kc 6d",       "banker", "19/20"),      # a win with 6 is a win like any other
    ("9h 8d / 4c Td 3s",       "banker",        0),
    ("Kh 9d / 4c 3d",          "banker",       -1),
    ("Kh 7d / 2c 3c 4c",       "banker", "59/20"),      # 0.95 and 2 on top
    ("Kh 7d / 2c 3c 4d",       "banker", "19/20"),
    ("Kh 2d 8c / Qs Ks As",    "banker", "59/20"),
    ("Kh 2d 8c / Ks As 2s",    "banker", "19/20"),
    ("Kh 7d / Ac 2c 3c",       "banker",       -1),
    ("Kh 6d / Ac 2c 3c",       "banker",        0),
    ("Ah 2h 3h / 4c 3d",       "banker", "19/20"),      # Player's straight flush is not Banker's

    ("9h 8d / 4c Td 3s",       "tie",           8),
    ("4h 2d / 5c Ad",          "tie",           8),
    ("4h 2d / 4c 3d",          "tie",          -1),
    ("Kh 9d / 4c 3d",          "tie",          -1),

    ("9h 8d / 4c Td 3s",       "big",       "1/2"),     # five cards, Banker drew
    ("Ah 2h 3h / 2c 3d",       "big",       "1/2"),     # five cards, Player drew
    ("Ks As 2s / Ac 2d 9h",    "big",       "1/2"),     # six
    ("4h 2d / 4c 3d",          "big",          -1),     # four
    ("4h 2d / 4c 3d",          "small",     "3/2"),
    ("4h 2d / 5c Ad",          "small",     "3/2"),     # a tie makes no difference
    ("9h 8d / 4c Td 3s",       "small",        -1),
    ("Ah 2h 3h / 2c 3d",       "small",        -1),
    ("Ks As 2s / Ac 2d 9h",    "small",        -1),

    ("4h 4h / 2c 5d",          "player-pair",  14),     # suited 4s that win: 11 and 3, not 2 as well
    ("4h 4d / 2c 5d",          "player-pair",  13),     # 4s that win: 11 and 2
    ("4h 4h / 4c 5d",          "player-pair",  11),     # 4s that lose
    ("4h 4d / 4c 5d",          "player-pair",  11),
    ("4h 4h / 3c 5d",          "player-pair",  11),     # 4s that tie
    ("4h 4d / 3c 5d",          "player-pair",  11),
    ("5h 5h 9c / Kc 7d",       "player-pair",  11),     # other pairs get nothing on top
    ("3h 3h / Kc 5d Kh",       "player-pair",  11),
    ("Kh Kd 9c / 2c 5d",       "player-pair",  11),
    ("Kh Td 9c / 2c 5d",       "player-pair",  -1),     # equal points are no pair
    ("2h 3d 3c / Kc 7d",       "player-pair",  -1),     # the third card makes none
    ("2c 5d / 4h 4d",          "player-pair",  -1),     # Banker's pair

    ("2c 5d / 4h 4h",          "banker-pair",  14),
    ("2c 5d / 4h 4d",          "banker-pair",  13),
    ("4c 5d / 4h 4h",          "banker-pair",  11),
    ("4c 5d / 4h 4d",          "banker-pair",  11),
    ("3c 5d / 4h 4h",          "banker-pair",  11),
    ("3c 5d / 4h 4d",          "banker-pair",  11),
    ("Kc 5d Kh / 3h 3h",       "banker-pair",  11),
    ("2c 4d / Kh Kd 9c",       "banker-pair",  11),
    ("2c 4d / Kh Td 9c",       "banker-pair",  -1),
    ("2c 4d / Kh 3d 3c",       "banker-pair",  -1),
    ("4h 4d / 2c 5d",          "banker-pair",  -1),

    ("4h 4d / 4c 4s",          "player-pair",  11),     # both have one and nobody wins
    ("4h 4d / 4c 4s",          "banker-pair",  11),
    *BONUS,
]
# fmt: on


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert pays(SQUEEZE, coup, bet) == Fraction(odds)


@pytest.mark.parametrize(
    ("bet", "last_round"),
    [
        ("player", None),
        ("banker", None),
        ("tie", None),
        ("big", 30),
        ("small", 30),
        ("player-pair", 60),
        ("banker-pair", 60),
        ("player-bonus", 50),
        ("banker-bonus", 50),
    ],
)
def test_the_last_round_of_each_bet(bet: str, last_round: int | None) -> None:
    assert SQUEEZE.bet(bet).last_coup_offered == last_round
