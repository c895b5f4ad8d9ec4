"""What bets of the catalogue pay, row by row where their conditions are not plain, and that they fit any book."""

from dataclasses import replace
from fractions import Fraction

import pytest

from punto.books import EVERY_BOOK, INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.books.catalogue.games import GAMES
from punto.rules.rulebook import RuleBook

ALL_BETS = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))
GAME = {game.id: game for game in GAMES}


# fmt: off
ROWS: list[tuple[str, str, int | str]] = [
    # player / banker          bet                  odds
    ("4h 2d / 4c Td 3s",       "dragon-7",            40),
    ("4h 2d / 4c 3d",          "dragon-7",            -1),  # of two cards
    ("2h 3d 3s / 4c Td 3h",    "panda-8",             25),
    ("2h 3d 3s / 4c Td 3h",    "dragon-7",            -1),  # a 7 that loses
    ("2h 3d 3s / 4c Td 3h",    "kill",                30),  # and is killed
    ("2h Ad 3s / 3h Td 4s",    "kill",                30),  # the Ox is, by a 7
    ("2h Ad 3s / 3h Td 4s",    "dragon-7",            40),  # by the Tiger itself
    ("2h Ad 3s / Kc 5d",       "kill",                -1),  # an Ox that wins
    ("2h Ad 3s / Kc 5d",       "ox-6",                40),
    ("2h Ad 3s / Kc 6d",       "kill",                30),  # a tie is no win
    ("2h 3d 4s / Kc 4d 5h",    "heavenly-9",          75),
    ("2h 3d 4s / Kc 7d",       "heavenly-9",          10),
    ("Kh 9d / Kc 7d",          "heavenly-9",          -1),
    ("2h 3d 2s / Kc 4d 3h",    "blazing-7s",         200),
    ("Kh 7d / Kc 7s",          "blazing-7s",          50),
    ("2h 3d 2s / Kc 7s",       "blazing-7s",          -1),  # three cards against two
    ("2h 3d 2s / Kc 7s",       "cover-all",           -1),
    ("Kh 7d / Kc 7s",          "cover-all",            6),
    ("Kh 6d / Kc 6s",          "tiger-tie",           35),
    ("8h 8d / 8c 8s",          "tiger-pair",         100),
    ("8h 8d / 9c 9s",          "tiger-pair",          20),
    ("8h 8d / Kc 9s",          "tiger-pair",           4),
    ("8h Kd / Kc 9s",          "tiger-pair",          -1),
    ("Kh 8d / Kc 6s",          "eight-over-six",      25),
    ("Kh 9d / Kc 7s",          "natural-nine-over-seven", 50),
    ("2h 3d 4s / Kc 7s",       "natural-nine-over-seven", -1),
    ("Kh 9d / 3c 5d",          "bad-beat",            50),
    ("2h 3d 4s / Kc 4d 4h",    "bad-beat",            -1),  # no naturals
    ("2h 3d 4s / Kc 4d 4h",    "eights-and-nines",    20),
    ("Kh 2d 8s / Kc 3d",       "three-giving-eight", 200),
    ("Kh 9d / Kc 3d",          "three-giving-eight",  -1),  # Banker stands because of the natural
    ("Kh 9d / Kc 9s",          "lucky-99",            24),  # 25 for one
    ("Kh 2d / Kc 9s",          "lucky-99",             4),
    ("Kh 9d / Kc 2s",          "lucky-99",             1),
    ("9h 9d / 9c 9s",          "lucky-nines",        500),
    ("9h 9h / 9h Ks",          "lucky-nines",        250),
    ("9h 9d / 9h Ks",          "lucky-nines",         20),
    ("9h Kd / 9h Ks",          "lucky-nines",          8),
    ("9h Kd / 9c Ks",          "lucky-nines",          5),
    ("9d Kd / 8c Ks",          "lucky-nines",          2),
    ("9h Kd / 8c Ks",          "lucky-nines",          1),
    ("7h Kd / 8c Ks",          "lucky-nines",         -1),
    ("Ah 8h / 8c Ks",          "perfect-9",           20),
    ("Ah 8s / 8c Ks",          "perfect-9",           10),
    ("9h Ks / 8c Ks",          "perfect-9",            5),
    ("8h Ks / 9c Ks",          "perfect-9",           -1),
    ("8h 8h / 9c 9c",          "perfect-pair-250",   250),
    ("8h 8h / 9c 9s",          "perfect-pair-250",    25),
    ("Kh Qd Ts / Kc Jd Tc",    "quik",                50),
    ("Kh 9d / Kc 9s",          "quik",                25),
    ("Kh 9d / Kc 8s",          "quik",                 1),
    ("2h Ah 5h / 2s 3s 3s",    "lucky-8-player",     200),  # each of a suit of its own
    ("2h Ah 5h / 2s 3s 3s",    "lucky-8-banker",     200),
    ("2h Ah 5h / 2s 3s 3d",    "lucky-8-player",      50),
    ("2h Ah 5h / 2s 3s 3d",    "lucky-8-banker",      25),  # both have 8
    ("2h Ah 5h / Kc 7s",       "lucky-8-player",      50),
    ("2h Ah 5h / 2s 3s 4d",    "lucky-8-player",      50),  # it may lose
    ("2h Ad 5h / Kc 7s",          "lucky-8-player",       3),  # two suits
    ("Kh 8h / Kc 8s",          "lucky-8-player",      25),
    ("Kh 8h / Kc 9s",          "lucky-8-player",       8),
    ("Kh 8h / Kc 9s",          "lucky-8-banker",      -1),
    ("Kh 8h / Kc 7s",          "lucky-8-player",       3),
    ("Kh 8h / Kc 7s",          "lucky-8-player-25",    4),
    ("2h Ah 5h / Kc 7s",       "lucky-8-player-25",   25),
    ("Kh 6d / Kc 6s",          "egalite-6",           45),
    ("Kh 6d / Kc 6s",          "player-even",     "0.86"),

]
# fmt: on


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert ALL_BETS.bet(bet).odds(ALL_BETS.parse_coup(coup)) == Fraction(odds)


@pytest.mark.parametrize(
    ("coup", "game", "odds"),
    [
        ("4h 2d / 4c Td 3s", "ez-baccarat", 0),  # the Dragon pushes
        ("4h 2d / 4c 3d", "ez-baccarat", 1),
        ("4h 2d / 4c Td 3s", "five-treasures", 0),
        ("Kh 4d Kc / Kc 6d", "super-six", "1/2"),
        ("Kh 4d Kc / Kc 6d", "tiger-baccarat", "1/2"),
        ("Kh 4d Kc / Kc 7d", "super-six", 1),
    ],
)
def test_banker_in_the_games_that_are_named_after_a_bet(coup: str, game: str, odds: int | str) -> None:
    book = GAME[game]
    assert book.bet("banker").odds(book.parse_coup(coup)) == Fraction(odds)


def test_the_catalogue_has_more_than_forty_bets_of_different_ids() -> None:
    ids = [entry.bet.id for entry in CATALOGUE]
    assert len(ids) == len(set(ids)) >= 40


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_no_released_book_means_something_else_by_an_id(book: RuleBook) -> None:
    """`bets` of a table names bets of either, and must not say two things."""
    assert {bet.id for bet in book.bets}.isdisjoint(entry.bet.id for entry in CATALOGUE)


def test_the_games_are_made_of_catalogue_and_main_bets() -> None:
    known = {entry.bet for entry in CATALOGUE}
    assert {game.id: [bet.id for bet in game.bets if bet not in known] for game in GAMES} == {
        game.id: ["player", "banker", "tie"] for game in GAMES
    }


# Ids of books with added bets are in this order, and stored rounds name them: new bets go to the end.
ORDER = """
    banker-ez banker-half-on-six banker-four-percent dragon-7 panda-8 fortune-7 golden-8 heavenly-9 blazing-7s
    cover-all tiger big-tiger small-tiger tiger-tie tiger-pair lucky-6 lucky-6-23 super-6 ox-6 kill
    eight-over-six natural-nine-over-seven nine-over-one nine-over-seven bad-beat eights-and-nines
    three-giving-eight lucky-99 quik egalite-0 egalite-1 egalite-2 egalite-3 egalite-4 egalite-5 egalite-6
    egalite-7 egalite-8 egalite-9 player-even player-odd banker-even banker-odd three-card-player
    three-card-banker cards-4 cards-5 cards-6 big-54 dragon-bonus-player dragon-bonus-banker either-pair
    perfect-pair-either perfect-pair-250 perfect-9 lucky-nines lucky-nines-1000 all-red all-black
    lucky-8-player lucky-8-banker lucky-8-player-25 lucky-8-banker-25
"""


def test_the_order_of_the_catalogue_stays_as_it_is() -> None:
    assert [entry.bet.id for entry in CATALOGUE] == ORDER.split()
