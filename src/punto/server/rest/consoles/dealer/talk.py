"""What staff do about talk at a table: read it, let texts through, take lines away, mute a patron, close it."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import DEALER, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import found_table
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.talk.table_talk import HeardLine, TableTalk

MINUTES_MAX = 60 * 24 * 30


class Talk(Struct, frozen=True):
    is_open: bool
    waiting: int  # texts
    lines: tuple[HeardLine, ...]  # newest first


class Muting(Struct, frozen=True, forbid_unknown_fields=True):
    patron: Annotated[str, Meta(max_length=64)]
    minutes: Annotated[int, Meta(ge=0, le=MINUTES_MAX)]  # 0: may speak again


class TalkOpening(Struct, frozen=True, forbid_unknown_fields=True):
    is_open: bool


@get("/api/staff/tables/{table:str}/talk", roles=DEALER, summary="What is said at a table")
async def talk_at(talk: Desk[TableTalk], tables: Desk[Tables], table: FromPath[str]) -> Talk:
    found_table(tables, table)
    return Talk(talk.is_open(table), talk.waiting(table), talk.heard(table))


@post(
    "/api/staff/tables/{table:str}/talk/{line:int}/let-through",
    status_code=200,
    roles=DEALER,
    summary="Let a text through",
)
async def let_through(
    talk: Desk[TableTalk], staff_log: Desk[StaffLog], identity: Who, table: FromPath[str], line: FromPath[int]
) -> HeardLine:
    meant = _known(talk.line(table, line))
    action = await staff_log.acts(identity, "let_talk_through", On(table=table, patron=meant.patron), note=meant.text)
    return await _done(staff_log, action, talk.let_through(table, line))


@post(
    "/api/staff/tables/{table:str}/talk/{line:int}/remove",
    status_code=200,
    roles=DEALER,
    summary="Take a line of talk away",
)
async def remove(
    talk: Desk[TableTalk], staff_log: Desk[StaffLog], identity: Who, table: FromPath[str], line: FromPath[int]
) -> HeardLine:
    meant = _known(talk.line(table, line))
    action = await staff_log.acts(identity, "remove_talk", On(table=table, patron=meant.patron), note=meant.text)
    return await _done(staff_log, action, talk.remove(table, line))


@post("/api/staff/talk/mute", status_code=204, roles=DEALER, summary="Mute a patron, or let them speak again")
async def mute(talk: Desk[TableTalk], staff_log: Desk[StaffLog], identity: Who, data: JSONBody[Muting]) -> None:
    await staff_log.acts(identity, "mute_talk", On(patron=data.patron), after=f"{data.minutes} minutes")
    await talk.mutes.mute(data.patron, data.minutes)


@post("/api/staff/tables/{table:str}/talk/open", status_code=204, roles=DEALER, summary="Close or reopen talk")
async def open_talk(
    talk: Desk[TableTalk],
    staff_log: Desk[StaffLog],
    tables: Desk[Tables],
    identity: Who,
    table: FromPath[str],
    data: JSONBody[TalkOpening],
) -> None:
    found_table(tables, table)
    await staff_log.acts(identity, "open_talk" if data.is_open else "close_talk", On(table=table))
    talk.close(table, is_closed=not data.is_open)


async def _done(staff_log: StaffLog, action: int, line: HeardLine | None) -> HeardLine:
    if line is None:
        await staff_log.refused(action, ServerRefusal.NOT_FOUND)
    return _known(line)


def _known(line: HeardLine | None) -> HeardLine:
    if line is None:
        raise RequestRefused(ServerRefusal.NOT_FOUND, "no such line of talk")
    return line


ROUTES: list[ControllerRouterHandler] = [talk_at, let_through, remove, mute, open_talk]
