"""`python -m deploy.upgrade`: rehearses an upgrade node by node, on a floor, a database and a bus of its own.

It goes from the newest tag, or from --from REVISION, to what lies in this checkout, and touches nothing else. Needs the
tools of `make test`. The exit code is 0 when everything went as it must, and 1 with one line otherwise.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from deploy.drill.cluster import Cluster as Postgres
from deploy.drill.cluster import programs_here
from deploy.drill.steps import DrillFailed, Steps
from deploy.upgrade.rehearsal import Upgrade
from deploy.upgrade.releases import installed, last_release, name_of
from punto.trials.edges.nodes import Engines
from tests.server.edges.nats_server import NatsServer

PATRONS = 50


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.upgrade", description="Rehearse an upgrade node by node.")
    parser.add_argument(
        "--from", dest="revision", metavar="REVISION", help="the release in use; default: the newest tag"
    )
    parser.add_argument("--patrons", type=int, default=PATRONS)
    parser.add_argument("--postgres", type=Path, metavar="FOLDER", help="where PostgreSQL's programs are")
    wanted = parser.parse_args()
    postgres = wanted.postgres or programs_here()
    if postgres is None or not (postgres / "postgres").is_file():
        parser.error("PostgreSQL's programs were not found; name their folder with --postgres")
    try:
        _rehearse(wanted.revision, wanted.patrons, postgres)
    except DrillFailed as failed:
        sys.stderr.write(f"The drill has failed: {failed}\n")
        return 1
    return 0


def _rehearse(revision: str | None, patrons: int, programs: Path) -> None:
    steps = Steps(_say)
    with ExitStack() as stack:
        folder, data = (Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-upgrade-"))) for _ in "12")
        since = revision or last_release()
        with steps.step(f"both releases are built and installed: {name_of(since)}; and this one"):
            old, new = installed(since, folder / "old"), installed(None, folder / "new")
        with steps.step("PostgreSQL and NATS are started"):
            postgres = Postgres(programs, data, data / "data")
            postgres.make()
            stack.callback(postgres.end)
            postgres.start()
            nats = stack.enter_context(NatsServer())
        upgrade = Upgrade(folder, Engines(postgres.address, nats.address), old, new, patrons, steps)
        stack.callback(upgrade.cluster.end)
        asyncio.run(upgrade.run())
    steps.end()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
