"""Incidents at all tables: every pause, stop, cancelled, voided or corrected round and dispute, with how it ended."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.floor.supervising import Supervising
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.incidents import Incident, incidents_kind
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.documents.csv_cells import instant
from punto.server.rest.documents.csv_table import Amount, csv_file
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.reports import First, Last
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.watching.names import Names

DAYS_MAX = 93
LISTED_MAX = 2_000
COLUMNS = (
    "time,table,shoe,round,kind,by,name,reason,detail,second,second_name,amount,ended,ended_by,ended_by_name,outcome"
)

OfTable = Annotated[str, QueryParameter(name="table", description="Only at this table.", max_length=100)]


class ToldIncident(Struct, frozen=True):
    incident: Incident
    by_name: str
    second_name: str
    ended_by_name: str


class Incidents(Struct, frozen=True):
    """Newest first."""

    first: str
    last: str
    incidents: tuple[ToldIncident, ...]
    left_out: int  # older ones, beyond what one answer holds


@get("/api/staff/incidents", roles=SUPERVISOR, summary="Incidents of some days, newest first")
async def incidents(
    clock: Desk[Clock],
    store: Desk[Store],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    first: First = None,
    last: Last = None,
    table: OfTable = "",
) -> Incidents:
    """Days in UTC; without any, the last seven."""
    await staff_log.reads(identity, "read_incidents", On(table=table))
    return await _read(clock, store, supervising.names, first, last, table)


@get("/api/staff/incidents.csv", roles=SUPERVISOR, summary="The same as CSV", media_type="text/csv")
async def incidents_csv(
    clock: Desk[Clock],
    config: Desk[FloorConfig],
    store: Desk[Store],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    first: First = None,
    last: Last = None,
    table: OfTable = "",
) -> Response[str]:
    await staff_log.acts(identity, "export_incidents", On(table=table))
    found = await _read(clock, store, supervising.names, first, last, table)
    lines = (
        (
            *(instant(each.incident.at), each.incident.table, each.incident.shoe, each.incident.coup),
            *(each.incident.kind, each.incident.by, each.by_name, each.incident.reason, each.incident.detail),
            *(each.incident.second, each.second_name, Amount(each.incident.amount, config.currency_digits)),
            "" if each.incident.ended_at is None else instant(each.incident.ended_at),
            *(each.incident.ended_by, each.ended_by_name, each.incident.outcome),
        )
        for each in found.incidents
    )
    return csv_file(f"incidents-{found.first}-{found.last}", COLUMNS.split(","), lines)


async def _read(
    clock: Clock, store: Store, names: Names, first: date | None, last: date | None, table: str
) -> Incidents:
    today = datetime.fromtimestamp(clock() // 1000, UTC).date()
    last = last or first or today
    first = first or last - timedelta(days=6)
    days = (last - first).days
    if not 0 <= days < DAYS_MAX:
        raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, f"from first to last, {DAYS_MAX} days at the most")
    found: list[Incident] = []
    for day in (last - timedelta(days=number) for number in range(days + 1)):
        bodies = await store.records(incidents_kind(day.isoformat()))
        read = [msgspec.json.decode(body, type=Incident) for _, body in bodies]
        found += [each for each in reversed(read) if table in ("", each.table)]
    told = [await _told(each, names) for each in found[:LISTED_MAX]]
    return Incidents(first.isoformat(), last.isoformat(), tuple(told), len(found) - len(told))


async def _told(incident: Incident, names: Names) -> ToldIncident:
    people = (incident.by, incident.second, incident.ended_by)
    return ToldIncident(incident, *[await names.of(each) for each in people])


ROUTES: list[ControllerRouterHandler] = [incidents, incidents_csv]
