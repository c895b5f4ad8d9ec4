"""The floor at a glance, and opening and closing of tables, books and the whole floor."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.floor.supervising import Supervising
from punto.server.protocol.floor_watch import FloorWatch
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.documents.csv_cells import instant
from punto.server.rest.documents.csv_table import Amount, csv_file
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import NoteText
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.tables.closed_places import Closing
from punto.table.config import TableConfig
from punto.table.reasons import StaffReason

FLOOR_COLUMNS = (
    "table,title,book,kind,phase,paused,shoe,round,dealer,patrons,stakes,most_lost,handle,win,rounds,deviations,alarm"
)
WAITING_COLUMNS = "id,kind,about,since,table,shoe,round,who,text,reason,detail,amount,deviations,taken_by"


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """One table, every table that plays a book, or the whole floor."""

    what: Literal["table", "book", "floor"]
    id: Annotated[str, Meta(max_length=1_000)] = ""  # of the table or the book, which may have many bets in its id


class CloseScope(Scope, frozen=True, kw_only=True):
    reason: StaffReason
    note: NoteText = ""


class OpenScope(Scope, frozen=True, kw_only=True):
    note: NoteText = ""


class Changed(Struct, frozen=True):
    tables: tuple[str, ...]  # those that were open, or closed, until now


@get("/api/staff/floor", roles=SUPERVISOR, summary="Every table at a glance, and what waits")
async def floor(supervising: Desk[Supervising], staff_log: Desk[StaffLog], identity: Who) -> FloorWatch:
    """Staff sockets get the same whenever it changes: `watch_floor`."""
    await staff_log.reads(identity, "read_floor")
    return await supervising.watcher.look()


@get("/api/staff/floor.csv", roles=SUPERVISOR, summary="Every table as CSV", media_type="text/csv")
async def floor_csv(
    config: Desk[FloorConfig], supervising: Desk[Supervising], staff_log: Desk[StaffLog], identity: Who
) -> Response[str]:
    await staff_log.acts(identity, "export_floor")
    watch, digits = await supervising.watcher.look(), config.currency_digits
    lines = (
        (
            *(each.table, each.title, each.book, each.kind, each.phase, each.paused, each.shoe, each.round),
            *(each.dealer, each.patrons, Amount(each.stakes, digits)),
            None if each.most_lost is None else Amount(each.most_lost, digits),
            *(Amount(each.handle, digits), Amount(each.win, digits), each.rounds, each.deviations, each.level),
        )
        for each in watch.tables
    )
    return csv_file("floor", FLOOR_COLUMNS.split(","), lines)


@get("/api/staff/waiting.csv", roles=SUPERVISOR, summary="What waits, as CSV", media_type="text/csv")
async def waiting_csv(
    config: Desk[FloorConfig], supervising: Desk[Supervising], staff_log: Desk[StaffLog], identity: Who
) -> Response[str]:
    await staff_log.acts(identity, "export_waiting")
    watch, digits = await supervising.watcher.look(), config.currency_digits
    lines = (
        (
            *(each.id, each.kind, each.about, instant(each.since), each.table, each.shoe, each.round, each.who),
            *(each.text, each.reason, each.detail, Amount(each.amount, digits), each.deviations, each.taken_by),
        )
        for each in watch.waiting
    )
    return csv_file("waiting", WAITING_COLUMNS.split(","), lines)


@post("/api/staff/floor/close", status_code=200, roles=SUPERVISOR, summary="Close a table, a book or the floor")
async def close(
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    clock: Desk[Clock],
    identity: Who,
    data: JSONBody[CloseScope],
) -> Changed:
    """The round under way is finished first. It stays closed through a restart."""
    action = await staff_log.acts(
        identity, f"close_{data.what}", _on(data), reason=data.reason, note=data.note, after="closed"
    )
    places = await _meant(supervising, staff_log, data, action)
    closing = Closing(identity.account, data.reason, clock(), data.note)
    return Changed(await supervising.closing.close(places, closing))


@post("/api/staff/floor/open", status_code=200, roles=SUPERVISOR, summary="Open what was closed")
async def open_again(
    supervising: Desk[Supervising], staff_log: Desk[StaffLog], identity: Who, data: JSONBody[OpenScope]
) -> Changed:
    action = await staff_log.acts(identity, f"open_{data.what}", _on(data), note=data.note, after="open")
    places = await _meant(supervising, staff_log, data, action)
    return Changed(await supervising.closing.open(places))


async def _meant(supervising: Supervising, staff_log: StaffLog, scope: Scope, action: int) -> tuple[TableConfig, ...]:
    closing = supervising.closing
    match scope.what:
        case "table":
            places = closing.places_of(table=scope.id) if scope.id else ()
        case "book":
            places = closing.places_of(book=scope.id) if scope.id else ()
        case "floor":
            places = closing.places_of()
    if not places:
        await staff_log.refused(action, ServerRefusal.TABLE_IS_UNKNOWN)
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    return places


def _on(scope: Scope) -> On:
    return On(table=scope.id) if scope.what == "table" else On(thing=scope.id or scope.what)


ROUTES: list[ControllerRouterHandler] = [floor, floor_csv, waiting_csv, close, open_again]
