"""What nobody does alone: another member of staff gives name and password, or a PIN."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from punto.server.people.identity import Identity, Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.rest.guards import SUPERVISOR
from punto.server.rest.problems import RequestRefused
from punto.server.rest.second_person import SecondPerson, Witnesses
from punto.server.staff.staff_events import StaffActed
from tests.server.rest.small_floor import PASSWORD, SmallFloor, on_a_floor

ADDRESS = "10.0.0.1"


async def member(floor: SmallFloor, name: str, role: Role) -> Identity:
    made = await floor.accounts.create_staff(name, role)
    assert isinstance(made, Made)
    await floor.accounts.change_password(made.account, PASSWORD)
    return Identity(account=made.account.id, role=role, is_guest=False, is_locked=False, session="s")


async def confirmed(floor: SmallFloor, first: Identity, second: SecondPerson | None) -> str:
    return await Witnesses(floor.accounts, floor.staff_failures).confirm(first, second, ADDRESS, SUPERVISOR)


async def refused(floor: SmallFloor, first: Identity, second: SecondPerson | None) -> RequestRefused:
    with pytest.raises(RequestRefused) as found:
        await confirmed(floor, first, second)
    return found.value


def with_staff(folder: Path, test: Callable[[SmallFloor, Identity], Awaitable[None]]) -> None:
    async def run(floor: SmallFloor) -> None:
        sue = await member(floor, "Sue", Role.SUPERVISOR)
        await member(floor, "Dee", Role.DEALER)
        await member(floor, "Ada", Role.ADMIN)
        await floor.accounts.register("Ann", PASSWORD, None)
        await test(floor, sue)

    on_a_floor(folder, run)


def test_another_member_of_staff_with_the_role_is_told_by_id(tmp_path: Path) -> None:
    async def test(floor: SmallFloor, sue: Identity) -> None:
        ada = await floor.accounts.find("ada")
        assert ada is not None
        assert (
            await Witnesses(floor.accounts, floor.staff_failures).confirm(
                sue, SecondPerson("ADA", PASSWORD), ADDRESS, SUPERVISOR
            )
            == ada.id
        )

    with_staff(tmp_path, test)


@pytest.mark.parametrize(
    ("second", "name"),
    [
        (None, "second_person_is_needed"),
        (SecondPerson("Sue", PASSWORD), "second_person_is_the_same"),
        (SecondPerson("sue", "wrong"), "second_person_is_the_same"),
        (SecondPerson("Ada", "wrong"), "second_person_is_wrong"),
        (SecondPerson("Nobody", PASSWORD), "second_person_is_wrong"),
        (SecondPerson("Dee", PASSWORD), "second_person_is_wrong"),  # no supervisor
        (SecondPerson("Ann", PASSWORD), "second_person_is_wrong"),  # a patron
    ],
)
def test_nobody_else_counts(tmp_path: Path, second: SecondPerson | None, name: str) -> None:
    async def test(floor: SmallFloor, sue: Identity) -> None:
        assert (await refused(floor, sue, second)).problem.name == name

    with_staff(tmp_path, test)


def test_a_password_that_an_administrator_made_is_not_yet_a_second_person(tmp_path: Path) -> None:
    """Whoever made it has read it, and would be both."""

    async def test(floor: SmallFloor, sue: Identity) -> None:
        made = await floor.accounts.create_staff("New", Role.SUPERVISOR)
        assert isinstance(made, Made)
        second = SecondPerson("New", made.password)
        assert (await refused(floor, sue, second)).problem.name == "second_person_is_wrong"

    with_staff(tmp_path, test)


def test_guessing_a_second_person_locks_the_name_as_it_does_at_the_door(tmp_path: Path) -> None:
    async def test(floor: SmallFloor, sue: Identity) -> None:
        for _ in range(floor.config.safety.failures_max):
            await refused(floor, sue, SecondPerson("Ada", "wrong"))
        locked = await refused(floor, sue, SecondPerson("Ada", PASSWORD))
        assert locked.problem.name == "too_many_failures"
        assert int(locked.headers["retry-after"]) > 0
        assert await floor.accounts.log_in("Ada", PASSWORD, "10.0.0.2") is PeopleRefusal.TOO_MANY_FAILURES

    with_staff(tmp_path, test)


async def with_pin(floor: SmallFloor, name: str, pin: str) -> str:
    account = await floor.accounts.find(name)
    assert account is not None
    await floor.accounts.pins.set(account, pin)
    return account.id


def test_a_pin_counts_like_a_password(tmp_path: Path) -> None:
    async def test(floor: SmallFloor, sue: Identity) -> None:
        ada = await with_pin(floor, "Ada", "5082")
        await with_pin(floor, "Dee", "5082")
        assert await confirmed(floor, sue, SecondPerson("Ada", pin="5082")) == ada
        assert await confirmed(floor, sue, SecondPerson(ada, pin="5082")) == ada
        assert await confirmed(floor, sue, SecondPerson(ada, PASSWORD)) == ada
        for second, name in [
            (SecondPerson("Ada", pin="5083"), "second_person_is_wrong"),
            (SecondPerson("Ada"), "second_person_is_wrong"),
            (SecondPerson("Ada", "wrong", "5082"), "second_person_is_wrong"),  # a password was claimed
            (SecondPerson("Dee", pin="5082"), "second_person_is_wrong"),  # no supervisor
            (SecondPerson("Sue", pin="5082"), "second_person_is_the_same"),
            (SecondPerson(sue.account, pin="5082"), "second_person_is_the_same"),
        ]:
            assert (await refused(floor, sue, second)).problem.name == name

    with_staff(tmp_path, test)


def test_guessing_a_pin_locks_it_and_stands_in_the_staff_log(tmp_path: Path) -> None:
    async def test(floor: SmallFloor, sue: Identity) -> None:
        ada = await with_pin(floor, "Ada", "5082")
        for _ in range(floor.config.safety.failures_max):
            await refused(floor, sue, SecondPerson("Ada", pin="9999"))
        locked = await refused(floor, sue, SecondPerson("Ada", pin="5082"))
        assert locked.problem.name == "too_many_failures"
        assert int(locked.headers["retry-after"]) > 0
        await floor.staff_failures.write()
        ((_, entry),) = await floor.staff_log.events(0, 10)
        assert isinstance(entry, StaffActed)
        assert (entry.action, entry.on.account, entry.count) == ("second_person", ada, 4)

    with_staff(tmp_path, test)


def test_staff_set_their_pin_with_their_password_and_patrons_have_none(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        dee = await floor.client()
        await member(floor, "Dee", Role.DEALER)
        await dee.post("/api/login", {"name": "Dee", "password": PASSWORD})
        rows = [
            ({"password": PASSWORD, "pin": "1234"}, "pin_is_guessable"),
            ({"password": PASSWORD, "pin": "abcd"}, "pin_is_not_digits"),
            ({"password": "wrong", "pin": "5082"}, "password_is_wrong"),
            ({"password": PASSWORD, "pin": "5082"}, None),
        ]
        for body, refusal in rows:
            assert (await dee.put("/api/me/pin", body)).refusal == refusal
        assert not isinstance(await floor.accounts.pins.check("Dee", "5082", ADDRESS), PeopleRefusal)
        ann = await floor.client(Role.PATRON)
        assert (await ann.put("/api/me/pin", rows[-1][0])).refusal == "role_is_not_allowed"

    on_a_floor(tmp_path, test)
