"""A share of the nonsense of `punto load --fuzz 1000000`, from a fixed seed: all of it answered, nothing changed."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvloop

from punto.trials.load.fuzz import fuzz_server
from punto.trials.load.server_process import FUZZ_FLOOR, ServerProcess

MESSAGES = 15_000
SEED = 7


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("fuzz")
    running = ServerProcess(FUZZ_FLOOR, str(folder / "floor.db"), folder)
    running.start()
    try:
        yield running
    finally:
        running.stop()


def test_nonsense_is_answered_and_changes_nothing(server: ServerProcess) -> None:
    toll = uvloop.run(fuzz_server(server, MESSAGES, SEED))
    assert toll.messages == sum(toll.answers.values()) == MESSAGES


def test_a_client_that_goes_while_it_is_written_to_does_not_end_the_server(server: ServerProcess) -> None:
    """The command dies of a broken pipe, as commands in a pipe should; a server must not. Nonsense found this."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    ignored = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigIgn:"))
    assert ignored & 1 << (signal.SIGPIPE - 1)
