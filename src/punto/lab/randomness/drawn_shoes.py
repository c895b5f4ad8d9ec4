"""Shoes in bulk, shuffled by the code that floors use, with every byte that led to them.

Secrets come from the operating system, as they do on a floor. They are kept, so anybody can shuffle the same shoes
again and compare; a secret that was published is worthless for play.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from punto.rules.cards import Deck
from punto.table.fair_shoe import SECRET_BYTES, OutOfWords, commitment, mixed_secret, shoe_order

TABLE = "lab"
STS_BITS = 1_000_000
DIEHARDER_NUMBERS = 100_000
SHOES_AS_TEXT = 100
SHOES_BETWEEN_LINES = 4_096


@dataclass(frozen=True)
class DrawnShoes:
    deck: Deck
    secrets: bytes  # of every shoe, one after the other
    words: bytes  # what the shuffle read: the secrets through their pads
    orders: npt.NDArray[np.uint8]  # a row for each shoe: places of its cards among the deck's faces
    ran_out: tuple[int, ...]  # numbers of shoes whose words did not suffice, so that they have no row

    @property
    def count(self) -> int:
        return len(self.orders)


def draw_shoes(
    deck: Deck,
    count: int,
    say: Callable[[str], None] = lambda _: None,
    source: Callable[[int], bytes] = secrets.token_bytes,
) -> DrawnShoes:
    """Numbered from 1, without contributions."""
    place = {id(face): number for number, face in enumerate(deck.faces)}
    drawn, mixed, ran_out = bytearray(), bytearray(), []
    orders = np.empty((count, deck.size), dtype=np.uint8)
    rows = 0
    for shoe in range(1, count + 1):
        secret = source(SECRET_BYTES)
        bound = commitment(secret, TABLE, shoe, deck)
        drawn += secret
        mixed += mixed_secret(secret, bound, ())
        try:
            cards = shoe_order(secret, bound, (), deck)
        except OutOfWords:
            ran_out.append(shoe)
            continue
        orders[rows] = [place[id(card)] for card in cards]
        rows += 1
        if not shoe % SHOES_BETWEEN_LINES:
            say(f"  {shoe:,} of {count:,} shoes")
    return DrawnShoes(deck, bytes(drawn), bytes(mixed), orders[:rows], tuple(ran_out))


def as_sts_bits(words: bytes) -> bytes:
    """The first million bits as characters 0 and 1: the ASCII format of NIST's Statistical Test Suite."""
    bits = np.unpackbits(np.frombuffer(words[: STS_BITS // 8], dtype=np.uint8))
    return (bits + ord("0")).astype(np.uint8).tobytes()


def as_dieharder_numbers(words: bytes) -> bytes:
    """The first 32-bit numbers as text: the ASCII format of dieharder (generator 202)."""
    numbers = np.frombuffer(words[: DIEHARDER_NUMBERS * 4], dtype=">u4")
    lines = ["type: d", f"count: {len(numbers)}", "numbit: 32", *map(str, numbers.tolist())]
    return ("\n".join(lines) + "\n").encode()


def as_cards(drawn: DrawnShoes) -> str:
    faces = [str(face) for face in drawn.deck.faces]
    rows = drawn.orders[:SHOES_AS_TEXT].tolist()
    return "".join(" ".join(faces[place] for place in row) + "\n" for row in rows)
