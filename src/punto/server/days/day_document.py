"""A day's figures as a document, which becomes a PDF, and as rows of a CSV file: the same lines in both."""

from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo

from msgspec import Struct

from punto.analysis.report.blocks import Block, Document, Paragraph, Section, Sheet
from punto.server.cashier.receipts import amount_text
from punto.server.days.day_figures import HOUR_MS, DayFigures, DayLine

HEADING = ("", "rounds", "handle", "win", "theory", "deviation", "tips")
WORDS = (
    "Handle is what was staked and settled, win what the house kept of it. Theory is the sum of stakes times the exact "
    "edge of each bet from a fresh shoe. The deviation is the win's distance from theory in standard deviations, from "
    "the house's side; Player and Banker count as one event, side bets as if they were independent."
)


class Titles(Struct, frozen=True):
    """How tables, dealers and bets are called, by id."""

    floor: str
    tables: Mapping[str, str]
    people: Mapping[str, str]
    bets: Mapping[str, str]
    zone: tzinfo
    digits: int


class Close(Struct, frozen=True):
    """What the paper says beside the figures."""

    digest: str
    signed: tuple[str, ...]  # names, in order
    is_closed: bool


def day_document(figures: DayFigures, titles: Titles, close: Close) -> Document:
    def money(amount: int | None) -> str:
        return "" if amount is None else amount_text(amount, titles.digits)

    def row(name: str, line: DayLine) -> tuple[str, ...]:
        return (
            name,
            f"{line.rounds:,}",
            money(line.handle),
            money(line.win),
            money(line.theory),
            deviation_text(line),
            money(line.tips),
        )

    def sheet(rows: Iterator[tuple[str, DayLine]]) -> Sheet:
        made = tuple(row(name, line) for name, line in rows)
        return Sheet("", HEADING, made, footer=row("All", figures.total), is_small=len(made) > 12)

    owed, tickets = figures.owed, figures.tickets
    drawers = Sheet(
        "",
        ("drawer", "attendant", "should hold", "counted", "difference"),
        tuple(
            (
                str(each.number),
                titles.people.get(each.by, each.by),
                money(each.should_hold),
                money(each.counted),
                money(each.difference),
            )
            for each in figures.drawers
        ),
        first_figure=2,
    )
    left_open = Paragraph(f"Left open at the end of the day: {figures.drawers_left_open}.")
    facts = (
        ("Floor", titles.floor),
        ("From", _time(figures.start, titles.zone)),
        ("To", _time(figures.end, titles.zone)),
        ("Currency", figures.currency),
        ("Signed", ", ".join(close.signed) or "by nobody yet"),
        ("State", "closed" if close.is_closed else "open"),
        ("Fingerprint", close.digest),
    )
    summary: tuple[Block, ...] = (
        Sheet("", HEADING, (row("All tables", figures.total),)),
        Paragraph(
            f"Tickets outstanding: {tickets.count}, {money(tickets.amount)}. Rounds voided: {figures.voided}."
            + (f" The house owed {money(owed.total)} when the day ended." if owed else "")
            + (f" Fees of storms, a part of the win: {money(figures.total.fees)}." if figures.total.fees else "")
        ),
        Paragraph(WORDS),
    )
    return Document(
        title=f"Close of {figures.day}",
        subtitle="Gaming day",
        facts=facts,
        summary=summary,
        sections=(
            Section("By table", (sheet(_tables(figures, titles)),)),
            Section("By dealer", (sheet(_dealers(figures, titles)),)),
            Section("By bet", (sheet(_bets(figures, titles)),)),
            Section("By hour", (sheet(_hours(figures, titles)),)),
            Section("Drawers", (drawers, left_open)),
        ),
    )


def day_rows(figures: DayFigures, titles: Titles) -> Iterator[tuple[str, str, DayLine]]:
    """Of the CSV file: what the line is about, its name, and the line."""
    yield "all", "", figures.total
    yield from (("table", name, line) for name, line in _tables(figures, titles))
    for table in figures.tables:
        name = titles.tables.get(table.total.id, table.total.id)
        yield from (("table and hour", f"{name} {_hour(line, figures, titles)}", line) for line in table.hours)
    yield from (("dealer", name, line) for name, line in _dealers(figures, titles))
    yield from (("bet", name, line) for name, line in _bets(figures, titles))
    yield from (("hour", name, line) for name, line in _hours(figures, titles))


def deviation_text(line: DayLine) -> str:
    return "" if line.deviation is None else f"{line.deviation:+.1f} σ"


def _tables(figures: DayFigures, titles: Titles) -> Iterator[tuple[str, DayLine]]:
    return ((titles.tables.get(each.total.id, each.total.id), each.total) for each in figures.tables)


def _dealers(figures: DayFigures, titles: Titles) -> Iterator[tuple[str, DayLine]]:
    return ((titles.people.get(each.id, each.id) if each.id else "Punto deals", each) for each in figures.dealers)


def _bets(figures: DayFigures, titles: Titles) -> Iterator[tuple[str, DayLine]]:
    return ((titles.bets.get(each.id, each.id), each) for each in figures.bets)


def _hours(figures: DayFigures, titles: Titles) -> Iterator[tuple[str, DayLine]]:
    return ((_hour(each, figures, titles), each) for each in figures.hours)


def _hour(line: DayLine, figures: DayFigures, titles: Titles) -> str:
    return datetime.fromtimestamp((figures.start + int(line.id) * HOUR_MS) // 1000, titles.zone).strftime("%H:%M")


def _time(at: int, zone: tzinfo) -> str:
    return datetime.fromtimestamp(at // 1000, zone).strftime("%Y-%m-%d %H:%M")
