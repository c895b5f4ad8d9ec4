"""Calling an attendant, the attendants' queue, and what a waiting patron sees of it."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.cashier.ticket_code import read_code
from punto.server.config.floor_config import FloorConfig
from punto.server.people.accounts import Accounts
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Clock, Desk, Tables
from punto.server.rest.guards import ATTENDANT, PATRON, Who
from punto.server.rest.problems import RequestRefused
from punto.server.staff.attendant_calls import AttendantCalls, Call
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog


class WhereFrom(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=64)] = ""


class WaitingCall(Struct, frozen=True):
    """A call as attendants see it."""

    id: int
    patron: str
    name: str  # empty: a guest
    table: str  # empty: in the lobby, or a hand-pay
    at: int
    age_ms: int
    amount: int  # to be paid by hand; 0: the patron pressed the button
    ticket: str  # its code
    taken_by: str  # the attendant on the way; empty: nobody yet
    taken_at: int | None


class OpenCalls(Struct, frozen=True):
    calls: tuple[WaitingCall, ...]


class OwnCall(Struct, frozen=True):
    """A call as its patron sees it: without the attendant's name."""

    id: int
    at: int
    amount: int
    ticket: str
    is_taken: bool  # an attendant is on the way


class OwnCalls(Struct, frozen=True):
    calls: tuple[OwnCall, ...]


@post("/api/attendant-calls", status_code=200, roles=PATRON, summary="Call an attendant")
async def call(
    config: Desk[FloorConfig],
    calls: Desk[AttendantCalls],
    tables: Desk[Tables],
    identity: Who,
    data: JSONBody[WhereFrom],
) -> OwnCall:
    """A second call while one is open changes nothing."""
    if data.table and tables.get(data.table) is None and config.table(data.table) is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    made = await calls.call(identity.account, data.table)
    if made is None:
        raise RequestRefused(ServerRefusal.SERVER_IS_BUSY, "too many calls are open")
    return _own(made)


@get("/api/attendant-calls/own", roles=PATRON, summary="Your open calls, including hand-pays")
async def own_calls(calls: Desk[AttendantCalls], identity: Who) -> OwnCalls:
    return OwnCalls(tuple(map(_own, calls.of(identity.account))))


@get("/api/attendant-calls", roles=ATTENDANT, summary="The open calls, oldest first")
async def calls(clock: Desk[Clock], accounts: Desk[Accounts], calls: Desk[AttendantCalls]) -> OpenCalls:
    """A cash-out above the hand-pay limit counts as a call until its ticket is paid."""
    return OpenCalls(tuple([await _waiting(clock, accounts, each) for each in calls.open]))


@post("/api/attendant-calls/{call_id:int}/take", status_code=204, roles=ATTENDANT, summary="Take a call")
async def take(staff_log: Desk[StaffLog], calls: Desk[AttendantCalls], identity: Who, call_id: FromPath[int]) -> None:
    taken = await calls.take(call_id, identity.account)
    if taken is None:
        raise RequestRefused(ServerRefusal.CALL_IS_UNKNOWN)
    await staff_log.acts(identity, "take_call", _on(taken), amount=taken.amount or None)


@post("/api/attendant-calls/{call_id:int}/done", status_code=204, roles=ATTENDANT, summary="Mark a call as answered")
async def done(staff_log: Desk[StaffLog], calls: Desk[AttendantCalls], identity: Who, call_id: FromPath[int]) -> None:
    """A hand-pay is completed by paying its ticket."""
    answered = await calls.answer(call_id)
    if answered is None:
        raise RequestRefused(ServerRefusal.TICKET_IS_NOT_PAID if calls.find(call_id) else ServerRefusal.CALL_IS_UNKNOWN)
    await staff_log.acts(identity, "answer_call", _on(answered))


async def _waiting(clock: Clock, accounts: Accounts, call: Call) -> WaitingCall:
    return WaitingCall(
        id=call.id,
        patron=call.patron,
        name=await accounts.name_of(call.patron),
        table=call.table,
        at=call.at,
        age_ms=max(0, clock() - call.at) if call.at else 0,
        amount=call.amount,
        ticket=call.ticket,
        taken_by=call.taken_by,
        taken_at=call.taken_at,
    )


def _on(call: Call) -> On:
    return On(patron=call.patron, table=call.table, ticket=(read_code(call.ticket) or "") if call.ticket else "")


def _own(call: Call) -> OwnCall:
    return OwnCall(call.id, call.at, call.amount, call.ticket, bool(call.taken_by))


ROUTES: list[ControllerRouterHandler] = [call, own_calls, calls, take, done]
