"""A share of the nonsense of `punto load --fuzz 1000000`, from a fixed seed: all of it answered, nothing changed."""

import signal
from pathlib import Path

import uvloop

from punto.server.load.fuzz import fuzz_server
from punto.server.load.server_process import FUZZ_FLOOR, running_server

MESSAGES = 15_000
SEED = 7


def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    with running_server(FUZZ_FLOOR, str(tmp_path / "floor.db"), tmp_path) as server:
        toll = uvloop.run(fuzz_server(server, MESSAGES, SEED))
    assert toll.messages == sum(toll.answers.values()) == MESSAGES


def test_a_client_that_goes_while_it_is_written_to_does_not_end_the_server(tmp_path: Path) -> None:
    """The command dies of a broken pipe, as commands in a pipe should; a server must not. Nonsense found this."""
    with running_server(FUZZ_FLOOR, str(tmp_path / "floor.db"), tmp_path) as server:
        status = Path(f"/proc/{server.pid}/status").read_text()
    ignored = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigIgn:"))
    assert ignored & 1 << (signal.SIGPIPE - 1)
