"""The clock of the machine is set under a real server: sockets are heard, and tables play on at their pace."""

from pathlib import Path

import pytest

from punto.server.protocol.client import Ping
from punto.server.protocol.floor import Pong, Problem
from punto.server.protocol.table_public import BettingOpened
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import Patron, run, served, table

QUICK = table("quick", "betting_ms = 600, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 100")
A_CLOCK_THAT_CAN_BE_SET = """
import pathlib, time
ahead, time_ns = pathlib.Path({file!r}), time.time_ns
time.time_ns = lambda: time_ns() + int(ahead.read_text()) * 1_000_000_000
time.time = lambda: time.time_ns() / 1e9
"""


@pytest.mark.parametrize("seconds", [-3_600, 86_400])
def test_sockets_are_heard_and_tables_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    ahead = tmp_path / "ahead"
    ahead.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(A_CLOCK_THAT_CAN_BE_SET.format(file=str(ahead)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "quick")
        await patron.hears(lambda message: isinstance(message, BettingOpened))
        began = len(patron.heard)
        ahead.write_text(str(seconds))
        patron.say(Ping(1.0))
        heard = await patron.hears(lambda message: isinstance(message, Pong | Problem), began)
        assert isinstance(heard, Pong)
        for _ in range(2):
            opened = await patron.hears(lambda message: isinstance(message, BettingOpened), began)
            assert isinstance(opened, BettingOpened)
            assert opened.closes_at is not None
            assert abs(opened.closes_at - heard.server_time) < 60_000
            began = len(patron.heard)

    with served(tmp_path, QUICK) as server:
        run(test(server))
        assert b"clock_was_set" in server.log
