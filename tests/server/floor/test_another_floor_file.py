"""A server that stands by says once how its floor file differs from what the floor that runs plays by."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from punto.rules.invalid_input import InvalidInput
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.another_floor_file import AnotherFloorFile
from punto.server.floor.digests import LAST, RECORD, ListedDigest
from punto.server.floor.new_limits import LIMITS
from punto.server.keeping.digest import Digest, settings_parts, settings_program, take_digest
from punto.server.store.sqlite.in_process import SqliteInProcess

FLOOR = demo_floor()
FIRST, *OTHERS = FLOOR.tables


class Waiting:
    """A server that stands by, and the floor that it waits for."""

    def __init__(self, store: SqliteInProcess) -> None:
        self.store = store
        self.file: FloorConfig | None = FLOOR
        self.another = AnotherFloorFile(store, self.read)

    def read(self) -> FloorConfig:
        if self.file is None:
            raise InvalidInput("floor.toml: wrong")
        return self.file

    async def floor_plays_by(self, config: FloorConfig, **changed: str) -> None:
        listed = ListedDigest(1, Digest(settings_program() | settings_parts(config) | changed))
        await self.store.keep_record(RECORD, LAST, msgspec.json.encode(listed))

    async def says(self, looks: int = 2) -> list[tuple[str, ...]]:
        with structlog.testing.capture_logs() as logged:
            for _ in range(looks):
                await self.another.look()
        lines: list[Any] = [line for line in logged if line["event"] == "another_floor_file"]
        assert all(line["remedy"] for line in lines)
        return [line["differs"] for line in lines]


def while_it_waits(folder: Path, test: Callable[[Waiting], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteInProcess(folder / "floor.db")
        await test(Waiting(store))
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("file", "differs"),
    [
        (replace(FLOOR, hand_pay_above=FLOOR.hand_pay_above + 1), ("settings: changed",)),
        (replace(FLOOR, tables=tuple(OTHERS)), (f"table {FIRST.id}: gone",)),
        (replace(FLOOR, tables=(replace(FIRST, title="Another"), *OTHERS)), (f"table {FIRST.id}: changed",)),
        (replace(FLOOR, tables=(replace(FIRST, id="new"), *FLOOR.tables)), ("table new: added",)),
        (replace(FLOOR, files=("/elsewhere/floor.toml",)), None),
        (replace(FLOOR, public_url="https://floor.example", bots=not FLOOR.bots), None),
        (replace(FLOOR, safety=replace(FLOOR.safety, hosts=("this.machine.example",))), None),
        (replace(FLOOR, safety=replace(FLOOR.safety, messages_a_second=3)), ("settings: changed",)),
    ],
)
def test_what_differs_is_said_once(tmp_path: Path, file: FloorConfig, differs: tuple[str, ...] | None) -> None:
    """As it was found: limits were swapped and tables taken away by a fail-over, and nothing had said a word."""

    async def test(waiting: Waiting) -> None:
        await waiting.floor_plays_by(FLOOR)
        waiting.file = file
        assert await waiting.says(looks=1) == [], "the floor may be about to read it again"
        assert await waiting.says(looks=3) == ([differs] if differs else [])
        await waiting.floor_plays_by(file)
        assert await waiting.says() == []
        await waiting.floor_plays_by(FLOOR)
        assert await waiting.says() == ([differs] if differs else [])

    while_it_waits(tmp_path, test)


def test_a_digest_has_all_that_is_compared() -> None:
    parts = take_digest(FLOOR, {}).parts
    assert parts.items() >= (settings_program() | settings_parts(FLOOR)).items()
    assert "program server/config/floor_file.py" in settings_program()


def test_nothing_is_said_where_nothing_can_be_compared(tmp_path: Path) -> None:
    async def test(waiting: Waiting) -> None:
        waiting.file = replace(FLOOR, tables=())
        assert await waiting.says() == [], "no digest yet"
        await waiting.store.keep_record(RECORD, LAST, b"{")
        assert await waiting.says() == [], "one that cannot be read"
        await waiting.floor_plays_by(FLOOR, **{"program server/config/floor_file.py": "another version"})
        assert await waiting.says() == [], "an upgrade reads settings in its own way"
        await waiting.floor_plays_by(FLOOR, **{"program roads/layout.py": "another version"})
        assert len(await waiting.says()) == 1
        waiting.file = None
        assert await waiting.says() == [], "a file with faults is told when the floor is opened"

    while_it_waits(tmp_path, test)


def test_new_limits_of_a_supervisor_are_no_other_file(tmp_path: Path) -> None:
    async def test(waiting: Waiting) -> None:
        await waiting.floor_plays_by(replace(FLOOR, tables=(replace(FIRST, limits={}), *OTHERS)))
        assert await waiting.says() == [(f"table {FIRST.id}: changed",)]
        await waiting.store.keep_record(LIMITS, FIRST.id, b"{}")
        waiting.another = AnotherFloorFile(waiting.store, waiting.read)
        assert await waiting.says() == []

    while_it_waits(tmp_path, test)
