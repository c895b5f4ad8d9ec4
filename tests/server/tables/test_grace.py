"""When a floor changes, betting that was open stays open until patrons can have repeated what was not answered."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.open_floor import open_floor
from punto.server.run.serve_floor import now_ms
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.house.rearm import GRACE_MS, too_short_by_ms
from punto.table.commands import PlaceWager
from punto.table.config import CLASSIC, Pace, TableKind
from punto.table.state import Betting, Dealing, Phase
from tests.server.people.desks import KEY

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
PACE = replace(CLASSIC, shoe_change_ms=0)
TIMED = replace(next(table for table in DEMO.tables if table.kind is TableKind.TIMED), pace=PACE)
STAKE = TIMED.limits["player"].stake_min
NOW = 1_790_000_000_000
SHORT = Pace(betting_ms=600, hurry_ms=100, card_ms=1, result_ms=1)


@pytest.mark.parametrize(
    ("phase", "pace", "short_by"),
    [
        (Betting(NOW + GRACE_MS), CLASSIC, 0),
        (Betting(NOW + 1_000), CLASSIC, GRACE_MS - 1_000),
        (Betting(NOW - 500), CLASSIC, GRACE_MS + 500),  # it should have closed while nobody ran the floor
        (Betting(NOW), SHORT, 100),  # a sixth of a short betting time
        (Betting(None), CLASSIC, 0),  # it closes when the patron deals
        (Dealing(NOW), CLASSIC, 0),
    ],
)
def test_how_much_betting_time_is_missing(phase: Phase, pace: Pace, short_by: int) -> None:
    assert too_short_by_ms(phase, pace, NOW) == short_by


def test_a_bet_made_in_time_is_taken_by_the_next_floor(tmp_path: Path) -> None:
    async def play() -> None:
        later_ms, store = 0, SqliteInProcess(tmp_path / "floor.db")
        config = replace(DEMO, tables=(TIMED,))

        def clock() -> int:
            return now_ms() + later_ms

        floor = await open_floor(config, store, KEY, clock)
        patron = (await floor.accounts.new_guest()).id
        await floor.cashier.play_credits(patron)
        await floor.start()
        async with asyncio.timeout(10):
            while (betting := (await floor.tables[TIMED.id].look()).betting) is None:
                await asyncio.sleep(0.002)
        assert betting.closes_at is not None
        floor.tables.halt_all()  # it is killed
        await floor.background.stop()

        later_ms = betting.closes_at + 700 - now_ms()  # until the next has opened
        floor = await open_floor(config, store, KEY, clock)
        await floor.start()
        assert (await floor.tables[TIMED.id].ask(PlaceWager(patron, "player", STAKE))).refusal is None
        await floor.stop()
        await store.close()

    asyncio.run(play())
