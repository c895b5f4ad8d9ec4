"""A picture outside its band and a silent reader wait for a supervisor, from the moment they were noticed."""

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.dealing.dealing import Dealing
from punto.server.floor.alarms_waiting import AlarmsWaiting
from punto.server.people.accounts import Accounts
from punto.server.people.sign_in.passwords import Passwords
from punto.server.picture.picture_delays import PictureDelays
from punto.server.picture.way_reports import RECENT_MS
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.telling.bus import InProcessBus
from tests.server.people.desks import CHEAP, KEY


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Watched(NamedTuple):
    clock: Clock
    pictures: PictureDelays
    alarms: AlarmsWaiting


async def watched(folder: Path) -> Watched:
    clock, demo = Clock(), demo_floor()
    tables = tuple(replace(table, picture_band_ms=(200, 800)) for table in demo.tables if table.id == "lotus")
    config = replace(demo, tables=tables)
    store = SqliteInProcess(folder / "floor.db")
    accounts = Accounts(store, clock, KEY, config.safety, Passwords(CHEAP))
    dealing = await Dealing.open(store, KEY, clock, accounts, InProcessBus(), {}, lambda: config, {})
    pictures = PictureDelays(lambda: config, clock)
    return Watched(clock, pictures, AlarmsWaiting(dealing, pictures, lambda: config, clock))


@pytest.mark.parametrize(
    ("delay_ms", "says"),
    [
        (400, None),
        (5_000, "WHEP: picture delay 5.00 s, band 0.2 to 0.8 s. Cards are held back by 5.10 s."),
        (None, "WHEP: no picture comes; HLS: no picture comes. Cards are held back by 0.40 s."),
    ],
)
def test_a_picture_outside_its_band_waits_for_a_supervisor(
    tmp_path: Path, delay_ms: int | None, says: str | None
) -> None:
    async def run() -> None:
        clock, pictures, alarms = await watched(tmp_path)
        pictures.report("lotus", delay_ms)
        found = await alarms()
        assert [(item.about, item.table, item.text) for item in found] == ([("picture", "lotus", says)] if says else [])
        clock.now += 5_000
        assert [item.since for item in await alarms()] == [item.since for item in found], "it began once"
        clock.now += RECENT_MS + 1
        assert await alarms() == [], "nobody has said so lately"

    asyncio.run(run())
