"""What staff may do to a running round: pause, resume, cancel. Each action goes to the staff log.

The reason is one of a few words that patrons see in their own language; notes stay in the log.
"""

from typing import Annotated

from litestar import post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.people.identity import Identity
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import DEALER, SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.tables.table_door import AskedTable
from punto.table.commands import CancelCoup, Command, Pause, Resume
from punto.table.reasons import StaffReason

NoteText = Annotated[str, Meta(max_length=500)]


class WithReason(Struct, frozen=True, forbid_unknown_fields=True):
    reason: StaffReason
    note: NoteText = ""


class WithNote(Struct, frozen=True, forbid_unknown_fields=True):
    note: NoteText = ""


class Resuming(Struct, frozen=True, forbid_unknown_fields=True):
    nothing_drawn: bool = False  # after a card that stopped a hand-dealt table: it has not left the shoe
    note: NoteText = ""


class TableVersion(Struct, frozen=True):
    """The version of the table's log after the action."""

    version: int


@post("/api/staff/tables/{table:str}/pause", status_code=200, roles=DEALER, summary="Pause a table")
async def pause(
    staff_log: Desk[StaffLog], tables: Desk[Tables], identity: Who, table: FromPath[str], data: JSONBody[WithReason]
) -> TableVersion:
    return await _act(staff_log, tables, identity, table, Pause(identity.account, data.reason), data.note)


@post("/api/staff/tables/{table:str}/resume", status_code=200, roles=SUPERVISOR, summary="Resume a table")
async def resume(
    staff_log: Desk[StaffLog], tables: Desk[Tables], identity: Who, table: FromPath[str], data: JSONBody[Resuming]
) -> TableVersion:
    """After a stray card: with `nothing_drawn`, or once the card has been set aside."""
    return await _act(staff_log, tables, identity, table, Resume(identity.account, data.nothing_drawn), data.note)


@post("/api/staff/tables/{table:str}/cancel", status_code=200, roles=SUPERVISOR, summary="Cancel the running round")
async def cancel(
    staff_log: Desk[StaffLog], tables: Desk[Tables], identity: Who, table: FromPath[str], data: JSONBody[WithReason]
) -> TableVersion:
    """Returns all stakes."""
    return await _act(staff_log, tables, identity, table, CancelCoup(identity.account, data.reason), data.note)


def found_table(tables: Tables, table: str) -> AskedTable:
    door = tables.get(table)
    if door is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    return door


async def _act(
    staff_log: StaffLog, tables: Tables, identity: Identity, table: str, command: Pause | Resume | CancelCoup, note: str
) -> TableVersion:
    door = found_table(tables, table)
    look = await door.look()
    on = On(table=table, shoe=look.shoe, coup=look.coup)
    reason = "" if isinstance(command, Resume) else command.reason
    action = await staff_log.acts(identity, type(command).__name__, on, reason=reason, note=note)
    return await carry_out(staff_log, door, command, action)


async def carry_out(
    staff_log: StaffLog,
    door: AskedTable,
    command: Command,
    action: int,
    id: str = "",  # noqa: A002 (the word of the protocol)
) -> TableVersion:
    """`action` is its number in the staff log, which also gets a refusal."""
    answer = await door.ask(command, id)
    if answer.refusal is not None:
        await staff_log.refused(action, answer.refusal)
        raise RequestRefused(answer.refusal)
    return TableVersion(answer.version)


ROUTES: list[ControllerRouterHandler] = [pause, resume, cancel]
