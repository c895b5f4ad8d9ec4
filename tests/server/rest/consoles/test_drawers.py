"""Drawers over HTTP: opened, moved by every deed in cash, counted and closed; receipts; tips paid out."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.ledger.accounts import tips
from punto.server.people.identity import Role
from punto.server.rest.consoles.cage import drawers, house_owes, receipts
from punto.server.store.values import Change
from tests.server.rest.small_floor import PASSWORD, Client, SmallFloor
from tests.server.rest.test_cage import CONFIG as CAGE_CONFIG
from tests.server.rest.test_cage import SUE, log_of, second

CONFIG = replace(CAGE_CONFIG, needs_drawers=True, drawer_difference_alone=5)
ROUTES: list[ControllerRouterHandler] = [*drawers.ROUTES, *house_owes.ROUTES, *receipts.ROUTES]


class CageFloor(SmallFloor):
    def routes(self) -> list[ControllerRouterHandler]:
        return [*super().routes(), *ROUTES]


async def opened(client: Client, counted: int = 400, id: str = "open") -> None:  # noqa: A002
    assert (await client.post("/api/drawer/open", {"id": id, "counted": counted})).status == 200


async def should_hold(client: Client) -> int:
    drawer = (await client.get("/api/drawer")).body["drawer"]
    assert isinstance(drawer, dict)
    return int(drawer["should_hold"])


def test_a_shift_over_http(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.client(Role.PATRON)
        await second(floor)
        buy_in = {"id": "1", "patron": ann.id, "amount": 90}
        assert (await amy.post("/api/buy-in", buy_in)).refusal == "drawer_is_not_open"
        assert (await log_of(floor, "buy_in"))[-1]["refusal"] == "drawer_is_not_open"
        await opened(amy)
        booked = await amy.post("/api/buy-in", buy_in)
        assert await should_hold(amy) == 490
        code = (await ann.post("/api/cashout", {"id": "out"})).body["code"]
        paid = await amy.post(f"/api/tickets/{code}/pay", {"id": "2"})
        assert await should_hold(amy) == 400
        text = (await amy.get(f"/api/cashier/entries/{paid.body['entry']}/receipt")).body["text"]
        assert "Ticket redeemed" in str(text)
        assert str(code) in str(text)
        page = await amy.get(f"/api/cashier/entries/{booked.body['entry']}/receipt.html")
        assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "<pre>" in page.text
        short = {"id": "3", "counted": 390}
        assert (await amy.post("/api/drawer/close", short)).refusal == "second_person_is_needed"
        closed = await amy.post("/api/drawer/close", {**short, "second": SUE, "note": "a note was torn"})
        again = await amy.post("/api/drawer/close", short)
        assert closed.status == 200
        assert closed.body == again.body
        assert (await amy.get("/api/drawer")).body["drawer"] is None
        done = (await log_of(floor, "close_drawer"))[-1]
        assert (done["before"], done["after"], done["amount"], done["second_name"]) == ("400", "390", 10, "Sue")
        sue = await floor.client(Role.SUPERVISOR)
        listed = (await sue.get("/api/drawers")).body
        assert (listed["difference"], listed["bought_in"], listed["paid_out"]) == (-10, 90, 90)

    on_the_floor(tmp_path, test)


def test_a_small_difference_is_closed_alone_and_one_id_closes_once(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        await opened(amy)
        assert (await amy.post("/api/drawer/open", {"id": "x", "counted": 1})).refusal == "drawer_is_open"
        assert (await amy.post("/api/drawer/open", {"id": "open", "counted": 400})).body["drawer"] == 1, "the same id"
        assert (await amy.post("/api/drawer/open", {"id": "open", "counted": 401})).refusal == "id_was_used"
        assert (await amy.post("/api/drawer/close", {"id": "c", "counted": 405})).status == 200
        assert (await amy.post("/api/drawer/close", {"id": "c", "counted": 404})).refusal == "id_was_used"
        assert (await amy.post("/api/drawer/close", {"id": "d", "counted": 405})).refusal == "drawer_is_not_open"

    on_the_floor(tmp_path, test)


def test_a_drawer_is_still_open_after_a_restart(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.client(Role.PATRON)
        await opened(amy)
        await amy.post("/api/buy-in", {"id": "1", "patron": ann.id, "amount": 90})
        await floor.reopen_cashier()
        floor.install_routes()
        amy.use(floor.app)
        assert await should_hold(amy) == 490
        assert (await amy.post("/api/buy-in", {"id": "1", "patron": ann.id, "amount": 90})).status == 200
        assert await should_hold(amy) == 490, "the same id moves nothing twice"

    on_the_floor(tmp_path, test)


def test_two_attendants_pay_one_ticket_and_one_wins(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, bob, ann = [await floor.client(role) for role in (Role.ATTENDANT, Role.ATTENDANT, Role.PATRON)]
        await opened(amy)
        await opened(bob)
        await amy.post("/api/buy-in", {"id": "1", "patron": ann.id, "amount": 90})
        code = (await ann.post("/api/cashout", {"id": "out"})).body["code"]
        path = f"/api/tickets/{code}/pay"
        answers = await asyncio.gather(*(each.post(path, {"id": "p"}) for each in (amy, bob)))
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert await should_hold(amy) + await should_hold(bob) == 800, "paid once, from one of them"

    on_the_floor(tmp_path, test)


async def tipped(floor: SmallFloor, recipient: str, amount: int) -> None:
    """As a table would, in a stream of its own."""
    claim = await floor.store.claim("table:tips")
    lines = {tips("PLAY", recipient): amount, "house:PLAY": -amount}
    await floor.store.commit([Change("table:tips", claim.epoch, claim.version, (b"{}",), lines)])


def test_tips_are_paid_to_whom_they_were_given_but_not_by_themselves(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        dan = await floor.client(Role.DEALER)
        await opened(amy)
        await tipped(floor, f"dealer:{dan.id}", 50)
        await tipped(floor, f"dealer:{amy.id}", 50)
        owed = (await amy.get("/api/house-owes")).body
        assert (owed["total"], owed["purses"]) == (100, 0)
        pay = {"id": "1", "goes_to": f"dealer:{dan.id}", "amount": 51}
        assert (await amy.post("/api/tips/pay", pay)).refusal == "tips_hold_too_little"
        booked = await amy.post("/api/tips/pay", {**pay, "amount": 30})
        assert (booked.status, booked.body["amount"]) == (200, 30)
        assert await should_hold(amy) == 370
        await tipped(floor, f"dealer:{dan.id}", 5)
        assert (await amy.post("/api/tips/pay", {**pay, "id": "2", "amount": 25})).status == 200, "with the later tip"
        own = {"id": "3", "goes_to": f"dealer:{amy.id}", "amount": 50}
        assert (await amy.post("/api/tips/pay", own)).refusal == "second_person_is_the_same"
        text = (await amy.get(f"/api/cashier/entries/{booked.body['entry']}/receipt")).body["text"]
        assert "Tips paid out" in str(text)

    on_the_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("role", "path", "status"),
    [
        (None, "/api/drawer", 401),
        (Role.PATRON, "/api/drawer", 403),
        (Role.DEALER, "/api/drawer", 403),
        (Role.SUPERVISOR, "/api/drawer", 200),
        (Role.ATTENDANT, "/api/drawers", 403),
        (Role.ADMIN, "/api/drawers", 200),
        (Role.DEALER, "/api/house-owes", 403),
        (Role.ATTENDANT, "/api/house-owes", 200),
        (Role.ATTENDANT, "/api/cashier/entries/1/receipt", 404),
        (Role.PATRON, "/api/cashier/entries/1/receipt", 403),
    ],
)
def test_who_may_look(tmp_path: Path, role: Role | None, path: str, status: int) -> None:
    async def test(floor: SmallFloor) -> None:
        assert (await (await floor.client(role)).get(path)).status == status

    on_the_floor(tmp_path, test)


def test_a_drawer_of_more_than_one_person_may_move_is_opened_by_two(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        await second(floor)
        much = {"id": "1", "counted": 501}
        assert (await amy.post("/api/drawer/open", much)).refusal == "second_person_is_needed"
        wrong = {"name": "Sue", "password": f"not {PASSWORD}"}
        assert (await amy.post("/api/drawer/open", {**much, "second": wrong})).refusal == "second_person_is_wrong"
        assert (await amy.post("/api/drawer/open", {**much, "second": SUE})).status == 200

    on_the_floor(tmp_path, test)


def on_the_floor(folder: Path, test: Callable[[SmallFloor], Awaitable[None]]) -> None:
    async def run() -> None:
        floor = await CageFloor(folder / "floor.db", CONFIG).open()
        try:
            await test(floor)
        finally:
            await floor.store.close()

    asyncio.run(run())
