"""One table for supervisors: what lies on it, its shoe by face, its returns today, and what happened at it."""

from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.floor.supervising import Supervising
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.documents.csv_cells import instant
from punto.server.rest.documents.csv_table import Amount, csv_file
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import found_table
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.tables.table_watch import ShoeAudit, WatchedTable
from punto.server.watching.event_list import EventList, EventPage, Wanted
from punto.server.watching.told_event import TableEvent
from punto.table.config import BetLimit, TableConfig

PAGE_MAX, CSV_MAX = 200, 2_000
EVENT_COLUMNS = (
    "version,time,type,shoe,round,side,place,cards,winner,player_total,banker_total,staked,returned,amount,patrons,by,"
    "name,second,reason,detail"
)
SHOE_COLUMNS = "shoe,face,dealt,not_seen,of"

Which = Annotated[Wanted, QueryParameter(name="which", description="`all`, `cards`, `money` or `staff`.")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="`next` of the previous page.")]
After = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="Only what came after this version.")]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


class FieldOnFelt(Struct, frozen=True):
    bet: str
    title: str
    backs: str | None  # `player`, `banker`, or null: a side bet or a tie
    is_tie: bool
    stake: int
    patrons: int
    limit: BetLimit | None  # null: the field is not offered


class TablePage(Struct, frozen=True, kw_only=True):
    table: str
    title: str
    watched: WatchedTable
    dealer: str  # name
    fields: tuple[FieldOnFelt, ...]
    stakes: int
    most_lost: int | None  # null: unknown yet
    difference_max: int | None
    exposure_max: int | None
    hurry_ms: int
    audit: ShoeAudit
    alone_max: int  # above it a second person must confirm a void or a correction


class NamedEvents(Struct, frozen=True):
    events: tuple[TableEvent, ...]
    next: int | None
    version: int  # of the table's log now
    names: tuple[tuple[str, str], ...]  # account and name; empty: a guest, or erased


@get("/api/staff/tables/{table:str}", roles=SUPERVISOR, summary="A table in depth")
async def table_page(
    config: Desk[FloorConfig],
    tables: Desk[Tables],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
) -> TablePage:
    await staff_log.reads(identity, "read_table", On(table=table))
    place, book = _place(config, table)
    door = found_table(tables, table)
    watched, audit = await door.watch(), await door.audit()
    payouts = await supervising.watcher.returns.payouts.of(book)
    return TablePage(
        table=table,
        title=place.title,
        watched=watched,
        dealer=await supervising.names.of(watched.dealer),
        fields=_fields(place, book, watched),
        stakes=sum(watched.stakes.values()),
        most_lost=payouts.most_lost(watched.stakes),
        difference_max=place.difference_max,
        exposure_max=place.exposure_max,
        hurry_ms=place.pace.hurry_ms,
        audit=audit,
        alone_max=config.alone_max,
    )


@get("/api/staff/tables/{table:str}/events", roles=SUPERVISOR, summary="What happened at a table, newest first")
async def events(
    config: Desk[FloorConfig],
    store: Desk[Store],
    tables: Desk[Tables],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    which: Which = "all",
    before: Before = None,
    after: After = None,
    limit: PageSize = 50,
) -> NamedEvents:
    """In real time: patrons of a table with a picture see its cards later. Single bets are left out."""
    await staff_log.reads(identity, "read_events", On(table=table))
    page, version = await _events(config, store, tables, table, which, before, after, limit)
    accounts = {each for event in page.events for each in (event.by, event.second, _dealer(event)) if each}
    names = [(account, await supervising.names.of(account)) for account in sorted(accounts)]
    return NamedEvents(page.events, page.next, version, tuple(names))


@get("/api/staff/tables/{table:str}/events.csv", roles=SUPERVISOR, summary="As CSV", media_type="text/csv")
async def events_csv(
    config: Desk[FloorConfig],
    store: Desk[Store],
    tables: Desk[Tables],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    which: Which = "all",
) -> Response[str]:
    """The last two thousand."""
    await staff_log.acts(identity, "export_events", On(table=table))
    page, _ = await _events(config, store, tables, table, which, None, None, CSV_MAX)
    digits = config.currency_digits
    lines = [await _event_line(each, supervising, digits) for each in page.events]
    return csv_file(f"events-{table}", EVENT_COLUMNS.split(","), lines)


@get("/api/staff/tables/{table:str}/shoe.csv", roles=SUPERVISOR, summary="The shoe by face", media_type="text/csv")
async def shoe_csv(
    tables: Desk[Tables], staff_log: Desk[StaffLog], identity: Who, table: FromPath[str]
) -> Response[str]:
    await staff_log.acts(identity, "export_shoe", On(table=table))
    audit = await found_table(tables, table).audit()
    counted = [(audit.shoe, each.rank, each.dealt, each.of - each.dealt, each.of) for each in audit.faces]
    burned = (audit.shoe, f"burned ({audit.burn_card or 'none'})", int(bool(audit.burn_card)) + audit.burned_face_down)
    rest = [(*burned, None, None), (audit.shoe, "in the shoe", audit.in_shoe, None, audit.size)]
    return csv_file(f"shoe-{table}", SHOE_COLUMNS.split(","), [*counted, *rest])


async def _events(
    config: FloorConfig,
    store: Store,
    tables: Tables,
    table: str,
    which: Wanted,
    before: int | None,
    after: int | None,
    limit: int,
) -> tuple[EventPage, int]:
    _, book = _place(config, table)
    now = await found_table(tables, table).watch()
    listed = EventList(store, table, book)
    if after is not None:
        return await listed.since(after=after, last=now.version, shoe=now.shoe, wanted=which, limit=limit), now.version
    return await listed.page(last=now.version, shoe=now.shoe, before=before, wanted=which, limit=limit), now.version


async def _event_line(event: TableEvent, supervising: Supervising, digits: int) -> Sequence[str | int | Amount | None]:
    player, banker = event.totals or (None, None)
    return (
        *(event.version, instant(event.at) if event.at else "", event.type, event.shoe, event.round or None),
        *(event.side, event.place or None, event.cards, event.winner, player, banker),
        *(None if each is None else Amount(each, digits) for each in (event.staked, event.returned)),
        *(Amount(event.amount, digits) if event.type in MONEY else None, event.patrons, event.by),
        *(await supervising.names.of(event.by), await supervising.names.of(event.second), event.reason, event.detail),
    )


MONEY = frozenset({"tip_given", "round_voided"})


def _dealer(event: TableEvent) -> str:
    return event.detail if event.type == "dealer_changed" else ""


def _place(config: FloorConfig, table: str) -> tuple[TableConfig, RuleBook]:
    place = config.table(place_of(table))
    if place is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    return place, config.book_of(place)


def _fields(place: TableConfig, book: RuleBook, watched: WatchedTable) -> tuple[FieldOnFelt, ...]:
    totals = {each.bet: each for each in watched.fields}
    return tuple(
        FieldOnFelt(
            bet.id,
            bet.title,
            bet.backs.value if bet.backs else None,
            bet.is_tie,
            stake=totals[bet.id].stake if bet.id in totals else 0,
            patrons=totals[bet.id].patrons if bet.id in totals else 0,
            limit=place.limits.get(bet.id),
        )
        for bet in book.bets
        if bet.id in place.limits or bet.id in totals
    )


ROUTES: list[ControllerRouterHandler] = [table_page, events, events_csv, shoe_csv]
