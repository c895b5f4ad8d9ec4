"""`python -m deploy.drill`: rehearses the loss of a PostgreSQL database, on a floor and a database of its own.

It touches nothing else, so it can be run anywhere, also beside a floor in use. The programs it copies and restores with
are those of deploy/postgresql. The exit code is 0 when everything went as it must, and 1 with one line otherwise.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from deploy.drill.cluster import programs_here
from deploy.drill.rehearsal import Rehearsal
from deploy.drill.steps import DrillFailed, Steps


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.drill", description="Rehearse the loss of a database.")
    parser.add_argument("--postgres", type=Path, metavar="FOLDER", help="where PostgreSQL's programs are")
    postgres = parser.parse_args().postgres or programs_here()
    if postgres is None or not (postgres / "pg_basebackup").is_file():
        parser.error("PostgreSQL's programs were not found; name their folder with --postgres")
    with tempfile.TemporaryDirectory(prefix="punto-drill-") as folder:
        try:
            asyncio.run(Rehearsal(postgres, Path(folder), Steps(_say)).run())
        except DrillFailed as failed:
            sys.stderr.write(f"The drill has failed: {failed}\n")
            return 1
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
