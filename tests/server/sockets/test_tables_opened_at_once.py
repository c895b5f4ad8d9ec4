"""Several tables asked for in one step: what is checked before a wait is checked again after it."""

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.people.identity import Identity, Role
from punto.server.protocol.client import OpenTable
from punto.server.run.app import socket_services
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.people.desks import KEY, NOON

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
    def write(self, _data: bytes, _at_most: int) -> bool:
        return True

    def drop(self) -> None: ...


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
        floor = await Floor.open(TWO, store, KEY, lambda: NOON)

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
            assert floor.tables[table].publisher.followers["ann"] == (table in followed)
        await store.close()

    asyncio.run(test())
