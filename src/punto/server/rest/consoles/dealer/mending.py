"""What a supervisor answers to an irregularity at a hand-dealt table, and calls from tables. All in the staff log.

Pausing, resuming and cancelling are in `routes/staff.py`, correcting and voiding in `routes/settled_rounds.py`.
"""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.dealing.dealing import Dealing
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.staff import SupervisorCall
from punto.server.rest.consoles.dealer.acting import AT, At
from punto.server.rest.consoles.dealer.typed_cards import CardText
from punto.server.rest.desks import Desk
from punto.server.rest.guards import SUPERVISOR, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import NoteText, TableVersion, WithNote, WithReason
from punto.server.rest.second_person import SecondPerson, Witnesses
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.table.commands import AbandonShoe
from punto.table.hand_commands import DealEarlyCard, RebuildCoup, SetAside, SettleMisdeal
from punto.table.reasons import StaffReason

HandText = Annotated[str, Meta(max_length=40)]  # cards as text: `4h 2d`
Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class EarlyCard(Struct, frozen=True, forbid_unknown_fields=True):
    dealt_at: Moment = 0  # when it was really dealt, if that was before it was read
    note: NoteText = ""


class AsideCard(Struct, frozen=True, forbid_unknown_fields=True):
    card: CardText
    second: SecondPerson | None = None
    note: NoteText = ""


class RebuiltHands(Struct, frozen=True, forbid_unknown_fields=True):
    player: HandText
    banker: HandText
    reason: StaffReason = "dealing_error"
    second: SecondPerson | None = None
    note: NoteText = ""


class TableCalls(Struct, frozen=True):
    calls: tuple[SupervisorCall, ...]


@post(
    "/api/dealing/{table:str}/early-card",
    status_code=200,
    roles=SUPERVISOR,
    summary="Go on with a card dealt before betting closed",
    dependencies=AT,
)
async def deal_early_card(at: At, data: JSONBody[EarlyCard]) -> TableVersion:
    """Bets placed after the true moment go back."""
    return await at.act(DealEarlyCard(at.identity.account, data.dealt_at), reason="dealt_early", note=data.note)


@post(
    "/api/dealing/{table:str}/misdeal",
    status_code=200,
    roles=SUPERVISOR,
    summary="Answer a card drawn against the rules",
    dependencies=AT,
)
async def settle_misdeal(at: At, data: JSONBody[WithNote]) -> TableVersion:
    """As the house does it: free hand, next burn card, or the round is cancelled."""
    answer = at.state.config.misdeal.value
    return await at.act(SettleMisdeal(at.identity.account), reason="card_not_called", after=answer, note=data.note)


@post(
    "/api/dealing/{table:str}/set-aside",
    status_code=200,
    roles=SUPERVISOR,
    summary="Take an exposed card out of play",
    dependencies=AT,
)
async def set_aside(at: At, witnesses: Desk[Witnesses], address: Address, data: JSONBody[AsideCard]) -> TableVersion:
    second = await at.confirmed(witnesses, at.identity, data.second, address, SetAside.__name__)
    command = SetAside(at.identity.account, data.card, second)
    return await at.act(command, reason="card_exposed", after=data.card, second=second, note=data.note)


@post(
    "/api/dealing/{table:str}/rebuild",
    status_code=200,
    roles=SUPERVISOR,
    summary="Enter the hands as they really lie",
    dependencies=AT,
)
async def rebuild(at: At, witnesses: Desk[Witnesses], address: Address, data: JSONBody[RebuiltHands]) -> TableVersion:
    """While the table is paused; the round then goes on."""
    second = await at.confirmed(witnesses, at.identity, data.second, address, RebuildCoup.__name__)
    table = at.state
    return await at.act(
        RebuildCoup(at.identity.account, second, data.player, data.banker),
        reason=data.reason,
        note=data.note,
        before=f"{table.player} / {table.banker}",
        after=f"{data.player} / {data.banker}",
        second=second,
    )


@post(
    "/api/dealing/{table:str}/abandon",
    status_code=200,
    roles=SUPERVISOR,
    summary="Abandon the shoe in play",
    dependencies=AT,
)
async def abandon(at: At, data: JSONBody[WithReason]) -> TableVersion:
    """A running round is cancelled, and all stakes go back."""
    return await at.act(AbandonShoe(at.identity.account, data.reason), reason=data.reason, note=data.note)


@get("/api/staff/calls", roles=SUPERVISOR, summary="Tables that call a supervisor")
async def calls(dealing: Desk[Dealing]) -> TableCalls:
    return TableCalls(await dealing.consoles.calls())


@post("/api/staff/calls/{number:int}/take", status_code=204, roles=SUPERVISOR, summary="Take a table's call")
async def take_call(staff_log: Desk[StaffLog], dealing: Desk[Dealing], identity: Who, number: FromPath[int]) -> None:
    call = dealing.calls.find(number)
    if call is None:
        raise RequestRefused(ServerRefusal.CALL_IS_UNKNOWN)
    await staff_log.acts(identity, "take_table_call", On(table=call.table))
    dealing.calls.take(number, identity.account)


@post("/api/staff/calls/{number:int}/done", status_code=204, roles=SUPERVISOR, summary="Answer a table's call")
async def answer_call(staff_log: Desk[StaffLog], dealing: Desk[Dealing], identity: Who, number: FromPath[int]) -> None:
    call = dealing.calls.find(number)
    if call is None:
        raise RequestRefused(ServerRefusal.CALL_IS_UNKNOWN)
    await staff_log.acts(identity, "answer_table_call", On(table=call.table))
    dealing.calls.answer(number)


ROUTES: list[ControllerRouterHandler] = [
    deal_early_card,
    settle_misdeal,
    set_aside,
    rebuild,
    abandon,
    calls,
    take_call,
    answer_call,
]
