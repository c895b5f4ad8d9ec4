"""How fast the command line starts, counts and settles. Every figure is of a separate process, including its start."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.figure import Figure, at_least, at_most
from punto.books import EVERY_BOOK
from punto.rules.rulebook import RuleBook

PUNTO = str(Path(sys.executable).with_name("punto"))
COUPS_SETTLED = 200_000
STARTS = 5


def command_line_figures() -> Iterator[Figure]:
    yield at_most("import punto, with its rules and books", _import_seconds("punto.books") * 1000, 100, "ms")
    for book in EVERY_BOOK:
        yield at_most(f"punto odds {book.id}, cold start", _seconds(PUNTO, "odds", book.id), 1, "s")
    stake = PUNTO, "stake", "sa", "flat", "--seed", "1"
    yield at_most("punto stake sa flat, 2,000 sessions of 500 rounds, from its start", _seconds(*stake), 2, "s")
    for book in EVERY_BOOK:
        coups = "".join(f"{coup}\n" for coup in _coups(book)).encode()
        for arguments in (("settle", book.id, "--json"), ("settle", book.id)):
            seconds = _seconds(PUNTO, *arguments, given=coups, starts=1)
            yield at_least(f"punto {' '.join(arguments)}", COUPS_SETTLED / seconds, 50_000, "coups/s")


def _coups(book: RuleBook) -> Iterator[str]:
    """Coups dealt from shoes, so that hands repeat as they do in play."""
    chance = random.Random(1)
    cards = list(book.deck.cards)
    left = 0
    for _ in range(COUPS_SETTLED):
        if left <= 14:
            chance.shuffle(cards)
            left = len(cards)
        coup = book.dealing.deal(cards[len(cards) - left :][:6])
        left -= coup.result.cards_dealt
        yield str(coup)


def _import_seconds(module: str) -> float:
    program = f"from time import perf_counter as now; start = now(); import {module}; print(now() - start)"
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(STARTS)]
    return median(float(run.stdout) for run in runs)


def _seconds(*command: str, given: bytes = b"", starts: int = STARTS) -> float:
    """The median of several runs."""
    times = []
    for _ in range(starts):
        start = perf_counter()
        subprocess.run(command, input=given, stdout=subprocess.DEVNULL, check=True)
        times.append(perf_counter() - start)
    return median(times)
