"""Accepts that a store has lost events: on purpose, and as a new history.

Somebody may know what was lost, so the log id is renewed: the next start abandons every earlier shoe and says why in
the staff log.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from punto.rules.invalid_input import InvalidInput
from punto.server.keeping.kept_heads import look_at_file, write_heads
from punto.server.store.database_kind import is_postgresql
from punto.server.store.failures import StoreCannotBeOpened
from punto.server.store.floor_lock import FloorLock
from punto.server.store.heads_file import Heads, UnusableHeads, read_heads
from punto.server.store.interface import Store
from punto.server.store.lost_end import Loss, loss_of


class NothingToAccept(InvalidInput):
    """The text says why."""


class FloorIsOpen(InvalidInput):
    """A server is running on the store."""


async def accept_loss(
    database: str,
    file: Path,
    open_store: Callable[[str], Awaitable[Store]],
    lock: FloorLock,
    *,
    without_heads: bool = False,
) -> str:
    """Returns what was lost, in words. Raises NothingToAccept or FloorIsOpen without changing anything."""
    told = _told(file, without_heads=without_heads)
    if not await lock.take():
        raise FloorIsOpen("a server runs this floor; stop it first")
    try:
        return await _accept(database, file, told, open_store)
    finally:
        await lock.release()


async def _accept(database: str, file: Path, told: Heads | str, open_store: Callable[[str], Awaitable[Store]]) -> str:
    """A crash halfway leaves a store that is still refused, so the loss can be accepted again."""
    loss = None
    if not is_postgresql(database) and isinstance(told, Heads):  # before opening the store writes to it
        loss = _found(await _looked_at(Path(database), told), file)
    store = await open_store(database)
    try:
        if isinstance(told, Heads) and loss is None:
            loss = _found(await loss_of(told, store), file)
        lost = str(loss or told)
        await store.renew_log_id(f"A loss was accepted. Of the database was said: {lost}.")
        (await write_heads(store, file)).close()
        return lost
    finally:
        await store.close()


async def _looked_at(database: Path, told: Heads) -> Loss | None:
    try:
        return await look_at_file(database, told)
    except StoreCannotBeOpened as error:
        raise NothingToAccept(f"{error}; nothing was changed. Move it away and restore a copy") from None


def _told(file: Path, *, without_heads: bool) -> Heads | str:
    try:
        told = read_heads(file)
    except UnusableHeads as error:
        return f"{error}, so nobody knows what is lost"
    if told is not None:
        return told
    if not without_heads:
        raise NothingToAccept(
            f"{file}: there is no such file, so nothing is known to be lost. If the database was restored to an earlier"
            " moment, add --without-heads"
        )
    return f"{file} is gone, so nobody knows what is lost"


def _found(loss: Loss | None, file: Path) -> Loss:
    if loss is None:
        raise NothingToAccept(f"the database has everything that {file} knows of; nothing was changed")
    return loss
