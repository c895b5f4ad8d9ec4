"""The process that writes the SQLite file, so that neither the disk nor the interpreter lock blocks the event loop.

`client.py` starts it with one end of a socket pair. It answers calls in order, merges waiting commits, and exits when
the other end is closed or its parent is gone. A full disk fails one call; any other failure ends the process, because
nothing it said about the file after that could be trusted.
"""

import gc
import os
import select
import signal
import socket
import sys
import time

import apsw
from msgspec import Raw, json
from msgspec.msgpack import Decoder, encode

from punto.server.store.failures import EventsAreArchived, FloorIsTaken, StoreCannotBeOpened, StreamIsTaken
from punto.server.store.sqlite import calls as sqlite_calls
from punto.server.store.sqlite.calls import (
    COMMIT,
    LENGTH_BYTES,
    Call,
    CallRequest,
    Done,
    Ends,
    IsArchived,
    IsClaimed,
    IsTaken,
    NotOpened,
    NotWritten,
    Reply,
    framed,
)
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.sqlite.trouble import NOTHING_WAS_STORED, in_words

PARENT_IS_CHECKED_EVERY_SECONDS = 1.0
CHANGES_TOGETHER = 1_000  # in one transaction, roughly
SECONDS_TO_GATHER = 0.001
BYTES_AT_ONCE = 1 << 18
CALLS = {call.method: call for call in vars(sqlite_calls).values() if isinstance(call, Call)}


def serve(connection: socket.socket, path: str) -> None:
    try:
        store = SqliteStore(path)
    except StoreCannotBeOpened as error:
        connection.sendall(framed(encode(NotOpened(str(error)))))
        return
    except apsw.Error as error:
        connection.sendall(framed(encode(NotOpened(f"{path}: {in_words(error)}"))))
        return
    connection.sendall(framed(encode(Done(Raw(encode(None))))))
    asked = Asked(connection)
    while (request := asked.next()) is not None:
        is_commit = request.method == COMMIT.method
        try:
            replies = _commit(store, request, asked) if is_commit else [_reply(store, request)]
        except apsw.Error as error:
            connection.sendall(framed(encode(Ends(in_words(error)))))
            raise
        connection.sendall(b"".join(framed(encode(reply)) for reply in replies))
    store.close()


def _commit(store: SqliteStore, first: CallRequest, asked: "Asked") -> list[Reply]:
    """Commits that have arrived, or do so in a moment, share a transaction: a disk takes as long for one bet as for
    many. Callers cannot tell: each batch still stops only its own streams and gets its own outcomes."""
    [changes] = COMMIT.arguments(first.arguments)
    batches, count, until = [changes], len(changes), time.monotonic() + SECONDS_TO_GATHER
    while count < CHANGES_TOGETHER and (request := asked.next_until(until, COMMIT.method)) is not None:
        [changes] = COMMIT.arguments(request.arguments)
        batches.append(changes)
        count += len(changes)
    try:
        return [Done(Raw(encode(outcomes))) for outcomes in store.commit_batches(batches)]
    except FloorIsTaken:
        return [IsTaken() for _ in batches]
    except NOTHING_WAS_STORED as error:
        return [NotWritten(in_words(error)) for _ in batches]


def _reply(store: SqliteStore, request: CallRequest) -> Reply:
    try:
        return Done(CALLS[request.method].answer_of(store, request.arguments))
    except EventsAreArchived as error:
        return IsArchived(error.stream, error.up_to)
    except FloorIsTaken:
        return IsTaken()
    except StreamIsTaken as error:
        return IsClaimed(str(error))
    except NOTHING_WAS_STORED as error:
        return NotWritten(in_words(error))


class Asked:
    """Requests from the other end, in order."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._parent = os.getppid()
        self._decoder = Decoder(CallRequest)
        self._received = bytearray()
        self._ahead: CallRequest | None = None  # read but not taken yet

    def next(self) -> CallRequest | None:
        """Waits for a request. None when nobody can ask any more. A parent that forked may leave its end open in
        another process when it dies, so we watch the parent too."""
        while self._ahead is None and not self._read_ahead():
            while not self._has_more(PARENT_IS_CHECKED_EVERY_SECONDS):
                if os.getppid() != self._parent:
                    return None
            if not self._receive():
                return None
        return self._take()

    def next_until(self, until: float, method: str) -> CallRequest | None:
        """The next request, if it arrives in time and is for this method."""
        while self._ahead is None and not self._read_ahead():
            if not self._has_more(max(0.0, until - time.monotonic())) or not self._receive():
                return None
        return self._take() if self._ahead and self._ahead.method == method else None

    def _take(self) -> CallRequest | None:
        request, self._ahead = self._ahead, None
        return request

    def _read_ahead(self) -> bool:
        """Whether a whole message has arrived."""
        end = LENGTH_BYTES + int.from_bytes(self._received[:LENGTH_BYTES], "big")
        if len(self._received) < max(end, LENGTH_BYTES):
            return False
        self._ahead = self._decoder.decode(bytes(self._received[LENGTH_BYTES:end]))
        del self._received[:end]
        return True

    def _has_more(self, seconds: float) -> bool:
        return bool(select.select([self._connection], [], [], seconds)[0])

    def _receive(self) -> bool:
        received = self._connection.recv(BYTES_AT_ONCE)
        self._received += received
        return bool(received)


def main() -> None:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # a terminal or service manager signals the whole group
        signal.signal(each, signal.SIG_IGN)  # the parent decides when to exit
    gc.disable()  # nothing here makes cycles, and a batch makes many tuples
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        try:
            serve(connection, sys.argv[2])
        except (BrokenPipeError, ConnectionResetError):  # the parent died before our answer
            sys.exit(1)
        except apsw.Error as error:  # in the file or on its disk
            line = {"event": "store_writer_ends", "level": "warning", "reason": in_words(error), "detail": str(error)}
            sys.stderr.write(json.encode(line).decode() + "\n")
            sys.exit(1)


if __name__ == "__main__":
    main()
