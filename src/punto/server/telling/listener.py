"""What a room knows of a socket."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from punto.server.people.identity import Identity
from punto.server.protocol.table_opened import CloseReason

if TYPE_CHECKING:
    from punto.server.telling.online import OnlinePatron


class Listener(Protocol):
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

    def send(self, frame: bytes) -> None:
        """At the end of this step of the loop."""

    def flush(self) -> int:
        """Write what waits. How many messages were written."""

    def send_away(self, table: str, reason: CloseReason) -> None:
        """The house closes the table for this patron."""

    def drop(self) -> None:
        """At once and without a word."""

    def end(self, code: int, reason: str) -> None: ...
