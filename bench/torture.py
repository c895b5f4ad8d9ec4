"""`make torture`: ten thousand seeds and a thousand real kills, on both real engines."""

import sys
from collections.abc import Sequence

from punto.cli import run
from tests.server.store.postgres_server import running_postgres

SEEDS, KILLS = 10_000, 1_000
POSTGRES_SHARE = 10  # PostgreSQL takes longer for each; it gets a tenth of the seeds and half of the kills


def main(arguments: Sequence[str]) -> int:
    seeds, kills = (int(arguments[0]), int(arguments[1])) if arguments else (SEEDS, KILLS)
    with running_postgres() as address:
        postgres = ["--store", "postgresql", "--database", address]
        codes = [
            run(["torture", "--seeds", str(seeds)]),
            run(["torture", "--seeds", str(max(1, seeds // POSTGRES_SHARE)), *postgres]),
            run(["torture", "--kills", str(max(1, kills // 2))]),
            run(["torture", "--kills", str(max(1, kills // 2)), *postgres]),
        ]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
