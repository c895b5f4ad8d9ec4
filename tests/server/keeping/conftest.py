"""Floors that inspections are tried on."""

import asyncio
import shutil
from pathlib import Path

import pytest

from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.keeping.damage import (
    fill,
)

STEPS = 500


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nothing is wrong with it."""
    path = tmp_path_factory.mktemp("sound") / "floor.db"

    async def run() -> None:
        store = SqliteInProcess(path)
        await fill(store, STEPS)
        await store.close()

    asyncio.run(run())
    return path


@pytest.fixture
def floor(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "floor.db"))
