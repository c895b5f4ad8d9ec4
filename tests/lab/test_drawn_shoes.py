"""Shoes in bulk: made by the product's own code, and repeatable by anybody from the bytes that are handed over."""

import asyncio
import random
import secrets
from pathlib import Path

import numpy as np
import pytest

from punto.books import MULTICOLOR, SA
from punto.lab.randomness.drawn_shoes import (
    TABLE,
    DrawnShoes,
    as_cards,
    as_dieharder_numbers,
    as_sts_bits,
    draw_shoes,
)
from punto.rules.rulebook import RuleBook
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.table.fair_shoe import SECRET_BYTES, commitment, shoe_order

SHOES = 5


def seeded(book: RuleBook = SA, shoes: int = SHOES) -> DrawnShoes:
    return draw_shoes(book.deck, shoes, source=random.Random(1).randbytes)


@pytest.mark.parametrize("book", [SA, MULTICOLOR], ids=lambda book: book.id)
def test_anybody_can_shuffle_the_same_shoes_from_the_secrets(book: RuleBook) -> None:
    drawn = seeded(book)
    for number, line in enumerate(as_cards(drawn).splitlines(), start=1):
        secret = drawn.secrets[(number - 1) * SECRET_BYTES : number * SECRET_BYTES]
        bound = commitment(secret, TABLE, number, book.deck)
        assert line == " ".join(map(str, shoe_order(secret, bound, (), book.deck)))
    assert (np.sort(drawn.orders, axis=1) == np.sort(drawn.orders[0])).all()


def test_without_a_source_of_its_own_a_pack_draws_from_the_operating_system() -> None:
    one, other = (draw_shoes(SA.deck, 1) for _ in range(2))
    assert one.secrets != other.secrets
    assert len(one.secrets) == len(one.words) == SECRET_BYTES


async def _committed(file: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[int]]:
    asked: list[int] = []

    def system(count: int) -> bytes:
        asked.append(count)
        return bytes(range(256)) * (count // 256) or bytes(count)

    store = SqliteInProcess(file)
    monkeypatch.setattr(secrets, "token_bytes", system)
    try:
        return await FairShoes(store, bytes(32)).prepare("demo", 1, SA.deck), asked
    finally:
        await store.close()


def test_a_floor_draws_its_secrets_from_the_operating_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All 1,024 bytes, and nothing else goes into the commitment but table, shoe and deck."""
    committed, asked = asyncio.run(_committed(tmp_path / "floor.db", monkeypatch))
    assert SECRET_BYTES in asked
    assert committed == commitment(bytes(range(256)) * 4, "demo", 1, SA.deck).hex()


def test_the_formats_of_public_batteries() -> None:
    words = bytes([0b10100101, 0, 255, 1] * 4)
    assert as_sts_bits(words)[:16] == b"1010010100000000"
    assert as_dieharder_numbers(words).decode().splitlines()[:4] == [
        "type: d",
        "count: 4",
        "numbit: 32",
        str(0xA500FF01),
    ]


def test_a_secret_that_runs_out_of_words_has_no_row() -> None:
    drawn = draw_shoes(SA.deck.in_copies(20), 3, source=random.Random(1).randbytes)
    assert drawn.ran_out == (1, 2, 3)  # 1,040 cards need more than 512 words
    assert drawn.count == 0
