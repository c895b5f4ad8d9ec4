"""`punto exposure`: shows what a card counter could win from each bet of a book."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.choose_book import BOOK, DECKS, JSON, choose_book_in_decks
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.exposure_tables import exposure_as_json, exposure_tables
from punto.cli.output.terminal import console, error_console, print_json
from punto.cli.output.write_file import check_writable, write_file
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

if TYPE_CHECKING:  # counting loads NumPy and Numba
    from punto.analysis.exposure.exposure import Exposure, OwnCount
    from punto.analysis.exposure.procedure import Procedure

SHOES_DEFAULT = 1_000
CUT_CARDS_MAX = 20


def exposure(
    book: BOOK,
    bet: Annotated[list[str] | None, typer.Option(metavar="BET", help="Study this bet; may be repeated.")] = None,
    tags: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[BET:]TAGS",
            help='Your own count: "4-7=-1 8-9=+2", or a number for each rank, "0 0 0 -1 -1 -1 -1 2 2 0".',
        ),
    ] = None,
    trigger: Annotated[
        list[str] | None, typer.Option(metavar="[BET:]COUNT", help="Bet from this true count on.")
    ] = None,
    shoes: Annotated[int, typer.Option(help="How many shoes to deal.")] = SHOES_DEFAULT,
    seed: Annotated[int, typer.Option(help="The random seed; the same seed gives the same result.")] = 1,
    cut_card: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CARDS",
            help="How many cards lie behind the cut card; several, as in 14,26,52, are compared.",
            show_default=str(CUT_CARD_DEFAULT),
        ),
    ] = None,
    more_rounds: Annotated[
        int, typer.Option(metavar="N", help="Deal N more rounds after the one in which the cut card comes out.")
    ] = 0,
    decks: DECKS = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="How many cores to use.")] = os.cpu_count() or 1,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the exposure by round as SVG.")] = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Price every bet before every round of many shoes, as somebody who has seen every card could.

    A perfect counter stakes one unit whenever the expectation is positive. A linear counter adds up small tags and bets
    from a trigger count on. Every figure has its standard error; what the shoes cannot support is not shown.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    whole = choose_book_in_decks(book, decks)
    chosen = with_bets(whole, bet or [])
    cut_cards = _cut_cards(cut_card or [str(CUT_CARD_DEFAULT)])
    if svg:
        check_writable(svg)
        if len(cut_cards) > 1:
            raise BadInput("--svg: a picture shows one cut card; give --cut-card once")
    counts = _own_counts(chosen, tags or [], trigger or [], whole)
    from punto.analysis.exposure.procedure import Procedure

    procedures = [Procedure(cards, more_rounds) for cards in cut_cards]
    counted = count_exposures(chosen, procedures, shoes=shoes, seed=seed, threads=threads, counts=counts)
    if svg:
        from punto.analysis.report.multiples import exposure_picture

        write_file(svg, exposure_picture(counted[0]).encode())
    if export:
        export.write([row for each in counted for row in each.records()])
    elif as_json:
        printed = [exposure_as_json(each) for each in counted]
        print_json(printed if len(printed) > 1 else printed[0])
    else:
        out = console()
        for table in exposure_tables(counted, out.width):
            out.print(table)


def with_bets(book: RuleBook, wanted: list[str]) -> RuleBook:
    """The book with these bets alone: each costs time to price."""
    if not wanted:
        return book
    with input_from("--bet"):
        bets = tuple(book.bet(each) for each in dict.fromkeys(wanted))
    return replace(book, bets=bets, modes=())


def _cut_cards(texts: list[str]) -> list[int]:
    parts = [part.strip() for text in texts for part in text.split(",")]
    for part in parts:
        if not part.isdecimal():
            raise BadInput(f"--cut-card: {shortened(part)} is not a whole number of cards; write 14, or 14,26,52")
    found = list(dict.fromkeys(map(int, parts)))
    if len(found) > CUT_CARDS_MAX:
        raise BadInput(f"--cut-card: {len(found)} of them; at most {CUT_CARDS_MAX} are compared")
    return found


def _own_counts(book: RuleBook, tags: list[str], triggers: list[str], whole: RuleBook) -> dict[str, OwnCount]:
    """For each bet what was given for it, or for all."""
    from punto.analysis.exposure.exposure import OwnCount
    from punto.analysis.exposure.own_tags import parse_tags

    found: dict[str, OwnCount] = {}
    with input_from("--tags"):
        for bet, text in _by_bet(book, tags, whole):
            found[bet] = OwnCount(parse_tags(book.deck, text))
    with input_from("--trigger"):
        for bet, text in _by_bet(book, triggers, whole):
            found[bet] = replace(found.get(bet, OwnCount()), trigger=_trigger(text))
    return found


def _by_bet(book: RuleBook, texts: list[str], whole: RuleBook) -> Iterator[tuple[str, str]]:
    """`dragon-7: 4-7=-1` is for one bet, `4-7=-1` for every bet that has none of its own."""
    parted = [text.rpartition(":") for text in texts]
    names = [name.strip() for name, _, _ in parted]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"{f'bet {name!r}' if name else 'every bet'} is given two; give it one")
        if name and whole.bet(name) not in book.bets:
            raise InvalidInput(f"bet {name!r} is not studied; add --bet {name}")
    for name, _, rest in sorted(parted):  # those for every bet first
        yield from ((bet.id, rest) for bet in book.bets if name.strip() in ("", bet.id))


def _trigger(text: str) -> float:
    try:
        return float(text.strip().replace("−", "-"))
    except ValueError:
        raise BadInput(f"--trigger: {shortened(text.strip())} is not a true count such as 4 or +7.5") from None


def count_exposure(book: RuleBook, *, shoes: int, seed: int, cut_card: int, threads: int) -> Exposure:
    from punto.analysis.exposure.procedure import Procedure

    return count_exposures(book, [Procedure(cut_card)], shoes=shoes, seed=seed, threads=threads, counts={})[0]


def check_study(book: RuleBook, procedures: list[Procedure], *, shoes: int, seed: int) -> None:
    """Refuses the one option that is wrong, before anything is counted."""
    from punto.analysis.exposure.exposure import check_shoes
    from punto.analysis.simulation.limits import check_seed

    with input_from("--shoes"):
        check_shoes(shoes)
    with input_from("--seed"):
        check_seed(seed)
    for procedure in procedures:
        with input_from("--cut-card"):
            procedure.check_cut_card(book)
        with input_from("--more-rounds"):
            procedure.check(book)


def count_exposures(
    book: RuleBook,
    procedures: list[Procedure],
    *,
    shoes: int,
    seed: int,
    threads: int,
    counts: dict[str, OwnCount],
) -> tuple[Exposure, ...]:
    from rich.progress import Progress

    from punto.analysis.exposure.exposure import exposures

    check_study(book, procedures, shoes=shoes, seed=seed)
    with (
        input_from(f"book {book.id}"),
        Progress(console=error_console(), transient=True, disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("Counting shoes", total=shoes)
        return exposures(
            book, shoes, seed, procedures, threads, lambda done: progress.update(task, completed=done), counts=counts
        )
