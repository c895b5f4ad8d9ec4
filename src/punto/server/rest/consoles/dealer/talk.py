"""What staff do about talk at a table: read it, let texts through, take lines away, mute a patron, close it; and what
was said in the last months, for supervisors.

The staff log names the line that somebody decided about, not its words: those are erased with who said them."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.people.accounts import Accounts
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.talk import Phrase
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import DEALER, SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import found_table
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.talk.line import Line, Ruling, State
from punto.server.talk.table_talk import HeardLine, TableTalk
from punto.server.talk.talk_record import LATEST, TalkFilter
from punto.table.state import Instant

MINUTES_MAX = 60 * 24 * 30
PAGE_MAX = 200

AtTable = Annotated[str, QueryParameter(name="table", description="Only what was said there.", max_length=100)]
OfPatron = Annotated[
    str,
    QueryParameter(
        name="patron", description="Only what this patron said.", max_length=40, pattern=r"^[0-9a-z]*$(?!\n)"
    ),
]
Since = Annotated[int, QueryParameter(name="from", ge=0, le=LATEST, description="UTC milliseconds.")]
Until = Annotated[int, QueryParameter(name="to", ge=0, le=LATEST, description="UTC milliseconds, exclusive.")]
After = Annotated[
    str, QueryParameter(description="`next` of the previous page.", max_length=100, pattern=r"^[0-9a-z.]*$(?!\n)")
]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


class Talk(Struct, frozen=True):
    is_open: bool
    waiting: int  # texts
    lines: tuple[HeardLine, ...]  # newest first


class Muting(Struct, frozen=True, forbid_unknown_fields=True):
    patron: Annotated[str, Meta(max_length=64)]
    minutes: Annotated[int, Meta(ge=0, le=MINUTES_MAX)]  # 0: may speak again


class TalkOpening(Struct, frozen=True, forbid_unknown_fields=True):
    is_open: bool


class TalkRuling(Struct, frozen=True):
    by: str  # the account
    name: str
    at: Instant


class KeptTalkLine(Struct, frozen=True):
    table: str
    patron: str
    name: str
    phrase: Phrase | None
    text: str
    at: Instant
    state: State
    let_through: TalkRuling | None
    removed: TalkRuling | None


class KeptTalk(Struct, frozen=True):
    lines: tuple[KeptTalkLine, ...]  # oldest first
    next: str | None  # the `after` of the next page


@get("/api/staff/tables/{table:str}/talk", roles=DEALER, summary="What is said at a table")
async def talk_at(talk: Desk[TableTalk], tables: Desk[Tables], table: FromPath[str]) -> Talk:
    found_table(tables, table)
    return Talk(talk.is_open(table), talk.waiting(table), talk.heard(table))


@get("/api/staff/talk", roles=SUPERVISOR, summary="What was said at tables, oldest first")
async def kept_talk(
    talk: Desk[TableTalk],
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: AtTable = "",
    patron: OfPatron = "",
    since: Since = 0,
    until: Until = LATEST,
    after: After = "",
    limit: PageSize = 50,
) -> KeptTalk:
    """Also what waits or was removed, and who decided so, for `talk_kept_days`. A page may hold fewer lines than
    requested, even none, and still name a next page."""
    await staff_log.reads(identity, "read_talk", On(table=table, patron=patron))
    await talk.record.flush()
    page = await talk.record.page(TalkFilter(table, patron, since, until), after, limit)
    return KeptTalk(tuple([await _named(accounts, line) for line in page.lines]), page.next)


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
    action = await staff_log.acts(identity, "let_talk_through", _on(table, meant))
    return await _done(staff_log, action, talk.let_through(table, line, by=identity.account))


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
    action = await staff_log.acts(identity, "remove_talk", _on(table, meant))
    return await _done(staff_log, action, talk.remove(table, line, by=identity.account))


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


def _on(table: str, line: HeardLine) -> On:
    return On(table=table, patron=line.patron, thing=f"line {line.id} of {line.at}")


async def _named(accounts: Accounts, line: Line) -> KeptTalkLine:
    return KeptTalkLine(
        table=line.table,
        patron=line.patron,
        name=await accounts.name_of(line.patron),
        phrase=line.phrase,
        text=line.text,
        at=line.at,
        state=line.state,
        let_through=await _ruled(accounts, line.let_through),
        removed=await _ruled(accounts, line.removed),
    )


async def _ruled(accounts: Accounts, ruling: Ruling | None) -> TalkRuling | None:
    return None if ruling is None else TalkRuling(ruling.by, await accounts.name_of(ruling.by), ruling.at)


def _known(line: HeardLine | None) -> HeardLine:
    if line is None:
        raise RequestRefused(ServerRefusal.NOT_FOUND, "no such line of talk")
    return line


ROUTES: list[ControllerRouterHandler] = [talk_at, kept_talk, let_through, remove, mute, open_talk]
