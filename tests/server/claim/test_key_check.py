"""A floor in which something is sealed is never given a new key."""

import asyncio
from pathlib import Path

import pytest

from punto.server.claim.key_check import keep_key_check
from punto.server.run.cannot_serve import CannotServe
from punto.server.run.options import Options
from punto.server.run.serve_floor import key_for
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.house.sealing import KEY_VARIABLE
from tests.server.people.desks import CONFIG, KEY


def test_a_floor_without_shoes_that_lost_its_key_makes_no_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await keep_key_check(store, KEY)
        options = Options(CONFIG, str(tmp_path / "floor.db"), None, "127.0.0.1", 0)
        with pytest.raises(CannotServe, match=r"floor\.db\.key is missing"):
            await key_for(options, store)
        await store.close()

    asyncio.run(test())
    assert not (tmp_path / "floor.db.key").exists()
