"""The lock of a floor on PostgreSQL: an advisory lock in a session of its own.

When the server is killed, its system closes the connection and frees the lock at once. When its machine or network is
gone, PostgreSQL notices after some seconds through the keep-alive settings we ask for. A server that leaves notifies
those who wait, who listen in their own sessions.
"""

import asyncio
from contextlib import suppress
from hashlib import sha256
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from punto.server.store.failures import StoreIsLost
from punto.server.store.postgres.connection import CONNECTION_IS_LOST, in_words

SECONDS_TO_ANSWER = 5.0
SECONDS_TO_RELEASE = 1.0
LOOKS_WHETHER_WE_LIVE = {
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


class AdvisoryLock:
    def __init__(self, address: str, schema: str = "punto") -> None:
        self._address = address
        self._number = int.from_bytes(sha256(f"floor of {schema}".encode()).digest()[:8], "big", signed=True)
        self._channel = f"floor of {schema}"
        self._connection: Any = None
        self._is_ours = False
        self._was_released = asyncio.Event()

    async def take(self) -> bool:
        """Raises StoreIsLost when nobody answers."""
        if self._connection is not None and self._connection.is_closed():
            await self.release()
        try:
            if self._connection is None:
                self._connection = await self._connected()
            if self._is_ours:
                await self._connection.execute("select 1")  # or a broken line would not be noticed
            else:
                self._is_ours = await self._connection.fetchval("select pg_try_advisory_lock($1)", self._number)
        except (*CONNECTION_IS_LOST, asyncpg.PostgresError) as error:
            await self.release()
            raise StoreIsLost(in_words(error)) from error
        return self._is_ours

    async def release(self) -> None:
        connection, was_ours = self._connection, self._is_ours
        self._connection, self._is_ours = None, False
        if connection is None:
            return
        if was_ours and not connection.is_closed():  # PostgreSQL notices a closed connection a little later
            with suppress(*CONNECTION_IS_LOST, asyncpg.PostgresError):
                await connection.execute(
                    f"select pg_advisory_unlock({self._number}), pg_notify('{self._channel}', '')",
                    timeout=SECONDS_TO_RELEASE,
                )
        connection.terminate()

    async def released(self, seconds: float) -> None:
        """Raises StoreIsLost when nobody answers."""
        if self._connection is not None and self._connection.is_closed():
            await self.release()
        if self._connection is None:
            try:
                self._connection = await self._connected()
            except (*CONNECTION_IS_LOST, asyncpg.PostgresError) as error:
                await self.release()
                raise StoreIsLost(in_words(error)) from error
        with suppress(TimeoutError):
            await asyncio.wait_for(self._was_released.wait(), seconds)
        self._was_released.clear()

    async def _connected(self) -> Any:
        connection = await asyncpg.connect(
            self._address,
            timeout=SECONDS_TO_ANSWER,
            command_timeout=SECONDS_TO_ANSWER,
            server_settings=LOOKS_WHETHER_WE_LIVE,
        )
        try:
            await connection.add_listener(self._channel, lambda *_: self._was_released.set())
        except BaseException:
            connection.terminate()
            raise
        return connection
