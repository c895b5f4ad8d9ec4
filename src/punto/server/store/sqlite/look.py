"""Reads an SQLite store without opening it as one: nothing is written, checkpointed or migrated.

So a refused start leaves the file and its write-ahead log unchanged, and a mislaid log can still be put back. The file
may be from any release, empty, or missing.
"""

from pathlib import Path
from typing import Any

import apsw
import msgspec

from punto.server.store.failures import StoreCannotBeOpened
from punto.server.store.values import Checkpoint, Claim, StoredEvent

BUSY_TIMEOUT_MS = 10_000


class SqliteLook:
    """Made with a path; `close` it."""

    def __init__(self, path: Path) -> None:
        self._connection: apsw.Connection | None = None
        if not path.is_file() or path.stat().st_size == 0:
            return
        try:
            self._connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
            self._connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            self._tables = set(self._column("select name from sqlite_schema"))
        except apsw.NotADBError:
            self.close()
            raise StoreCannotBeOpened(f"{path} is not a database") from None
        except apsw.CorruptError:
            self.close()
            raise StoreCannotBeOpened(f"{path} is damaged") from None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def streams(self) -> dict[str, Claim]:
        rows = self._rows("streams", "select stream, epoch, version, head from streams")
        return {stream: Claim(*claim) for stream, *claim in rows}

    async def checkpoint(self, stream: str) -> Checkpoint:
        rows = self._rows("checkpoints", "select body from checkpoints where stream = ?", stream)
        return msgspec.msgpack.decode(rows[0][0], type=Checkpoint) if rows else Checkpoint()

    async def read(self, stream: str, after: int = 0, limit: int = 1) -> list[StoredEvent]:
        rows = self._rows(
            "events",
            "select events.version, body, events.head from streams join events on events.stream = streams.id"
            " where streams.stream = ? and events.version > ? order by events.version limit ?",
            stream,
            after,
            limit,
        )
        return [StoredEvent(*row) for row in rows]

    async def record(self, kind: str, name: str) -> bytes | None:
        rows = self._rows("records", "select body from records where kind = ? and id = ?", kind, name)
        return rows[0][0] if rows else None

    def _rows(self, table: str, statement: str, *values: Any) -> list[Any]:
        if self._connection is None or table not in self._tables:
            return []
        return self._connection.execute(statement, values).fetchall()

    def _column(self, statement: str) -> list[Any]:
        assert self._connection is not None
        return [row[0] for row in self._connection.execute(statement)]
