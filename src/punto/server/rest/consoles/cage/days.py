"""Gaming days: figures by table, dealer, bet and hour, signed by two people, as JSON, PDF and CSV."""

import asyncio
import csv
import io
from collections.abc import Mapping
from datetime import date, timedelta

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.days.day_desk import DayDesk, Difference, differences
from punto.server.days.day_document import Close, Titles, day_document, day_rows
from punto.server.days.day_figures import DayFigures, DayLine
from punto.server.people.accounts import Accounts
from punto.server.rest.desks import Desk
from punto.server.rest.documents.csv_cells import decimal, text_cell
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store

DAYS_LISTED = 31
COLUMNS = ("by", "name", "rounds", "handle", "win", "theoretical_win", "one_sigma", "deviation", "tips", "fees")


class FigureLine(Struct, frozen=True, kw_only=True):
    """Amounts in the currency's smallest unit, from the house's side."""

    id: str
    title: str
    rounds: int
    handle: int
    win: int
    theory: int | None  # null: unknown
    one_sigma: int | None
    deviation: float | None  # in standard deviations; positive: above theory
    tips: int
    fees: int  # what of the win patrons have paid for storms


class TableFigures(Struct, frozen=True):
    total: FigureLine
    hours: tuple[FigureLine, ...]  # each with the hour of the day as its id


class DaySignature(Struct, frozen=True):
    name: str
    at: int
    is_valid: bool  # the figures have not changed since


class DrawerFigures(Struct, frozen=True):
    number: int
    name: str
    should_hold: int
    counted: int
    difference: int


class DayView(Struct, frozen=True, kw_only=True):
    day: str
    start: int
    end: int
    is_over: bool
    is_closed: bool
    digest: str
    total: FigureLine
    voided: int
    tables: tuple[TableFigures, ...]
    dealers: tuple[FigureLine, ...]
    bets: tuple[FigureLine, ...]
    hours: tuple[FigureLine, ...]
    tips_to_dealers: int
    tips_to_house: int  # to attendants, and where nobody is named
    ticket_count: int
    ticket_amount: int
    oldest_ticket_at: int | None
    drawers: tuple[DrawerFigures, ...]
    drawers_left_open: int
    owed: int | None  # at the day's end; null: nobody noted it
    signatures: tuple[DaySignature, ...]
    may_sign: bool  # whether you may sign now
    ledger_sum: int  # of all accounts; always 0
    reports_agree: bool  # the rounds of the day add up to the totals of the reports
    differences: tuple[Difference, ...]  # since the close


class ListedDay(Struct, frozen=True):
    day: str
    is_closed: bool
    signatures: int


class DayList(Struct, frozen=True):
    today: str
    days: tuple[ListedDay, ...]  # newest first


@get("/api/days", roles=SUPERVISOR, summary="The last gaming days and whether they are closed")
async def list_days(days: Desk[DayDesk]) -> DayList:
    today = days.today()
    listed = [today - timedelta(days=ago) for ago in range(DAYS_LISTED)]
    states = [(day, days.state(day)) for day in listed]
    return DayList(
        today.isoformat(),
        tuple(ListedDay(day.isoformat(), state.is_closed, len(state.signatures)) for day, state in states),
    )


@get("/api/days/{day:date}", roles=SUPERVISOR, summary="A gaming day's figures")
async def show_day(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    days: Desk[DayDesk],
    store: Desk[Store],
    staff_log: Desk[StaffLog],
    identity: Who,
    day: FromPath[date],
) -> DayView:
    """As they were signed once the day is closed; what has changed since stands beside them."""
    await staff_log.reads(identity, "read_day", On(thing=day.isoformat()))
    return await _view(config, accounts, days, store, identity.account, day)


@post("/api/days/{day:date}/sign", status_code=200, roles=SUPERVISOR, summary="Sign a day's figures; two close it")
async def sign_day(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    days: Desk[DayDesk],
    store: Desk[Store],
    staff_log: Desk[StaffLog],
    identity: Who,
    day: FromPath[date],
) -> DayView:
    action = await staff_log.acts(identity, "sign_day", On(thing=day.isoformat()))
    if refusal := await days.sign(day, identity.account):
        await staff_log.refused(action, refusal)
        raise RequestRefused(refusal)
    return await _view(config, accounts, days, store, identity.account, day)


@get("/api/days/{day:date}/close.pdf", roles=SUPERVISOR, summary="The same as PDF", media_type="application/pdf")
async def day_pdf(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    days: Desk[DayDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    day: FromPath[date],
) -> Response[bytes]:
    from punto.analysis.report.pdf import report_pdf  # loads the typesetter

    await staff_log.reads(identity, "read_day", On(thing=f"{day} as PDF"))
    figures, titles, close = await _paper(config, accounts, days, day)
    made = await asyncio.to_thread(report_pdf, day_document(figures, titles, close))
    headers = {"content-disposition": f'attachment; filename="close-{day}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


@get("/api/days/{day:date}/close.csv", roles=SUPERVISOR, summary="The same as CSV", media_type="text/csv")
async def day_csv(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    days: Desk[DayDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    day: FromPath[date],
) -> Response[str]:
    await staff_log.reads(identity, "read_day", On(thing=f"{day} as CSV"))
    figures, titles, _ = await _paper(config, accounts, days, day)
    page, digits = io.StringIO(), config.currency_digits
    lines = csv.writer(page)
    lines.writerow(COLUMNS)
    for by, name, line in day_rows(figures, titles):
        theory = "" if line.theory is None else decimal(line.theory, digits)
        sigma = "" if line.one_sigma is None else decimal(line.one_sigma, digits)
        deviation = "" if line.deviation is None else f"{line.deviation:.4f}"
        money = (decimal(line.handle, digits), decimal(line.win, digits), theory, sigma)
        beside = (decimal(line.tips, digits), decimal(line.fees, digits))
        lines.writerow((by, text_cell(name), line.rounds, *money, deviation, *beside))
    headers = {"content-disposition": f'attachment; filename="close-{day}.csv"'}
    return Response(page.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


async def _paper(config: FloorConfig, accounts: Accounts, days: DayDesk, day: date) -> tuple[DayFigures, Titles, Close]:
    state = days.state(day)
    figures = await days.closed_figures(day) or await days.figures(day)
    valid = [each for each in state.signatures if each.digest == figures.digest]
    names = tuple([await accounts.name_of(each.by) for each in valid])
    return figures, await _titles(config, accounts, figures), Close(figures.digest, names, state.is_closed)


async def _titles(config: FloorConfig, accounts: Accounts, figures: DayFigures) -> Titles:
    people = {each.id for each in figures.dealers} | {each.by for each in figures.drawers}
    return Titles(
        floor=config.name,
        tables={table.id: table.title for table in config.tables},
        people={each: await accounts.name_of(each) or each for each in sorted(people) if each},
        bets={bet.id: bet.title for book in reversed(config.books) for bet in book.bets},
        zone=config.zone,
        digits=config.currency_digits,
    )


async def _view(
    config: FloorConfig, accounts: Accounts, days: DayDesk, store: Store, reader: str, day: date
) -> DayView:
    now, closed = await days.figures(day), await days.closed_figures(day)
    figures, state = closed or now, days.state(day)
    titles = await _titles(config, accounts, figures)
    totals = await store.bet_totals(day.isoformat(), day.isoformat())
    staked = sum(total.staked for total in totals if ":" not in total.bet)
    return DayView(
        day=figures.day,
        start=figures.start,
        end=figures.end,
        is_over=day < days.today(),
        is_closed=state.is_closed,
        digest=figures.digest,
        total=_line(figures.total, ""),
        voided=figures.voided,
        tables=tuple(
            TableFigures(_line(each.total, titles.tables.get(each.total.id, "")), _lines(each.hours, {}))
            for each in figures.tables
        ),
        dealers=_lines(figures.dealers, {**titles.people, "": "Punto deals"}),
        bets=_lines(figures.bets, titles.bets),
        hours=_lines(figures.hours, {}),
        tips_to_dealers=sum(line.tips for line in figures.dealers),
        tips_to_house=figures.total.tips - sum(line.tips for line in figures.dealers),
        ticket_count=figures.tickets.count,
        ticket_amount=figures.tickets.amount,
        oldest_ticket_at=figures.tickets.oldest_at,
        drawers=tuple(
            DrawerFigures(each.number, titles.people.get(each.by, ""), each.should_hold, each.counted, each.difference)
            for each in figures.drawers
        ),
        drawers_left_open=figures.drawers_left_open,
        owed=figures.owed.total if figures.owed else None,
        signatures=tuple(
            [
                DaySignature(await accounts.name_of(each.by), each.at, each.digest == figures.digest)
                for each in state.signatures
            ]
        ),
        may_sign=days.why_not(day, reader, now) is None,
        ledger_sum=sum((await store.every_balance()).values()),
        reports_agree=staked == now.total.handle,
        differences=() if closed is None else differences(closed, now),
    )


def _lines(lines: tuple[DayLine, ...], titles: Mapping[str, str]) -> tuple[FigureLine, ...]:
    return tuple(_line(each, titles.get(each.id, "")) for each in lines)


def _line(line: DayLine, title: str) -> FigureLine:
    return FigureLine(
        id=line.id,
        title=title or line.id,
        rounds=line.rounds,
        handle=line.handle,
        win=line.win,
        theory=line.theory,
        one_sigma=line.one_sigma,
        deviation=line.deviation,
        tips=line.tips,
        fees=line.fees,
    )


ROUTES: list[ControllerRouterHandler] = [list_days, show_day, sign_day, day_pdf, day_csv]
