"""The process that writes the SQLite file, so that neither the disk nor the interpreter lock blocks the event loop.

`client.py` starts it with one end of a socket pair. It answers calls in order, merges waiting commits, and exits when
the other end is closed or its parent is gone. A full disk fails one call; any other failure ends the process, because
nothing it said about the file after that could be trusted.
"""

import gc
import os
import select
import socket
import sys
import time
from typing import NamedTuple

import apsw
from msgspec import Raw, json
from msgspec.msgpack import Decoder, encode

from punto.server.store.failures import FloorIsTaken, StoreCannotBeOpened
from punto.server.store.process.calls import (
    CALLS,
    COMMIT,
    NOTHING,
    OPENING,
    CallRequest,
    Done,
    IsLost,
    IsTaken,
    NotOpened,
    NotWritten,
    Reply,
    reply_to,
)
from punto.server.store.process.frames import Frames, framed
from punto.server.store.process.parent import PARENT_IS_CHECKED_EVERY_SECONDS, leave_signals_to_the_parent
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.sqlite.trouble import NOTHING_WAS_STORED, in_words

CHANGES_TOGETHER = 1_000  # in one transaction, roughly
SECONDS_TO_GATHER = 0.001
BYTES_AT_ONCE = 1 << 18


class Request(NamedTuple):
    number: int
    call: CallRequest


def serve(connection: socket.socket) -> None:
    asked = Asked(connection)
    store = _opened(connection, asked)
    if store is None:
        return
    while (request := asked.next()) is not None:
        is_commit = request.call.method == COMMIT.method
        try:
            replies = _commit(store, request, asked) if is_commit else [(request.number, _reply(store, request.call))]
        except apsw.Error as error:
            connection.sendall(framed(request.number, encode(IsLost(in_words(error)))))
            raise
        connection.sendall(b"".join([framed(number, encode(reply)) for number, reply in replies]))
    store.close()


def _opened(connection: socket.socket, asked: "Asked") -> SqliteStore | None:
    first = asked.next_message()
    if first is None:
        return None
    number, message = first
    [path] = OPENING.decode(message)
    store: SqliteStore | None = None
    reply: Reply = NOTHING
    try:
        store = SqliteStore(path)
    except StoreCannotBeOpened as error:
        reply = NotOpened(str(error))
    except apsw.Error as error:
        reply = NotOpened(f"{path}: {in_words(error)}")
    connection.sendall(framed(number, encode(reply)))
    return store


def _commit(store: SqliteStore, first: Request, asked: "Asked") -> list[tuple[int, Reply]]:
    """Commits that have arrived, or do so in a moment, share a transaction: a disk takes as long for one bet as for
    many. Callers cannot tell: each batch still stops only its own streams and gets its own outcomes."""
    [changes] = COMMIT.arguments(first.call.arguments)
    numbers, batches, count = [first.number], [changes], len(changes)
    until = time.monotonic() + SECONDS_TO_GATHER
    while count < CHANGES_TOGETHER and (request := asked.next_until(until, COMMIT.method)) is not None:
        [changes] = COMMIT.arguments(request.call.arguments)
        numbers.append(request.number)
        batches.append(changes)
        count += len(changes)
    try:
        outcomes = store.commit_batches(batches)
    except FloorIsTaken:
        return [(number, IsTaken()) for number in numbers]
    except NOTHING_WAS_STORED as error:
        return [(number, NotWritten(in_words(error))) for number in numbers]
    return [(number, Done(Raw(encode(told)))) for number, told in zip(numbers, outcomes, strict=True)]


def _reply(store: SqliteStore, request: CallRequest) -> Reply:
    call = CALLS[request.method]
    try:
        return Done(Raw(encode(getattr(store, call.method)(*call.arguments(request.arguments)))))
    except NOTHING_WAS_STORED as error:
        return NotWritten(in_words(error))
    except Exception as error:
        reply = reply_to(error)
        if reply is None:
            raise
        return reply


class Asked:
    """Requests from the other end, in order."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._parent = os.getppid()
        self._decoder = Decoder(CallRequest)
        self._frames = Frames()
        self._ahead: Request | None = None  # read but not taken yet

    def next(self) -> Request | None:
        """Waits for a request. None when nobody can ask any more."""
        if self._ahead is not None:
            return self._take()
        message = self.next_message()
        return None if message is None else self._request(*message)

    def next_message(self) -> tuple[int, bytes] | None:
        """A parent that forked may leave its end open in another process when it dies, so we watch the parent too."""
        while (frame := self._frames.next()) is None:
            while not self._has_more(PARENT_IS_CHECKED_EVERY_SECONDS):
                if os.getppid() != self._parent:
                    return None
            if not self._receive():
                return None
        return frame

    def next_until(self, until: float, method: str) -> Request | None:
        """The next request, if it arrives in time and is for this method."""
        while self._ahead is None:
            frame = self._frames.next()
            if frame is not None:
                self._ahead = self._request(*frame)
            elif not self._has_more(max(0.0, until - time.monotonic())) or not self._receive():
                return None
        return self._take() if self._ahead.call.method == method else None

    def _request(self, number: int, message: bytes) -> Request:
        return Request(number, self._decoder.decode(message))

    def _take(self) -> Request | None:
        request, self._ahead = self._ahead, None
        return request

    def _has_more(self, seconds: float) -> bool:
        return bool(select.select([self._connection], [], [], seconds)[0])

    def _receive(self) -> bool:
        received = self._connection.recv(BYTES_AT_ONCE)
        self._frames.add(received)
        return bool(received)


def main() -> None:
    leave_signals_to_the_parent()
    gc.disable()  # nothing here makes cycles, and a batch makes many tuples
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        try:
            serve(connection)
        except (BrokenPipeError, ConnectionResetError):  # the parent died before our answer
            sys.exit(1)
        except apsw.Error as error:  # in the file or on its disk
            line = {"event": "store_writer_ends", "level": "warning", "reason": in_words(error), "detail": str(error)}
            sys.stderr.write(json.encode(line).decode() + "\n")
            sys.exit(1)


if __name__ == "__main__":
    main()
