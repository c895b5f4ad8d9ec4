"""Calling an attendant, and the list that attendants work off."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.attendant_calls import Call
from punto.server.rest.floor_here import FloorHere
from punto.server.rest.guards import ATTENDANT, PATRON, Who
from punto.server.rest.problems import Refused
from punto.server.staff_events import On


class WhereFrom(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=64)] = ""


class OpenCalls(Struct, frozen=True):
    calls: tuple[Call, ...]


@post("/api/attendant-calls", status_code=200, roles=PATRON, summary="Call an attendant")
async def call(floor: FloorHere, identity: Who, data: JSONBody[WhereFrom]) -> Call:
    """Calling again while a call is open changes nothing."""
    if data.table and floor.find(data.table) is None and floor.config.table(data.table) is None:
        raise Refused("table_is_unknown")
    made = floor.calls.call(identity.patron, data.table)
    if made is None:
        raise Refused("server_is_busy", "too many calls are open")
    return made


@get("/api/attendant-calls", roles=ATTENDANT, summary="The open calls, the oldest first")
async def calls(floor: FloorHere) -> OpenCalls:
    return OpenCalls(floor.calls.open)


@post("/api/attendant-calls/{call_id:int}/done", status_code=204, roles=ATTENDANT, summary="A call was answered")
async def done(floor: FloorHere, identity: Who, call_id: FromPath[int]) -> None:
    answered = floor.calls.answer(call_id)
    if answered is None:
        raise Refused("call_is_unknown")
    await floor.staff_log.acts(identity, "answer_call", On(patron=answered.patron, table=answered.table))


ROUTES: list[ControllerRouterHandler] = [call, calls, done]
