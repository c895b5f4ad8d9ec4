"""Handle, returns and hold by day, table or bet, against the exact odds; and tips. Bots are excluded."""

from datetime import date
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from punto.server.rest.bet_reports import BetReports, Report, ReportLine, TipReport
from punto.server.rest.desks import Desk
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog

First = Annotated[date | None, QueryParameter(name="first", description="Gaming day; default today.")]
Last = Annotated[date | None, QueryParameter(name="last", description="Gaming day; default `first`.")]


@get("/api/reports/day", roles=SUPERVISOR, tags=["reports"], summary="Handle, returns and hold by gaming day.")
async def by_day(
    reports: Desk[BetReports], staff_log: Desk[StaffLog], identity: Who, first: First = None, last: Last = None
) -> Report:
    await staff_log.reads(identity, "read_report", On(thing="day"))
    return await reports.by(first, last, lambda total: ReportLine(day=total.day))


@get("/api/reports/tables", roles=SUPERVISOR, tags=["reports"], summary="The same by table.")
async def by_table(
    reports: Desk[BetReports], staff_log: Desk[StaffLog], identity: Who, first: First = None, last: Last = None
) -> Report:
    await staff_log.reads(identity, "read_report", On(thing="tables"))
    return await reports.by(first, last, lambda total: ReportLine(table=total.table, book=total.book))


@get("/api/reports/bets", roles=SUPERVISOR, tags=["reports"], summary="The same by book and bet.")
async def by_bet(
    reports: Desk[BetReports], staff_log: Desk[StaffLog], identity: Who, first: First = None, last: Last = None
) -> Report:
    await staff_log.reads(identity, "read_report", On(thing="bets"))
    return await reports.by(first, last, lambda total: ReportLine(book=total.book, bet=total.bet))


@get("/api/reports/tips", roles=SUPERVISOR, tags=["reports"], summary="Tips by gaming day, table and recipient.")
async def tips(
    reports: Desk[BetReports], staff_log: Desk[StaffLog], identity: Who, first: First = None, last: Last = None
) -> TipReport:
    await staff_log.reads(identity, "read_report", On(thing="tips"))
    return await reports.tips(first, last)


ROUTES = [by_day, by_table, by_bet, tips]
