"""The store under torture: a file for SQLite, or an address for PostgreSQL, where each run has its own schema. It can
be copied and restored as an operator would do it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from punto.server.store.interface import Store


@dataclass(frozen=True)
class Place:
    """Where a floor keeps its data; the copy is beside the file. Heavy modules are imported only when used."""

    file: str
    address: str | None = None
    schema: str = ""

    async def open(self, *, in_process: bool) -> Store:
        if self.address is not None:
            if in_process:
                from punto.server.store.postgres.store import PostgresStore

                return await PostgresStore.open(self.address, self.schema)
            from punto.server.store.postgres.client import PostgresClient

            return await PostgresClient.open(self.address, self.schema)
        if in_process:
            from punto.trials.torture.faults import SqliteInProcess

            return SqliteInProcess(self.file)
        from punto.server.store.sqlite.client import SqliteClient

        return await SqliteClient.open(self.file)

    async def copy(self) -> None:
        """Replaces an earlier copy, byte for byte; a copy made by `punto backup` would be marked as one."""
        from punto.server.keeping.copy_sqlite import copy_store

        self._copy.unlink(missing_ok=True)
        if self.address is None:
            copy_store(Path(self.file), self._copy, called=self._copy)
            return
        import apsw

        from punto.server.store.postgres.copy import copy_out

        await (await Place(str(self._copy)).open(in_process=True)).close()  # an empty store
        copy = apsw.Connection(str(self._copy))
        await copy_out(self.address, self.schema, copy)
        copy.pragma("journal_mode", "delete")  # one file
        copy.close()

    async def restore(self) -> None:
        from punto.server.keeping.backup import restore

        await restore(self._copy, self.address or self.file, replaces=True, schema=self.schema)

    async def rewind(self) -> None:
        """As when a disk or a machine's snapshot is restored: silently, with no new epoch or log id."""
        if self.address is None:
            for end in ("", "-wal", "-shm"):
                Path(self.file + end).unlink(missing_ok=True)
            shutil.copyfile(self._copy, self.file)
            return
        import apsw

        from punto.server.store.postgres.copy import copy_in

        copy = apsw.Connection(str(self._copy), flags=apsw.SQLITE_OPEN_READONLY)
        await copy_in(copy, self.address, self.schema)
        copy.close()

    @property
    def _copy(self) -> Path:
        return Path(f"{self.file}.copy")

    async def forget(self) -> None:
        """Drop a schema that is no longer needed; files go with their folder."""
        if self.address is not None:
            import asyncpg  # type: ignore[import-untyped]

            connection = await asyncpg.connect(self.address)
            await connection.execute(f'DROP SCHEMA IF EXISTS "{self.schema}" CASCADE')
            await connection.close()
