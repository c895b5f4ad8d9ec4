"""How fast the stores commit wagers and settle coups, durably and through the interface that tables use.

A wager is an event of 150 bytes, a journal of two lines, a command and its answer. A table takes all waiting commands
as one batch, so each of many tables commits ten wagers at a time. The best of several runs counts, because the machine
may be busy. SQLite is also compared with bare apsw writing the same rows unchecked.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import apsw

from bench.figure import Figure, at_least, at_most
from punto.ledger.accounts import cashier, escrow, house, purse
from punto.server.store.interface import Store
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.values import Change, Claim, Stored
from punto.server.streams.request import DIGEST_BYTES
from tests.server.store.postgres_server import running_postgres

PATRONS = 10_000
TABLES = 50
WAGERS_AT_ONCE = 10
BATCHES_OF_A_TABLE = 40
ROUNDS = 5
COUPS = 12
EVENT = b"x" * 150
ANSWER = b"a" * 40
DIGEST = b"d" * DIGEST_BYTES
NOON = 1_790_000_000_000
EVENT_BYTES_OF_A_WAGER = 40  # in the event that says how a coup was settled
RAW_BATCH = 500


class Limits(NamedTuple):
    wagers_a_second: float
    settle_thousand_ms: float
    settle_ten_thousand_ms: float


def store_figures() -> Iterator[Figure]:
    with _sqlite() as opened:
        yield from _figures("SQLite", opened, Limits(20_000, 5, 40))
    with _postgres() as opened:
        yield from _figures("PostgreSQL", opened, Limits(15_000, 30, 250))


def _figures(engine: str, opened: Callable[[], Awaitable[Store]], limits: Limits) -> Iterator[Figure]:
    measured = asyncio.run(_measured(opened))
    yield at_least(f"{engine}: durable wagers", measured.wagers_a_second, limits.wagers_a_second, "/s")
    yield at_most(f"{engine}: 1,000 wagers settled", measured.settle_thousand_ms, limits.settle_thousand_ms, "ms")
    yield at_most(
        f"{engine}: 10,000 wagers settled", measured.settle_ten_thousand_ms, limits.settle_ten_thousand_ms, "ms"
    )
    if engine == "SQLite":
        raw = max(_raw_wagers_a_second() for _ in range(ROUNDS))
        yield at_least("SQLite: of what bare apsw writes", measured.wagers_a_second / raw, 0.2, "times")


@contextmanager
def _sqlite() -> Iterator[Callable[[], Awaitable[Store]]]:
    with tempfile.TemporaryDirectory() as folder:
        yield lambda: SqliteClient.open(Path(folder) / "store.db")


@contextmanager
def _postgres() -> Iterator[Callable[[], Awaitable[Store]]]:
    with running_postgres() as address:
        yield lambda: PostgresClient.open(address)


async def _measured(opened: Callable[[], Awaitable[Store]]) -> Limits:
    store = await opened()
    try:
        await _buy_in(store)
        claims = {f"table:{number}": await store.claim(f"table:{number}") for number in range(TABLES)}
        seconds = [await _seconds_to_stake(store, claims, number) for number in range(ROUNDS)]
        thousand = min([await _seconds_to_settle(store, 1_000) for _ in range(COUPS)])
        ten_thousand = min([await _seconds_to_settle(store, 10_000) for _ in range(COUPS)])
    finally:
        await store.close()
    return Limits(TABLES * BATCHES_OF_A_TABLE * WAGERS_AT_ONCE / min(seconds), thousand * 1e3, ten_thousand * 1e3)


async def _buy_in(store: Store) -> None:
    claim = await store.claim("cashier")
    journal: dict[str, int] = {purse(f"p{number}", "EUR"): 10**9 for number in range(PATRONS)}
    journal[cashier("EUR")] = -sum(journal.values())
    [outcome] = await store.commit([Change("cashier", claim.epoch, claim.version, (EVENT,), journal)])
    assert isinstance(outcome, Stored)


async def _seconds_to_stake(store: Store, claims: dict[str, Claim], round_number: int) -> float:
    wagers = BATCHES_OF_A_TABLE * WAGERS_AT_ONCE

    async def table(stream: str, claim: Claim) -> None:
        first = claim.version + round_number * wagers
        for version in range(first, first + wagers, WAGERS_AT_ONCE):
            batch = [_wager(stream, claim.epoch, version + number) for number in range(WAGERS_AT_ONCE)]
            assert all(isinstance(outcome, Stored) for outcome in await store.commit(batch))

    start = perf_counter()
    await asyncio.gather(*(table(stream, claim) for stream, claim in claims.items()))
    return perf_counter() - start


def _wager(stream: str, epoch: int, version: int) -> Change:
    patron = f"p{hash((stream, version)) % PATRONS}"
    journal: dict[str, int] = {purse(patron, "EUR"): -100, escrow(stream, 1, version // 500, "EUR"): 100}
    command = f"{version:09}{hash(patron) % 10**9:09}:{patron}:{stream}"  # ids of our client begin with the time
    return Change(stream, epoch, version, (EVENT,), journal, command, ANSWER, digest=DIGEST, at=NOON + version)


async def _seconds_to_settle(store: Store, wagers: int) -> float:
    """Every patron staked 100 and gets 195 back."""
    claim = await store.claim("settling")
    held = escrow("settling", 1, claim.epoch, "EUR")
    stakes: dict[str, int] = {purse(f"p{number}", "EUR"): -100 for number in range(wagers)}
    returns: dict[str, int] = {purse(f"p{number}", "EUR"): 195 for number in range(wagers)}
    staked = Change("settling", claim.epoch, claim.version, (EVENT,), stakes | {held: 100 * wagers})
    settled = Change(
        "settling",
        claim.epoch,
        claim.version + 1,
        (b"x" * EVENT_BYTES_OF_A_WAGER * wagers,),
        returns | {held: -100 * wagers, house("EUR"): -95 * wagers},
    )
    await store.commit([staked])
    start = perf_counter()
    [outcome] = await store.commit([settled])
    assert isinstance(outcome, Stored)
    return perf_counter() - start


def _raw_wagers_a_second() -> float:
    """An event, two lines, two balances and an answer for each wager, in transactions of the same size."""
    rows = TABLES * BATCHES_OF_A_TABLE * WAGERS_AT_ONCE
    with tempfile.TemporaryDirectory() as folder:
        connection = apsw.Connection(str(Path(folder) / "raw.db"))
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "full")
        connection.execute(
            "create table events (body blob, head blob); create table answers (command text primary key, answer blob);"
            "create table lines (account integer, amount integer);"
            "create table accounts (id integer primary key, balance integer)"
        )
        connection.executemany("insert into accounts values (?, 0)", [(number,) for number in range(PATRONS)])
        start = perf_counter()
        for first in range(0, rows, RAW_BATCH):
            numbers = range(first, first + RAW_BATCH)
            with connection:
                connection.executemany("insert into events values (?, ?)", [(EVENT, EVENT[:32])] * RAW_BATCH)
                connection.executemany("insert into lines values (?, ?)", [(number, 100) for number in numbers] * 2)
                connection.executemany(
                    "update accounts set balance = balance + ? where id = ?",
                    [(100, number * 7_919 % PATRONS) for number in numbers] * 2,
                )
                connection.executemany(
                    "insert into answers values (?, ?)",
                    [(f"p{number * 7_919 % PATRONS}:table:{number}", ANSWER) for number in numbers],
                )
        seconds = perf_counter() - start
        connection.close()
    return rows / seconds
