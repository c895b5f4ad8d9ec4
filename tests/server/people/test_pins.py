"""PINs of staff: which are taken, how guessing ends, and what takes one away."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.people.pins import pin_refused
from punto.server.protocol.refusals import PeopleRefusal
from tests.server.people.desks import MINUTE, PASSWORD, SAFETY, Desks, with_desks

PIN = "5082"
HERE, ELSEWHERE = "10.0.0.1", "10.0.0.2"


async def member(desks: Desks, name: str, role: Role = Role.DEALER, pin: str = PIN) -> Account:
    made = await desks.accounts.create_staff(name, role)
    assert isinstance(made, Made)
    account = await desks.accounts.change_password(made.account, PASSWORD)
    assert isinstance(account, Account)
    account = await desks.accounts.pins.set(account, pin)
    assert isinstance(account, Account)
    return account


@pytest.mark.parametrize(
    ("pin", "refusal"),
    [
        ("5082", None),
        ("50824719", None),
        ("508", PeopleRefusal.PIN_IS_NOT_DIGITS),
        ("508247193", PeopleRefusal.PIN_IS_NOT_DIGITS),
        ("5O82", PeopleRefusal.PIN_IS_NOT_DIGITS),
        ("٥٠٨٢", PeopleRefusal.PIN_IS_NOT_DIGITS),  # other digits than the keys have
        ("5082\n", PeopleRefusal.PIN_IS_NOT_DIGITS),
        ("1234", PeopleRefusal.PIN_IS_GUESSABLE),
        ("8765", PeopleRefusal.PIN_IS_GUESSABLE),
        ("8901", PeopleRefusal.PIN_IS_GUESSABLE),  # round the corner
        ("7777", PeopleRefusal.PIN_IS_GUESSABLE),
        ("4747", PeopleRefusal.PIN_IS_GUESSABLE),
        ("508508", PeopleRefusal.PIN_IS_GUESSABLE),
        ("5588", PeopleRefusal.PIN_IS_GUESSABLE),
        ("1987", PeopleRefusal.PIN_IS_GUESSABLE),
    ],
)
def test_a_pin_is_digits_without_a_pattern(pin: str, refusal: PeopleRefusal | None) -> None:
    assert pin_refused(pin) is refusal


def test_a_pin_is_found_by_name_and_by_id(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        dee = await member(desks, "Dee")
        for who in ("Dee", "dee", dee.id):
            assert await desks.accounts.pins.check(who, PIN, HERE) == dee

    with_desks(tmp_path, test)


def test_two_people_with_one_pin_have_different_hashes(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        dee, sue = await member(desks, "Dee"), await member(desks, "Sue")
        assert dee.pin != sue.pin
        assert PIN not in dee.pin

    with_desks(tmp_path, test)


def test_guessing_a_pin_ends_and_leaves_the_password_alone(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        dee = await member(desks, "Dee")
        pins = desks.accounts.pins
        for _ in range(SAFETY.failures_max - 1):
            assert await pins.check("Dee", "9999", HERE) is PeopleRefusal.PIN_IS_WRONG
        assert await pins.check("Dee", "9999", HERE) is PeopleRefusal.TOO_MANY_FAILURES
        assert await pins.check(dee.id, PIN, ELSEWHERE) is PeopleRefusal.TOO_MANY_FAILURES  # by id it is the same PIN
        assert await pins.wait_ms("dee", ELSEWHERE) == SAFETY.lock_minutes * MINUTE
        assert isinstance(await desks.accounts.log_in("Dee", PASSWORD, ELSEWHERE), Account)
        desks.now += SAFETY.lock_minutes * MINUTE
        assert isinstance(await pins.check("Dee", PIN, HERE), Account)

    with_desks(tmp_path, test)


def test_a_supervisor_who_unlocks_an_account_unlocks_its_pin(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        dee = await member(desks, "Dee")
        for _ in range(SAFETY.failures_max):
            await desks.accounts.pins.check("Dee", "9999", HERE)
        await desks.accounts.unlock(dee.id)
        assert isinstance(await desks.accounts.pins.check("Dee", PIN, ELSEWHERE), Account)

    with_desks(tmp_path, test)


async def suspended(desks: Desks, dee: Account) -> None:
    await desks.accounts.suspend(dee.id, is_suspended=True)


async def suspended_and_back(desks: Desks, dee: Account) -> None:
    await suspended(desks, dee)
    await desks.accounts.suspend(dee.id, is_suspended=False)


async def promoted(desks: Desks, dee: Account) -> None:
    await desks.accounts.change_role(dee.id, Role.SUPERVISOR)


async def given_a_password(desks: Desks, dee: Account) -> None:
    await desks.accounts.reset_password(dee.id)


async def erased(desks: Desks, dee: Account) -> None:
    await desks.accounts.erase(dee.id)


@pytest.mark.parametrize("change", [suspended, suspended_and_back, promoted, given_a_password, erased])
def test_a_change_of_what_somebody_may_do_takes_the_pin_away(
    tmp_path: Path, change: Callable[[Desks, Account], Awaitable[None]]
) -> None:
    async def test(desks: Desks) -> None:
        dee = await member(desks, "Dee")
        await change(desks, dee)
        now = await desks.accounts.account(dee.id)
        assert now is not None
        assert now.pin == ""
        assert await desks.accounts.pins.check(dee.id, PIN, HERE) is PeopleRefusal.PIN_IS_WRONG

    with_desks(tmp_path, test)


def test_a_new_password_of_ones_own_keeps_the_pin(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        dee = await member(desks, "Dee")
        await desks.accounts.change_password(dee, "another eight decks")
        assert isinstance(await desks.accounts.pins.check("Dee", PIN, HERE), Account)

    with_desks(tmp_path, test)


def test_patrons_and_strangers_have_no_pin(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        ann = await desks.registered("Ann")
        assert await desks.accounts.pins.set(ann, PIN) is PeopleRefusal.ONLY_STAFF_HAS_A_PIN
        for who in ("Ann", ann.id, "Nobody", ""):
            assert await desks.accounts.pins.check(who, PIN, HERE) is PeopleRefusal.PIN_IS_WRONG

    with_desks(tmp_path, test)


def test_a_pin_set_for_an_account_that_has_changed_meanwhile_is_not_kept(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        dee = await member(desks, "Dee")
        await promoted(desks, dee)
        assert await desks.accounts.pins.set(dee, "6193") is PeopleRefusal.ACCOUNT_HAS_CHANGED

    with_desks(tmp_path, test)
