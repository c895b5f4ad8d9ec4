"""Guests who register, patrons and staff who log in, and everybody who may not."""

import asyncio
from pathlib import Path

import pytest

from punto.server.people.account import Choices
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.people.sign_in.passwords import Passwords
from punto.server.protocol.refusals import PeopleRefusal
from tests.server.people.desks import CHEAP, KEY, MINUTE, PASSWORD, Desks, with_desks

WRONG = "not the right password"


def test_a_guest_who_registers_keeps_the_id_and_logs_in_with_it(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        guest = await desks.accounts.new_guest()
        registered = await desks.accounts.register("Ann", PASSWORD, guest=guest.id)
        logged_in = await desks.accounts.log_in("  aNN ", PASSWORD, "10.0.0.1")
        assert registered == logged_in
        assert not isinstance(logged_in, PeopleRefusal)
        assert (logged_in.id, logged_in.is_guest) == (guest.id, False)
        assert await desks.accounts.name_of(guest.id) == "Ann"

    with_desks(tmp_path, test)


@pytest.mark.parametrize(
    ("name", "password", "refusal"),
    [
        ("Al", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),  # too short
        ("A" * 25, PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("-Ann", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("An  na", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("An<b>na", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("bot:Ann", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),  # nobody looks like a bot
        ("admin", PASSWORD, PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE),
        ("Dealer", PASSWORD, PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE),  # what they say at a table is not the dealer's
        ("The House", PASSWORD, PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE),
        ("Ａｄｍｉｎ", PASSWORD, PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE),  # wide letters are the same letters
        ("Dea1er", PASSWORD, PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE),
        ("DeaIer", PASSWORD, PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE),  # a capital i
        ("\N{CYRILLIC SMALL LETTER A}dmin", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),  # alphabets that look alike
        ("\N{GREEK CAPITAL LETTER ALPHA}nn", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("x" + "\N{COMBINING GRAVE ACCENT}" * 4 + "y", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),  # a tower of marks
        ("An \N{COMBINING GRAVE ACCENT}na", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),  # on nothing
        ("Ann\N{ZERO WIDTH SPACE}a", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("\N{RIGHT-TO-LEFT OVERRIDE}nnA", PASSWORD, PeopleRefusal.NAME_IS_NOT_ALLOWED),
        ("Ann", "short", PeopleRefusal.PASSWORD_IS_TOO_WEAK),
        ("Ann", "aaaaaaaaaaaaaaaa", PeopleRefusal.PASSWORD_IS_GUESSABLE),
        ("Ann of Paris", "ann of paris", PeopleRefusal.PASSWORD_IS_GUESSABLE),
        ("Ann", "x1y2" * 40, PeopleRefusal.PASSWORD_IS_TOO_WEAK),  # too long to be hashed for free
        ("BOB", PASSWORD, PeopleRefusal.NAME_IS_TAKEN),
    ],
)
def test_names_and_passwords_that_are_refused(tmp_path: Path, name: str, password: str, refusal: PeopleRefusal) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Bob")
        assert await desks.accounts.register(name, password, guest=None) is refusal

    with_desks(tmp_path, test)


@pytest.mark.parametrize(
    "name", ["Zoë", "王小明", "O'Neil-Smith", "J.R.R.T-2", "सुनीता", "สมหญิง", "Αννα", "Анна", "Kenji 健二"]
)
def test_names_of_any_script_are_names(tmp_path: Path, name: str) -> None:
    async def test(desks: Desks) -> None:
        account = await desks.registered(name)
        assert await desks.accounts.name_of(account.id) == name

    with_desks(tmp_path, test)


@pytest.mark.parametrize(
    ("name", "is_free"),
    [
        ("МЕІ ВОО", False),  # Cyrillic capitals, all of them
        ("Ме\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I} Воо", False),
        ("Mei B00", False),
        ("MeI-Boo", False),
        ("Méi Boö", False),
        ("Mai Boo", True),
        ("Мария", True),
        ("Meiboom", True),
    ],
)
def test_nobody_takes_a_name_that_looks_like_a_member_of_staffs(tmp_path: Path, name: str, *, is_free: bool) -> None:
    async def test(desks: Desks) -> None:
        await desks.accounts.create_staff("Mei Boo", Role.DEALER)
        registered = await desks.accounts.register(name, PASSWORD, guest=None)
        assert (registered is not PeopleRefusal.NAME_IS_TAKEN) is is_free

    with_desks(tmp_path, test)


def test_two_who_want_one_name_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        tries = [desks.accounts.register("Ann", PASSWORD, guest=None) for _ in range(8)]
        answers = await asyncio.gather(*tries)
        assert answers.count(PeopleRefusal.NAME_IS_TAKEN) == 7

    with_desks(tmp_path, test)


def test_a_name_that_is_taken_costs_no_hashing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        monkeypatch.setattr(Passwords, "hashed", never)
        assert await desks.accounts.register("ANN", PASSWORD, guest=None) is PeopleRefusal.NAME_IS_TAKEN

    with_desks(tmp_path, test)


def test_a_name_is_locked_after_repeated_failures_whether_it_exists_or_not(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        for name in ("Ann", "Nobody"):
            answers = [await desks.accounts.log_in(name, WRONG, "10.0.0.1") for _ in range(4)]
            assert answers == [PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG] * 2 + [PeopleRefusal.TOO_MANY_FAILURES] * 2
        assert await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.2") is PeopleRefusal.TOO_MANY_FAILURES
        desks.now += 10 * MINUTE
        assert not isinstance(await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.2"), PeopleRefusal)

    with_desks(tmp_path, test)


def test_many_guesses_at_once_are_not_one(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        guesses = [desks.accounts.log_in("Ann", f"guess {number}", "10.0.0.1") for number in range(20)]
        await asyncio.gather(*guesses)
        assert await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.1") is PeopleRefusal.TOO_MANY_FAILURES

    with_desks(tmp_path, test)


def test_an_address_is_locked_after_failures_with_many_names(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        for number in range(12):
            await desks.accounts.log_in(f"Name {number}", WRONG, "10.0.0.1")
            await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.1")  # a success of one's own forgives nothing
        assert await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.1") is PeopleRefusal.TOO_MANY_FAILURES
        assert not isinstance(await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.9"), PeopleRefusal)

    with_desks(tmp_path, test)


async def restarted(desks: Desks) -> Accounts:
    accounts = Accounts(desks.store, desks.clock, KEY, desks.config.safety, Passwords(CHEAP))
    await accounts.tries.recall()
    return accounts


def test_a_restart_hands_nobody_fresh_tries(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        for _ in range(2):
            await desks.accounts.log_in("Ann", WRONG, "10.0.0.1")
        again = await restarted(desks)
        assert await again.log_in("Ann", WRONG, "10.0.0.2") is PeopleRefusal.TOO_MANY_FAILURES, "the third"
        again = await restarted(desks)
        assert await again.log_in("Ann", PASSWORD, "10.0.0.3") is PeopleRefusal.TOO_MANY_FAILURES
        desks.now += 10 * MINUTE
        again = await restarted(desks)
        assert not isinstance(await again.log_in("Ann", PASSWORD, "10.0.0.3"), PeopleRefusal)

    with_desks(tmp_path, test)


def test_an_address_that_was_locked_stays_so_over_a_restart(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        for number in range(12):
            await desks.accounts.log_in(f"Name {number}", WRONG, "10.0.0.1")
        again = await restarted(desks)
        assert await again.log_in("Ann", PASSWORD, "10.0.0.1") is PeopleRefusal.TOO_MANY_FAILURES
        assert not isinstance(await again.log_in("Ann", PASSWORD, "10.0.0.2"), PeopleRefusal)

    with_desks(tmp_path, test)


def test_an_attempt_counts_before_the_password_is_looked_at(tmp_path: Path) -> None:
    """Killing the server while it hashes gives no try back."""

    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        for _ in range(3):
            killed = await restarted(desks)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Passwords, "match", never)
                with pytest.raises(Killed):
                    await killed.log_in("Ann", WRONG, "10.0.0.1")
        again = await restarted(desks)
        assert await again.log_in("Ann", PASSWORD, "10.0.0.2") is PeopleRefusal.TOO_MANY_FAILURES

    with_desks(tmp_path, test)


class Killed(Exception):
    pass


async def never(*_: object) -> bool:
    raise Killed


def test_nothing_of_failures_stays_in_the_store_when_they_are_forgiven_or_old(tmp_path: Path) -> None:
    async def kept(desks: Desks) -> list[int]:
        return [len(await desks.store.records(kind)) for kind in ("failed_name", "failed_address")]

    async def test(desks: Desks) -> None:
        await desks.registered("Ann")
        await desks.accounts.log_in("Ann", WRONG, "10.0.0.1")
        assert await kept(desks) == [1, 1]
        body = b"".join([key.encode() + value for key, value in await desks.store.records("failed_address")])
        assert b"10.0.0.1" not in body
        await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.1")
        assert await kept(desks) == [0, 1], "the address keeps what went wrong"
        await desks.accounts.log_in("Nobody", WRONG, "10.0.0.2")
        desks.now += 10 * MINUTE
        await desks.accounts.tries.forget_old()
        assert await kept(desks) == [0, 0]

    with_desks(tmp_path, test)


def test_a_restart_lets_in_no_more_newcomers_of_an_hour(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        allowed = desks.config.safety.guests_an_hour
        for _ in range(allowed):
            assert await desks.accounts.tries.newcomer_wait_ms("10.0.0.1") == 0
        again = (await restarted(desks)).tries
        wait_ms = await again.newcomer_wait_ms("10.0.0.1")
        assert 0 < wait_ms <= 60 * MINUTE // allowed
        assert await again.newcomer_wait_ms("10.0.0.2") == 0, "another address"
        [(key, body), _] = await desks.store.records("newcomers")
        assert b"10.0.0." not in key.encode() + body
        desks.now -= 10 * MINUTE  # the clock was set back: nobody waits longer
        assert 0 < await (await restarted(desks)).tries.newcomer_wait_ms("10.0.0.1") <= wait_ms
        desks.now += 10 * MINUTE + wait_ms
        assert await (await restarted(desks)).tries.newcomer_wait_ms("10.0.0.1") == 0
        desks.now += 60 * MINUTE
        await restarted(desks)
        assert await desks.store.records("newcomers") == []

    with_desks(tmp_path, test)


def test_an_administrator_unlocks_a_name(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        ann = await desks.registered("Ann")
        for _ in range(3):
            await desks.accounts.log_in("Ann", WRONG, "10.0.0.1")
        await desks.accounts.unlock(ann.id)
        assert not isinstance(await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.1"), PeopleRefusal)

    with_desks(tmp_path, test)


def test_the_first_start_makes_one_administrator_whose_password_must_be_changed(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        password = await desks.accounts.first_admin()
        assert password is not None
        assert await desks.accounts.first_admin() is None
        admin = await desks.accounts.log_in("admin", password, "10.0.0.1")
        assert not isinstance(admin, PeopleRefusal)
        assert (admin.role, admin.must_change_password) == (Role.ADMIN, True)
        await desks.accounts.change_password(admin, PASSWORD)
        assert await desks.accounts.log_in("admin", password, "10.0.0.1") is PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG
        changed = await desks.accounts.log_in("admin", PASSWORD, "10.0.0.1")
        assert not isinstance(changed, PeopleRefusal)
        assert not changed.must_change_password

    with_desks(tmp_path, test)


def test_roles_change_among_staff_only(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        made = await desks.accounts.create_staff("Dee", Role.DEALER)
        assert isinstance(made, Made)
        ann = await desks.registered("Ann")
        assert await desks.accounts.change_role(made.account.id, Role.SUPERVISOR) is None
        assert [account.role for account in await desks.accounts.staff()] == [Role.SUPERVISOR]
        assert await desks.accounts.change_role(made.account.id, Role.PATRON) is PeopleRefusal.ROLE_IS_FIXED
        assert await desks.accounts.change_role(ann.id, Role.ADMIN) is PeopleRefusal.ROLE_IS_FIXED
        assert await desks.accounts.change_role("p-nobody", Role.ADMIN) is PeopleRefusal.ACCOUNT_IS_UNKNOWN

    with_desks(tmp_path, test)


def test_a_name_is_shown_by_choice_alone(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        ann = await desks.registered("Ann")
        assert await desks.accounts.shown_name(ann.id) == ""
        await desks.accounts.choose(ann.id, Choices(shows_name=True))
        assert await desks.accounts.shown_name(ann.id) == "Ann"

    with_desks(tmp_path, test)


def test_an_erased_person_cannot_log_in_and_the_name_is_free(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        ann = await desks.registered("Annabella")
        assert await desks.accounts.erase(ann.id) is None
        assert await desks.accounts.erase(ann.id) is PeopleRefusal.ACCOUNT_IS_UNKNOWN
        gone = await desks.accounts.log_in("Annabella", PASSWORD, "10.0.0.1")
        assert gone is PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG
        assert (await desks.registered("Annabella")).id != ann.id  # the name is free again

    with_desks(tmp_path, test)


def test_an_erased_person_leaves_no_name_in_the_file_and_nobody_ever_a_password(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        ann = await desks.registered("Annabella")
        await desks.accounts.erase(ann.id)

    with_desks(tmp_path, test)
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"nnabella" not in stored
    assert PASSWORD.encode() not in stored


def test_a_registration_that_ended_half_way_can_be_made_again(tmp_path: Path) -> None:
    """The process died when the name was kept and the account was not."""

    async def test(desks: Desks) -> None:
        guest = await desks.accounts.new_guest()
        keep_person = desks.store.keep_person

        async def dies(_person: str, _body: bytes) -> None:
            raise OSError

        desks.store.keep_person = dies  # type: ignore[method-assign, assignment]
        with pytest.raises(OSError):  # noqa: PT011
            await desks.accounts.register("Ann", PASSWORD, guest=guest.id)
        desks.store.keep_person = keep_person  # type: ignore[method-assign]
        assert await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.1") is PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG
        account = await desks.accounts.register("Ann", PASSWORD, guest=guest.id)
        assert not isinstance(account, PeopleRefusal)
        assert account.id == guest.id

    with_desks(tmp_path, test)
