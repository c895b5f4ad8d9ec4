"""A table changed in the operator menu at a patron's screen: by whom, with what, and from when on."""

import asyncio
from pathlib import Path

import pytest

from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.safety.cookies import COOKIE
from punto.table.commands import AbandonShoe
from punto.table.state import Betting
from tests.server.people.desks import PASSWORD
from tests.server.watching.supervised_floor import TIMED, Browser, Supervised, on_a_floor

PIN = "7294"
PATH = f"/api/station/menu/tables/{TIMED.id}"
DENOMINATIONS = tuple(each * 2 for each in TIMED.denominations)
LIMIT = TIMED.limits["player"]
WANTED = {
    "pin": PIN,
    "reason": "busy evening",
    "denominations": list(DENOMINATIONS),
    "limits": [{"bet": "player", "stake_min": LIMIT.stake_min * 2, "stake_max": LIMIT.stake_max}],
}


async def at_a_station(floor: Supervised, role: Role) -> Browser:
    """A patron's screen at which somebody of that role has opened the operator menu."""
    made = await floor.floor.accounts.create_staff("Sue", role)
    assert isinstance(made, Made)
    account = await floor.floor.accounts.change_password(made.account, PASSWORD)
    assert isinstance(account, Account)
    await floor.floor.accounts.pins.set(account, PIN)
    guest = await floor.floor.accounts.new_guest()
    token = await floor.floor.sessions.begin(guest)
    identity = await floor.floor.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
    assert identity is not None
    screen = Browser(floor.floor, token, floor.floor.sessions.request_token(identity.session), guest.id)
    await screen.send("POST", "/api/attendant-calls", {"table": TIMED.id})
    await screen.send("POST", "/api/station/menu/open", {"name": "Sue", "pin": PIN})
    return screen


def test_a_supervisor_changes_limits_and_denominations_from_the_next_shoe_on(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        screen, task = await at_a_station(floor, Role.SUPERVISOR), floor.task(TIMED.id)
        await floor.until(TIMED.id, Betting)
        answer = await screen.send("PUT", PATH, WANTED)
        assert answer == {"table": TIMED.id, "from_shoe": task.table.shoe + 1}
        assert task.table.config.denominations == TIMED.denominations, "this shoe is played as it was begun"
        await task.ask(AbandonShoe("supervisor", "other"))
        while task.table.config.denominations != DENOMINATIONS:
            await asyncio.sleep(0.005)
        limits = task.table.config.limits
        assert (limits["player"].stake_min, limits["tie"]) == (LIMIT.stake_min * 2, TIMED.limits["tie"])
        ada = await floor.staff(Role.ADMIN, "Ada")
        [entry] = (await ada.get("/api/staff/log?action=station_set_table"))["entries"]
        assert (entry["reason"], entry["refusal"], entry["on"]["table"]) == ("busy evening", "", TIMED.id)
        assert entry["before"] != entry["after"]

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("role", "change", "refusal"),
    [
        (Role.ATTENDANT, {}, "role_is_not_allowed"),
        (Role.SUPERVISOR, {"pin": "1830"}, "pin_is_wrong"),
        (Role.SUPERVISOR, {"reason": ""}, "request_is_invalid"),
        (Role.ADMIN, {"limits": [{"bet": "player", "stake_min": 5, "stake_max": 1}]}, "limits_are_wrong"),
    ],
)
def test_who_may_not_and_what_is_not_set(tmp_path: Path, role: Role, change: dict[str, object], refusal: str) -> None:
    async def test(floor: Supervised) -> None:
        screen = await at_a_station(floor, role)
        assert await screen.refusal("PUT", PATH, {**WANTED, **change}) == refusal
        await screen.send("POST", "/api/station/menu", {"deed": "close"})
        assert await screen.refusal("PUT", PATH, WANTED) == "menu_is_closed"
        assert floor.floor.places.config.table(TIMED.id) == TIMED

    on_a_floor(tmp_path, test)
