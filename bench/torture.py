"""`make torture`: seeds and real kills on both engines, then floors with pits, on all cores."""

import os
import sys
from collections.abc import Sequence

from bench import pit_torture
from punto.cli import run
from tests.server.store.postgres_server import running_postgres

SEEDS, KILLS = 10_000, 500
POSTGRES_SHARE = 5  # PostgreSQL is slower and gets a fifth of the seeds


def main(arguments: Sequence[str]) -> int:
    seeds, kills = (int(arguments[0]), int(arguments[1])) if arguments else (SEEDS, KILLS)
    together = ["--processes", str(os.cpu_count() or 1)]
    with running_postgres() as address:
        postgres = ["--store", "postgresql", "--database", address]
        runs = {
            "SQLite": ["--seeds", str(seeds)],
            "PostgreSQL": ["--seeds", str(max(1, seeds // POSTGRES_SHARE)), *postgres],
            "SQLite, killed": ["--kills", str(kills)],
            "PostgreSQL, killed": ["--kills", str(kills), *postgres],
        }
        codes = {}
        for name, options in runs.items():
            sys.stdout.write(f"{name}: ")
            sys.stdout.flush()
            codes[name] = run(["torture", *options, *together])
    sys.stdout.write("Floors and pits:\n")
    codes["floors and pits"] = pit_torture.main(seeds, processes=os.cpu_count() or 1)
    broken = [name for name, code in codes.items() if code]
    sys.stdout.write(f"broken: {', '.join(broken)}\n" if broken else "no promise was broken on either engine\n")
    return max(codes.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
