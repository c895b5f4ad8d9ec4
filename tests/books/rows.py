"""What a row of a book's table is, and the rows that two documents share."""

from fractions import Fraction

from punto.rules.bet import Bet
from punto.rules.rulebook import RuleBook

Row = tuple[str, str, int | str]  # coup, bet, odds: 0 is a push, -1 a loss, "19/20" a fraction


def pays(book: RuleBook, coup: str, bet: str) -> Fraction:
    return book.bet(bet).odds(book.parse_coup(coup))


def deciding_line(book: RuleBook, coup: str, bet: Bet) -> int | None:
    """The place of the line that decides; None where the stake is lost."""
    dealt = book.parse_coup(coup)
    return next((place for place, line in enumerate(bet.lines) if line.when.holds(dealt)), None)


# fmt: off
BONUS: list[Row] = [
    # player / banker          bet             odds
    ("4h 4d / 3c 5d",          "player-bonus",   0),  # naturals tie on 8
    ("4h 4d / 3c 5d",          "banker-bonus",   0),
    ("4h 5d / Kc 9d",          "player-bonus",   0),  # and on 9
    ("4h 5d / Kc 9d",          "banker-bonus",   0),
    ("4h 2d / 5c Ad",          "player-bonus",  -1),  # any other tie loses
    ("4h 2d / 5c Ad",          "banker-bonus",  -1),
    ("Kh 3d 5c / Kc 4d 4h",    "player-bonus",  -1),  # even on 8, of three cards
    ("Kh 3d 5c / Kc 4d 4h",    "banker-bonus",  -1),

    ("Kh 9d / Kc Qd",          "player-bonus",   1),  # a natural pays even money whatever its margin
    ("Kh 8d / Kc Qd",          "player-bonus",   1),
    ("Kh 9d / Kc 4d",          "player-bonus",   1),
    ("Kh 8d / 3c 4d",          "player-bonus",   1),
    ("Kh 9d / 3c 5d",          "player-bonus",   1),  # 9 over 8
    ("3h 5d / Kc 9d",          "player-bonus",  -1),  # a natural that loses
    ("2h 3d 4c / Kc 5d 5h",    "player-bonus",  30),  # by 9
    ("2h 3d 4c / Kc 5d 6h",    "player-bonus",  10),  # by 8
    ("2h 3d 3c / Kc 4d 6h",    "player-bonus",  10),  # 8 of three cards is no natural
    ("2h 3d 4c / Kc 5d 7h",    "player-bonus",   6),  # by 7
    ("Kh 7d / Kc 5d 5h",       "player-bonus",   6),  # two cards are enough
    ("2h 3d 4c / Kc 5d 8h",    "player-bonus",   4),  # by 6
    ("Kh 6d / Kc 5d 5h",       "player-bonus",   4),
    ("2h 3d 4c / Kc 5d 9h",    "player-bonus",   2),  # by 5
    ("2h 3d 4c / Kc 5d Kh",    "player-bonus",   1),  # by 4
    ("2h 3d 4c / Kc 5d Ah",    "player-bonus",  -1),  # by 3
    ("Kh 7d / Kc 6d",          "player-bonus",  -1),  # by 1
    ("Kh 5d 5c / Kc 5d 4h",    "player-bonus",  -1),  # Banker by 9

    ("Kh Qd / Kc 9d",          "banker-bonus",   1),  # natural, by 9
    ("Kh Qd / Kc 8d",          "banker-bonus",   1),
    ("Kh 4d / Kc 9d",          "banker-bonus",   1),
    ("3h 4d / Kc 8d",          "banker-bonus",   1),
    ("3h 5d / Kc 9d",          "banker-bonus",   1),  # 9 over 8
    ("Kh 9d / 3c 5d",          "banker-bonus",  -1),  # a natural that loses
    ("Kh 5d 5c / Kc 5d 4h",    "banker-bonus",  30),  # by 9
    ("Kh 5d 6c / Kc 5d 4h",    "banker-bonus",  10),  # by 8
    ("Kh 5d 7c / Kc 5d 4h",    "banker-bonus",   6),  # by 7
    ("Kh 4d 9c / Kc 3d 6h",    "banker-bonus",   4),  # by 6
    ("Kh 5d 9c / Kc 3d 6h",    "banker-bonus",   2),  # by 5
    ("Kh Qd 5c / Kc 5d 4h",    "banker-bonus",   1),  # by 4
    ("Kh 4d 9c / Kc 7d",       "banker-bonus",   1),  # two cards are enough
    ("Kh 6d / Kc 5d 4h",       "banker-bonus",  -1),  # by 3
    ("Kh 6d / Kc 7d",          "banker-bonus",  -1),  # by 1
    ("2h 3d 4c / Kc 5d 5h",    "banker-bonus",  -1),  # Player by 9
]
# fmt: on
