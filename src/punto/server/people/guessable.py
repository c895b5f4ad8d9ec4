"""Passwords that are tried first: common ones, the name, rows of keys, counting, years, one sign over and over.

A password is cut into such pieces and whatever is left between them. A piece is worth no more than a single sign that
nobody could foresee, because a list of pieces is as quickly tried as an alphabet. What is worth too little is refused.
"""

import unicodedata
from functools import cache
from itertools import combinations
from pathlib import Path

from punto.server.people.names import folded

COMMON = Path(__file__).with_name("common_passwords.txt")  # public, most frequent, in small letters
WORTH_MIN = 5
PIECE_MIN, PIECE_MAX = 3, 40  # signs
SEPARATES = str.maketrans("", "", " ._-")
DISTINCT_MIN = 4  # signs
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop[]",
    "qwertzuiopü+",
    "azertyuiop",
    "asdfghjkl;'",
    "qsdfghjklm",
    "zxcvbnm,./",
    "yxcvbnm",
    "wxcvbn",
    "йцукенгшщзхъ",
    "фывапролджэ",
    "ячсмитьбю",
    "!@#$%^&*()",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.",
)
STANDS_FOR = str.maketrans("013457@$!|€", "oieastasiie")


def is_guessable(password: str, name: str) -> bool:
    plain = _unit(_joined(password))
    own = {_joined(part) for part in (name, *name.split())}
    own |= {part[::-1] for part in own}
    return len(set(plain)) < DISTINCT_MIN or _worth(plain, own) < WORTH_MIN


def _joined(text: str) -> str:
    """As small letters, without what only separates."""
    return folded(text).translate(SEPARATES)


def _unit(text: str) -> str:
    """What is said over and over is worth no more than once: the shortest text that this one repeats."""
    return text[: (text + text).find(text, 1)] if text else text


def _worth(text: str, own: set[str]) -> int:
    """The least that a way of cutting the text leaves, signs taken for letters or not."""
    known, letters = _pieces(), text.translate(STANDS_FOR)
    worth, same_since = [0], 0
    for end in range(1, len(text) + 1):
        best = worth[-1] + 1
        if text[end - 1] != text[same_since]:
            same_since = end - 1
        if end - same_since >= PIECE_MIN:  # one sign over and over
            best = min(best, worth[same_since] + 1)
        for start in range(max(0, end - PIECE_MAX), end - PIECE_MIN + 1):
            pieces = {text[start:end], letters[start:end]}
            if not pieces.isdisjoint(known) or not pieces.isdisjoint(own):
                best = min(best, worth[start] + 1)
        worth.append(best)
    return worth[-1]


@cache
def _pieces() -> frozenset[str]:
    words = unicodedata.normalize("NFKC", COMMON.read_text(encoding="utf-8")).split()
    rows = [each for row in ROWS for each in (row, row[::-1])]
    runs = (row[start:end] for row in rows for start, end in combinations(range(len(row) + 1), 2))
    years = map(str, range(1900, 2100))
    return frozenset(piece for piece in (*words, *runs, *years) if PIECE_MIN <= len(piece) <= PIECE_MAX)
