"""A patron's screen and the attendant who stands before it: reserved seats, the operator menu, and the station's lock.

The menu opens on the patron's own session with the attendant's PIN, while that patron's call is open or the station is
locked. The server keeps the grant; the screen only draws it.
"""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import CAGE, PATRON, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.second_person import Name, PinDigits
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.staff_events import By, On
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.stations import Grant, Stations


class StationState(Struct, frozen=True):
    is_locked: bool  # by an attendant; nobody can bet here
    is_lifted: bool  # an attendant has lifted the reservation
    served_by: str  # name of the attendant whose menu is open; empty: nobody
    served_until: int | None


class AtTable(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=64)] = ""


class AttendantHere(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    pin: PinDigits


class MenuDeed(Struct, frozen=True, forbid_unknown_fields=True):
    """What the attendant does in the menu; `detail` names the setting or the part that was tested."""

    deed: Literal["set", "test", "look_at_rounds", "lock", "unlock", "close"]
    detail: Annotated[str, Meta(max_length=80, pattern=r"^[A-Za-z0-9 .,:_\-]*$")] = ""


class ReservedSeat(Struct, frozen=True):
    id: int
    patron: str
    name: str  # empty: a guest
    table: str
    since: int


class ReservedSeats(Struct, frozen=True):
    seats: tuple[ReservedSeat, ...]


@get("/api/station", roles=PATRON, summary="Your screen: locked, reserved, served")
async def station(accounts: Desk[Accounts], stations: Desk[Stations], identity: Who) -> StationState:
    return await _state(accounts, stations, identity)


@post("/api/station/reserve", status_code=200, roles=PATRON, summary="Tell attendants that this seat is reserved")
async def reserve(
    accounts: Desk[Accounts], stations: Desk[Stations], identity: Who, data: JSONBody[AtTable]
) -> StationState:
    """The PIN that covers the screen stays in the browser; an attendant can see and lift the reservation."""
    if not stations.reserve(identity.session, identity.account, data.table):
        raise RequestRefused(ServerRefusal.SERVER_IS_BUSY, "too many seats are reserved")
    return await _state(accounts, stations, identity)


@post("/api/station/release", status_code=200, roles=PATRON, summary="The seat is no longer reserved")
async def release(accounts: Desk[Accounts], stations: Desk[Stations], identity: Who) -> StationState:
    stations.release(identity.session)
    return await _state(accounts, stations, identity)


@post("/api/station/menu/open", status_code=200, roles=PATRON, summary="An attendant opens the operator menu here")
async def open_menu(
    accounts: Desk[Accounts],
    stations: Desk[Stations],
    calls: Desk[AttendantCalls],
    staff_log: Desk[StaffLog],
    staff_failures: Desk[StaffFailures],
    identity: Who,
    address: Address,
    data: JSONBody[AttendantHere],
) -> StationState:
    """Only while the patron's call is open, or at a locked station. Takes the call."""
    open_calls = calls.of(identity.account)
    if not open_calls and not stations.is_locked(identity.session):
        raise RequestRefused(ServerRefusal.CALL_IS_UNKNOWN)
    found = await accounts.pins.account_of(data.name)
    account = await accounts.pins.check(data.name, data.pin, address)
    if isinstance(account, PeopleRefusal):
        staff_failures.failed(found, "open_station", data.name, address, account)
        wait_ms = await accounts.pins.wait_ms(data.name, address)
        raise RequestRefused(account, retry_after_ms=wait_ms)
    table = next((call.table for call in open_calls if call.table), "")
    on, actor = On(patron=identity.account, table=table), By(account.id, account.role, address)
    if account.role not in CAGE.roles:
        refusal = ServerRefusal.ROLE_IS_NOT_ALLOWED
        await staff_log.acts(actor, "open_station", on, refusal=refusal)
        raise RequestRefused(refusal)
    await staff_log.acts(actor, "open_station", on)
    for call in open_calls:
        await calls.take(call.id, account.id)
    stations.grant(identity.session, account.id, account.role, address)
    return await _state(accounts, stations, identity)


@post("/api/station/menu", status_code=200, roles=PATRON, summary="Something done in the operator menu")
async def in_menu(
    accounts: Desk[Accounts],
    stations: Desk[Stations],
    calls: Desk[AttendantCalls],
    staff_log: Desk[StaffLog],
    identity: Who,
    data: JSONBody[MenuDeed],
) -> StationState:
    grant = granted(stations, identity)
    on = On(patron=identity.account, thing=data.detail)
    await staff_log.acts(grant.actor, f"station_{data.deed}", on)
    if data.deed == "lock":
        await stations.lock(identity.session, grant.by)
    elif data.deed == "unlock":
        await stations.unlock(identity.session)
    if data.deed in ("lock", "close"):
        for call in calls.of(identity.account):
            await calls.answer(call.id)
        stations.end_grant(identity.session)
    return await _state(accounts, stations, identity)


@get("/api/reservations", roles=CAGE, summary="Reserved seats, oldest first")
async def reservations(accounts: Desk[Accounts], stations: Desk[Stations]) -> ReservedSeats:
    seats = [
        ReservedSeat(each.id, each.patron, await accounts.name_of(each.patron), each.table, each.since)
        for each in stations.reservations
    ]
    return ReservedSeats(tuple(seats))


@post("/api/reservations/{number:int}/lift", status_code=204, roles=CAGE, summary="Lift a reservation")
async def lift(stations: Desk[Stations], staff_log: Desk[StaffLog], identity: Who, number: FromPath[int]) -> None:
    found = next((each for each in stations.reservations if each.id == number), None)
    if found is None:
        raise RequestRefused(ServerRefusal.CALL_IS_UNKNOWN)
    await staff_log.acts(identity, "lift_reservation", On(patron=found.patron, table=found.table))
    stations.lift(number)


def granted(stations: Stations, identity: Identity) -> Grant:
    grant = stations.granted(identity.session)
    if grant is None:
        raise RequestRefused(ServerRefusal.MENU_IS_CLOSED)
    return grant


async def _state(accounts: Accounts, stations: Stations, identity: Identity) -> StationState:
    grant = stations.granted(identity.session)
    return StationState(
        stations.is_locked(identity.session),
        stations.is_lifted(identity.session),
        "" if grant is None else await accounts.name_of(grant.by),
        None if grant is None else grant.until,
    )


ROUTES: list[ControllerRouterHandler] = [station, reserve, release, open_menu, in_menu, reservations, lift]
