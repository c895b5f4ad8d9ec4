"""`punto report`: writes one document per book that an operator can file."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto import __version__
from punto.cli.input.choose_book import BOOK, DECKS, choose_book_in_decks
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.mathematics.exposure import check_study, count_exposure
from punto.cli.output.warn import warn_of_losing_bets
from punto.cli.output.write_file import check_writable, write_file
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

if TYPE_CHECKING:  # counting loads NumPy and Numba
    from punto.analysis.report.figures import ReportFigures
    from punto.analysis.simulation.simulation import Simulation

KINDS = (".html", ".pdf", ".xlsx")


def report(
    book: BOOK,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write, ending in .html, .pdf or .xlsx.")],
    coups: Annotated[int, typer.Option(help="How many rounds to simulate as a check.")] = 20_000_000,
    shoes: Annotated[int, typer.Option(help="How many shoes to deal for the counting exposure.")] = 500,
    seed: Annotated[int, typer.Option(help="The random seed; the same seed gives the same figures.")] = 1,
    cut_card: Annotated[int, typer.Option(help="How many cards lie behind the cut card.")] = CUT_CARD_DEFAULT,
    decks: DECKS = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="How many cores to use.")] = os.cpu_count() or 1,
) -> None:
    """Write a report on a book: rules, return of every line, other decks, variance, simulation, counting exposure.

    HTML and PDF files need nothing else. The workbook has live formulas: change a pay, and the figures follow.
    """
    if output.suffix.lower() not in KINDS:
        raise BadInput(f"--output: {output} does not end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    chosen = choose_book_in_decks(book, decks)
    check_writable(output)
    figures = report_figures(chosen, coups=coups, shoes=shoes, seed=seed, cut_card=cut_card, threads=threads)
    write_file(output, written_report(output.suffix.lower(), figures))


def report_figures(
    book: RuleBook, *, coups: int, shoes: int, seed: int, cut_card: int = CUT_CARD_DEFAULT, threads: int
) -> ReportFigures:
    from punto.analysis.exposure.procedure import Procedure
    from punto.analysis.odds.book_count import count_book
    from punto.analysis.report.figures import Origin, ReportFigures, odds_in_decks
    from punto.analysis.simulation.limits import check_coups

    check_study(book, [Procedure(cut_card)], shoes=shoes, seed=seed)
    with input_from("--coups"):
        check_coups(coups)
    with input_from(f"book {book.id}"):
        counted = count_book(book)
        in_decks = odds_in_decks(counted.odds)
    warn_of_losing_bets(counted.odds.bets)
    exposed = count_exposure(book, shoes=shoes, seed=seed, cut_card=cut_card, threads=threads)
    simulated = _simulated(book, coups=coups, seed=seed, cut_card=cut_card, threads=threads)
    origin = Origin(__version__, _command(), seed, datetime.now(UTC).date().isoformat())
    return ReportFigures(counted, exposed, simulated, origin, in_decks)


def _command() -> str:
    return shlex.join(["punto", *sys.argv[1:]])


def _simulated(book: RuleBook, *, coups: int, seed: int, cut_card: int, threads: int) -> Simulation:
    from punto.analysis.simulation.blocks import blocks, play_in_threads
    from punto.analysis.simulation.simulation import Simulation
    from punto.analysis.simulation.tables import compile_tables

    with input_from(f"book {book.id}"):
        tables = compile_tables(book, cut_card)
    simulated = Simulation(book, tables)
    for tally in play_in_threads(tables, blocks(coups, seed), threads):
        simulated.add(tally)
    return simulated


def written_report(kind: str, figures: ReportFigures) -> bytes:
    from punto.analysis.report.document import report_document

    match kind:
        case ".html":
            from punto.analysis.report.html import report_html

            return report_html(report_document(figures)).encode()
        case ".pdf":
            from punto.analysis.report.pdf import report_pdf

            return report_pdf(report_document(figures))
        case _:
            from punto.analysis.report.xlsx import report_xlsx

            return report_xlsx(figures)
