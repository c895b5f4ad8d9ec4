"""Shoes that were really dealt, read from a file: text or CSV.

Text has a round in each line, `4h 2d / 4c Td 3s`, and an empty line between shoes; `burn 7h` before the first round
names the card that was turned up. CSV has a header with `player` and `banker`, cards separated by blanks, and, for
several shoes, `shoe`; its order is that of the rounds, and its header shows how columns are separated. Every round is
checked by the book, every shoe by its deck.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from punto.rules.cards import Card
from punto.rules.coup import Coup
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.rulebook import RuleBook

Value = TypeVar("Value")

BURN, COMMENT = "burn", "#"
SEPARATORS = ",;\t"
ROUNDS_MAX = 1_000_000


class InvalidShoeFile(InvalidInput):
    """A line that is no round of the book, or more cards than the shoe has."""


@dataclass(frozen=True)
class RealShoe:
    coups: tuple[Coup, ...]
    burn_card: Card | None = None  # the one that was turned up, if it was noted


def read_shoes(book: RuleBook, text: str) -> list[RealShoe]:
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > ROUNDS_MAX:
        raise InvalidShoeFile(f"{len(lines):,} lines; at most {ROUNDS_MAX:,} are read")
    first = next((line for line in lines if line.strip()), "")
    is_csv = "player" in first.lower() and "banker" in first.lower() and not first.startswith(COMMENT)
    if not is_csv and "/" not in first and any(each in first for each in SEPARATORS):
        raise InvalidShoeFile(f"{shortened(first)} is no header of a CSV file, which names its columns: player,banker")
    shoes = list(_from_csv(book, lines, first) if is_csv else _from_text(book, lines))
    if not shoes:
        raise InvalidShoeFile("there is no round in it; a line looks like 4h 2d / 4c Td 3s")
    for number, shoe in enumerate(shoes, start=1):
        _check(book, number, shoe)
    return shoes


def _from_text(book: RuleBook, lines: Sequence[str]) -> Iterator[RealShoe]:
    coups: list[Coup] = []
    burn_card = None
    for number, line in enumerate((*lines, ""), start=1):
        words = line.strip()
        if words.startswith(COMMENT):
            continue
        if not words:
            if coups:
                yield RealShoe(tuple(coups), burn_card)
            coups, burn_card = [], None
        elif words.lower().startswith(BURN):
            if coups:
                raise InvalidShoeFile(
                    f"line {number}: a burn card comes before the first round; put an empty line above it"
                )
            if burn_card is not None:
                raise InvalidShoeFile(f"line {number}: one card is turned up for a shoe, and one is noted already")
            burn_card = _read(number, words[len(BURN) :].strip(" :"), book.deck.card)
        else:
            coups.append(_read(number, words, book.parse_coup))


def _from_csv(book: RuleBook, lines: Sequence[str], header: str) -> Iterator[RealShoe]:
    above = lines.index(header)
    rows = csv.DictReader(lines[above:], delimiter=max(SEPARATORS, key=header.count))
    columns = _columns(header, rows.fieldnames or ())
    shoe_of = columns.get("shoe")
    seen: set[str] = set()
    try:
        numbered = ((above + rows.line_num, row) for row in rows)
        for shoe, group in groupby(numbered, key=lambda each: (each[1][shoe_of] or "").strip() if shoe_of else ""):
            coups = []
            for number, row in group:
                if shoe in seen:
                    how = "put the rounds of a shoe together, or number shoes anew"
                    raise InvalidShoeFile(f"line {number}: shoe {shortened(shoe)} comes back after another; {how}")
                text = f"{row[columns['player']] or ''} / {row[columns['banker']] or ''}"
                coups.append(_read(number, text, book.parse_coup))
            seen.add(shoe)
            yield RealShoe(tuple(coups))
    except csv.Error as error:
        raise InvalidShoeFile(f"after line {above + rows.line_num}: {error}") from None


def _columns(header: str, names: Sequence[str]) -> dict[str, str]:
    """The file's own names of the columns that are read."""
    found = Counter(name.strip().lower() for name in names)
    for wanted in ("player", "banker", "shoe"):
        if found[wanted] > 1 or not (found[wanted] or wanted == "shoe"):
            raise InvalidShoeFile(
                f"its header, {shortened(header)}, has {found[wanted] or 'no'} columns {wanted}; "
                "write player,banker or shoe,player,banker"
            )
    return {name.strip().lower(): name for name in names}


def _read(number: int, text: str, reads: Callable[[str], Value]) -> Value:
    try:
        return reads(text)
    except InvalidInput as error:
        raise InvalidShoeFile(f"line {number}, {shortened(text)}: {error}") from None


def _check(book: RuleBook, number: int, shoe: RealShoe) -> None:
    seen = [shoe.burn_card] if shoe.burn_card else []
    seen += [card for coup in shoe.coups for hand in (coup.player, coup.banker) for card in hand.cards]
    try:
        book.deck.without(seen)
    except InvalidInput as error:
        how = "an empty line, or another number in the column shoe, begins a new one"
        raise InvalidShoeFile(f"shoe {number}: {error}; {how}") from None
