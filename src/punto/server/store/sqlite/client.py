"""The SQLite store as the server uses it: a process of its own writes the file."""

import os

from punto.server.store.process.client import StoreClient


class SqliteClient(StoreClient):
    """Made by `open`."""

    @classmethod
    async def open(cls, path: str | os.PathLike[str]) -> "SqliteClient":
        return await cls.start("punto.server.store.sqlite.writer", os.fspath(path))
