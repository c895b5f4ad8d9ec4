"""How often an address may open sockets, and how many at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from punto.server.config.floor_config import Safety
from punto.server.safety.open_connections import OpenConnections
from punto.server.safety.rate_limit import RateLimit

MINUTE_MS = 60_000


class SocketBounds:
    def __init__(self, safety: Safety, clock: Callable[[], int], refused: Callable[[str], None]) -> None:
        self._upgrades = RateLimit(safety.address_upgrades_a_minute, MINUTE_MS)
        self._open = OpenConnections(safety.connections_per_address, lambda: refused("sockets_of_address"))
        self._clock = clock
        self._refused = refused

    @contextmanager
    def one_more(self, address: str, *, was_open: bool = False) -> Iterator[bool]:
        """Yields False if a bound is reached; otherwise the socket counts until the block ends. One that `was_open` at
        the floor before this one is not opened once more."""
        if not was_open and self._upgrades.wait_ms(address, self._clock()):
            self._refused("upgrades_of_address")
            yield False
        elif not self._open.came(address):
            yield False
        else:
            try:
                yield True
            finally:
                self._open.went(address)
