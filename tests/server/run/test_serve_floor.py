"""What a server asks of the system before anybody comes, and a store that is lost just then."""

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punto.cli.operating.serve import DATABASE_IS_AWAY
from punto.server.run.allow_sockets import OTHER_FILES, allow_sockets
from punto.trials.load.server_process import CALM_FLOOR

FEW = 512
LOSES_ITS_STORE_ONCE = """
from punto.__main__ import main
from punto.server.floor import open_floor as opening
from punto.server.store.failures import StoreIsLost

opens = opening.open_floor

async def lost(*_, **__):
    opening.open_floor = opens
    raise StoreIsLost("it was stopped")

opening.open_floor = lost
main()
"""


@pytest.mark.parametrize("sockets", [700, 1_000_000])
def test_a_shells_usual_bound_on_open_files_is_raised_as_far_as_it_goes(sockets: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))
    try:
        allow_sockets(sockets)
        wanted = sockets + OTHER_FILES
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == (wanted if hard < 0 else min(wanted, hard))
        allow_sockets(1)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > FEW, "never lowered"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(("options", "code"), [(["--standby"], 0), ([], DATABASE_IS_AWAY)])
def test_whoever_stood_by_opens_the_floor_when_a_store_that_was_lost_meanwhile_is_back(
    tmp_path: Path, options: list[str], code: int
) -> None:
    """There may be nobody else to open it. Whoever is started opens it at the next start."""
    where = ["--config", str(CALM_FLOOR), "--database", str(tmp_path / "floor.db"), "--port", "0", "--no-bots"]
    said = []
    with subprocess.Popen(
        [sys.executable, "-c", LOSES_ITS_STORE_ONCE, "serve", *where, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        for line in server.stdout:
            said.append(line)
            if "Ctrl-C closes the floor" in line:
                server.send_signal(signal.SIGTERM)
    assert server.returncode == code, said
    is_opened_again = any("opening_again_when_the_store_is_back" in line for line in said)
    assert is_opened_again == ("--standby" in options)
