"""The process that writes the SQLite file, so that neither the disk nor the interpreter lock stops the event loop.

`sqlite_client.py` starts it with one end of a socket pair. It answers one call after the other, and ends when the other
end is closed or its parent is gone; a call that fails in a way nobody expects ends it too, because what it would say
about the file after that cannot be trusted.
"""

import gc
import os
import select
import signal
import socket
import sys

from msgspec import Raw
from msgspec.msgpack import Decoder, encode

from punto.server.store import sqlite_calls
from punto.server.store.interface import EventsAreArchived, StoreCannotBeOpened
from punto.server.store.sqlite_calls import LENGTH_BYTES, Call, Done, IsArchived, NotOpened, Reply, Request, framed
from punto.server.store.sqlite_store import SqliteStore

PARENT_IS_CHECKED_EVERY_SECONDS = 1.0
CALLS = {call.method: call for call in vars(sqlite_calls).values() if isinstance(call, Call)}


def serve(connection: socket.socket, path: str) -> None:
    try:
        store = SqliteStore(path)
    except StoreCannotBeOpened as error:
        connection.sendall(framed(encode(NotOpened(str(error)))))
        return
    connection.sendall(framed(encode(Done(Raw(encode(None))))))
    requests = Decoder(Request)
    while (message := _next_message(connection)) is not None:
        connection.sendall(framed(encode(_reply(store, requests.decode(message)))))
    store.close()


def _reply(store: SqliteStore, request: Request) -> Reply:
    try:
        return Done(CALLS[request.method].answer_of(store, request.arguments))
    except EventsAreArchived as error:
        return IsArchived(error.stream, error.up_to)


def _next_message(connection: socket.socket) -> bytearray | None:
    """None when nobody can ask any more. A parent that forked may leave its end open in another process when it dies,
    so its own life is watched too."""
    parent = os.getppid()
    while not select.select([connection], [], [], PARENT_IS_CHECKED_EVERY_SECONDS)[0]:
        if os.getppid() != parent:
            return None
    length = _received(connection, LENGTH_BYTES)
    return _received(connection, int.from_bytes(length, "big")) if length else None


def _received(connection: socket.socket, length: int) -> bytearray | None:
    message = bytearray(length)
    rest = memoryview(message)
    while rest:
        received = connection.recv_into(rest)
        if not received:
            return None
        rest = rest[received:]
    return message


def main() -> None:
    for each in (signal.SIGINT, signal.SIGTERM):  # a terminal and a service manager tell everybody to stop
        signal.signal(each, signal.SIG_IGN)  # the parent says when to end
    gc.disable()  # nothing here makes cycles, and a batch makes many tuples
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        try:
            serve(connection, sys.argv[2])
        except (BrokenPipeError, ConnectionResetError):  # the parent died before it was answered
            sys.exit(1)


if __name__ == "__main__":
    main()
