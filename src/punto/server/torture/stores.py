"""Opening the store that is tortured: a file for SQLite, an address for PostgreSQL, where each run has a schema of its
own."""

from dataclasses import dataclass

from punto.server.torture.faults import AuditedStore


@dataclass(frozen=True)
class Place:
    """Where a floor keeps its data. Everything heavy is imported only when it is used."""

    file: str | None = None
    address: str | None = None
    schema: str = ""

    async def open(self, *, in_process: bool) -> AuditedStore:
        if self.address is not None:
            from punto.server.store.postgres_store import PostgresStore

            return await PostgresStore.open(self.address, self.schema)
        assert self.file is not None
        if in_process:
            from punto.server.torture.faults import SqliteInProcess

            return SqliteInProcess(self.file)
        from punto.server.store.sqlite_client import SqliteClient

        return await SqliteClient.open(self.file)

    async def forget(self) -> None:
        """Drop a schema that is not needed any more; files go with their folder."""
        if self.address is not None:
            import asyncpg  # type: ignore[import-untyped]

            connection = await asyncpg.connect(self.address)
            await connection.execute(f'DROP SCHEMA IF EXISTS "{self.schema}" CASCADE')
            await connection.close()
