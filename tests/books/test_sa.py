"""The live table with two playing modes, row by row: eighteen bets, when they close, and what a mode leaves out."""

from fractions import Fraction

import pytest

from punto.books.sa import SA
from tests.books.rows import BONUS, Row, pays

# fmt: off
ROWS: list[Row] = [
    # player / banker          bet                    odds
    ("Kh 9d / 4c 3d",          "player",                1),
    ("9h 8d / 4c Td 3s",       "player",                0),     # 7 against 7 is a tie
    ("4h 2d / 4c 3d",          "player",               -1),
    ("Ah 2h 3h / 2c 3d",       "player",                1),     # no extra odds here

    ("4h 2d / 4c 3d",          "banker",          "19/20"),
    ("Kh Qd 5c / Kc 6d",       "banker",          "19/20"),     # with commission, 6 is a win like any other
    ("9h 8d / 4c Td 3s",       "banker",                0),
    ("Kh 9d / 4c 3d",          "banker",               -1),

    ("4h 2d / 4c 3d",          "banker-no-commission",  1),     # with 7
    ("Kh Qd 4c / Kc 5d Kh",    "banker-no-commission",  1),     # with 5
    ("Kh Qd 5c / Kc 6d",       "banker-no-commission", "1/2"),  # with 6
    ("Kh Qd 5c / Kc 4d 2h",    "banker-no-commission", "1/2"),  # with 6 of three cards
    ("9h 8d / 4c Td 3s",       "banker-no-commission",  0),
    ("4h 2d / 5c Ad",          "banker-no-commission",  0),     # 6 against 6 is a tie
    ("Kh 7d / Kc 6d",          "banker-no-commission", -1),     # a 6 that loses
    ("Kh 9d / 4c 3d",          "banker-no-commission", -1),

    ("9h 8d / 4c Td 3s",       "tie",                   8),
    ("4h 2d / 4c 3d",          "tie",                  -1),
    ("Kh 9d / 4c 3d",          "tie",                  -1),

    ("4h 4h / 2c 5d",          "player-pair",          11),     # 4s are a pair like any other
    ("Kh Kd 9c / 2c 5d",       "player-pair",          11),
    ("Kh Td 9c / 2c 5d",       "player-pair",          -1),     # equal points are no pair
    ("2h 3d 3c / Kc 7d",       "player-pair",          -1),     # the third card makes none
    ("2c 5d / 4h 4d",          "player-pair",          -1),
    ("2c 5d / 4h 4h",          "banker-pair",          11),
    ("2c 4d / Kh Kd 9c",       "banker-pair",          11),
    ("2c 4d / Kh Td 9c",       "banker-pair",          -1),
    ("2c 4d / Kh 3d 3c",       "banker-pair",          -1),
    ("4h 4d / 2c 5d",          "banker-pair",          -1),

    ("4h 4d / 2c 5d",          "any-pair",              5),
    ("2c 5d / 4h 4d",          "any-pair",              5),
    ("4h 4d / 9c 9s",          "any-pair",              5),     # both: once
    ("4h 4h / 9c 9c",          "any-pair",              5),
    ("Kh Td 9c / 2c 5d",       "any-pair",             -1),
    ("2h 3d 3c / Kc 4d Ah",    "any-pair",             -1),
    ("4h 2d / 4h 3d",          "any-pair",             -1),     # one card of each side

    ("4h 4h / 2c 5d",          "perfect-pair",         25),
    ("2c 5d / 9s 9s",          "perfect-pair",         25),
    ("4h 4h / 9c 9c",          "perfect-pair",         25),     # both: once
    ("4h 4h / 9c 9s",          "perfect-pair",         25),
    ("4h 4d / 9c 9s",          "perfect-pair",         -1),     # same rank, two suits
    ("4h 5h / 2c 5c",          "perfect-pair",         -1),     # same suit, two ranks
    ("4h 2d / 4h 3d",          "perfect-pair",         -1),

    ("Kh 8d / 3c 4d",          "player-natural",    "7/2"),
    ("Kh 9d / 3c 4d",          "player-natural",    "7/2"),
    ("Kh 8d / Kc 9d",          "player-natural",    "7/2"),     # it need not win
    ("Kh 9d / 4c 5d",          "player-natural",    "7/2"),
    ("2h 3d 3c / Kc 7d",       "player-natural",       -1),     # 8 of three cards
    ("2h 3d 4c / Kc 7d",       "player-natural",       -1),     # 9 of three cards
    ("Kh 7d / 2c 4d",          "player-natural",       -1),     # 7 of two
    ("3h 4d / Kc 8d",          "player-natural",       -1),     # only Banker has one
    ("3h 4d / Kc 8d",          "banker-natural",    "7/2"),
    ("3h 4d / Kc 9d",          "banker-natural",    "7/2"),
    ("Kh 9d / Kc 8d",          "banker-natural",    "7/2"),
    ("4h 5d / Kc 9d",          "banker-natural",    "7/2"),
    ("Kh 7d / 2c 3c 3d",       "banker-natural",       -1),
    ("Kh 7d / 2c 3c 4c",       "banker-natural",       -1),
    ("2h 4d / Kc 7d",          "banker-natural",       -1),
    ("Kh 8d / 3c 4d",          "banker-natural",       -1),

    ("Kh Qd 5c / Kc 6d",       "lucky-six",            12),     # Banker wins with 6 of two cards
    ("Kh Qd 5c / Kc 4d 2h",    "lucky-six",            20),     # of three
    ("4h 2d / 5c Ad",          "lucky-six",            -1),     # 6 against 6
    ("Kh 7d / Kc 6d",          "lucky-six",            -1),     # a 6 that loses
    ("Kh 6d / Kc 5d Kh",       "lucky-six",            -1),     # Player's 6
    ("4h 2d / 4c 3d",          "lucky-six",            -1),     # a win with 7
    ("Kh Qd 4c / Kc 5d Kh",    "lucky-six",            -1),     # with 5
    ("Kh Qd 5c / Kc 6d",       "lucky-six-2",          22),
    ("Kh Qd 5c / Kc 4d 2h",    "lucky-six-2",          -1),
    ("4h 2d / 5c Ad",          "lucky-six-2",          -1),
    ("Kh 7d / Kc 6d",          "lucky-six-2",          -1),
    ("4h 2d / 4c 3d",          "lucky-six-2",          -1),
    ("Kh Qd 5c / Kc 4d 2h",    "lucky-six-3",          50),
    ("Kh Qd 5c / Kc 6d",       "lucky-six-3",          -1),
    ("Kh 6d / Kc 4d 2h",       "lucky-six-3",          -1),     # 6 against 6
    ("Kh 7d / Kc 4d 2h",       "lucky-six-3",          -1),     # a 6 that loses
    ("4h 2d / 4c Td 3s",       "lucky-six-3",          -1),     # a win with 7

    ("Kh 7d / Kc 6d",          "lucky-seven",           6),     # Player wins with 7 of two cards
    ("Kh 5d 2c / Kc 5d",       "lucky-seven",          15),     # of three
    ("9h 8d / 4c Td 3s",       "lucky-seven",          -1),     # 7 against 7
    ("Kh 7d / Kc 8d",          "lucky-seven",          -1),     # a 7 that loses
    ("4h 2d / 4c 3d",          "lucky-seven",          -1),     # Banker's 7
    ("Kh 6d / Kc 5d Kh",       "lucky-seven",          -1),     # a win with 6
    ("Kh 8d / Kc 6d",          "lucky-seven",          -1),     # with 8
    ("Kh 5d Ac / Kc 5d",       "lucky-seven",          -1),     # with 6 of three cards
    ("Kh 5d 2c / Kc 7d",       "lucky-seven",          -1),     # 7 of three cards against 7
    ("Kh 5d 2c / Kc 4d 5h",    "lucky-seven",          -1),     # and against 9
    ("Kh 7d / Kc 6d",          "lucky-seven-2",        15),
    ("Kh 5d 2c / Kc 5d",       "lucky-seven-2",        -1),
    ("9h 8d / 4c Td 3s",       "lucky-seven-2",        -1),
    ("Kh 7d / Kc 8d",          "lucky-seven-2",        -1),
    ("Kh 6d / Kc 5d Kh",       "lucky-seven-2",        -1),
    ("Kh 5d 2c / Kc 5d",       "lucky-seven-3",        30),
    ("Kh 7d / Kc 6d",          "lucky-seven-3",        -1),
    ("Kh 5d 2c / Kc 7d",       "lucky-seven-3",        -1),     # 7 against 7
    ("Kh 5d 2c / Kc 4d 5h",    "lucky-seven-3",        -1),     # a 7 that loses to 9
    ("Kh 5d Ac / Kc 5d",       "lucky-seven-3",        -1),     # a win with 6

    ("Kh 7d / Kc 6d",          "super-lucky-seven",    30),     # 7 over 6 in four cards
    ("Kh 7d / Kc 4d 2h",       "super-lucky-seven",    40),     # in five, Banker drew
    ("Kh 5d 2c / Kc 6d",       "super-lucky-seven",    40),     # in five, Player drew
    ("Kh 5d 2c / Kc 4d 2h",    "super-lucky-seven",   100),     # in six
    ("Kh 5d 2c / Kc 5d",       "super-lucky-seven",    -1),     # 7 over 5
    ("9h 8d / 4c Td 3s",       "super-lucky-seven",    -1),     # 7 against 7
    ("4h 2d / 4c 3d",          "super-lucky-seven",    -1),     # Banker's 7 over Player's 6
    ("Kh 8d / Kc 6d",          "super-lucky-seven",    -1),     # 8 over 6
    ("Kh Qd 5c / Kc 4d 2h",    "super-lucky-seven",    -1),     # six cards alone are not enough
    *BONUS,
]
# fmt: on


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert pays(SA, coup, bet) == Fraction(odds)


@pytest.mark.parametrize(
    ("bet", "last_round"),
    [
        ("player", None),
        ("banker", None),
        ("banker-no-commission", None),
        ("tie", None),
        ("player-pair", 60),
        ("banker-pair", 60),
        ("any-pair", 50),
        ("perfect-pair", 50),
        ("player-natural", 50),
        ("banker-natural", 50),
        ("player-bonus", 40),
        ("banker-bonus", 40),
        ("lucky-six", 50),
        ("lucky-six-2", 50),
        ("lucky-six-3", 50),
        ("lucky-seven", 50),
        ("lucky-seven-2", 50),
        ("lucky-seven-3", 50),
        ("super-lucky-seven", 50),
    ],
)
def test_the_last_round_of_each_bet(bet: str, last_round: int | None) -> None:
    assert SA.bet(bet).last_coup_offered == last_round


def test_each_mode_has_its_own_banker_and_all_other_bets() -> None:
    every = {bet.id for bet in SA.bets}
    on_the_felt = {mode.id: {bet.id for bet in SA.bets_in(mode)} for mode in SA.modes}
    assert on_the_felt == {
        "commission": every - {"banker-no-commission"},
        "no_commission": every - {"banker"},
    }
    assert {len(bets) for bets in on_the_felt.values()} == {18}
