"""Who is online: each patron with all their sockets, their private numbering and the name they show."""

from collections.abc import Iterator
from typing import assert_never

from punto.ledger.accounts import is_bot
from punto.server.protocol.closing_codes import POLICY
from punto.server.telling.bus import Bus, ForOthers, Interrupted, Notice, SentAway, patron_channel
from punto.server.telling.listener import Listener
from punto.server.telling.writing import Writing

NUMBERS_REMEMBERED_MAX = 100_000


class OnlinePatron:
    """Two tabs of one patron share this, and hear the same."""

    __slots__ = ("connections", "id", "number", "shown_name")

    def __init__(self, patron: str, shown_name: str, number: int) -> None:
        self.id = patron
        self.shown_name = shown_name
        self.connections: set[Listener] = set()
        self.number = number  # of the last private message

    def following(self, table: str) -> list[Listener]:
        return [connection for connection in self.connections if table in connection.tables]

    def hear(self, frame: bytes, table: str) -> None:
        for connection in self.connections:
            if not table or table in connection.tables:
                connection.send(frame)

    def heed(self, notice: Notice) -> None:
        match notice:
            case SentAway(table=table, reason=reason):
                for connection in self.following(table):
                    connection.send_away(table, reason)
            case ForOthers() | Interrupted():
                raise AssertionError(f"{notice} on a patron's channel")
            case _:
                assert_never(notice)


class Online:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._patrons: dict[str, OnlinePatron] = {}
        self._last_numbers: dict[str, int] = {}  # of patrons who have left, the longest ago first
        self.writing = Writing()
        self.dealers: dict[str, str] = {}  # who deals by hand, and the name that patrons read
        self.connections = 0
        self.messages_received = 0
        self.control_frames = 0

    def traffic(self) -> tuple[int, int, int]:
        """Messages sent and received, and control frames received."""
        return self.writing.messages_sent, self.messages_received, self.control_frames

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
            self._bus.subscribe(patron_channel(patron), here)
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
            self._bus.unsubscribe(patron_channel(patron), here)
            if len(self._last_numbers) >= NUMBERS_REMEMBERED_MAX:
                del self._last_numbers[next(iter(self._last_numbers))]
            self._last_numbers[patron] = here.number

    def end_session(self, patron: str, session: str) -> None:
        here = self._patrons.get(patron)
        for connection in list(here.connections) if here else ():
            if connection.identity.session == session:
                connection.end(POLICY, "signed out")

    def end_all(self, code: int, reason: str) -> None:
        for patron in self:
            for connection in list(patron.connections):
                connection.end(code, reason)

    def shows(self, patron: str, name: str) -> None:
        """A patron has changed the name that others see."""
        here = self._patrons.get(patron)
        if here:
            here.shown_name = name

    def name_of(self, patron: str) -> str:
        """The name a patron shows to others; empty for those who show none or have left."""
        if is_bot(patron):
            return patron.partition(":")[2]
        here = self._patrons.get(patron)
        return here.shown_name if here and here.shown_name else self.dealers.get(patron, "")

    def next_number(self, patron: str) -> int:
        here = self._patrons[patron]
        here.number += 1
        return here.number
