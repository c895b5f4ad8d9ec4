"""The secrets of the floor's shoes: made by the operating system, sealed before their commitment is shown.

Asked again after a crash, the same shoe has the same secret: what was committed to is what is dealt. No event holds a
secret before its shoe is over.
"""

import secrets
from collections.abc import Sequence

from punto.rules.cards import Deck
from punto.server.sealing import sealed, unsealed
from punto.server.store.interface import Store
from punto.table.fair_shoe import SECRET_BYTES, commitment, shoe_order

SHOE = "shoe"


class FairShoes:
    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key

    async def prepare(self, table: str, shoe: int, deck: Deck) -> str:
        """The commitment of a coming shoe. Its secret is sealed in the store before this returns."""
        name = _name(table, shoe)
        if await self._store.record(SHOE, name) is None:
            body = sealed(self._key, name, secrets.token_bytes(SECRET_BYTES))
            await self._store.keep_record(SHOE, name, body, version=1)  # of two who prepare it, the first one's stands
        return commitment(await self._secret(name), table, shoe, deck).hex()

    async def order(self, table: str, shoe: int, contributions: Sequence[str], deck: Deck) -> list[str]:
        """The cards as they leave the shoe. Raises OutOfWords for the one shoe in very many that has no order."""
        secret = await self._secret(_name(table, shoe))
        bound_by = commitment(secret, table, shoe, deck)
        return [str(card) for card in shoe_order(secret, bound_by, list(map(bytes.fromhex, contributions)), deck)]

    async def secret(self, table: str, shoe: int) -> str:
        """To be shown, once the shoe is over."""
        return (await self._secret(_name(table, shoe))).hex()

    async def _secret(self, name: str) -> bytes:
        body = await self._store.record(SHOE, name)
        assert body is not None, f"{name} was prepared before it is used"
        return unsealed(self._key, name, body)


def _name(table: str, shoe: int) -> str:
    return f"{table}:{shoe}"
