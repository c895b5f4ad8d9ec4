"""What a room knows of a socket, and of the process that holds it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from punto.server.people.identity import Identity
from punto.server.protocol.table_opened import CloseReason

if TYPE_CHECKING:
    from punto.server.telling.bus import Channel
    from punto.server.telling.online import OnlinePatron


class Hears(Protocol):
    def send(self, frame: bytes) -> None:
        """At the end of this step of the loop."""


class Writes(Hears, Protocol):
    def flush(self) -> int:
        """Write what waits. How many messages were written."""

    def drop(self) -> None:
        """At once and without a word."""


class Edge(Protocol):
    """Another process that holds sockets. It hears a channel once, for all its sockets that joined it."""

    @property
    def is_leaving(self) -> bool:
        """The floor closes, and leaves its sockets to the next."""

    def join(self, channel: "Channel", listener: "Listener") -> None: ...

    def part(self, channel: "Channel", listener: "Listener") -> None: ...


class Listener(Writes, Protocol):
    @property
    def edge(self) -> Edge | None:
        """Where the socket is held; None: here."""

    @property
    def patron(self) -> str: ...

    @property
    def identity(self) -> Identity: ...

    @property
    def here(self) -> "OnlinePatron":
        """The patron, with all their sockets."""

    @property
    def tables(self) -> Mapping[str, object]:
        """Those it follows, by id."""

    def send_away(self, table: str, reason: CloseReason) -> None:
        """The house closes the table for this patron."""

    def end(self, code: int, reason: str) -> None: ...
