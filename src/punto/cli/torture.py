"""`punto torture`: the real core on a real store, under everything that can go wrong, many times over."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.refuse import BadInput
from punto.cli.terminal import error_console

if TYPE_CHECKING:
    from punto.server.torture.simulation import Result
    from punto.server.torture.stores import Place


class StoreKind(StrEnum):
    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"


def torture(
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds to play.")] = 100,
    first: Annotated[int, typer.Option(min=0, help="The first of them.")] = 0,
    store: Annotated[StoreKind, typer.Option(help="The engine to play on.")] = StoreKind.SQLITE,
    database: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Of a PostgreSQL to play on.")] = None,
    kills: Annotated[int, typer.Option(min=0, help="Play real processes and kill them this often instead.")] = 0,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write what happened, a line a step.")] = None,
) -> None:
    """Play seeds of torture on a real store and check every promise after every step.

    Commands are dropped, doubled, delayed and reordered, the clock jumps, commits get lost before and after they are
    made, the process dies and its zombies go on. The same seed gives the same log, byte for byte.
    """
    if (store is StoreKind.POSTGRESQL) != (database is not None):
        raise BadInput("--store postgresql and --database ADDRESS go together")
    if kills:
        _kill(kills, first, database)
        return
    total = {"commands": 0, "crashes": 0, "wagers_settled": 0}
    lines: list[str] = []
    for seed in _shown(range(first, first + seeds)):
        result = _play(seed, database)
        lines += [f"seed {seed}", *result.log]
        for name in total:
            total[name] += getattr(result, name)
    if log:
        try:
            log.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"--log: {log}: {error.strerror}") from None
    sys.stdout.write(
        f"{seeds} seeds: {total['commands']:,} commands, {total['crashes']:,} crashes, "
        f"{total['wagers_settled']:,} wagers settled, no promise broken\n"
    )


def _kill(kills: int, seed: int, database: str | None) -> None:
    from punto.server.torture.kill import kill_many

    with _place(seed, database) as place:
        try:
            toll = kill_many(place, kills, seed)
        except AssertionError as broken:
            raise BadInput(f"a promise was broken: {broken}") from None
    sys.stdout.write(
        f"{toll.kills} kills: {toll.acknowledged:,} acknowledged commands, {toll.wagers_settled:,} wagers settled, "
        f"none lost, doubled or settled twice; opened and audited in {toll.slowest_return_seconds:.2f} s at the most\n"
    )


@contextmanager
def _place(seed: int, database: str | None) -> Iterator[Place]:
    from punto.server.torture.stores import Place

    with tempfile.TemporaryDirectory() as folder:
        place = Place(file=str(Path(folder) / "floor.db"), address=database, schema=f"torture_{seed}")
        asyncio.run(place.forget())
        yield place
        asyncio.run(place.forget())


def _shown(seeds: range) -> Iterator[int]:
    from rich.progress import track

    quiet = not sys.stderr.isatty()
    yield from track(seeds, "Torture", console=error_console(), transient=True, disable=quiet)


def _play(seed: int, database: str | None) -> Result:
    from punto.server.torture.simulation import simulate

    with _place(seed, database) as place:
        try:
            return asyncio.run(simulate(seed, lambda: place.open(in_process=True)))
        except AssertionError as broken:
            sys.stderr.write(f"seed {seed}: {broken}\n")
            raise BadInput(f"a promise was broken; see it again with: punto torture --first {seed} --seeds 1") from None
