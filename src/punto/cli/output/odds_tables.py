"""What `punto odds` prints: tables for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from punto.analysis.odds.write_odds import odds_text, percent_text
from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:  # counting loads NumPy, which only the commands that count should wait for
    from punto.analysis.odds.bet_odds import BetOdds, BookOdds
    from punto.analysis.odds.known_cards import KnownCards

COVARIANCES_ABREAST = 8
SHOWN_COUPS = {10**4: "10⁴", 10**5: "10⁵", 10**6: "10⁶", 10**7: "10⁷", 10**8: "10⁸"}


@dataclass(frozen=True)
class Counted:
    """The odds of a book, and the open cards of the round that they are for."""

    odds: BookOdds
    known: KnownCards | None = None

    @property
    def book(self) -> RuleBook:
        return self.odds.book

    @cached_property
    def covariances(self) -> list[list[Fraction]]:
        from punto.analysis.odds.spread import covariances

        return covariances(self.odds)


def odds_table(counted: Counted, width: int) -> Table:
    """A row for each bet, followed by a row for each of its lines. A narrow terminal shows fewer columns."""
    table = Table(title=Text(_title(counted)), title_justify="left")
    table.add_column("bet and its lines", overflow="fold", min_width=20)
    headings = ["pays", "chance", "RTP"] + ["house edge"] * (width >= 80) + ["deviation"] * (width >= 100)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for each in counted.odds.bets:
        figures = ["", "", percent_text(each.rtp), percent_text(each.house_edge), f"{each.standard_deviation:.4f}"]
        table.add_row(each.bet.title, *figures[: len(headings)], style="bold")
        for index, line in enumerate(each.lines):
            is_last = index == len(each.lines) - 1
            row = f"  {line.when}", odds_text(line.pays), percent_text(line.probability)
            table.add_row(*row, end_section=is_last, style="dim" if is_last else "")
    return table


def return_tables(counted: Counted) -> Iterator[Table]:
    """A table for each bet as the trade prints it: event, pays, combinations, probability, return, and totals."""
    for number, each in enumerate(counted.odds.bets):
        title = Text(f"{_title(counted)}\n\n{each.bet.title}" if number == 0 else each.bet.title)
        table = Table(title=title, title_justify="left", show_footer=True)
        every = counted.odds.orderings
        table.add_column("event", footer="total", overflow="fold", min_width=20)
        for heading, footer in (
            ("pays", ""),
            ("combinations", f"{every:,}"),
            ("probability", "1.00000000"),
            ("return", f"{float(each.ev):.8f}"),
        ):
            table.add_column(heading, footer=footer, justify="right", no_wrap=True)
        for line in each.lines:
            figures = f"{float(line.probability):.8f}", f"{float(line.pays * line.probability):.8f}"
            table.add_row(line.when, odds_text(line.pays), f"{line.ways:,}", *figures)
        yield table


def covariance_tables(counted: Counted) -> Iterator[Table]:
    """Half of the symmetric matrix, a few columns at a time."""
    bets = counted.book.bets
    for first in range(0, len(bets), COVARIANCES_ABREAST):
        title = f"Covariance of what one unit on each bet wins, {counted.book.id}" if first == 0 else ""
        table = Table(title=Text(title) if title else None, title_justify="left")
        table.add_column("bet", no_wrap=True)
        for number in range(first, min(first + COVARIANCES_ABREAST, len(bets))):
            table.add_column(str(number + 1), justify="right", no_wrap=True)
        for number in range(first, len(bets)):
            shown = counted.covariances[number][first : min(number + 1, first + COVARIANCES_ABREAST)]
            table.add_row(f"{number + 1} {bets[number].id}", *(f"{float(value):.4f}" for value in shown))
        yield table


def band_table(counted: Counted) -> Table:
    from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, rtp_bands

    title = f"Range of the RTP in percent, flat stakes, {counted.book.id} (corrected for skewness)"
    table = Table(title=Text(title), title_justify="left")
    table.add_column("bet")
    table.add_column("chance", justify="right")
    for coups in BAND_COUPS:
        table.add_column(f"{SHOWN_COUPS[coups]} rounds", justify="right", no_wrap=True)
    for each in counted.odds.bets:
        bands = rtp_bands(each)
        for share in BAND_SHARES:
            row = [f"{band.low * 100:.2f} – {band.high * 100:.2f}" for band in bands if band.share == share]
            is_first, is_last = share == BAND_SHARES[0], share == BAND_SHARES[-1]
            table.add_row(each.bet.title if is_first else "", f"{share * 100} %", *row, end_section=is_last)
    return table


def _title(counted: Counted) -> str:
    book, odds = counted.book, counted.odds
    shown = f", with {counted.known} open" if counted.known else ""
    storms = ", each with every storm" if book.storm else ""
    return f"{book.title} ({book.id})\n{odds.cards_left} cards{shown}, {odds.orderings:,} orderings of six{storms}"


def odds_as_json(counted: Counted, *, with_covariance: bool, with_bands: bool) -> dict[str, object]:
    odds = counted.odds
    printed: dict[str, object] = {
        "book": odds.book.id,
        "cards_left": odds.cards_left,
        "orderings": odds.orderings,
        "bets": {each.bet.id: _bet_as_json(each, with_bands=with_bands) for each in odds.bets},
    }
    if counted.known:
        printed["dealt"] = str(counted.known)
    if with_covariance:
        printed["covariance"] = {
            one.id: {other.id: str(value) for other, value in zip(odds.book.bets, row, strict=True)}
            for one, row in zip(odds.book.bets, counted.covariances, strict=True)
        }
    return printed


def _bet_as_json(each: BetOdds, *, with_bands: bool) -> dict[str, object]:
    printed: dict[str, object] = {
        "title": each.bet.title,
        "ev": str(each.ev),
        "rtp": float(each.rtp),
        "house_edge": float(each.house_edge),
        "variance": str(each.variance),
        "standard_deviation": each.standard_deviation,
        "win_probability": str(each.win_probability),
        "lines": [
            {
                "when": line.when,
                "pays": str(line.pays),
                "ways": line.ways,
                "probability": str(line.probability),
                "return": str(line.pays * line.probability),
            }
            for line in each.lines
        ],
    }
    if with_bands:
        printed["bands"] = _bands_as_json(each)
    return printed


def _bands_as_json(each: BetOdds) -> list[dict[str, float]]:
    from punto.analysis.odds.spread import rtp_bands

    return [
        {"rounds": band.coups, "chance": float(Fraction(band.share)), "low": band.low, "high": band.high}
        for band in rtp_bands(each)
    ]
