"""What a client has seen of a table: enough to resume, and to find that a public message is missing."""

from dataclasses import dataclass

import msgspec

from punto.server.protocol.parts import Offset
from punto.trials.load.crowd import kind_of

_VERSION = b'"version":'


class MessageIsMissing(AssertionError):
    """A public message does not follow the one before it."""


class _Snapshot(msgspec.Struct):
    offset: Offset


class _Missed(msgspec.Struct):
    missed: int


@dataclass
class SeenTable:
    table: str
    log: str = ""
    version: int = 0
    snapshots: int = 0
    resumed: int = 0  # how often the server resumed from our offset
    missed: int = 0  # messages that it then sent

    @property
    def since(self) -> Offset | None:
        return Offset(self.log, self.version) if self.log else None

    def hear(self, message: bytes) -> None:
        match kind_of(message):
            case b"table_opened":
                offset = msgspec.json.decode(message, type=_Snapshot).offset
                self.log, self.version = offset.log, offset.version
                self.snapshots += 1
            case b"table_resumed":
                self.resumed += 1
                self.missed += msgspec.json.decode(message, type=_Missed).missed
            case _:
                self._count(message)

    def _count(self, message: bytes) -> None:
        """Public messages are numbered without gaps."""
        start = message.find(_VERSION)
        if start < 0:
            return
        version = int(message[start + len(_VERSION) :].split(b",", 1)[0].rstrip(b"}"))
        if version != self.version + 1:
            raise MessageIsMissing(f"{self.table}: {version} follows {self.version}")
        self.version = version
