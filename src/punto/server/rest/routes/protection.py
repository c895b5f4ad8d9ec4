"""Responsible play: own limits, cool-off and self-exclusion. No route asks for a reason."""

from typing import Annotated

from litestar import get, patch, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.people.limits.own_limits import (
    COOL_OFF_DAYS_MAX,
    DAY_MS,
    EXCLUSION_DAYS_MAX,
    EXCLUSION_DAYS_MIN,
    FOR_EVER,
    Limit,
    WantedLimits,
)
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.protocol.refusals import PlayIsStopped
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import PATRON, Who
from punto.server.staff.staff_events import SYSTEM, On
from punto.server.staff.staff_log import StaffLog
from punto.table.state import Instant

LONGER_MS = 30 * DAY_MS  # smaller extensions are not logged again, so nobody can flood the staff log


class LimitView(Struct, frozen=True):
    """A limit; null is none. `next` replaces it at `next_at`."""

    now: int | None
    next: int | None
    next_at: int | None


class Limits(Struct, frozen=True):
    """Amounts in the currency's smallest unit; a day is the floor's gaming day."""

    loss_a_day: LimitView
    stake_a_day: LimitView
    session_minutes: LimitView
    reality_check_minutes: int | None  # the patron's own
    reality_check_comes_every: int | None  # the shorter of the patron's and the house's
    cool_off_until: int | None
    excluded_until: int | None  # at the patron's own wish
    house_excluded_until: int | None  # by the house
    staked_today: int
    returned_today: int
    room: int | None  # how much more may be staked now; null: no limit
    may_not_bet: PlayIsStopped | None


class CoolOff(Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=1, le=COOL_OFF_DAYS_MAX)]


class SelfExclusion(Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=EXCLUSION_DAYS_MIN, le=EXCLUSION_DAYS_MAX)] | None  # null: for ever


@get("/api/me/limits", roles=PATRON, summary="Your limits and what is left of them")
async def limits(clock: Desk[Clock], protection: Desk[ProtectionDesk], identity: Who) -> Limits:
    await protection.recall(identity.account)
    return limits_of(protection, identity.account, clock())


@patch("/api/me/limits", roles=PATRON, summary="Change your limits")
async def change_limits(
    clock: Desk[Clock], protection: Desk[ProtectionDesk], identity: Who, data: JSONBody[WantedLimits]
) -> Limits:
    """Omitted limits stay, null removes one. Tighter limits apply at once, looser ones after 24 hours."""
    await protection.change(identity.account, data)
    return limits_of(protection, identity.account, clock())


@post("/api/me/cool-off", status_code=200, roles=PATRON, summary="Take a cool-off of some days")
async def cool_off(
    clock: Desk[Clock],
    protection: Desk[ProtectionDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    data: JSONBody[CoolOff],
) -> Limits:
    """It cannot be undone or shortened."""
    before = protection.limits(identity.account).cool_off_until
    after = (await protection.cool_off(identity.account, data.days)).cool_off_until
    await _note(clock, staff_log, identity.account, "cool_off", before, after)
    return limits_of(protection, identity.account, clock())


@post("/api/me/self-exclusion", status_code=200, roles=PATRON, summary="Exclude yourself for half a year or longer")
async def exclude_oneself(
    clock: Desk[Clock],
    protection: Desk[ProtectionDesk],
    staff_log: Desk[StaffLog],
    identity: Who,
    data: JSONBody[SelfExclusion],
) -> Limits:
    """It cannot be undone or shortened. Cashing out and reading the play record remain possible."""
    before = protection.limits(identity.account).excluded_until
    after = (await protection.exclude(identity.account, data.days)).excluded_until
    await _note(clock, staff_log, identity.account, "self_exclusion", before, after)
    return limits_of(protection, identity.account, clock())


async def _note(clock: Clock, staff_log: StaffLog, patron: str, action: str, before: int, after: int) -> None:
    """Logged once stored: a store that lost the term has lost this event too, which the heads file shows at startup."""
    now = clock()
    if before <= now or after - before >= LONGER_MS:
        days = "for ever" if after == FOR_EVER else f"{(after - now) // DAY_MS} days"
        await staff_log.acts(SYSTEM, action, On(patron=patron), after=days)


def limits_of(protection: ProtectionDesk, patron: str, now: Instant) -> Limits:
    own, today = protection.limits(patron), protection.today(patron, now)
    return Limits(
        loss_a_day=_view(own.loss_a_day, now),
        stake_a_day=_view(own.stake_a_day, now),
        session_minutes=_view(own.session_minutes, now),
        reality_check_minutes=own.reality_check_minutes,
        reality_check_comes_every=protection.reality_check_minutes(patron),
        cool_off_until=own.cool_off_until if now < own.cool_off_until else None,
        excluded_until=own.excluded_until if now < own.excluded_until else None,
        house_excluded_until=own.house_excluded_until if now < own.house_excluded_until else None,
        staked_today=today.staked,
        returned_today=today.returned,
        room=protection.room(patron, now),
        may_not_bet=protection.why_not(patron, now),
    )


def _view(limit: Limit, now: int) -> LimitView:
    if limit.next_at is None or now >= limit.next_at:
        return LimitView(limit.at(now), None, None)
    return LimitView(limit.value, limit.next_value, limit.next_at)


ROUTES: list[ControllerRouterHandler] = [limits, change_limits, cool_off, exclude_oneself]
