"""Who is connected: each patron with all their sockets, their private numbering and the name they show."""

import asyncio
from collections.abc import Iterator

from punto.ledger.accounts import is_bot
from punto.server.protocol.floor import Purse
from punto.server.protocol.frames import frame_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.telling.listener import Listener

NUMBERS_REMEMBERED_MAX = 100_000
PURSES_AFTER_SECONDS = 0.01  # the table that moved a purse hears of it in the next step of the loop, and tells it first


class OnlinePatron:
    """Two tabs of one patron share this, and so are told the same."""

    __slots__ = ("connections", "id", "number", "shown_name")

    def __init__(self, patron: str, shown_name: str, number: int) -> None:
        self.id = patron
        self.shown_name = shown_name
        self.connections: set[Listener] = set()
        self.number = number  # of the last private message

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def following(self, table: str) -> list[Listener]:
        return [connection for connection in self.connections if table in connection.tables]

    def tell(self, message: ServerMessage) -> None:
        frame = frame_of(message)
        for connection in self.connections:
            connection.send(frame)


class Online:
    def __init__(self) -> None:
        self._patrons: dict[str, OnlinePatron] = {}
        self._last_numbers: dict[str, int] = {}  # of patrons who have left, the longest ago first
        self._moved: dict[str, int] = {}  # purses that have moved and were not told yet
        self.connections = 0
        self.messages_sent = 0
        self.messages_received = 0
        self.control_frames = 0

    def traffic(self) -> tuple[int, int, int]:
        """Messages sent and received, and control frames received."""
        return self.messages_sent, self.messages_received, self.control_frames

    def control_frame_came(self) -> None:
        self.control_frames += 1

    def __iter__(self) -> Iterator[OnlinePatron]:
        return iter(list(self._patrons.values()))

    def __len__(self) -> int:
        return len(self._patrons)

    def patron(self, patron: str) -> OnlinePatron | None:
        return self._patrons.get(patron)

    def came(self, connection: Listener, patron: str, shown_name: str) -> OnlinePatron:
        here = self._patrons.get(patron)
        if here is None:
            here = self._patrons[patron] = OnlinePatron(patron, shown_name, self._last_numbers.pop(patron, 0))
        here.shown_name = shown_name
        here.connections.add(connection)
        self.connections += 1
        return here

    def went(self, connection: Listener, patron: str) -> None:
        here = self._patrons[patron]
        here.connections.discard(connection)
        self.connections -= 1
        if not here.connections:
            del self._patrons[patron]
            if len(self._last_numbers) >= NUMBERS_REMEMBERED_MAX:
                del self._last_numbers[next(iter(self._last_numbers))]
            self._last_numbers[patron] = here.number

    def shows(self, patron: str, name: str) -> None:
        """Somebody who is here has chosen anew what others see."""
        here = self._patrons.get(patron)
        if here:
            here.shown_name = name

    def name_of(self, patron: str) -> str:
        """The name a patron shows to others; empty for those who show none, and for those who have left."""
        if is_bot(patron):
            return patron.partition(":")[2]
        here = self._patrons.get(patron)
        return here.shown_name if here else ""

    def purse_moved(self, account: str, balance: int) -> None:
        """Told by the store of every purse that a commit has moved. What moved it is told first."""
        patron = account.split(":", 2)[2]
        if patron in self._patrons:
            if not self._moved:
                asyncio.get_running_loop().call_later(PURSES_AFTER_SECONDS, self._tell_purses)
            self._moved[patron] = balance

    def _tell_purses(self) -> None:
        moved, self._moved = self._moved, {}
        for patron, balance in moved.items():
            here = self._patrons.get(patron)
            if here:
                here.tell(Purse(here.next_number(), balance))
