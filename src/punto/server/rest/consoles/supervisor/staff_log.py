"""Reading the staff log: filtered, in pages, or as CSV for auditors."""

import csv
import io
from collections.abc import AsyncIterator
from typing import Annotated

from litestar import delete, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import to_builtins

from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.documents.csv_cells import decimal, instant, text_cell
from punto.server.rest.guards import ADMIN, Who
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.staff_log_page import LATEST, Entry, LogFilter, LogPage, every_entry, read_page

PAGE_MAX = 200
CSV_ENTRIES_MAX = 1_000_000
CSV_ENTRIES_AT_ONCE = 500
ON = ("table", "shoe", "coup", "patron", "account", "ticket", "entry", "thing")
COLUMNS = (
    "number,time,by,name,role,action,"
    f"{','.join(ON)},reason,amount,before,after,second,second_name,addresses,count,outcome,note"
)

By = Annotated[str, QueryParameter(description="Id of the account that acted or was the second person.", max_length=40)]
Action = Annotated[str, QueryParameter(description="For example `buy_in` or `log_in`.", max_length=40)]
OnTable = Annotated[str, QueryParameter(name="table", description="Only entries about this table.", max_length=100)]
OnPatron = Annotated[str, QueryParameter(name="patron", description="A patron, or a staff account.", max_length=40)]
Since = Annotated[int, QueryParameter(name="from", ge=0, le=LATEST, description="UTC milliseconds.")]
Until = Annotated[int, QueryParameter(name="to", ge=0, le=LATEST, description="UTC milliseconds, exclusive.")]
Before = Annotated[int | None, QueryParameter(ge=1, le=LATEST, description="`next` of the previous page.")]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


@get("/api/staff/log", roles=ADMIN, summary="The staff log, newest first")
async def log(
    staff_log: Desk[StaffLog],
    identity: Who,
    by: By = "",
    action: Action = "",
    table: OnTable = "",
    patron: OnPatron = "",
    since: Since = 0,
    until: Until = LATEST,
    before: Before = None,
    limit: PageSize = 50,
) -> LogPage:
    """A page may hold fewer entries than requested, even none, and still name a next page."""
    await staff_log.reads(identity, "read_staff_log")
    return await read_page(staff_log, LogFilter(by, action, table, patron, since, until), before, limit)


@get("/api/staff/log.csv", roles=ADMIN, summary="The same as CSV", media_type="text/csv")
async def log_csv(
    config: Desk[FloorConfig],
    staff_log: Desk[StaffLog],
    identity: Who,
    by: By = "",
    action: Action = "",
    table: OnTable = "",
    patron: OnPatron = "",
    since: Since = 0,
    until: Until = LATEST,
) -> Stream:
    """Up to a million entries, newest first."""
    await staff_log.acts(identity, "export_staff_log", On(table=table, patron=patron))
    wanted = LogFilter(by, action, table, patron, since, until)
    headers = {"content-disposition": 'attachment; filename="staff-log.csv"'}
    lines = _csv(staff_log, wanted, config.currency_digits)
    return Stream(lines, media_type="text/csv; charset=utf-8", headers=headers)


@delete("/api/staff/log/{number:int}/note", status_code=204, roles=ADMIN, summary="Erase a note")
async def erase_note(staff_log: Desk[StaffLog], identity: Who, number: FromPath[int]) -> None:
    action = await staff_log.acts(identity, "erase_note", On(entry=number))
    if not await staff_log.erase_note(number):
        await staff_log.refused(action, ServerRefusal.NOT_FOUND)
        raise RequestRefused(ServerRefusal.NOT_FOUND)


async def _csv(log: StaffLog, wanted: LogFilter, digits: int) -> AsyncIterator[str]:
    yield COLUMNS + "\r\n"
    lines: list[list[str]] = []
    async for entry in every_entry(log, wanted, CSV_ENTRIES_MAX):
        lines.append(_line(entry, digits))
        if len(lines) == CSV_ENTRIES_AT_ONCE:
            yield _written(lines)
            lines.clear()
    yield _written(lines)


def _written(lines: list[list[str]]) -> str:
    page = io.StringIO(newline="")
    csv.writer(page).writerows(lines)
    return page.getvalue()


def _line(entry: Entry, digits: int) -> list[str]:
    on = to_builtins(entry.on)
    cells = [
        *(entry.by, entry.name, entry.role, entry.action),
        *(str(on.get(each, "")) for each in ON),
        entry.reason,
        *(entry.before, entry.after, entry.second, entry.second_name, " ".join(entry.addresses), str(entry.count)),
        entry.refusal or "done",
        entry.note,
    ]
    amount = "" if entry.amount is None else decimal(entry.amount, digits)
    written = [str(entry.number), instant(entry.at), *map(text_cell, cells)]
    written.insert(COLUMNS.split(",").index("amount"), amount)  # a negative one is a number, not a formula
    return written


ROUTES: list[ControllerRouterHandler] = [log, log_csv, erase_note]
