"""The secrets of shoes: random bytes from the operating system, sealed before their commitment is published.

A secret is stored under its commitment, so what was committed to is what is dealt. Every shoe gets a new one, even if
its number was used before in a history that was lost. No event holds a secret before its shoe has ended.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from punto.rules.cards import Deck
from punto.rules.coup import struck_text
from punto.rules.rulebook import RuleBook
from punto.server.store.interface import Store
from punto.server.tables.house.sealing import sealed, unsealed
from punto.table.fair_shoe import SECRET_BYTES, commitment, shoe_order
from punto.table.fair_storm import storm_drawn

SHOE = "shoe"


class Bound(NamedTuple):
    """A shoe whose commitment is in the table's log."""

    table: str
    shoe: int
    commitment: str


class FairShoes:
    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key

    async def log_id(self) -> str:
        """Of the store's history, which every shoe names."""
        return await self._store.log_id()

    async def prepare(self, table: str, shoe: int, deck: Deck) -> str:
        """The commitment of a new shoe, whose secret is sealed in the store before this returns."""
        secret = secrets.token_bytes(SECRET_BYTES)
        name = commitment(secret, table, shoe, deck).hex()
        await self._store.keep_record(SHOE, name, sealed(self._key, name, secret))
        return name

    async def order(self, bound: Bound, contributions: Sequence[str], deck: Deck) -> list[str]:
        """The cards in the order they are dealt. Raises OutOfWords for the one shoe in very many that has no order."""
        secret = await self._secret(bound)
        bound_by = commitment(secret, bound.table, bound.shoe, deck)
        assert bound_by.hex() == bound.commitment, f"{bound} was committed to another secret"
        return [str(card) for card in shoe_order(secret, bound_by, list(map(bytes.fromhex, contributions)), deck)]

    async def storm(self, bound: Bound, contributions: Sequence[str], coup: int, book: RuleBook) -> str:
        """What is struck before this coup of the shoe."""
        assert book.storm is not None, "a storm is drawn where the book has one"
        secret, bound_by = await self._secret(bound), bytes.fromhex(bound.commitment)
        drawn = storm_drawn(secret, bound_by, list(map(bytes.fromhex, contributions)), coup, book.storm)
        return struck_text(drawn)

    async def secret(self, bound: Bound) -> str:
        """To be revealed once the shoe has ended."""
        return (await self._secret(bound)).hex()

    async def _secret(self, bound: Bound) -> bytes:
        for name in (bound.commitment, f"{bound.table}:{bound.shoe}"):  # the second: as the first release kept it
            body = await self._store.record(SHOE, name)
            if body is not None:
                return unsealed(self._key, name, body)
        raise AssertionError(f"{bound} was prepared before it is used")
