"""What `punto serve` was asked to do."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.keeping.kept_heads import heads_file_of

# Told the port when patrons can come, and at the first start the admin's password, or the file that holds it.
Opened = Callable[[int, str | Path | None], None]


class Options(Struct, frozen=True):
    config: FloorConfig
    database: str  # a file, or a PostgreSQL address
    key_file: Path | None
    host: str
    port: int
    take_over: bool = False
    read_again: Callable[[], FloorConfig] | None = None  # the floor's file, when SIGHUP asks; None: there is none
    heads_file: Path | None = None
    has_terminal: bool = True  # what is printed is seen, and only by the operator
    stands_by: bool = False  # waits for as long as another server runs the floor
    processes: int = 1
    bus: str = ""  # an address of NATS, where the floor finds its edges; empty: they are processes of this group
    is_edge: bool = False  # holds sockets only, for a floor on the bus
    pits: int = 0  # processes of this group that play tables for its floor
    is_pit: bool = False  # plays tables only, for a floor on the bus

    @property
    def heads(self) -> Path | None:
        return heads_file_of(self.database, self.key_file, self.heads_file)
