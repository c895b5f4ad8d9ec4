"""An acknowledged exclusion is not lost silently with the end of the database.

It is a record, and heads know events alone; so it leaves an event behind it.
"""

import asyncio
from pathlib import Path

from punto.server.staff.staff_log import STREAM
from punto.server.store.heads_file import read_heads
from punto.trials.load.guests import let_in
from punto.trials.load.http import Http
from punto.trials.load.server_process import ServerProcess
from tests.server.keeping.test_lost_end_of_a_floor import Folder, wait_until

FLOOR = """
name = "Quiet floor"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 10_000
hand_pay_above = 50_000

[[tables]]
id = "solo"
title = "Solo"
book = "interblock"
kind = "on_demand"
chips = [1, 5]
min = 1
max = 100
"""


def test_a_lost_exclusion_on_an_idle_floor_is_noticed_at_the_start(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    config = tmp_path / "floor.toml"
    config.write_text(FLOOR, encoding="utf-8")
    server = ServerProcess(config, str(folder.database), tmp_path)
    server.start()
    try:
        told = _version(folder)
        before = asyncio.run(_excluded(server, folder))
        wait_until(lambda: _version(folder) > told)
    finally:
        server.kill()
    with folder.log.open("r+b") as file:
        file.seek(before)
        file.write(b"\xff" * 8)
    ran = folder.serve()
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    assert f"it has lost its end: {STREAM} lacks event" in ran.stderr


async def _excluded(server: ServerProcess, folder: Folder) -> int:
    """How long the log was before it."""
    (guest,) = await let_in(server.address, 1)
    http = Http(server.address)
    http.cookie, http.token = guest.cookie, guest.token
    before = folder.log.stat().st_size
    assert (await http.post("/api/me/self-exclusion", b'{"days": null}')).status == 200
    await http.close()
    return before


def _version(folder: Folder) -> int:
    """Of the staff log, as the heads know it."""
    heads = read_heads(folder.heads)
    return heads.streams[STREAM].version if heads and STREAM in heads.streams else 0
