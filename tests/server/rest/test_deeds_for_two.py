"""Every deed that needs two people against every second person.

Deeds are declared below; a test compares the list with the routes whose body names a second person.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.server.config.cage_limits import CageLimits
from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.rest.every_route import EVERY_ROUTE
from punto.server.rest.install import PreparedRoutes
from punto.server.rest.second_person import SecondPerson
from punto.table.commands import GiveTip
from tests.server.dealing.dealt_floor import PINS, DealtFloor
from tests.server.people.desks import SAFETY
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client

ALONE_NOTHING = CageLimits(buy_in_max=10**9, pay_max=None, day_max=None, second_person_above=0)
CONFIG = replace(
    CONFIG_WITH_TABLE,
    cage=dict.fromkeys(("attendant", "supervisor", "admin"), ALONE_NOTHING),
    second_person_above=0,
    drawer_difference_alone=0,
    safety=replace(SAFETY, failures_max=100),
)


class RightsFloor(DealtFloor):
    """With every route, and limits under which nobody may do anything alone."""

    def routes(self) -> list[ControllerRouterHandler]:
        return EVERY_ROUTE

    async def person(self, name: str, role: Role) -> Account:
        """With a password and a PIN, but for patrons, who have none."""
        if role is Role.PATRON:
            return await self.registered(name)
        made = await self.accounts.create_staff(name, role)
        assert isinstance(made, Made)
        account = await self.accounts.change_password(made.account, PASSWORD)
        assert isinstance(account, Account)
        changed = await self.accounts.pins.set(account, PIN)
        assert isinstance(changed, Account)
        return changed


PIN = "9526"
Begin = Callable[[RightsFloor], Awaitable[tuple[str, dict[str, object]]]]


class Deed(NamedTuple):
    by: str  # who does it: the name of a member of staff on the floor
    second: Role  # counts as a second person
    wrong: Role  # does not
    begin: Begin  # up to the request, and its path and body
    waits: bool = False  # without a second person it waits for one on another device


async def buy_in(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    return "/api/buy-in", {"id": "deed-0000000001", "patron": floor.ann.id, "amount": 100}


async def pay_ticket(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    ticket = await floor.cashier.cash_out(floor.ann.id, id="ticket")
    return f"/api/tickets/{ticket.code}/pay", {"id": "deed-0000000001"}


async def reverse(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    booked = await floor.cashier.buy_in(floor.ann.id, 100, by="amy", id="wrong")
    return f"/api/cashier/entries/{booked.entry}/reverse", {"id": "deed-0000000001", "reason": "wrong_amount"}


async def pay_tips(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    answer = await floor.jade.ask(GiveTip(floor.ann.id, 20))
    assert answer.refusal is None
    return "/api/tips/pay", {"id": "deed-0000000001", "goes_to": "attendants", "amount": 20}


async def open_drawer(_: RightsFloor) -> tuple[str, dict[str, object]]:
    return "/api/drawer/open", {"id": "deed-0000000001", "counted": 100}


async def close_drawer(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    answer = await floor.cashier.open_drawer(floor.amy.id, 100, "open")
    assert answer.refusal is None
    return "/api/drawer/close", {"id": "deed-0000000001", "counted": 90}


async def adjust(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    return f"/api/desk/patrons/{floor.ann.id}/adjust", {"id": "deed-0000000001", "amount": 100, "reason": "goodwill"}


async def settled_round(floor: RightsFloor) -> None:
    await floor.betting()
    await floor.bets()
    await floor.does("close")
    await floor.slide("9h 2d Td 4c")
    await floor.does("confirm")


async def void(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    await settled_round(floor)
    return "/api/staff/tables/amber/void", {"reason": "dealing_error"}


async def correct(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    await settled_round(floor)
    return "/api/staff/tables/amber/correct", {"reason": "dealing_error", "player": "8h Td", "banker": "9d Tc"}


async def set_aside(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    await floor.dealing_()
    return "/api/dealing/amber/set-aside", {"card": "9h"}


async def rebuild(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    await floor.dealing_()
    await floor.slide("9h 2d")
    paused = await floor.ines.post("/api/staff/tables/amber/pause", {"reason": "dealing_error"})
    assert paused.refusal is None
    return "/api/dealing/amber/rebuild", {"player": "9h", "banker": "2c"}


async def type_card(floor: RightsFloor) -> tuple[str, dict[str, object]]:
    await floor.dealing_()
    return "/api/dealing/amber/card", {"card": "9h"}


DEEDS: dict[str, Deed] = {
    "POST /api/buy-in": Deed("Amy", Role.SUPERVISOR, Role.DEALER, buy_in),
    "POST /api/tickets/{code}/pay": Deed("Amy", Role.ATTENDANT, Role.DEALER, pay_ticket),
    "POST /api/cashier/entries/{number}/reverse": Deed("Ines", Role.ATTENDANT, Role.DEALER, reverse),
    "POST /api/tips/pay": Deed("Amy", Role.ADMIN, Role.DEALER, pay_tips),
    "POST /api/drawer/open": Deed("Amy", Role.SUPERVISOR, Role.DEALER, open_drawer),
    "POST /api/drawer/close": Deed("Amy", Role.SUPERVISOR, Role.DEALER, close_drawer),
    "POST /api/desk/patrons/{patron}/adjust": Deed("Ines", Role.ADMIN, Role.ATTENDANT, adjust),
    "POST /api/staff/tables/{table}/void": Deed("Ines", Role.SUPERVISOR, Role.ATTENDANT, void),
    "POST /api/staff/tables/{table}/correct": Deed("Ines", Role.ADMIN, Role.DEALER, correct),
    "POST /api/dealing/{table}/set-aside": Deed("Ines", Role.DEALER, Role.ATTENDANT, set_aside),
    "POST /api/dealing/{table}/rebuild": Deed("Ines", Role.SUPERVISOR, Role.ATTENDANT, rebuild),
    "POST /api/dealing/{table}/card": Deed("Mara", Role.DEALER, Role.ATTENDANT, type_card, waits=True),
}


def on_a_rights_floor(folder: Path, test: Callable[[RightsFloor], Awaitable[None]]) -> None:
    async def run() -> None:
        floor = RightsFloor(folder / "floor.db", CONFIG)
        await floor.open()
        try:
            await test(floor)
        finally:
            floor.dealing.consoles.stop()
            await floor.store.close()

    asyncio.run(run())


def test_every_route_that_takes_a_second_person_is_declared_here(tmp_path: Path) -> None:
    async def test(floor: RightsFloor) -> None:
        found = set()
        prepared = PreparedRoutes(EVERY_ROUTE, floor.config.base_path)
        await prepared.put_together()
        for route in prepared.serve(floor).litestar.routes:
            for handler in getattr(route, "route_handlers", ()):
                data = handler.parsed_fn_signature.parameters.get("data")
                if data is not None and _names_a_second_person(data.annotation):
                    found |= {f"{method} {route.path_format}" for method in handler.http_methods - {"OPTIONS"}}
        assert found == set(DEEDS)

    on_a_rights_floor(tmp_path, test)


def _names_a_second_person(body: Any) -> bool:
    hints = get_type_hints(body) if isinstance(body, type) else {}
    return any(SecondPerson in (hint, *get_args(hint)) for hint in hints.values())


@pytest.mark.parametrize("route", DEEDS)
def test_nobody_counts_as_a_second_person_but_another_with_the_role(tmp_path: Path, route: str) -> None:
    """Whoever is named in vain changes nothing: the same request succeeds in the end."""

    async def test(floor: RightsFloor) -> None:
        deed = DEEDS[route]
        right, wrong = await floor.person("Right", deed.second), await floor.person("Wrong", deed.wrong)
        out = await floor.person("Out", deed.second)
        await floor.accounts.suspend(out.id, is_suspended=True)
        await floor.person("Patron", Role.PATRON)
        new = await floor.accounts.create_staff("New", deed.second)
        assert isinstance(new, Made)
        path, body = await deed.begin(floor)
        refused: list[tuple[dict[str, str] | None, str]] = [
            *([] if deed.waits else [(None, "second_person_is_needed")]),
            ({"name": deed.by, "password": PASSWORD}, "second_person_is_the_same"),
            ({"name": deed.by, "pin": PINS[deed.by]}, "second_person_is_the_same"),
            ({"name": deed.by.lower(), "pin": "0000"}, "second_person_is_the_same"),
            ({"name": "Wrong", "password": PASSWORD}, "second_person_is_wrong"),
            ({"name": "Wrong", "pin": PIN}, "second_person_is_wrong"),
            ({"name": wrong.id, "pin": PIN}, "second_person_is_wrong"),
            ({"name": "Patron", "password": PASSWORD}, "second_person_is_wrong"),
            ({"name": "Patron", "pin": PIN}, "second_person_is_wrong"),
            ({"name": "Nobody", "password": PASSWORD}, "second_person_is_wrong"),
            ({"name": "Right", "password": "not this one"}, "second_person_is_wrong"),
            ({"name": "Right", "pin": "1111"}, "second_person_is_wrong"),
            ({"name": "Right"}, "second_person_is_wrong"),
            ({"name": "New", "password": new.password}, "second_person_is_wrong"),
            ({"name": "Out", "password": PASSWORD}, "second_person_is_wrong"),
            ({"name": "Out", "pin": PIN}, "second_person_is_wrong"),
        ]
        by: Client = getattr(floor, deed.by.lower())
        for second, refusal in refused:
            reply = await by.post(path, {**body, "second": second})
            assert reply.refusal == refusal, (second, reply.text)
        reply = await by.post(path, {**body, "second": {"name": right.id, "pin": PIN}})
        assert reply.refusal is None, reply.text

    on_a_rights_floor(tmp_path, test)


@pytest.mark.parametrize("route", DEEDS)
def test_a_password_counts_as_a_pin_does(tmp_path: Path, route: str) -> None:
    async def test(floor: RightsFloor) -> None:
        deed = DEEDS[route]
        right = await floor.person("Right", deed.second)
        path, body = await deed.begin(floor)
        by: Client = getattr(floor, deed.by.lower())
        entries = floor.staff_log.version
        reply = await by.post(path, {**body, "second": {"name": "Right", "password": PASSWORD}})
        assert reply.refusal is None, reply.text
        found = [event for _, event in await floor.staff_log.events(entries, 100)]
        seconds = {getattr(event, "second", "") for event in found}
        assert right.id in seconds, "the staff log names both"

    on_a_rights_floor(tmp_path, test)


def test_a_typed_card_without_a_second_person_waits_and_is_not_dealt(tmp_path: Path) -> None:
    async def test(floor: RightsFloor) -> None:
        path, body = await type_card(floor)
        reply = await floor.mara.post(path, body)
        assert reply.body["version"] is None
        assert floor.felt == "/"

    on_a_rights_floor(tmp_path, test)
