"""Processor time of every command from its start to its end, with next to nothing to do; `python -m bench.starts`.

Commands that need a floor are asked for their help. Sources are byte-compiled, number loops compiled and our books
counted before, as an install and `punto warm` do.
"""

import compileall
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import punto
from bench.command_line import PUNTO
from bench.figure import Figure, at_most
from punto.cli import COMMANDS

STARTS = 3
SECONDS_MAX, COMPILED_SECONDS_MAX = 0.5, 1.0
PLAIN = {
    "books": [""],
    "bets": [""],
    "rules": ["sa", "multicolor"],
    "deal": ["sa"],
    "settle": ["sa"],
    "odds": ["sa", "multicolor", "sa+dragon-7"],
    "compare": ["sa squeeze", "sa sa@6"],
    "roads": [""],
    "serve": ["--check"],
}
COMPILED = {
    "removal": ["sa", "multicolor"],
    "exposure": ["sa --shoes 10"],
    "simulate": ["sa --coups 1000 --seed 1"],
    "stake": [f"{each} --sessions 1 --coups 10 --seed 1" for each in ("sa flat", "sa kelly", "multicolor kelly")],
}


def start_figures() -> Iterator[Figure]:
    compileall.compile_dir(Path(punto.__file__).parent, quiet=1)
    subprocess.run([PUNTO, "warm"], stdout=subprocess.DEVNULL, check=True)
    yield at_most("punto --version", _busy_seconds("--version"), SECONDS_MAX, "s")
    yield at_most("punto --help", _busy_seconds("--help"), SECONDS_MAX, "s")
    for command in COMMANDS:
        limit = COMPILED_SECONDS_MAX if command in COMPILED else SECONDS_MAX
        for arguments in (PLAIN | COMPILED).get(command, ["--help"]):
            asked = f"{command} {arguments}".strip()
            yield at_most(f"punto {asked}", _busy_seconds(*asked.split()), limit, "s")


def _busy_seconds(*arguments: str) -> float:
    times = []
    for _ in range(STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([PUNTO, *arguments], input=b"", stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(times)


if __name__ == "__main__":
    for figure in start_figures():
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
        sys.stdout.flush()
