"""Who may have an account: whom the house lets register, and who may not come back before an exclusion is over."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig, People
from punto.server.people.identity import Role
from punto.server.people.limits.exclusion_list import EXCLUDED
from tests.server.people.desks import DAY
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, Reply, SmallFloor, on_a_floor

DOCUMENT = "AB 123-456"


def floor_with(people: People, *, is_demo: bool = False) -> FloorConfig:
    return replace(CONFIG_WITH_TABLE, people=people, is_demo=is_demo)


async def registers(floor: SmallFloor, name: str, document: str = "") -> tuple[Client, Reply]:
    client = Client(floor)
    more = {"document": document} if document else {}
    return client, await client.post("/api/register", {"name": name, "password": PASSWORD, **more})


async def erased(floor: SmallFloor, patron: Client) -> None:
    admin = await floor.client(Role.ADMIN)
    assert (await admin.ask("DELETE", f"/api/accounts/{patron.id}/person")).status == 204


@pytest.mark.parametrize(("path", "days"), [("self-exclusion", 180), ("cool-off", 7)])
def test_a_name_that_is_excluded_and_erased_does_not_come_back_before_its_term(
    tmp_path: Path, path: str, days: int
) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, _ = await registers(floor, "Ann")
        assert (await ann.post(f"/api/me/{path}", {"days": days})).status == 200
        await erased(floor, ann)
        floor.now += days * DAY - 1
        assert (await registers(floor, "ANN"))[1].refusal == "person_is_excluded"
        counter = await floor.client(Role.ATTENDANT)
        assert (await counter.post("/api/patrons", {"name": "Ann"})).refusal == "person_is_excluded"
        assert (await registers(floor, "Bea"))[1].status == 200
        floor.now += 1
        assert (await registers(floor, "Ann"))[1].status == 200
        await floor.accounts.excluded.forget_over()
        assert await floor.store.records(EXCLUDED) == []

    on_a_floor(tmp_path, test)


def test_a_person_erased_without_an_exclusion_may_come_back(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, _ = await registers(floor, "Ann")
        await erased(floor, ann)
        assert (await registers(floor, "Ann"))[1].status == 200

    on_a_floor(tmp_path, test)


def test_a_document_knows_its_person_under_any_name(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        assert (await registers(floor, "Ann"))[1].refusal == "document_is_needed"
        assert (await registers(floor, "Ann", "--"))[1].refusal == "document_is_needed"
        ann, reply = await registers(floor, "Ann", DOCUMENT)
        assert reply.status == 200
        assert (await registers(floor, "Bea", "ab123456"))[1].refusal == "document_is_taken"
        await ann.post("/api/me/self-exclusion", {"days": None})
        await erased(floor, ann)
        assert (await registers(floor, "Bea", "ab123456"))[1].refusal == "person_is_excluded"
        counter = await floor.client(Role.ATTENDANT)
        body = {"name": "Cat", "document": DOCUMENT}
        assert (await counter.post("/api/patrons", body)).refusal == "person_is_excluded"
        assert (await registers(floor, "Bea", "cd987654"))[1].status == 200

    on_a_floor(tmp_path, test, floor_with(People(identity="document")))
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(number not in kept for number in (b"AB 123-456", b"AB123456", b"ab123456", b"CD987654"))


@pytest.mark.parametrize(
    ("people", "is_demo", "may_register", "may_be_a_guest", "may_make"),
    [
        # people                                      demo   register guest  who makes accounts
        (People(), False, True, True, {Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}),
        (People(guests=False), True, True, False, {Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}),
        (People(registration="staff"), False, False, False, {Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}),
        (People(registration="staff"), True, False, True, {Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}),
        (People(registration="operator"), False, False, False, {Role.ADMIN}),
        (People(registration="operator", guests=True), False, False, True, {Role.ADMIN}),
    ],
)
def test_whom_the_house_lets_in(
    tmp_path: Path, people: People, may_make: set[Role], *, is_demo: bool, may_register: bool, may_be_a_guest: bool
) -> None:
    async def test(floor: SmallFloor) -> None:
        closed = None if may_register else "registration_is_closed"
        assert (await registers(floor, "Ann"))[1].refusal == closed
        no_guests = None if may_be_a_guest else "guests_are_not_offered"
        assert (await Client(floor).post("/api/guest")).refusal == no_guests
        for role in (Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN):
            reply = await (await floor.client(role)).post("/api/patrons", {"name": f"Of {role}"})
            assert reply.refusal == (None if role in may_make else "role_is_not_allowed")

    on_a_floor(tmp_path, test, floor_with(people, is_demo=is_demo))


def test_a_patron_whom_staff_have_made_takes_a_password_of_their_own(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        counter, ann = await floor.client(Role.ATTENDANT), Client(floor)
        made = await counter.post("/api/patrons", {"name": "Ann"})
        told = str(made.body["password"])
        reply = await ann.post("/api/login", {"name": "Ann", "password": told})
        assert (reply.body["role"], reply.body["must_change_password"]) == ("patron", True)
        assert (await ann.get("/api/purse")).refusal == "password_must_be_changed"
        body = {"password": told, "new_password": PASSWORD}
        assert (await ann.put("/api/me/password", body)).body["must_change_password"] is False
        assert (await ann.get("/api/purse")).status == 200
        assert (await counter.post("/api/patrons", {"name": "Admin"})).refusal == "name_belongs_to_the_house"
        log = (await (await floor.client(Role.ADMIN)).get("/api/staff/log")).body["entries"]
        assert isinstance(log, list)
        entries = [each for each in log if each["action"] == "create_patron"]
        assert [each["by"] for each in entries] == [counter.id] * 2
        assert {each["on"]["account"] for each in entries} >= {ann.id}

    on_a_floor(tmp_path, test)
