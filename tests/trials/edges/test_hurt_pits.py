"""A floor with a pit in real processes on PostgreSQL: the pit is killed while patrons bet, and nobody is harmed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import uvloop

from punto.trials.edges.hurt_floor import hurt_floor
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess
from tests.server.store.postgres_server import running_postgres
from tests.trials.edges.test_hurt_floor import FELTS, PATRONS, unharmed

SECONDS_TO_LEND = 20.0


def logged(group: ServerProcess, event: str) -> list[dict[str, str]]:
    """In the order in which the floor has said so."""
    lines = (line for line in group.log.decode().splitlines() if f'"{event}"' in line)
    return [json.loads(line) for line in lines]


def until_lent(group: ServerProcess, pits: int) -> str:
    """The pit that has every table, once that many have come."""
    give_up_at = time.monotonic() + SECONDS_TO_LEND
    while time.monotonic() < give_up_at:
        came = [each["pit"] for each in logged(group, "pit_came")]
        lent = {each["table"] for each in logged(group, "table_is_lent") if came and each["pit"] == came[-1]}
        if len(came) == pits and lent >= set(FELTS):
            return came[-1]
        time.sleep(0.02)
    raise AssertionError(group.log.decode()[-2_000:])


def test_nobody_is_dropped_and_no_bet_lost_or_doubled_when_a_pit_is_killed(tmp_path: Path) -> None:
    with running_postgres() as address:
        group = ServerProcess(CALM_FLOOR, address, tmp_path, more=("--pits", "1"))
        try:
            group.start()
            pit = until_lent(group, pits=1)

            async def kill_pit() -> None:
                os.kill(int(pit.rsplit("-", 2)[1]), signal.SIGKILL)

            harm = uvloop.run(hurt_floor([group.address], FELTS, PATRONS, [kill_pit]))
            unharmed(harm, PATRONS, 1)
            assert (harm.dropped, harm.told_to_wait) == (0, 0)
            assert [each["pit"] for each in logged(group, "pit_went")] == [pit]
            assert group.stop() == 0
            audit = subprocess.run(
                [sys.executable, "-m", "punto", "audit", "--database", address],
                capture_output=True,
                text=True,
                check=False,
                timeout=60,
            )
            assert audit.returncode == 0, audit.stdout + audit.stderr
        finally:
            group.kill()
