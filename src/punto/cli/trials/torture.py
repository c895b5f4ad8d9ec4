"""`punto torture`: runs the real core on a real store while everything that can go wrong does, many times over."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from punto.cli.input.refuse import BadInput
from punto.cli.output.numbered import numbered
from punto.cli.output.terminal import error_console

if TYPE_CHECKING:
    from punto.trials.torture.kill import Toll
    from punto.trials.torture.simulation import Result
    from punto.trials.torture.stores import Place

Done = TypeVar("Done")
Share = TypeVar("Share")


class StoreKind(StrEnum):
    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"


def torture(
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds to play.")] = 100,
    first: Annotated[int, typer.Option(min=0, help="The first seed.")] = 0,
    store: Annotated[StoreKind, typer.Option(help="The database engine.")] = StoreKind.SQLITE,
    database: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A PostgreSQL to play on.")] = None,
    kills: Annotated[int, typer.Option(min=0, help="Instead, run real processes and kill them this many times.")] = 0,
    processes: Annotated[int, typer.Option(min=1, max=64, help="How many processes to use.")] = 1,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write what happened, one line per step.")] = None,
) -> None:
    """Play seeds of torture on a real store and check every promise after every step.

    Commands are dropped, duplicated, delayed, reordered and replayed long after; the clock jumps; commits are lost
    before and after they are made; writes arrive late; the process dies; a second one takes its floor; the store is
    rolled back to a copy. The same seed gives the same log, byte for byte.
    """
    if (store is StoreKind.POSTGRESQL) != (database is not None):
        raise BadInput("--store postgresql and --database ADDRESS go together")
    if kills:
        _kill(kills, first, database, processes)
        return
    commands = crashes = set_back = settled = 0
    lines: list[str] = []
    played = range(first, first + seeds)
    play = partial(_play, database=database, keeps_log=log is not None)
    for seed, result in zip(played, _shown(_each(play, played, processes), seeds), strict=True):
        lines += [f"seed {seed}", *result.log] if log else []
        commands, crashes = commands + result.commands, crashes + result.crashes
        set_back, settled = set_back + result.set_back, settled + result.wagers_settled
    if log:
        try:
            log.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"--log: {log}: {error.strerror}") from None
    sys.stdout.write(
        f"{numbered(seeds, 'seed')}: {numbered(commands, 'command')}, {crashes:,} crashes, "
        f"{numbered(set_back, 'rollback')}, {numbered(settled, 'wager')} settled, no promise broken\n"
    )


def _kill(kills: int, seed: int, database: str | None, processes: int) -> None:
    shares = [(seed + number, len(range(number, kills, processes))) for number in range(min(processes, kills))]
    tolls = list(_each(partial(_killed, database=database), shares, processes))
    acknowledged, settled = sum(each.acknowledged for each in tolls), sum(each.wagers_settled for each in tolls)
    slowest = max(each.slowest_return_seconds for each in tolls)
    sys.stdout.write(
        f"{numbered(kills, 'kill')}: {numbered(acknowledged, 'acknowledged command')}, "
        f"{numbered(settled, 'wager')} settled, "
        f"none lost, duplicated or settled twice; opened and audited within {slowest:.2f} s\n"
    )


def _killed(share: tuple[int, int], database: str | None) -> Toll:
    from punto.trials.torture.kill import kill_many

    seed, kills = share
    with _place(seed, database) as place:
        try:
            return kill_many(place, kills, seed)
        except AssertionError as broken:
            raise BadInput(f"a promise was broken: {broken}") from None


def _each(play: Callable[[Share], Done], shares: Iterable[Share], processes: int) -> Iterator[Done]:
    """In order, several at once."""
    if processes == 1:
        yield from map(play, shares)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            yield from pool.map(play, shares)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _place(seed: int, database: str | None) -> Iterator[Place]:
    from punto.trials.torture.stores import Place

    with tempfile.TemporaryDirectory() as folder:
        place = Place(file=str(Path(folder) / "floor.db"), address=database, schema=f"torture_{seed}")
        asyncio.run(place.forget())
        yield place
        asyncio.run(place.forget())


def _shown(played: Iterator[Done], count: int) -> Iterator[Done]:
    from rich.progress import track

    quiet = not sys.stderr.isatty()
    yield from track(played, "Torture", total=count, console=error_console(), transient=True, disable=quiet)


def _play(seed: int, database: str | None, *, keeps_log: bool) -> Result:
    from punto.trials.torture.simulation import simulate

    with _place(seed, database) as place:
        try:
            result = asyncio.run(simulate(seed, place))
        except AssertionError as broken:
            sys.stderr.write(f"seed {seed}: {broken}\n")
            raise BadInput(f"a promise was broken; see it again with: punto torture --first {seed} --seeds 1") from None
        if not keeps_log:
            result.log.clear()  # ten thousand would not fit in memory
        return result
