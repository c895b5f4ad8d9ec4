"""What a supervisor may do about a settled round: void it, correct its cards, dismiss a dispute.

The round is named, so a newer one is never hit by mistake. The table itself decides whether this is possible and
whether one person may decide alone.
"""

from functools import partial
from typing import Annotated, Literal, NamedTuple

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig
from punto.server.people.identity import Identity
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import SUPERVISOR, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import NoteText, TableVersion, carry_out, found_table
from punto.server.rest.second_person import SecondPerson, Witnesses
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.tables.table_look import Preview
from punto.table.commands import LAST, CorrectCoup, CoupId, DismissDispute, TakeBack, VoidCoup
from punto.table.reasons import StaffReason
from punto.table.state import Dispute

Cards = Annotated[str, Meta(max_length=20)]
Number = Annotated[int, Meta(ge=1, le=2**31)]


class OfRound(Struct, frozen=True, forbid_unknown_fields=True):
    note: NoteText = ""
    round: tuple[Number, Number] | None = None  # shoe and round; default: the last one settled


class Void(OfRound, frozen=True, kw_only=True):
    reason: StaffReason
    second: SecondPerson | None = None  # needed above the floor's `second_person_above`


class Correction(Void, frozen=True, kw_only=True):
    """The round as it really was, cards in the order dealt: `4h 2d` and `4c Td 3s`."""

    player: Cards
    banker: Cards


class OpenDispute(Struct, frozen=True):
    table: str
    shoe: int
    round: int
    patrons: tuple[str, ...]  # in the order in which they raised it
    since: int
    state: Literal["open"]
    player: str  # as it was settled
    banker: str
    staked: int
    returned: int
    is_last_round: bool  # none was settled at the table since


class OpenDisputes(Struct, frozen=True):
    disputes: tuple[OpenDispute, ...]


@get("/api/staff/disputes", roles=SUPERVISOR, summary="The open disputes, oldest first")
async def disputes(staff_log: Desk[StaffLog], tables: Desk[Tables], identity: Who) -> OpenDisputes:
    """A dispute is open until a supervisor dismisses it, or voids or corrects its round."""
    await staff_log.reads(identity, "read_disputes")
    looks = [(name, await door.look()) for name, door in list(tables.items())]
    found = [
        _open_dispute(name, dispute, is_last=look.last == dispute.settled.id)
        for name, look in looks
        for dispute in look.disputes
    ]
    return OpenDisputes(tuple(sorted(found, key=lambda each: (each.since, each.table, each.shoe, each.round))))


@post("/api/staff/tables/{table:str}/void", status_code=200, roles=SUPERVISOR, summary="Void a settled round")
async def void(
    config: Desk[FloorConfig],
    staff_log: Desk[StaffLog],
    tables: Desk[Tables],
    witnesses: Desk[Witnesses],
    identity: Who,
    address: Address,
    table: FromPath[str],
    data: JSONBody[Void],
) -> TableVersion:
    """The last round, or one in dispute. Its settlement is reversed and its mark removed."""
    of = await _meant(tables, table, data)
    command = VoidCoup(identity.account, data.reason, of, identity.role, alone_max=config.alone_max)
    preview = await found_table(tables, table).preview_void(of)
    return await _take_back(Deed(staff_log, tables, witnesses, identity, address, table, data), command, preview)


@post("/api/staff/tables/{table:str}/correct", status_code=200, roles=SUPERVISOR, summary="Correct a settled round")
async def correct(
    config: Desk[FloorConfig],
    staff_log: Desk[StaffLog],
    tables: Desk[Tables],
    witnesses: Desk[Witnesses],
    identity: Who,
    address: Address,
    table: FromPath[str],
    data: JSONBody[Correction],
) -> TableVersion:
    """The last round, or one in dispute, whose cards were recorded wrongly."""
    of = await _meant(tables, table, data)
    preview = await found_table(tables, table).preview_correction(of, f"{data.player} / {data.banker}")
    command = CorrectCoup(
        identity.account,
        data.reason,
        of,
        identity.role,
        alone_max=config.alone_max,
        player=preview.player,
        banker=preview.banker,
        committed=preview.committed,
    )
    return await _take_back(Deed(staff_log, tables, witnesses, identity, address, table, data), command, preview)


@post("/api/staff/tables/{table:str}/dismiss", status_code=200, roles=SUPERVISOR, summary="Dismiss a dispute")
async def dismiss(
    staff_log: Desk[StaffLog], tables: Desk[Tables], identity: Who, table: FromPath[str], data: JSONBody[OfRound]
) -> TableVersion:
    of = await _meant(tables, table, data)
    action = await staff_log.acts(identity, "DismissDispute", On(table, *of), note=data.note)
    return await carry_out(staff_log, found_table(tables, table), DismissDispute(identity.account, of), action)


class Deed(NamedTuple):
    staff_log: StaffLog
    tables: Tables
    witnesses: Witnesses
    identity: Identity
    address: str
    table: str
    data: Void


async def _take_back(deed: Deed, command: TakeBack, preview: Preview) -> TableVersion:
    """A second person is checked even if not needed. Failures go to the staff log too."""
    identity, data = deed.identity, deed.data
    note = partial(
        deed.staff_log.acts,
        identity,
        type(command).__name__,
        On(deed.table, *command.of),
        reason=command.reason,
        note=data.note,
        amount=preview.amount,
        before=preview.before,
        after=preview.after,
    )
    try:
        second = await deed.witnesses.confirm(identity, data.second, deed.address, SUPERVISOR) if data.second else ""
    except RequestRefused as refused:
        await note(refusal=refused.refusal)
        raise
    action = await note(second=second)
    return await carry_out(
        deed.staff_log, found_table(deed.tables, deed.table), replace(command, second=second), action
    )


async def _meant(tables: Tables, table: str, data: OfRound) -> CoupId:
    """Chosen before anything is awaited: a round settled in the meantime is a different one."""
    if data.round is not None:
        return data.round
    return (await found_table(tables, table).look()).last or LAST


def _open_dispute(table: str, dispute: Dispute, *, is_last: bool) -> OpenDispute:
    settled = dispute.settled
    return OpenDispute(
        table=table,
        shoe=settled.shoe,
        round=settled.coup,
        patrons=dispute.patrons,
        since=dispute.since,
        state="open",
        player=str(settled.result.player),
        banker=str(settled.result.banker),
        staked=sum(wager.stake for wager in settled.wagers),
        returned=sum(wager.returned for wager in settled.wagers),
        is_last_round=is_last,
    )


ROUTES: list[ControllerRouterHandler] = [disputes, void, correct, dismiss]
