"""The port of a server: bound before anything else, so that a port in use is reported first.

A server that stands by binds it once it has the floor. The one before it may still be closing, which is waited for; if
it hangs and keeps the port, the floor is left to a server elsewhere.
"""

import asyncio
import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import Self

import structlog

from punto.server.claim.floor_lease import FloorIsHeld
from punto.server.run.cannot_serve import CannotServe

SECONDS_BETWEEN_TRIES = 0.05
SECONDS_TO_WAIT = 10.0

log = structlog.get_logger("punto.server")


class Listening:
    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._socket: socket.socket | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._socket is not None:
            self._socket.close()

    def begin(self) -> None:
        """Raises CannotServe."""
        with why_not_bound(self._host, self._port):
            self._socket = bound_socket(self._host, self._port)

    async def begun(self) -> socket.socket:
        """The bound socket; waits for a port that is in use. Raises FloorIsHeld when it stays so."""
        is_told, ends_at = False, monotonic() + SECONDS_TO_WAIT
        while self._socket is None:
            try:
                self._socket = bound_socket(self._host, self._port)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise _refused(self._host, self._port, error) from None
                if monotonic() > ends_at:
                    raise FloorIsHeld(f"port {self._port} of {self._host} stays in use: end what holds it") from None
                if not is_told:
                    log.warning("port_is_in_use", port=self._port)
                    is_told = True
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        return self._socket


def bound_socket(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """`is_shared`: other sockets of this user may listen there too, and the system spreads who comes over them."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(address)
    except BaseException:
        bound.close()
        raise
    bound.settimeout(0)
    return bound


@contextmanager
def why_not_bound(host: str, port: int) -> Iterator[None]:
    """Raises CannotServe."""
    try:
        yield
    except OSError as error:
        raise _refused(host, port, error) from None


def _refused(host: str, port: int, error: OSError) -> CannotServe:
    where = host if isinstance(error, socket.gaierror) else f"port {port} of {host}"
    return CannotServe(f"{where}: {error.strerror}")
