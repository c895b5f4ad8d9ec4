"""A PostgreSQL that hangs: a statement without an answer ends its connection, and nobody waits for it any longer."""

import asyncio

import pytest

from punto.server.store.failures import StoreIsLost
from punto.server.store.postgres import store as postgres_store
from punto.server.store.postgres.store import PostgresStore
from tests.server.store.postgres_server import PostgresServer

SECONDS_FOR_A_STATEMENT = 2.0
SECONDS_TO_BE_TOLD = 3.5  # not twice as long


@pytest.mark.parametrize("is_in_transaction", [True, False])
def test_a_statement_that_is_not_answered_is_not_waited_for_a_second_time(
    monkeypatch: pytest.MonkeyPatch, *, is_in_transaction: bool
) -> None:
    """As it was found: the rollback, and giving the connection back to its pool, waited until the server answered."""
    monkeypatch.setattr(postgres_store, "WRITING_SECONDS_MAX", SECONDS_FOR_A_STATEMENT)

    async def play(server: PostgresServer) -> None:
        store = await PostgresStore.open(server.address)
        epoch = (await store.claim("t1")).epoch
        with server.hanging():
            async with asyncio.timeout(SECONDS_TO_BE_TOLD):
                with pytest.raises(StoreIsLost, match="the database does not answer"):
                    await (store.claim("t1") if is_in_transaction else store.renew_lease(epoch))
        await store.close()

    with PostgresServer.made() as server:
        asyncio.run(play(server))
