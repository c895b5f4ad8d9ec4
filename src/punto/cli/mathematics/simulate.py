"""`punto simulate`: plays whole shoes by the hundred million and compares every bet with its exact value."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from punto.analysis.simulation.limits import check_coups, check_seed, check_threads
from punto.analysis.tabular import Row
from punto.cli.input.choose_book import BOOK, JSON, book_in_use, choose_book
from punto.cli.input.refuse import input_from
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.numbered import numbered
from punto.cli.output.terminal import console, error_console, print_json
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

if TYPE_CHECKING:  # simulating loads Numba, which only this command should wait for
    from rich.progress import Progress

    from punto.analysis.simulation.blocks import BlockTally
    from punto.analysis.simulation.simulation import Simulation
    from punto.analysis.simulation.tables import SimulationTables

INTERRUPTED = 130


@dataclass(frozen=True)
class Asked:
    """What the command line asked for."""

    book: RuleBook
    coups: int
    seed: int
    threads: int
    cluster: str | None


@dataclass(frozen=True)
class Ran:
    simulation: Simulation
    seconds: float  # spent playing
    start_seconds: float  # spent compiling or loading before that
    is_interrupted: bool

    @property
    def coups_per_second(self) -> float:
        return self.simulation.coups / self.seconds


def simulate(
    book: BOOK,
    coups: Annotated[int, typer.Option(help="How many rounds to play.")] = 100_000_000,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same result within a release.", show_default="any")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="How many threads to use.", show_default="every core")] = None,
    cut_card: Annotated[int, typer.Option(help="How many cards lie behind the cut card.")] = CUT_CARD_DEFAULT,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster of this scheduler.")
    ] = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Play whole shoes, with burn and cut card, and compare every bet with its exact value.

    The result depends only on the seed, not on threads or machines. Ctrl-C stops early and shows the result so far.
    """
    started = perf_counter()
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    seed = secrets.randbits(63) if seed is None else seed
    threads = len(os.sched_getaffinity(0)) if threads is None else threads
    with input_from("--coups"):
        check_coups(coups)
    with input_from("--seed"):
        check_seed(seed)
    with input_from("--threads"):
        check_threads(threads)
    asked = Asked(choose_book(book), coups, seed, threads, cluster)
    tables = tables_of(asked.book, cut_card)
    ran = _run(asked, tables, started)
    if ran.simulation.coups and export:
        named: Row = {"book": asked.book.id, "seed": asked.seed, "cut_card": cut_card}  # enough to repeat it
        export.write([named | row for row in ran.simulation.records()])
    elif ran.simulation.coups and as_json:
        print_json(_as_json(asked, ran))
    elif ran.simulation.coups:
        console().print(_table(asked, ran))
        console().print(Text(_verdict(ran)))
    if ran.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def tables_of(book: RuleBook, cut_card: int) -> SimulationTables:
    """Cached for our own books only: a file may change under the same name."""
    from punto.analysis.simulation.table_cache import cached_tables
    from punto.analysis.simulation.tables import compile_tables

    with input_from(f"book {book.id}" if cut_card == CUT_CARD_DEFAULT else "--cut-card"):
        return compile_tables(book, cut_card) if book_in_use.path else cached_tables(book, cut_card)


def _run(asked: Asked, tables: SimulationTables, started: float) -> Ran:
    from punto.analysis.simulation.simulation import Simulation

    simulation, is_interrupted, begun = Simulation(asked.book, tables), False, started
    try:
        with _tallies(asked, tables) as tallies, _progress() as progress:
            begun = perf_counter()
            task = progress.add_task(asked.book.id, total=asked.coups, rate="")
            for tally in tallies:
                simulation.add(tally)
                rate = f"{simulation.coups / (perf_counter() - begun) / 1e6:.1f} M/s"
                progress.update(task, completed=simulation.coups, rate=rate)
    except KeyboardInterrupt:
        is_interrupted = True
    return Ran(simulation, perf_counter() - begun, begun - started, is_interrupted)


@contextmanager
def _tallies(asked: Asked, tables: SimulationTables) -> Iterator[Iterator[BlockTally]]:
    """The tallies of all blocks. Everything is compiled and connected before the first."""
    from punto.analysis.simulation.blocks import Block, blocks, play, play_in_threads

    every = blocks(asked.coups, asked.seed)
    if asked.cluster is not None:
        from punto.analysis.simulation.cluster import tallies_of_cluster

        with input_from("--cluster"), tallies_of_cluster(asked.cluster, tables, every) as tallies:
            yield tallies
        return
    play(tables, Block(asked.seed, number=0, coups=1))  # compiles the kernel, or loads it
    with closing(play_in_threads(tables, every, asked.threads)) as tallies:
        yield tallies


def _progress() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=error_console(), transient=True, disable=not sys.stderr.isatty())


def _table(asked: Asked, ran: Ran) -> Table:
    simulation = ran.simulation
    compared = (
        f"{simulation.coups_compared:,} of them compared: the first {simulation.tables.coups_always} of every shoe"
    )
    table = Table(
        title=Text(
            f"{asked.book.title} ({asked.book.id}), seed {asked.seed}\n"
            f"{numbered(simulation.coups, 'round')} in {numbered(simulation.shoes, 'shoe')}\n{compared}"
        ),
        title_justify="left",
    )
    table.add_column("bet", overflow="fold")
    for heading in ("mean", "± standard error", "exact", "z", "mean of all"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in simulation.bets():
        z_score = "–" if each.z_score is None else f"{each.z_score:+.2f}"
        figures = f"{each.mean:+.6f}", f"{each.standard_error:.6f}", f"{float(each.exact_ev):+.6f}", z_score
        table.add_row(each.bet.title, *figures, f"{each.mean_of_all:+.6f}")
    return table


def _verdict(ran: Ran) -> str:
    fit = ran.simulation.chi_square()
    return (
        f"chi-square {fit.statistic:,.1f} on {fit.degrees_of_freedom:,} degrees of freedom, design effect "
        f"{fit.design_effect:.4f}, p = {fit.p_value:.4f}\n"
        f"{ran.coups_per_second / 1e6:,.1f} M rounds/s for {ran.seconds:.2f} s, "
        f"after {ran.start_seconds:.2f} s to start"
        f"{', interrupted' if ran.is_interrupted else ''}"
    )


def _as_json(asked: Asked, ran: Ran) -> dict[str, object]:
    simulation, fit = ran.simulation, ran.simulation.chi_square()
    return {
        "book": asked.book.id,
        "coups": simulation.coups,
        "shoes": simulation.shoes,
        "seed": asked.seed,
        "threads": asked.threads,
        "cut_card": simulation.tables.cut_card,
        "seconds": ran.seconds,
        "coups_per_second": ran.coups_per_second,
        "start_seconds": ran.start_seconds,
        "interrupted": ran.is_interrupted,
        "compared": {"coups": simulation.coups_compared, "first_of_every_shoe": simulation.tables.coups_always},
        "chi_square": {
            "statistic": fit.statistic,
            "degrees_of_freedom": fit.degrees_of_freedom,
            "design_effect": fit.design_effect,
            "p_value": fit.p_value,
        },
        "bets": {
            each.bet.id: {
                "title": each.bet.title,
                "mean": each.mean,
                "standard_error": each.standard_error,
                "exact_ev": float(each.exact_ev),
                "exact_ev_fraction": str(each.exact_ev),
                "z_score": each.z_score,
                "mean_of_all_coups": each.mean_of_all,
            }
            for each in simulation.bets()
        },
    }
