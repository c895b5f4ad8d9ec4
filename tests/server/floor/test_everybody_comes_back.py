"""A floor that opens, and everybody who comes back to it at once, cost a few trips to the store, not some for each."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.run.app import entrance_of
from punto.server.run.serve_floor import now_ms
from punto.server.safety.cookies import COOKIE
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.table_door import TableDoor
from punto.table.commands import PlaceWager
from punto.table.config import CLASSIC, TableKind
from punto.table.state import Betting
from tests.server.people.desks import KEY

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
TIMED = next(table for table in DEMO.tables if table.kind is TableKind.TIMED)
CONFIG = replace(DEMO, tables=(replace(TIMED, pace=replace(CLASSIC, shoe_change_ms=0)),))
STAKE = TIMED.limits["player"].stake_min
GUESTS = 30


class Counted(SqliteInProcess):
    """Counts trips by what they are for."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.trips = Counter[str]()

    async def record(self, kind: str, name: str) -> bytes | None:
        self.trips["record"] += 1
        return await super().record(kind, name)

    async def records(self, kind: str, after: str = "", limit: int = 1_000) -> list[tuple[str, bytes]]:
        self.trips["records"] += 1
        return await super().records(kind, after, limit)

    async def person(self, person: str) -> bytes | None:
        self.trips["person"] += 1
        return await super().person(person)

    async def named_records(self, kind: str, names: Sequence[str]) -> dict[str, bytes]:
        self.trips[kind] += 1
        return await super().named_records(kind, names)

    async def people(self, persons: Sequence[str]) -> dict[str, bytes]:
        self.trips["people"] += 1
        return await super().people(persons)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        self.trips["balances"] += 1
        return await super().balances(accounts)


def test_those_who_come_at_once_are_read_together(tmp_path: Path) -> None:
    async def play() -> None:
        store = Counted(tmp_path / "floor.db")
        floor = await open_floor(CONFIG, store, KEY, now_ms)
        tokens = [await floor.sessions.begin(await floor.accounts.new_guest()) for _ in range(GUESTS)]
        await floor.start()
        await floor.stop()
        floor = await open_floor(CONFIG, store, KEY, now_ms)
        await floor.start()
        store.trips.clear()
        entrance = entrance_of(floor)
        scopes = [{"path": "/ws", "headers": [(b"cookie", f"{COOKIE}={token}".encode())]} for token in tokens]
        came = await asyncio.gather(*(entrance._let_in(cast(Any, scope)) for scope in scopes))
        assert len({identity.account for identity, *_ in cast(Any, came)}) == GUESTS
        assert [store.trips[each] for each in ("account", "people", "person", "balances")] == [2, 1, 0, 1]
        await floor.stop()
        await store.close()

    asyncio.run(play())


async def betting_open(floor: Floor) -> TableDoor:
    door = floor.tables[TIMED.id]
    async with asyncio.timeout(10):
        while (await door.look()).betting is None:
            await asyncio.sleep(0.002)
    return door


@pytest.mark.parametrize("hands_over", [True, False])
def test_a_floor_that_is_handed_over_writes_nothing_more(tmp_path: Path, *, hands_over: bool) -> None:
    """The next goes on with the coup as it lies. One that closes parks it, for whoever comes however much later."""

    async def play() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await open_floor(CONFIG, store, KEY, now_ms)
        patron = (await floor.accounts.new_guest()).id
        await floor.cashier.play_credits(patron)
        await floor.start()
        door = await betting_open(floor)
        assert (await door.ask(PlaceWager(patron, "player", STAKE))).refusal is None
        closes_at, stored = (await door.look()).betting, (await store.streams())[f"table:{TIMED.id}"].version
        await (floor.hand_over() if hands_over else floor.stop())
        is_as_it_was = (await store.streams())[f"table:{TIMED.id}"].version == stored
        assert is_as_it_was is hands_over
        assert str((await door.ask(PlaceWager(patron, "player", STAKE))).refusal) == "table_is_out_of_order"

        floor = await open_floor(CONFIG, store, KEY, now_ms)
        await floor.start()
        look = await floor.tables[TIMED.id].look()
        assert isinstance(floor.tables._tasks[TIMED.id].table.phase, Betting)
        assert (look.betting == closes_at) is hands_over
        assert floor.tables._tasks[TIMED.id].table.seat(patron).staked == STAKE
        assert (await floor.tables[TIMED.id].ask(PlaceWager(patron, "player", STAKE))).refusal is None
        await floor.stop()
        await store.close()

    asyncio.run(play())
