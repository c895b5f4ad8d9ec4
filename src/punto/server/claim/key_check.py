"""Checks that a key is the floor's: it must open a value that was sealed with it at the first start.

Done before anything is claimed or written. Older releases sealed no such value; there a sealed shoe is tried.
"""

from punto.rules.invalid_input import InvalidInput
from punto.server.store.interface import Store
from punto.server.tables.house.sealing import SealIsBroken, sealed, unsealed
from punto.server.tables.house.shoe_secrets import SHOE

KEY_CHECK = "key_check"
NAME = "floor"
SEALED = (KEY_CHECK, SHOE)  # record kinds
SAYS = b"the key fits"


class WrongKey(InvalidInput):
    """One line; never shows the key."""


async def has_a_key(store: Store) -> bool:
    """Whether the store has anything sealed."""
    return any([await store.records(kind, limit=1) for kind in SEALED])


async def check_key(store: Store, key: bytes, where: str) -> None:
    """`where`: the source of the key."""
    for kind in SEALED:
        for name, body in await store.records(kind, limit=1):
            try:
                unsealed(key, name, body)
            except SealIsBroken:
                raise WrongKey(
                    f"{where}: this is not the key of this floor: what is sealed in its database does not open;"
                    " nothing was changed"
                ) from None
            return


async def keep_key_check(store: Store, key: bytes) -> None:
    """Only by the holder of the floor."""
    if await store.record(KEY_CHECK, NAME) is None:
        await store.keep_record(KEY_CHECK, NAME, sealed(key, NAME, SAYS))
