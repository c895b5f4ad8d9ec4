"""Recognises guessable passwords: common ones, the name, keyboard rows, sequences, years, repeated characters.

A password is split into such pieces and the characters between them. A piece counts as one unpredictable character,
because a list of pieces is tried as quickly as an alphabet. A password that counts for too little is refused.
"""

import unicodedata
from functools import cache
from itertools import combinations
from pathlib import Path

from punto.server.people.names import folded

COMMON = Path(__file__).with_name("common_passwords.txt")  # public, most frequent, lower case
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
    """In lower case, without separators."""
    return folded(text).translate(SEPARATES)


def _unit(text: str) -> str:
    """The shortest text that this one repeats: a repetition adds nothing."""
    return text[: (text + text).find(text, 1)] if text else text


def _worth(text: str, own: set[str]) -> int:
    """The lowest count over all ways of splitting the text, with and without leetspeak."""
    known, letters = _pieces(), text.translate(STANDS_FOR)
    worth, same_since = [0], 0
    for end in range(1, len(text) + 1):
        best = worth[-1] + 1
        if text[end - 1] != text[same_since]:
            same_since = end - 1
        if end - same_since >= PIECE_MIN:  # one repeated character
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
