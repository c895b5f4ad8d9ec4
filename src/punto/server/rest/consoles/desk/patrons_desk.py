"""The patrons' desk, reading: one patron at a glance, and the statement in pages or as CSV."""

import csv
import io
from datetime import date
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.rules.invalid_input import InvalidInput, shortened
from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.ticket_code import GROUP
from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import ONE_DAY, day_bounds, gaming_day_of
from punto.server.config.table_ids import place_of
from punto.server.patrons_desk.notes import PatronNotes
from punto.server.patrons_desk.statement import HeldStakes, Period, StatementPage, Statements
from punto.server.patrons_desk.statement_lines import StatementLine
from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Role
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.rest.consoles.desk.find_patron import Standing, standing_of, table_title
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.documents.csv_cells import decimal, instant, text_cell
from punto.server.rest.guards import CAGE, Who
from punto.server.rest.held_bets import HeldBets
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.protection import Limits, limits_of
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.table.state import Instant

PAGE_MAX = 500
DAYS_MAX = 400
COLUMNS = "time,what,table,shoe,round,status,bets,out,in,purse,entry,ticket,by,reason"


class InvalidDay(InvalidInput):
    """Not a date as in 2026-11-16."""


class NoteView(Struct, frozen=True):
    number: int
    at: int
    by: str
    name: str  # of its writer
    text: str


class UnpaidTicket(Struct, frozen=True):
    begins: str  # the code's first letters; the whole code is as good as money
    amount: int
    is_hand_pay: bool
    at: int


class DeskPatron(Struct, frozen=True, kw_only=True):
    """Amounts in the currency's smallest unit."""

    id: str
    name: str  # empty: a guest
    is_guest: bool
    created_at: int
    standing: Standing
    until: int | None  # of a cool-off or an exclusion
    seen_at: int | None
    purse: int
    held: tuple[HeldStakes, ...]
    tables: tuple[str, ...]  # the titles of those tables
    tickets: tuple[UnpaidTicket, ...]  # newest first
    limits: Limits
    session_ms: int  # how long the patron has played without a break
    session_since: int | None  # null: the patron does not play
    notes: tuple[NoteView, ...]  # newest first
    day: str  # the gaming day


class NamedLine(StatementLine, frozen=True):
    name: str = ""  # of the member of staff
    title: str = ""  # of the table
    bet_titles: tuple[str, ...] = ()  # in the order of the bets


class StatementView(Struct, frozen=True):
    day: str  # the last gaming day of the period
    days: int
    since: int
    until: int
    lines: tuple[NamedLine, ...]  # newest first
    opening: int  # the purse before these lines
    closing: int  # and after them
    staked: int  # of these lines: on rounds that ended
    returned: int
    next: str | None  # the `before` of the next page; null: the period's first line is here
    is_cut: bool  # older lines were dropped with archived rounds


Day = Annotated[str, QueryParameter(max_length=10, description="The last gaming day; default: today.")]
DayCount = Annotated[int, QueryParameter(name="days", ge=1, le=DAYS_MAX, description="How many gaming days.")]


@get("/api/desk/patrons/{patron:str}", roles=CAGE, summary="One patron at a glance")
async def patron(
    config: Desk[FloorConfig],
    clock: Desk[Clock],
    accounts: Desk[Accounts],
    sessions: Desk[Sessions],
    protection: Desk[ProtectionDesk],
    cashier: Desk[CashierDesk],
    notes: Desk[PatronNotes],
    held_bets: Desk[HeldBets],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
) -> DeskPatron:
    account = await known_patron(accounts, patron)
    await staff_log.reads(identity, "read_patron", On(patron=patron))
    await protection.recall(patron)
    now = clock()
    standing, until = standing_of(account, protection, now)
    session = protection.session(patron, now)
    held = await held_bets.of(patron)
    unpaid = cashier.open_tickets(patron).items()
    return DeskPatron(
        id=patron,
        name=await accounts.name_of(patron),
        is_guest=account.is_guest and not account.is_erased,
        created_at=account.created_at,
        standing=standing,
        until=until,
        seen_at=max((each.seen_at for each in sessions.of(patron)), default=None),
        purse=await cashier.balance(patron),
        held=held,
        tables=tuple(table_title(config, each.table) for each in held),
        tickets=tuple(UnpaidTicket(code[:GROUP], each.amount, each.is_hand_pay, each.at) for code, each in unpaid),
        limits=limits_of(protection, patron, now),
        session_ms=session.elapsed_ms,
        session_since=now - session.elapsed_ms if session.elapsed_ms else None,
        notes=tuple(
            [
                NoteView(each.number, each.at, each.by, await accounts.name_of(each.by), each.text)
                for each in await notes.of(patron)
            ]
        ),
        day=_day_of(config, now),
    )


@get("/api/desk/patrons/{patron:str}/statement", roles=CAGE, summary="A patron's statement, newest first")
async def statement(
    config: Desk[FloorConfig],
    clock: Desk[Clock],
    accounts: Desk[Accounts],
    statements: Desk[Statements],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    day: Day = "",
    day_count: DayCount = 1,
    before: Annotated[str | None, QueryParameter(description="`next` of the previous page.", max_length=500)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)] = 200,
) -> StatementView:
    """Every line has the purse after it. Stakes on tables are held: they are out of the purse, as its last lines."""
    await known_patron(accounts, patron)
    await staff_log.reads(identity, "read_statement", On(patron=patron))
    now = clock()
    last, period = period_of(config, day, day_count, now)
    page = await statements.page(patron, period, before, limit, now)
    rounds = [line for line in page.lines if line.kind in ("round", "round_changed")]
    return StatementView(
        day=last,
        days=day_count,
        since=period.since,
        until=period.until,
        lines=await _named(config, accounts, page),
        opening=page.opening,
        closing=page.closing,
        staked=sum(line.debit for line in rounds if line.kind == "round"),
        returned=sum(line.credit if line.kind == "round" else line.credit - line.debit for line in rounds),
        next=page.next,
        is_cut=page.is_cut,
    )


@get(
    "/api/desk/patrons/{patron:str}/statement.csv",
    roles=CAGE,
    summary="The same as CSV, oldest first",
    media_type="text/csv",
)
async def statement_csv(
    config: Desk[FloorConfig],
    clock: Desk[Clock],
    accounts: Desk[Accounts],
    statements: Desk[Statements],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    day: Day = "",
    day_count: DayCount = 1,
) -> Response[str]:
    await known_patron(accounts, patron)
    await staff_log.reads(identity, "read_statement", On(patron=patron))
    now = clock()
    last, period = period_of(config, day, day_count, now)
    lines = await _named(config, accounts, await statements.whole(patron, period, now))
    page = io.StringIO(newline="")
    page.write(COLUMNS + "\r\n")
    csv.writer(page).writerows(_csv_line(line, config.currency_digits) for line in reversed(lines))
    name = f'attachment; filename="statement-{patron}-{last}.csv"'
    return Response(page.getvalue(), media_type="text/csv", headers={"content-disposition": name})


async def known_patron(accounts: Accounts, patron: str) -> Account:
    """Also a guest, and one who was erased: the books keep their rounds under an opaque id."""
    account = await accounts.account(patron)
    if account is None or account.role is not Role.PATRON:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_UNKNOWN)
    return account


def period_of(config: FloorConfig, day: str, days: int, now: Instant) -> tuple[str, Period]:
    """The last gaming day of a period, and its bounds."""
    zone, starts_at = config.zone, config.day_start
    try:
        last = date.fromisoformat(day or _day_of(config, now))
        since, _ = day_bounds(last - (days - 1) * ONE_DAY, zone, starts_at)
        _, until = day_bounds(last, zone, starts_at)
    except (ValueError, OverflowError) as error:
        raise InvalidDay(f"{shortened(day)} is not a day such as 2026-11-16") from error
    return last.isoformat(), Period(since, until)


def _day_of(config: FloorConfig, now: Instant) -> str:
    return gaming_day_of(now, config.zone, config.day_start)


async def _named(config: FloorConfig, accounts: Accounts, page: StatementPage) -> tuple[NamedLine, ...]:
    """With names and titles for the ids."""
    staff = {line.by for line in page.lines if line.by}
    names = {each: await accounts.name_of(each) for each in staff}
    return tuple(
        NamedLine(
            **{field: getattr(line, field) for field in line.__struct_fields__},
            name=names.get(line.by, ""),
            title=table_title(config, line.table) if line.table else "",
            bet_titles=_bet_titles(config, line),
        )
        for line in page.lines
    )


def _bet_titles(config: FloorConfig, line: StatementLine) -> tuple[str, ...]:
    """A table that was taken away has ids only."""
    place = config.table(place_of(line.table))
    if place is None or place.book != line.book:
        return tuple(each.bet for each in line.bets)
    book = config.book_of(place)
    return tuple(book.bet(each.bet).title for each in line.bets)


def _csv_line(line: NamedLine, digits: int) -> list[str | int]:
    return [
        instant(line.at),
        line.kind,
        line.table,
        line.shoe or "",
        line.round or "",
        line.status or "",
        text_cell(" ".join(f"{each.bet}:{decimal(each.stake, digits)}" for each in line.bets)),
        decimal(line.debit, digits),
        decimal(line.credit, digits),
        decimal(line.purse, digits),
        line.entry or "",
        text_cell(line.ticket),
        text_cell(line.name or line.by),
        text_cell(line.reason),
    ]


ROUTES: list[ControllerRouterHandler] = [patron, statement, statement_csv]
