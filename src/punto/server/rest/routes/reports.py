"""What was staked and what went back: by day, by table, by bet, against the exact odds. Bots are in none of it."""

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from msgspec import Struct

from punto.server.config.gaming_day import gaming_day_bounds
from punto.server.record.plays_of_coup import TIP
from punto.server.rest.floor_here import FloorHere, RestFloor
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import Refused
from punto.server.staff.staff_events import On
from punto.server.store.plays import BetTotal

DAYS_MAX = 366

First = Annotated[date | None, QueryParameter(name="first", description="Gaming day; today when left out.")]
Last = Annotated[date | None, QueryParameter(name="last", description="Gaming day; the first when left out.")]


class ReportLine(Struct, frozen=True):
    """Amounts in the currency's smallest unit. A return is a share of the handle: 0.98942."""

    day: str | None = None
    table: str | None = None
    book: str | None = None
    bet: str | None = None
    wagers: int = 0
    handle: int = 0  # what was staked
    returned: int = 0  # what went back, stakes included
    hold: int = 0  # what the house kept
    actual_return: float | None = None  # null: nothing was staked
    exact_return: float | None = None  # of these stakes by the books' exact odds for a fresh shoe; null: unknown


class Report(Struct, frozen=True):
    currency: str
    first: str
    last: str
    total: ReportLine
    lines: tuple[ReportLine, ...]


@get("/api/reports/day", roles=SUPERVISOR, tags=["reports"], summary="Handle, returns and hold of each gaming day.")
async def by_day(floor: FloorHere, identity: Who, first: First = None, last: Last = None) -> Report:
    await floor.staff_log.reads(identity, "read_report", On(thing="day"))
    return await _report(floor, first, last, lambda total: ReportLine(day=total.day))


@get("/api/reports/tables", roles=SUPERVISOR, tags=["reports"], summary="The same of each table.")
async def by_table(floor: FloorHere, identity: Who, first: First = None, last: Last = None) -> Report:
    await floor.staff_log.reads(identity, "read_report", On(thing="tables"))
    return await _report(floor, first, last, lambda total: ReportLine(table=total.table, book=total.book))


@get("/api/reports/bets", roles=SUPERVISOR, tags=["reports"], summary="The same of each bet of each book.")
async def by_bet(floor: FloorHere, identity: Who, first: First = None, last: Last = None) -> Report:
    await floor.staff_log.reads(identity, "read_report", On(thing="bets"))
    return await _report(floor, first, last, lambda total: ReportLine(book=total.book, bet=total.bet))


class TipLine(Struct, frozen=True):
    day: str
    table: str
    goes_to: str  # `dealer`, of this table, or `attendants`
    tips: int
    amount: int


class TipReport(Struct, frozen=True):
    currency: str
    first: str
    last: str
    tips: int
    amount: int
    lines: tuple[TipLine, ...]


@get("/api/reports/tips", roles=SUPERVISOR, tags=["reports"], summary="Tips of each gaming day, table and recipient.")
async def tips(floor: FloorHere, identity: Who, first: First = None, last: Last = None) -> TipReport:
    await floor.staff_log.reads(identity, "read_report", On(thing="tips"))
    first, last = _days(floor, first, last)
    totals = await floor.store.bet_totals(first.isoformat(), last.isoformat())
    lines = tuple(
        TipLine(each.day, each.table, each.bet.removeprefix(TIP), each.wagers, each.staked)
        for each in totals
        if each.bet.startswith(TIP)
    )
    return TipReport(
        currency=floor.config.currency,
        first=first.isoformat(),
        last=last.isoformat(),
        tips=sum(line.tips for line in lines),
        amount=sum(line.amount for line in lines),
        lines=lines,
    )


def _days(floor: RestFloor, first: date | None, last: date | None) -> tuple[date, date]:
    first = first or _today(floor)
    last = last or first
    if not timedelta(0) <= last - first < timedelta(days=DAYS_MAX):
        raise Refused("request_is_invalid", f"from first to last, {DAYS_MAX} days at the most")
    return first, last


async def _report(
    floor: RestFloor, first: date | None, last: date | None, line_of: Callable[[BetTotal], ReportLine]
) -> Report:
    first, last = _days(floor, first, last)
    found = await floor.store.bet_totals(first.isoformat(), last.isoformat())
    totals = [total for total in found if not total.bet.startswith(TIP)]
    exact = await _exact_returns(floor, {total.book for total in totals})
    parts: dict[ReportLine, list[BetTotal]] = {}
    for total in totals:
        parts.setdefault(line_of(total), []).append(total)
    return Report(
        currency=floor.config.currency,
        first=first.isoformat(),
        last=last.isoformat(),
        total=_line(ReportLine(), totals, exact),
        lines=tuple(_line(line, part, exact) for line, part in parts.items()),
    )


def _line(line: ReportLine, totals: Iterable[BetTotal], exact: dict[tuple[str, str], Fraction]) -> ReportLine:
    wagers = handle = returned = 0
    expected: Fraction | None = Fraction(0)
    for total in totals:
        wagers, handle, returned = wagers + total.wagers, handle + total.staked, returned + total.returned
        known = exact.get((total.book, total.bet))
        expected = None if expected is None or known is None else expected + total.staked * known
    return ReportLine(
        line.day,
        line.table,
        line.book,
        line.bet,
        wagers=wagers,
        handle=handle,
        returned=returned,
        hold=handle - returned,
        actual_return=returned / handle if handle else None,
        exact_return=float(expected / handle) if handle and expected is not None else None,
    )


async def _exact_returns(floor: RestFloor, books: set[str]) -> dict[tuple[str, str], Fraction]:
    """Of the books that the floor still has; totals of others stand without."""
    found = [book for book in map(floor.config.book, sorted(books)) if book is not None]
    return {(book.id, each.bet.id): each.rtp for book in found for each in (await floor.odds.of(book)).bets}


def _today(floor: RestFloor) -> date:
    config = floor.config
    start, _ = gaming_day_bounds(floor.clock(), config.zone, config.day_start)
    return datetime.fromtimestamp(start // 1000, config.zone).date()


ROUTES = [by_day, by_table, by_bet, tips]
