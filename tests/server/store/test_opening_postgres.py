"""What keeps a PostgreSQL store from being opened: something that may pass, or something that somebody must correct."""

import asyncio

import asyncpg  # type: ignore[import-untyped]
import pytest

from punto.server.store.failures import StoreCannotBeOpened, StoreIsLost
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.postgres.connection import why_not_opened


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (ConnectionRefusedError("nobody listens"), True),
        (TimeoutError(), True),
        (asyncpg.CannotConnectNowError("the database system is starting up"), True),
        (asyncpg.TooManyConnectionsError("sorry, too many clients already"), True),
        (asyncpg.DiskFullError("no space"), True),
        (asyncpg.ReadOnlySQLTransactionError("cannot execute CREATE SCHEMA"), True),
        (asyncpg.InvalidPasswordError("password authentication failed"), False),
        (asyncpg.InvalidCatalogNameError('database "nosuch" does not exist'), False),
        (asyncpg.InsufficientPrivilegeError("permission denied for database"), False),
        (asyncpg.exceptions.ClientConfigurationError("invalid port"), False),  # of asyncpg's, a broken connection too
        (StoreCannotBeOpened("punto has schema 99"), False),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else str(each),
)
def test_what_may_pass_and_what_must_be_corrected(error: Exception, *, passes: bool) -> None:
    why = why_not_opened(error)
    assert isinstance(why, StoreIsLost) is passes
    assert str(error) in str(why) or str(why) in ("the disk is full", "the database is read-only")


@pytest.mark.parametrize("wrong", ["/nosuch?host=", "/postgres?user=nobody&host="])
def test_a_database_or_a_user_that_does_not_exist_must_be_corrected(postgres_address: str, wrong: str) -> None:
    address = postgres_address.replace("/postgres?host=", wrong).replace("punto@", "" if "user" in wrong else "punto@")
    with pytest.raises(StoreCannotBeOpened, match="does not exist"):
        asyncio.run(PostgresClient.open(address))


def test_a_server_that_is_not_there_may_come_back() -> None:
    with pytest.raises(StoreIsLost, match="the database"):
        asyncio.run(PostgresClient.open("postgresql://punto@/postgres?host=/nowhere"))
