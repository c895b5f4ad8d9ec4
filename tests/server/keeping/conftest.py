"""Floors that inspections are tried on."""

import asyncio
import shutil
from pathlib import Path

import pytest

from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.keeping.damage import fill, is_eventful

STEPS, SEEDS_TRIED = 500, 50


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nothing is wrong with it, and enough has happened."""
    folder = tmp_path_factory.mktemp("sound")

    async def filled(file: Path, seed: int) -> bool:
        store = SqliteInProcess(file)
        await fill(store, STEPS, seed)
        is_so = await is_eventful(store, "table:jade")
        await store.close()
        return is_so

    for seed in range(SEEDS_TRIED):
        file = folder / f"{seed}.db"
        if asyncio.run(filled(file, seed)):
            return file
    raise AssertionError(f"nothing much happens on {SEEDS_TRIED} floors")


@pytest.fixture
def floor(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "floor.db"))
