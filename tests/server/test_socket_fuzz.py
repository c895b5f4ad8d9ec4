"""A share of the nonsense of `punto load --fuzz 1000000`, from a fixed seed: all of it answered, nothing changed."""

from pathlib import Path

import uvloop

from punto.server.load.fuzz import fuzz_server
from punto.server.load.server_process import FUZZ_FLOOR, running_server

MESSAGES = 15_000
SEED = 7


def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    with running_server(FUZZ_FLOOR, str(tmp_path / "floor.db"), tmp_path) as server:
        messages, *_ = uvloop.run(fuzz_server(server, MESSAGES, SEED, lambda _: None))
    assert messages.measured == MESSAGES
