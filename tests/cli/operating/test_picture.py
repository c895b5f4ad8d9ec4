"""`punto picture` without a floor, without a picture, and with a real one that it measures."""

from pathlib import Path
from time import time

import pytest
from litestar.types import ASGIApp
from msgspec.structs import replace

from punto.cli import run
from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.sign_in.passwords import Passwords
from punto.server.run.app import create_app
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.config import TableKind
from tests.server.people.desks import CHEAP, KEY
from tests.server.served_floor import ServedFloor

LATEST_MS = 30_000  # a busy machine may be slow; the clock in the picture must only be the floor's


def served_demo(folder: Path) -> ServedFloor[Floor]:
    async def opened() -> tuple[Floor, ASGIApp]:
        demo = demo_floor()
        tables = tuple(table for table in demo.tables if table.kind is TableKind.LIVE or table.id == "jade")
        config = replace(demo, bots=False, tables=tables)
        store = SqliteInProcess(folder / "floor.db")
        floor = await open_floor(config, store, KEY, lambda: round(time() * 1000), passwords=Passwords(CHEAP))
        start_jobs(floor)
        await floor.start()
        return floor, create_app(floor)

    async def close_floor(floor: Floor) -> None:
        await floor.stop()
        await floor.store.close()

    return ServedFloor(opened, close_floor)


def test_what_comes_of_a_real_picture_of_none_and_of_no_floor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served_demo(tmp_path) as served:
        assert run(["picture", "lotus", "--floor", served.url, "--reports", "1"]) == 0
        numbers = [int(line) for line in capsys.readouterr().out.splitlines() if line.isdecimal()]  # the floor logs too
        assert len(numbers) == 1
        assert 0 <= numbers[0] < LATEST_MS
        assert run(["picture", "jade", "--floor", served.url]) == 2
        assert "has no whep_url" in capsys.readouterr().err
    assert run(["picture", "lotus", "--floor", "http://127.0.0.1:1"]) == 2
    assert "Connection refused" in capsys.readouterr().err
