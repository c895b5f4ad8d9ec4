"""`punto lab`: makes the pack that a test house asks for."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.choose_book import choose_book
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.mathematics.report import KINDS, report_figures, written_report
from punto.cli.output.numbered import numbered
from punto.rules.invalid_input import shortened

if TYPE_CHECKING:  # counting loads NumPy
    from punto.analysis.odds.bet_odds import BookOdds
    from punto.rules.rulebook import RuleBook

FAILED = 1


def lab(
    books: Annotated[list[str], typer.Argument(metavar="BOOK…", help="Books as for other commands.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")],
    shoes: Annotated[
        int, typer.Option(min=300, max=1_000_000, help="How many shoes to shuffle and test; the battery takes 32,768.")
    ] = 32_768,
    seed: Annotated[int, typer.Option(help="The seed of everything but the shuffled shoes.")] = 1,
    coups: Annotated[int, typer.Option(help="How many rounds the reports simulate.")] = 20_000_000,
    exposure_shoes: Annotated[int, typer.Option(help="How many shoes the reports count for exposure.")] = 500,
    floor_seconds: Annotated[float, typer.Option(min=1, max=600, help="How long to play on the sample floor.")] = 40,
    sources: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Punto's source tree; default: where it runs from, or this folder."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Read test results from here instead of running the tests.")
    ] = None,
    since: Annotated[str | None, typer.Option(metavar="COMMIT", help="List changes since this commit or tag.")] = None,
    build: Annotated[bool, typer.Option(help="Build the wheel twice and compare.")] = True,
    tests: Annotated[bool, typer.Option(help="Run the tests that hold the clauses.")] = True,
    threads: Annotated[int, typer.Option(min=1, max=256, help="How many cores to use.")] = os.cpu_count() or 1,
) -> None:
    """Make the pack that a test house asks for: reports, rules, the generator with its tests, hashes, logs, clauses.

    `index.html` lists everything with its SHA-256 and says what was found and what is missing. Shuffled shoes come
    from the operating system's randomness; the rest follows from the seed. The exit code is 1 when something failed.
    """
    from punto.lab.build_pack import Plan, build_pack
    from punto.lab.pack import INDEX, FolderIsInUse, Pack

    chosen = {name: choose_book(name) for name in books}
    _check_books(chosen)
    _check_sizes(seed=seed, coups=coups, exposure_shoes=exposure_shoes)
    _check_sources(sources, since)
    if junit is not None:
        _check_junit(junit)

    def reports(book: RuleBook) -> tuple[BookOdds, dict[str, bytes]]:
        figures = report_figures(book, coups=coups, shoes=exposure_shoes, seed=seed, threads=threads)
        return figures.counted.odds, {kind: written_report(kind, figures) for kind in KINDS}

    plan = Plan(
        books=chosen,
        reports=reports,
        command=shlex.join(["punto", *sys.argv[1:]]),
        seed=seed,
        shoes=shoes,
        floor_seconds=floor_seconds,
        sources=sources,
        junit=junit,
        since=since,
        builds_wheel=build,
        runs_tests=tests,
    )
    try:
        pack = Pack(output)
        build_pack(pack, plan, _say)
    except FolderIsInUse as error:
        raise BadInput(f"--output: {error}; choose another folder") from None
    except OSError as error:
        raise BadInput(f"--output: {error.filename or output}: {error.strerror}") from None
    for part in pack.parts:
        for line in (*part.failed, *part.missing):
            sys.stdout.write(f"{part.title}: {line}\n")
    sys.stdout.write(f"{numbered(len(pack.files), 'file')}: {output / INDEX}\n")
    if pack.has_failed:
        raise typer.Exit(FAILED)


def _check_books(chosen: dict[str, RuleBook]) -> None:
    from punto.lab.build_pack import folder_of

    named: dict[str, str] = {}
    for name, book in chosen.items():
        other = named.setdefault(folder_of(book), name)
        if other != name:
            same = f"{shortened(other)} and {shortened(name)} are both book {book.id!r}"
            raise BadInput(f"BOOK: {same}; leave one out, or give your own book another id")


def _check_sizes(*, seed: int, coups: int, exposure_shoes: int) -> None:
    from punto.analysis.exposure.exposure import check_shoes
    from punto.analysis.simulation.limits import check_coups, check_seed

    with input_from("--seed"):
        check_seed(seed)
    with input_from("--coups"):
        check_coups(coups)
    with input_from("--exposure-shoes"):
        check_shoes(exposure_shoes)


def _check_sources(sources: Path | None, since: str | None) -> None:
    from punto.lab.release.source_tree import find_sources, has_commit, has_history

    root = find_sources(sources)
    if sources is not None and root is None:
        raise BadInput(f"--sources: {sources} is not Punto's source tree")
    if since is None:
        return
    if root is None:
        raise BadInput("--since: there is no source tree here; name it with --sources")
    if not has_history(root):
        raise BadInput(f"--since: {root} has no history that git can read; name a checkout with --sources")
    if not has_commit(root, since):
        raise BadInput(f"--since: {shortened(since)} is no commit or tag of {root}; `git log` and `git tag` list them")


def _check_junit(junit: Path) -> None:
    from punto.lab.clauses.points import NAMED_TESTS
    from punto.lab.clauses.test_run import CannotRun, read_junit
    from punto.server.store.database_kind import why_no_file

    if why := why_no_file(junit):
        raise BadInput(f"--junit: {junit}: {why}")
    try:
        ran = read_junit(junit)
    except CannotRun as error:
        raise BadInput(f"--junit: {error}; `pytest --junitxml FILE` writes one") from None
    if NAMED_TESTS.isdisjoint(ran):
        raise BadInput(f"--junit: {junit} has none of the tests that hold the points; run pytest in Punto's sources")


_STARTED = time.monotonic()


def _say(line: str) -> None:
    sys.stderr.write(f"{time.monotonic() - _STARTED:6.0f} s  {line}\n")
    sys.stderr.flush()
