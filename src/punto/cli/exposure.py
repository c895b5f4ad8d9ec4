"""`punto exposure`: shows what a card counter could win from each bet of a book."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from punto.cli.input.choose_book import BOOK, DECKS, JSON, choose_book
from punto.cli.input.refuse import input_from
from punto.cli.output.terminal import console, error_console, print_json
from punto.cli.output.write_file import check_writable, write_file
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

if TYPE_CHECKING:  # counting loads NumPy and Numba
    from punto.analysis.exposure.exposure import BetExposure, Exposure, Gain

SHOES_DEFAULT = 1_000
ROUNDS_TOGETHER = 10


def exposure(
    book: BOOK,
    shoes: Annotated[int, typer.Option(help="How many shoes to deal.")] = SHOES_DEFAULT,
    seed: Annotated[int, typer.Option(help="The random seed; the same seed gives the same result.")] = 1,
    cut_card: Annotated[int, typer.Option(help="How many cards lie behind the cut card.")] = CUT_CARD_DEFAULT,
    decks: DECKS = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="How many cores to use.")] = os.cpu_count() or 1,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the exposure by round as SVG.")] = None,
    as_json: JSON = False,
) -> None:
    """Price every bet before every round of many shoes, as somebody who has seen every card could.

    A perfect counter stakes one unit whenever the expectation is positive. A linear counter adds up small tags and bets
    from a trigger count on. "open" keeps the book's last-round limits; "no limits" leaves every bet open.
    """
    chosen = choose_book(book, decks)
    if svg:
        check_writable(svg)
    counted = count_exposure(chosen, shoes=shoes, seed=seed, cut_card=cut_card, threads=threads)
    if svg:
        from punto.analysis.report.plots import exposure_picture

        write_file(svg, exposure_picture(counted).encode())
    if as_json:
        print_json(exposure_as_json(counted))
    else:
        for table in (_perfect_table(counted), _round_table(counted), _linear_table(counted), _tag_table(counted)):
            console().print(table)


def count_exposure(book: RuleBook, *, shoes: int, seed: int, cut_card: int, threads: int) -> Exposure:
    from rich.progress import Progress

    from punto.analysis.exposure.exposure import exposure as count

    with (
        input_from("--shoes, --seed or --cut-card"),
        Progress(console=error_console(), transient=True, disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("Counting shoes", total=shoes)
        return count(book, shoes, seed, cut_card, threads, lambda done: progress.update(task, completed=done))


def _title(counted: Exposure, what: str) -> Text:
    dealt = f"{counted.shoes:,} shoes, {counted.coups:,} rounds, cut card {counted.cut_card} from the end"
    return Text(f"{counted.book.title} ({counted.book.id}), {what}\n{dealt}, seed {counted.seed}")


def _perfect_table(counted: Exposure) -> Table:
    table = Table(title=_title(counted, "a perfect counter"), title_justify="left")
    table.add_column("bet", no_wrap=True)
    for heading in (
        "fresh\nshoe",
        "best\nseen",
        "last\nround",
        "open:\nfavours",
        "units per\n100 rounds",
        "no limits:\nfavours",
        "units per\n100 rounds",
        "units per\nshoe",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in counted.bets:
        table.add_row(
            each.bet.title,
            _percent(each.fresh),
            _percent(each.best),
            str(each.bet.last_coup_offered or "–"),
            _percent(each.perfect_in_limits.share),
            f"{each.perfect_in_limits.per_100_coups:.4f}",
            _percent(each.perfect.share),
            f"{each.perfect.per_100_coups:.4f}",
            f"{each.perfect.per_shoe:.4f}",
        )
    return table


def _round_table(counted: Exposure) -> Table:
    """Rounds grouped by ten; those in which the book has closed the bet are dim."""
    title = "Rounds that favour a perfect counter, in percent, by round of the shoe (dim: the book has closed the bet)"
    table = Table(title=Text(title), title_justify="left")
    table.add_column("bet", no_wrap=True)
    last = len(counted.shoes_by_coup)
    starts = range(0, last, ROUNDS_TOGETHER)
    for start in starts:
        table.add_column(f"{start + 1}–{min(start + ROUNDS_TOGETHER, last)}", justify="right", no_wrap=True)
    for each in counted.bets:
        closes = each.bet.last_coup_offered or last
        cells = []
        for start in starts:
            share = each.share_in(slice(start, start + ROUNDS_TOGETHER), counted.shoes_by_coup)
            cells.append(Text(f"{share * 100:.2f}", style="dim" if start >= closes else ""))
        table.add_row(each.bet.title, *cells)
    return table


def _linear_table(counted: Exposure) -> Table:
    table = Table(title=Text("A linear counter, with the tags below and no limits"), title_justify="left")
    table.add_column("bet", no_wrap=True)
    for heading in (
        "trigger\n(true count)",
        "bets in",
        "mean edge",
        "units per\nshoe",
        "units per\n100 rounds",
        "open: units per\n100 rounds",
        "of perfect",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in counted.bets:
        linear = each.linear
        if linear.trigger is None:
            table.add_row(each.bet.title, "never")
            continue
        table.add_row(
            each.bet.title,
            f"{linear.trigger:+.2f}",
            _percent(linear.gain.share),
            _percent(linear.gain.mean_edge),
            f"{linear.gain.per_shoe:.4f}",
            f"{linear.gain.per_100_coups:.4f}",
            f"{linear.gain_in_limits.per_100_coups:.4f}",
            f"{linear.share_of_perfect * 100:.0f} %",
        )
    return table


def _tag_table(counted: Exposure) -> Table:
    """Bets in rows, cards in columns: the tag of each card."""
    from punto.analysis.exposure.counting_tags import faces_alike

    groups = faces_alike(counted.book, counted.effects)
    table = Table(title=Text("Tags for each card seen"), title_justify="left")
    table.add_column("bet", no_wrap=True)
    for name, _ in groups:
        table.add_column(name.replace(" (", "\n("), justify="right")
    for each in counted.bets:
        tags = each.linear.tags.tags
        row = [f"{tags[faces[0]]:+d}" if tags[faces[0]] else "0" for _, faces in groups]
        table.add_row(each.bet.title, *(row if tags.any() else ["–"] * len(groups)))
    return table


def _percent(share: float) -> str:
    return f"{share * 100:.2f} %"


def exposure_as_json(counted: Exposure) -> dict[str, object]:
    return {
        "book": counted.book.id,
        "shoes": counted.shoes,
        "rounds": counted.coups,
        "cut_card": counted.cut_card,
        "seed": counted.seed,
        "shoes_by_round": counted.shoes_by_coup.tolist(),
        "bets": {each.bet.id: _bet_as_json(counted.book, each) for each in counted.bets},
    }


def _bet_as_json(book: RuleBook, each: BetExposure) -> dict[str, object]:
    faces = [str(face) for face in book.deck.faces]
    linear = each.linear
    return {
        "fresh": each.fresh,
        "best": each.best,
        "last_round": each.bet.last_coup_offered,
        "perfect": {"open": _gain(each.perfect_in_limits), "no_limits": _gain(each.perfect)},
        "linear": {
            "effects_of_removal": dict(zip(faces, linear.tags.effects.tolist(), strict=True)),
            "tags": dict(zip(faces, linear.tags.tags.tolist(), strict=True)),
            "correlation": linear.tags.correlation,
            "trigger": linear.trigger,
            "share_of_perfect": linear.share_of_perfect,
            "open": _gain(linear.gain_in_limits),
            "no_limits": _gain(linear.gain),
        },
        "share_by_round": each.share_by_coup.tolist(),
        "gain_per_100_by_round": each.gain_by_coup.tolist(),
    }


def _gain(gain: Gain) -> dict[str, float]:
    return {
        "share_of_rounds": gain.share,
        "units_per_100_rounds": gain.per_100_coups,
        "units_per_shoe": gain.per_shoe,
        "mean_edge": gain.mean_edge,
    }
