"""The operator menu at a patron's screen: opened with a PIN while a call is open, closed by itself, and logged."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from litestar.types import ControllerRouterHandler

from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.client import PlaceWager
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.consoles.cage import stations
from punto.server.staff.stations import GRANT_MS, Stations
from punto.server.tables.admission import Admission
from punto.server.telling.bus import InProcessBus
from punto.server.telling.online import Online
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, SmallFloor
from tests.server.rest.test_cage import log_of

PIN = "7294"


class StationFloor(SmallFloor):
    def routes(self) -> list[ControllerRouterHandler]:
        return [*super().routes(), *stations.ROUTES]


def on_a_station(folder: Path, test: Callable[[StationFloor, Client], Awaitable[None]]) -> None:
    """With a patron at the screen, and Amy, an attendant with a PIN."""

    async def run() -> None:
        floor = StationFloor(folder / "floor.db", CONFIG_WITH_TABLE)
        await floor.open()
        try:
            await with_pin(floor, "Amy", Role.ATTENDANT)
            await test(floor, await floor.client(Role.PATRON))
        finally:
            await floor.store.close()

    asyncio.run(run())


async def with_pin(floor: StationFloor, name: str, role: Role) -> str:
    made = await floor.accounts.create_staff(name, role)
    assert isinstance(made, Made)
    account = await floor.accounts.change_password(made.account, PASSWORD)
    assert not isinstance(account, str)
    await floor.accounts.pins.set(account, PIN)
    return account.id


async def menu(patron: Client, name: str = "Amy", pin: str = PIN) -> str | None:
    """Opens it; the refusal, if any."""
    return (await patron.post("/api/station/menu/open", {"name": name, "pin": pin})).refusal


def test_the_menu_opens_while_a_call_is_open_and_takes_it(tmp_path: Path) -> None:
    async def test(floor: StationFloor, ann: Client) -> None:
        assert await menu(ann) == "call_is_unknown"
        await ann.post("/api/attendant-calls", {"table": "jade"})
        assert (await ann.post("/api/station/menu", {"deed": "lock"})).refusal == "menu_is_closed"
        assert await menu(ann, pin="1111") == "pin_is_wrong"
        assert await menu(ann) is None
        assert floor.calls.of(ann.id)[0].taken_by != ""
        shown = (await ann.get("/api/station")).body
        assert (shown["served_by"], shown["served_until"]) == ("Amy", floor.now + GRANT_MS)
        assert (await ann.post("/api/station/menu", {"deed": "set", "detail": "sound 40"})).status == 200
        (entry,) = await log_of(floor, "station_set")
        assert (entry["name"], entry["role"]) == ("Amy", "attendant")
        assert (await ann.post("/api/station/menu", {"deed": "close"})).body["served_by"] == ""
        assert floor.calls.of(ann.id) == (), "the call is answered"

    on_a_station(tmp_path, test)


def test_the_grant_is_for_this_session_alone_and_ends_by_itself(tmp_path: Path) -> None:
    async def test(floor: StationFloor, ann: Client) -> None:
        bob = await floor.client(Role.PATRON)
        await ann.post("/api/attendant-calls", {})
        assert await menu(ann) is None
        assert (await bob.post("/api/station/menu", {"deed": "test", "detail": "sound"})).refusal == "menu_is_closed"
        floor.now += GRANT_MS
        assert (await ann.post("/api/station/menu", {"deed": "test", "detail": "sound"})).refusal == "menu_is_closed"

    on_a_station(tmp_path, test)


@pytest.mark.parametrize(("role", "refusal"), [(Role.DEALER, "role_is_not_allowed"), (Role.SUPERVISOR, None)])
def test_which_roles_open_the_menu(tmp_path: Path, role: Role, refusal: str | None) -> None:
    async def test(floor: StationFloor, ann: Client) -> None:
        await with_pin(floor, "Dan", role)
        await ann.post("/api/attendant-calls", {})
        assert await menu(ann, name="Dan") == refusal

    on_a_station(tmp_path, test)


def test_nobody_bets_at_a_locked_station_also_after_a_restart_until_it_is_unlocked(tmp_path: Path) -> None:
    async def test(floor: StationFloor, ann: Client) -> None:
        await ann.post("/api/attendant-calls", {})
        await menu(ann)
        assert (await ann.post("/api/station/menu", {"deed": "lock"})).body["is_locked"] is True
        identity = await floor.who(ann.cookie)
        assert identity is not None
        again = await Stations.open(floor.store, floor.clock)
        admission = Admission(
            floor.config.house,
            floor.sessions,
            floor.accounts,
            floor.protection,
            Online(InProcessBus()),
            floor.clock,
            again.is_locked,
        )
        bet = PlaceWager(id="1", table="jade", bet="banker", stake=100)
        assert admission.refusal_of(bet, identity, floor.now) is ServerRefusal.STATION_IS_LOCKED
        assert await menu(ann) is None, "no call is needed at a locked station"
        assert (await ann.post("/api/station/menu", {"deed": "unlock"})).body["is_locked"] is False
        assert not (await Stations.open(floor.store, floor.clock)).is_locked(identity.session)

    on_a_station(tmp_path, test)


def test_an_attendant_sees_and_lifts_a_reservation(tmp_path: Path) -> None:
    async def test(floor: StationFloor, ann: Client) -> None:
        amy = await floor.client(Role.ATTENDANT)
        await ann.post("/api/station/reserve", {"table": "jade"})
        (seat,) = cast(Any, (await amy.get("/api/reservations")).body["seats"])
        assert (seat["patron"], seat["table"], seat["since"]) == (ann.id, "jade", floor.now)
        assert (await ann.get("/api/reservations")).status == 403
        assert (await amy.post(f"/api/reservations/{seat['id']}/lift")).status == 204
        assert (await amy.post(f"/api/reservations/{seat['id']}/lift")).status == 404
        assert (await ann.get("/api/station")).body["is_lifted"] is True
        assert (await ann.post("/api/station/release")).body["is_lifted"] is False
        assert len(await log_of(floor, "lift_reservation")) == 1

    on_a_station(tmp_path, test)


def test_what_ends_with_its_session(tmp_path: Path) -> None:
    async def test(floor: StationFloor, ann: Client) -> None:
        floor.sessions.on_end.append(floor.stations.ended)
        await ann.post("/api/station/reserve", {})
        assert (await ann.post("/api/logout")).status == 204
        assert floor.stations.reservations == ()

    on_a_station(tmp_path, test)
