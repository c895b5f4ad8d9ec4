"""`punto design`: finds the pays that give a bet a target edge, and how sensitive the edge is to them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from punto.analysis.odds.write_odds import decimal_text, percent_text
from punto.analysis.tabular import Row, row
from punto.cli.input.choose_book import BOOK, DECKS, JSON, choose_book_in_decks, in_decks
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.terminal import console, print_json
from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:  # counting loads NumPy
    from punto.analysis.odds.bet_odds import BetOdds
    from punto.analysis.odds.design import Choice, Design, LineDesign

OTHER_DECKS = (4, 6, 8)
STEP_MIN = Fraction(1, 1_000)


def design(
    book: BOOK,
    bet: Annotated[str, typer.Option(help="The bet's id.")],
    target_edge: Annotated[str, typer.Option(metavar="PERCENT", help="The house edge you want, such as 5 or 2.5%.")],
    step: Annotated[str, typer.Option(help="Round pays to multiples of this.")] = "0.5",
    decks: DECKS = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Find the pays that give a bet a target house edge, changing one line or all of them together.

    For each line: the exact pay, the nearest rounded pays with their edges, how far one unit moves the edge, and the
    edge of the same pay with four, six and eight decks.
    """
    from punto.analysis.odds.design import design_bet
    from punto.analysis.solver.solver import Solver

    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    chosen = choose_book_in_decks(book, decks)
    with input_from("--bet"):
        chosen.bet(bet)
    target, steps = _percent(target_edge), _step(step)

    def odds_in(played: RuleBook) -> BetOdds:
        with input_from(f"book {played.id}"):
            left = played.deck.without(())
            return next(each for each in Solver(played).odds(left).bets if each.bet.id == bet)

    found = design_bet(odds_in(chosen), target, steps)
    others = {copies: odds_in(in_decks(chosen, copies)) for copies in OTHER_DECKS}
    if export:
        export.write(_rows(chosen, found))
    elif as_json:
        print_json(_as_json(chosen, found, others))
    else:
        _print(chosen, found, others)


def _percent(text: str) -> Fraction:
    try:
        share = Fraction(text.strip().removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--target-edge: {text!r} is not a percentage such as 5 or 2.5%") from None
    if not -1 < share < 1:
        raise BadInput(f"--target-edge: {text!r} is not between -100 % and 100 %")
    return share


def _step(text: str) -> Fraction:
    try:
        step = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--step: {text!r} is not a number such as 0.5 or 1/20") from None
    if not STEP_MIN <= step <= 1_000:
        raise BadInput(f"--step: {text!r} is not between {float(STEP_MIN)} and 1000")
    return step


def _print(book: RuleBook, found: Design, others: dict[int, BetOdds]) -> None:
    odds = found.odds
    table = Table(
        title=Text(
            f"{odds.bet.title} ({book.id}): house edge {percent_text(odds.house_edge)} now, "
            f"{percent_text(found.target)} wanted"
        ),
        title_justify="left",
        caption=Text(_together(found)),
        caption_justify="left",
    )
    table.add_column("line", overflow="fold", min_width=16)
    headings = [
        "pays now",
        "exact",
        "in steps",
        "edge then",
        "per unit",
        *(f"{copies} decks" for copies in OTHER_DECKS),
    ]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for each in found.lines:
        if each.exact is None:
            table.add_row(each.line.when, decimal_text(each.line.pays), "no pay does", end_section=True)
            continue
        first = each.line.when, decimal_text(each.line.pays), f"{float(each.exact):.4f}"
        choices = [each.below, each.above] if each.below != each.above else [each.below]
        for number, choice in enumerate(choices):
            assert choice
            start = first if number == 0 else ("", "", "")
            table.add_row(*start, *_choice_row(each, choice, others, is_first=number == 0))
        table.add_section()
    console().print(table)


def _choice_row(each: LineDesign, choice: Choice, others: dict[int, BetOdds], *, is_first: bool) -> list[str]:
    return [
        decimal_text(choice.pays),
        percent_text(choice.edge),
        percent_text(each.edge_per_unit) if is_first else "",
        *(percent_text(each.edge_with(odds, choice.pays)) for odds in others.values()),
    ]


def _together(found: Design) -> str:
    if found.factor is None:
        return "All lines together: no common factor reaches it."
    return f"All lines together: multiply every win by {float(found.factor):.6f}."


def _rows(book: RuleBook, found: Design) -> list[Row]:
    """A row for each line and each pay that can be printed."""
    return [
        row(
            book=book.id,
            bet=found.odds.bet.id,
            when=each.line.when,
            pays_now=each.line.pays,
            edge_now=found.odds.house_edge,
            target=found.target,
            exact_pays=each.exact,
            pays=None if choice is None else choice.pays,
            edge=None if choice is None else choice.edge,
            edge_per_unit=each.edge_per_unit,
        )
        for each in found.lines
        for choice in dict.fromkeys((each.below, each.above))
    ]


def _as_json(book: RuleBook, found: Design, others: dict[int, BetOdds]) -> dict[str, object]:
    return {
        "book": book.id,
        "bet": found.odds.bet.id,
        "house_edge": str(found.odds.house_edge),
        "target_edge": str(found.target),
        "factor_of_all_wins": None if found.factor is None else str(found.factor),
        "lines": [
            {
                "when": each.line.when,
                "pays": str(each.line.pays),
                "exact_pays": None if each.exact is None else str(each.exact),
                "edge_per_unit": str(each.edge_per_unit),
                "choices": [
                    {
                        "pays": str(choice.pays),
                        "house_edge": str(choice.edge),
                        "house_edge_by_decks": {
                            str(copies): float(each.edge_with(odds, choice.pays)) for copies, odds in others.items()
                        },
                    }
                    for choice in (each.below, each.above)
                    if choice
                ],
            }
            for each in found.lines
        ],
    }
