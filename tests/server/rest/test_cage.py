"""The cage over HTTP: limits by role, a second person above an amount, and entries that are taken back."""

from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from punto.server.config.cage_limits import CageLimits
from punto.server.keeping.audit import audit
from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.refusals import PeopleRefusal
from tests.server.people.desks import DAY
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, Reply, SmallFloor, on_a_floor

LIMITS = CageLimits(buy_in_max=1_000, pay_max=2_000, day_max=3_000, second_person_above=500)
CONFIG = replace(
    CONFIG_WITH_TABLE,
    play_credits=None,
    hand_pay_above=100,
    cage={
        "attendant": LIMITS,
        "supervisor": replace(LIMITS, pay_max=None),
        "admin": replace(LIMITS, buy_in_max=10_000, pay_max=None, day_max=None),
    },
)
SUE = {"name": "Sue", "password": PASSWORD}


async def second(floor: SmallFloor, name: str = "Sue", role: Role = Role.SUPERVISOR) -> str:
    """Somebody who can confirm what another does."""
    made = await floor.accounts.create_staff(name, role)
    assert isinstance(made, Made)
    await floor.accounts.change_password(made.account, PASSWORD)
    return made.account.id


async def bought(cage: Client, patron: Client, amount: int, id: str = "1", **more: object) -> Reply:  # noqa: A002
    return await cage.post("/api/buy-in", {"id": id, "patron": patron.id, "amount": amount, **more})


async def balance(floor: SmallFloor, patron: Client) -> int:
    return await floor.cashier.balance(patron.id)


async def log_of(floor: SmallFloor, action: str) -> list[dict[str, object]]:
    """The oldest first."""
    admin = await floor.client(Role.ADMIN)
    entries = (await admin.get(f"/api/staff/log?action={action}")).body["entries"]
    assert isinstance(entries, list)
    return entries[::-1]


@pytest.mark.parametrize(
    ("role", "amount", "refusal"),
    [
        (Role.ATTENDANT, 500, None),
        (Role.ATTENDANT, 501, "second_person_is_needed"),
        (Role.ATTENDANT, 1_001, "amount_is_over_the_limit"),
        (Role.ADMIN, 1_001, "second_person_is_needed"),
        (Role.ADMIN, 10_001, "amount_is_over_the_limit"),
        (Role.ADMIN, 100_000_000_000, "amount_is_over_the_limit"),  # a thousand million in one call
    ],
)
def test_what_a_role_may_take_in_alone(tmp_path: Path, role: Role, amount: int, refusal: str | None) -> None:
    async def test(floor: SmallFloor) -> None:
        cage, ann = await floor.client(role), await floor.client(Role.PATRON)
        answer = await bought(cage, ann, amount)
        assert (answer.refusal if answer.status != 200 else None) == refusal
        assert await balance(floor, ann) == (0 if refusal else amount)
        (entry,) = await log_of(floor, "buy_in")
        assert (entry["by"], entry["amount"], entry["refusal"]) == (cage.id, amount, refusal or "")

    on_a_floor(tmp_path, test, CONFIG)


def test_a_second_person_confirms_what_is_too_much_for_one_and_is_in_the_log(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.client(Role.PATRON)
        sue = await second(floor)
        wrong = await bought(amy, ann, 800, "1", second={"name": "Sue", "password": "wrong password"})
        assert wrong.refusal == "second_person_is_wrong"
        assert await balance(floor, ann) == 0
        assert (await bought(amy, ann, 800, "2", second=SUE)).status == 200
        assert await balance(floor, ann) == 800
        refused, done = await log_of(floor, "buy_in")
        assert (refused["second"], refused["refusal"]) == ("", "second_person_is_wrong")
        assert (done["second"], done["second_name"], done["refusal"]) == (sue, "Sue", "")

    on_a_floor(tmp_path, test, CONFIG)


@pytest.mark.parametrize("is_while_confirmed", [False, True])
def test_nothing_is_taken_in_for_a_patron_who_has_stopped_and_the_log_says_so(
    tmp_path: Path, *, is_while_confirmed: bool
) -> None:
    """Also when the patron stops while the second person's password is being looked at."""

    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.client(Role.PATRON)
        await second(floor)
        log_in = floor.accounts.log_in

        async def log_in_slowly(name: str, password: str, address: str) -> Account | PeopleRefusal:
            await floor.protection.exclude(ann.id, days=None)
            return await log_in(name, password, address)

        if is_while_confirmed:
            floor.accounts.log_in = log_in_slowly  # type: ignore[method-assign]
        else:
            await floor.protection.exclude(ann.id, days=None)
        assert (await bought(amy, ann, 800, second=SUE)).refusal == "self_excluded"
        assert await balance(floor, ann) == 0
        (entry,) = await log_of(floor, "buy_in")
        assert (entry["by"], entry["amount"], entry["refusal"]) == (amy.id, 800, "self_excluded")

    on_a_floor(tmp_path, test, CONFIG)


def test_a_buy_in_sent_twice_counts_once_in_the_log(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.client(Role.PATRON)
        answers = [await bought(amy, ann, 400, "1") for _ in range(2)]
        assert answers[0].body == answers[1].body
        assert (await bought(amy, ann, 300, "1")).status == 409, "the same id with other content"
        assert await balance(floor, ann) == 400
        entries = await log_of(floor, "buy_in")
        assert sum(cast(int, each["amount"]) for each in entries if not each["refusal"]) == 400
        assert [each["refusal"] for each in entries] == ["", "was_done_before", "id_was_used"]

    on_a_floor(tmp_path, test, CONFIG)


def test_a_ticket_is_paid_within_the_limits_of_the_role(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, admin, ann = [await floor.client(role) for role in (Role.ATTENDANT, Role.ADMIN, Role.PATRON)]
        await second(floor)
        await floor.cashier.buy_in(ann.id, 2_001, by="x")
        code = (await ann.post("/api/cashout", {"id": "out"})).body["code"]
        path = f"/api/tickets/{code}/pay"
        assert (await amy.post(path, {"id": "1", "second": SUE})).refusal == "amount_is_over_the_limit"
        assert (await admin.post(path, {"id": "1"})).refusal == "second_person_is_needed"
        assert (await admin.post(path, {"id": "1", "second": SUE})).body["amount"] == 2_001

    on_a_floor(tmp_path, test, CONFIG)


def test_a_member_of_staff_moves_so_much_in_a_gaming_day_also_after_a_restart(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, bea = await floor.client(Role.ATTENDANT), await floor.client(Role.ATTENDANT)
        ann = await floor.client(Role.PATRON)
        for number in range(6):
            assert (await bought(amy, ann, 500, str(number))).status == 200
        assert (await bought(amy, ann, 1, "a")).refusal == "day_limit_is_reached"
        assert (await bought(amy, ann, 500, "0")).status == 200, "the same again is not more"
        assert (await bought(bea, ann, 1, "b")).status == 200, "a day of one's own"
        await floor.reopen_cashier()
        assert (await bought(amy, ann, 1, "c")).refusal == "day_limit_is_reached"
        assert (await log_of(floor, "buy_in"))[-1]["refusal"] == "day_limit_is_reached"
        floor.now += DAY
        amy = await floor.client_of(amy)
        assert (await bought(amy, ann, 1, "d")).status == 200

    on_a_floor(tmp_path, test, CONFIG)


def test_a_buy_in_booked_in_error_is_taken_back_by_a_supervisor_once(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, sue, ann = [await floor.client(role) for role in (Role.ATTENDANT, Role.SUPERVISOR, Role.PATRON)]
        entry = (await bought(amy, ann, 400)).body["entry"]
        path, body = f"/api/cashier/entries/{entry}/reverse", {"id": "r1", "reason": "wrong_patron", "note": "Bob's"}
        assert (await amy.post(path, body)).refusal == "role_is_not_allowed"
        assert (await sue.post(path, body)).body == {"amount": 400, "entry": 2}
        assert (await sue.post(path, body)).body == {"amount": 400, "entry": 2}  # pressed twice
        assert (await sue.post(path, {**body, "id": "r2"})).refusal == "entry_is_reversed"
        assert await balance(floor, ann) == 0
        first = (await log_of(floor, "reverse_entry"))[0]
        assert (first["by"], first["on"]) == (sue.id, {"patron": ann.id, "entry": entry})
        assert (first["amount"], first["reason"], first["note"]) == (400, "wrong_patron", "Bob's")
        page = (await sue.get(f"/api/cashier/entries?patron={ann.id}")).body["entries"]
        assert isinstance(page, list)
        assert [(each["kind"], each["is_reversed"], each["reverses"]) for each in page] == [
            ("buy_in_reversed", False, entry),
            ("buy_in", True, None),
        ]
        assert (await audit(floor.store)).accounts >= 0

    on_a_floor(tmp_path, test, CONFIG)


def test_a_buy_in_that_was_spent_is_not_taken_back(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, sue, ann = [await floor.client(role) for role in (Role.ATTENDANT, Role.SUPERVISOR, Role.PATRON)]
        entry = (await bought(amy, ann, 400)).body["entry"]
        code = (await ann.post("/api/cashout", {"id": "out"})).body["code"]
        body = {"id": "r", "reason": "wrong_amount"}
        refused = await sue.post(f"/api/cashier/entries/{entry}/reverse", body)
        assert refused.refusal == "purse_holds_too_little"
        assert (await log_of(floor, "reverse_entry"))[-1]["refusal"] == "purse_holds_too_little"
        out = await sue.post("/api/cashier/entries/2/reverse", body)
        assert out.refusal == "entry_cannot_be_reversed", "a cash-out is the patron's own"
        assert (await sue.post("/api/cashier/entries/9/reverse", body)).refusal == "entry_is_unknown"
        paid = (await amy.post(f"/api/tickets/{code}/pay", {"id": "p"})).body["entry"]
        taken_back = await sue.post(f"/api/cashier/entries/{paid}/reverse", {"id": "r3", "reason": "not_paid"})
        assert taken_back.status == 200
        assert (await amy.get(f"/api/tickets/{code}")).body["is_paid"] is False
        tickets = (await ann.get("/api/tickets")).body["tickets"]
        assert isinstance(tickets, list)
        assert [each["code"] for each in tickets] == [code]
        await audit(floor.store)

    on_a_floor(tmp_path, test, CONFIG)


def test_an_unpaid_ticket_shows_no_code_in_the_entries_and_pages_go_on(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann, bob = [await floor.client(role) for role in (Role.ATTENDANT, Role.PATRON, Role.PATRON)]
        for number in range(3):
            await bought(amy, ann, 10, f"a{number}")
            await bought(amy, bob, 10, f"b{number}")
        code = str((await ann.post("/api/cashout", {"id": "out"})).body["code"])
        listed = await amy.get("/api/cashier/entries")
        assert code.replace("-", "") not in listed.text
        seen, before = [], ""
        while before is not None:
            page = (await amy.get(f"/api/cashier/entries?patron={ann.id}&limit=2{before}")).body
            assert isinstance(page["entries"], list)
            seen += [each["number"] for each in page["entries"]]
            before = f"&before={page['next']}" if page["next"] else None  # type: ignore[assignment]
        assert seen == [7, 5, 3, 1]

    on_a_floor(tmp_path, test, CONFIG)


def test_limits_that_a_file_does_not_name_follow_from_the_hand_pay_limit() -> None:
    usual = replace(CONFIG_WITH_TABLE, hand_pay_above=5_000)
    assert usual.cage_of(Role.ATTENDANT) == CageLimits(
        buy_in_max=50_000, pay_max=50_000, day_max=500_000, second_person_above=25_000
    )
    assert usual.cage_of(Role.ADMIN).pay_max is None, "somebody can pay whatever was won"
