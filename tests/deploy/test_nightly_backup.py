"""deploy/nightly-backup makes a copy of a floor that can be restored, and only then deletes the oldest."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from punto.server.store.sqlite.in_process import SqliteInProcess

PROGRAM = Path(__file__).parents[2] / "deploy" / "nightly-backup"
DAY_SECONDS = 24 * 60 * 60


def back_up(database: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    punto = str(Path(sys.executable).with_name("punto"))
    environment = {**os.environ, "PUNTO": punto, "PUNTO_DATABASE": str(database)}
    command = [str(PROGRAM), str(folder), "30"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With copies of the last days, and something that is none of ours."""
    folder = tmp_path / "backups"
    folder.mkdir()
    for name, days in (("punto-old.db", 32), ("punto-recent.db", 29), ("accounts.db", 400)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - days * DAY_SECONDS,) * 2)
    return folder


async def kept(database: Path, body: bytes | None = None) -> bytes | None:
    """What a record of the store says, or the new one that is put there."""
    store = SqliteInProcess(database)
    try:
        if body is not None:
            await store.keep_record("kind", "name", body)
        return await store.record("kind", "name")
    finally:
        await store.close()


def test_a_night_adds_a_copy_and_deletes_the_oldest(tmp_path: Path, folder: Path) -> None:
    asyncio.run(kept(tmp_path / "floor.db", b"yesterday's"))
    ran = back_up(tmp_path / "floor.db", folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    left = {each.name for each in folder.iterdir()}
    [new] = left - {"punto-recent.db", "accounts.db"}
    assert (folder / new).stat().st_mode & 0o777 == 0o600
    assert asyncio.run(kept(folder / new)) == b"yesterday's"


def test_a_night_without_a_copy_deletes_nothing(tmp_path: Path, folder: Path) -> None:
    before = {each.name for each in folder.iterdir()}
    ran = back_up(tmp_path / "gone.db", folder)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1, ran.stderr
    assert {each.name for each in folder.iterdir()} == before
