"""Sockets of a floor whose store is lost: they are closed with a code that says so, and their clients tell patrons."""

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import pytest

from punto.server.floor.open_floor import open_floor
from punto.server.people.identity import Identity, Role
from punto.server.protocol.client import OpenTable, PlaceWager
from punto.server.protocol.closing_codes import STORE_LOST
from punto.server.run.app import socket_services
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.people.desks import KEY, NOON
from tests.server.sockets.test_tables_opened_at_once import ONE, TWO, Line
from tests.server.table_behind import task_of


@pytest.mark.parametrize("notices", ["the table", "a bet", "a table that is opened"])
def test_a_patron_is_told_that_the_store_is_lost(tmp_path: Path, notices: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await open_floor(TWO, store, KEY, lambda: NOON)
        monkeypatch.setattr(floor.sessions, "is_locked", lambda _session: False)
        patron, line = Identity(account="ann", role=Role.PATRON, session="s"), Line()
        connection = Connection(socket_services(floor), cast(Socket, line), patron, "")
        if notices == "a table that is opened":
            monkeypatch.setattr(floor.wallet, "balance", lost)
        connection.receive(msgspec.json.encode(OpenTable(ONE)))
        await asyncio.sleep(0.05)
        if notices == "the table":
            task_of(floor, ONE).publisher.interrupt(store_is_lost=True)
        elif notices == "a bet":
            connection.receive(msgspec.json.encode(PlaceWager(id="b", table=ONE, bet="player", stake=100)))
            task_of(floor, ONE).queue.lose_everything()
        assert (line.codes, line.is_dropped) == ([STORE_LOST], False)
        await store.close()

    asyncio.run(test())


async def lost(_patron: str) -> int:
    raise StoreIsLost
