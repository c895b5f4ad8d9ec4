"""The PostgreSQL store as the server uses it: a process of its own plans its transactions and lays out what they write,
which is as much work as deciding a bet."""

from punto.server.store.process.client import StoreClient


class PostgresClient(StoreClient):
    """Made by `open`."""

    @classmethod
    async def open(cls, address: str, schema: str = "punto") -> "PostgresClient":
        """Raises StoreIsLost when it cannot be opened now, StoreCannotBeOpened when another try would not help."""
        return await cls.start("punto.server.store.postgres.writer", address, schema)
