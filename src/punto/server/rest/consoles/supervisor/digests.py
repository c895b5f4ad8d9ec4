"""Digests of program and configuration: what was taken, one more now, and the alarm of an unexplained change."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.floor.digests import DigestAlarm, Digests, TakenDigest
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.staff_log_page import LATEST

PAGE_MAX = 100

Before = Annotated[int | None, QueryParameter(ge=1, le=LATEST, description="`next` of the previous page.")]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


class DigestList(Struct, frozen=True):
    digests: tuple[TakenDigest, ...]  # newest first
    next: int | None  # the `before` of the next page
    alarm: DigestAlarm | None  # a change that nothing explains, until somebody has looked into it


class LookedInto(Struct, frozen=True, forbid_unknown_fields=True):
    note: Annotated[str, Meta(min_length=3, max_length=500)]


@get("/api/staff/digests", roles=SUPERVISOR, summary="Digests of program and configuration, newest first")
async def every_digest(
    digests: Desk[Digests], staff_log: Desk[StaffLog], identity: Who, before: Before = None, limit: PageSize = 30
) -> DigestList:
    """A page may hold fewer than requested, even none, and still name a next page."""
    await staff_log.reads(identity, "read_digests")
    page = await digests.page(before, limit)
    return DigestList(page.digests, page.next, digests.alarm)


@post("/api/staff/digests", status_code=200, roles=SUPERVISOR, summary="Take a digest now")
async def take_digest(digests: Desk[Digests], identity: Who) -> TakenDigest:
    """Reads every file of program and configuration again and compares them with the digest before."""
    return await digests.take("request", identity)


@post("/api/staff/digests/alarm/end", status_code=204, roles=SUPERVISOR, summary="End the alarm of a change")
async def end_alarm(digests: Desk[Digests], identity: Who, data: JSONBody[LookedInto]) -> None:
    """Somebody has looked into it; the note says what was found."""
    if not await digests.end_alarm(identity, data.note):
        raise RequestRefused(ServerRefusal.NOT_FOUND)


ROUTES: list[ControllerRouterHandler] = [every_digest, take_digest, end_alarm]
