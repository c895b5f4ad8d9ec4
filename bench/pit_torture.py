"""`python -m bench.pit_torture [SEEDS] [FIRST] [PROCESSES]`: floors and pits are hurt, from seeds.

What is simulated and what is real: `tests/server/pits/simulation.py`. A seed that breaks a promise is named at once,
and plays the same way again.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.server.pits.simulation import Played, play

SEEDS, FIRST = 10_000, 1
TELL_EVERY = 500  # seeds


def played(seed: int) -> Played | str:
    """What happened, or what was broken."""
    try:
        return play(seed)
    except Exception as broken:
        return f"seed {seed}: {broken}"


def main(seeds: int = SEEDS, first: int = FIRST, processes: int = 1) -> int:
    began, totals, failed = time.perf_counter(), Counter[str](), list[int]()
    for number, each in enumerate(_played(range(first, first + seeds), processes), start=1):
        if isinstance(each, str):
            failed.append(first + number - 1)
            sys.stdout.write(f"{each}\n")
        else:
            totals.update(each.blows)
            totals.update(_counts(each))
        if number % TELL_EVERY == 0 or number == seeds:
            rate = number / (time.perf_counter() - began)
            sys.stdout.write(f"{number:,} seeds, {rate:.1f} a second, {len(failed)} broken\n")
            sys.stdout.flush()
    sys.stdout.write(", ".join(f"{name} {count:,}" for name, count in totals.items()) + "\n")
    if failed:
        sys.stdout.write(f"broken: {', '.join(map(str, failed))}\n")
    else:
        sys.stdout.write("no coup has two results, no wager is lost or doubled, no own limit is exceeded\n")
    return min(1, len(failed))


def _played(seeds: range, processes: int) -> Iterator[Played | str]:
    if processes == 1:
        yield from map(played, seeds)
        return
    with ProcessPoolExecutor(max_workers=processes) as pool:
        yield from pool.map(played, seeds, chunksize=8)


def _counts(each: Played) -> dict[str, int]:
    return {
        "bets and other commands accepted": each.accepted,
        "refused": each.refused,
        "asked again": each.asked_again,
        "coups": each.coups,
        "floors": each.floors,
        "tables taken back": each.loans,
        "writes fenced off": each.fenced,
        "commits lost": each.losses,
    }


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
