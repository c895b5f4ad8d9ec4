"""Several tables asked for in one step: what is checked before a wait is checked again after it."""

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.config.table_ids import own_table
from punto.server.floor.open_floor import open_floor
from punto.server.people.identity import Identity, Role
from punto.server.protocol.client import OpenTable
from punto.server.run.app import socket_services
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.config import TableKind
from tests.server.people.desks import KEY, NOON
from tests.server.table_behind import task_of

DEMO = demo_floor()
TWO = replace(
    DEMO,
    bots=False,
    simulated_dealers=frozenset(),
    tables=DEMO.tables[:2],
    house=replace(DEMO.house, tables_at_once=1),
)
ONE, OTHER = (table.id for table in TWO.tables)


class Line:
    def __init__(self) -> None:
        self.is_dropped = False
        self.codes: list[int] = []

    def write(self, _data: bytes, _at_most: int) -> bool:
        return True

    def drop(self) -> None:
        self.is_dropped = True

    def end(self, code: int, _reason: str) -> None:
        self.codes.append(code)

    def hold(self) -> None: ...

    def resume(self) -> None: ...


@pytest.mark.parametrize(
    ("asked", "followed"),
    [
        ((ONE, OTHER), {ONE}),  # no more tables than the house allows, however slowly a purse is read
        ((ONE, ONE), {ONE}),
    ],
)
def test_tables_opened_in_one_step(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: tuple[str, ...], followed: set[str]
) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await open_floor(TWO, store, KEY, lambda: NOON)

        async def slow_balance(_patron: str) -> int:
            await asyncio.sleep(0.01)
            return 0

        monkeypatch.setattr(floor.wallet, "balance", slow_balance)
        monkeypatch.setattr(floor.sessions, "is_locked", lambda _session: False)
        patron = Identity(account="ann", role=Role.PATRON, session="s")
        connection = Connection(socket_services(floor), cast(Socket, Line()), patron, "")
        for table in asked:
            connection.receive(msgspec.json.encode(OpenTable(table)))
        await asyncio.sleep(0.05)
        assert connection.tables.keys() == followed
        for table in (ONE, OTHER):
            assert task_of(floor, table).publisher.followers["ann"] == (table in followed)
        await store.close()

    asyncio.run(test())


def test_nobody_follows_a_table_that_is_put_away_while_their_purse_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def test() -> None:
        store, is_read = SqliteInProcess(tmp_path / "floor.db"), asyncio.Event()
        own = next(table for table in DEMO.tables if table.kind is TableKind.ON_DEMAND)
        floor = await open_floor(replace(TWO, tables=(own,)), store, KEY, lambda: NOON)

        async def slow_balance(_patron: str) -> int:
            await is_read.wait()
            return 0

        monkeypatch.setattr(floor.wallet, "balance", slow_balance)
        monkeypatch.setattr(floor.sessions, "is_locked", lambda _session: False)
        patron, line = Identity(account="ann", role=Role.PATRON, session="s"), Line()
        connection = Connection(socket_services(floor), cast(Socket, line), patron, "")
        table = own_table(own.id, "ann")
        connection.receive(msgspec.json.encode(OpenTable(own.id)))
        async with asyncio.timeout(10):
            while table not in floor.tables or not floor.tables.is_left(table):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            await floor.places.on_demand.put_away_left()
        assert table not in floor.tables
        is_read.set()
        await asyncio.sleep(0.05)
        assert (connection.tables, line.is_dropped) == ({}, True)
        connection.receive(msgspec.json.encode(OpenTable(own.id)))
        await asyncio.sleep(0.2)
        assert connection.tables == {table: task_of(floor, table)}
        assert task_of(floor, table).publisher.followers["ann"] == 1
        await floor.stop()
        await store.close()

    asyncio.run(test())
