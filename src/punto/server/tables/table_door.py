"""A table's door: all that sockets, routes and jobs know of a table. It may later lead to a table on another node.

So arguments and answers are plain values, and whatever may have to travel is awaited or answered by a call.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from punto.server.protocol.client import BendCard
from punto.server.protocol.parts import Offset, Reaction
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import SeatState
from punto.server.store.failures import StoreIsLost
from punto.server.streams.request import Request, TableAnswer
from punto.server.tables.table_look import Preview, TableLook
from punto.server.tables.table_watch import ShoeAudit, WatchedTable
from punto.table.commands import Command, CoupId

Reply = Callable[[TableAnswer | None], None]  # None: whether it was stored is unknown


class TableIsGone(Exception):
    """Put away or removed while its door was held: a patron who comes back gets another door, or none."""


class SeatAt(Struct, frozen=True):
    """A patron's seat, and the public version of the table that it belongs to."""

    version: int
    seat: SeatState


class AskedTable(Protocol):
    """What routes know of a table."""

    @property
    def out_of_order(self) -> str | None:
        """Why the table is closed until somebody has looked; None: it plays."""

    async def ask(self, command: Command, id: str = "") -> TableAnswer:  # noqa: A002 (the word of the protocol)
        """Submit and wait. Raises StoreIsLost when nobody knows the answer."""

    async def look(self) -> TableLook:
        """As it stands, for staff and for the house."""

    async def look_as_told(self) -> TableLook:
        """As patrons have been told: a live table is ahead of its picture."""

    async def shown(self) -> TableOpened:
        """The snapshot that anybody may see, as patrons have been told."""

    async def seat(self, patron: str) -> SeatAt: ...

    async def watch(self) -> WatchedTable:
        """For staff only: patrons see cards later."""

    async def audit(self) -> ShoeAudit: ...

    async def preview_void(self, of: CoupId) -> Preview: ...

    async def preview_correction(self, of: CoupId, cards: str) -> Preview: ...


class TableDoor(AskedTable, Protocol):
    """The same, and what sockets know of a table."""

    @property
    def id(self) -> str: ...

    def submit(self, request: Request, reply: Reply) -> None:
        """Answered once, in the order of submitting."""

    async def follow(self, patron: str, since: Offset | None) -> Sequence[bytes]:
        """One more socket of this patron follows. The frames to send it first: what it missed or a snapshot, then the
        patron's seat. They end where the table's channel goes on, in the very step in which this returns: a socket that
        subscribes in that step loses nothing and hears nothing twice. Raises TableIsGone."""

    def leave(self, patron: str) -> None:
        """One socket less; with the last one the patron has left the table."""

    def bend(self, patron: str, message: BendCard) -> None:
        """Shows the others how a card is bent. No answer: the next one says it all again."""

    async def react(self, patron: str, reaction: Reaction) -> bool:
        """Shows the others how somebody reacts to the squeeze; false: none runs."""


class _Submits(Protocol):
    def submit(self, request: Request, reply: Reply) -> None: ...


async def ask(door: _Submits, command: Command, id: str = "") -> TableAnswer:  # noqa: A002
    """Every door's `ask`."""
    answered: asyncio.Future[TableAnswer | None] = asyncio.get_running_loop().create_future()

    def reply(answer: TableAnswer | None) -> None:
        if not answered.done():  # the caller may have been cancelled
            answered.set_result(answer)

    door.submit(Request(command, id), reply)
    answer = await answered
    if answer is None:
        raise StoreIsLost
    return answer
