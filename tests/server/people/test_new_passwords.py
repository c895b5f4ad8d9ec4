"""A lost password is replaced at the terminal, and the running floor accepts the new one."""

from pathlib import Path

from punto.server.people.sign_in.passwords import Passwords
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.staff.new_passwords import NEW_PASSWORD, leave_new_password, take_up_new_passwords
from punto.server.staff.staff_events import On, StaffActed, StaffWasRefused
from punto.server.staff.staff_log import StaffLog
from tests.server.people.desks import CHEAP, PASSWORD, Desks, with_desks

WRONG = "not the right password"


def test_it_is_taken_up_with_the_lock_lifted_the_sessions_ended_and_a_line_in_the_log(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        desks.staff_log = await StaffLog.open(desks.store, desks.clock)
        await desks.accounts.first_admin()
        admin = await desks.accounts.find("admin")
        assert admin is not None
        token = await desks.sessions.begin(admin)
        for _ in range(4):
            await desks.accounts.log_in("admin", WRONG, "10.0.0.1")
        made = await leave_new_password(desks.store, admin, Passwords(CHEAP), desks.now)
        assert await desks.accounts.log_in("admin", made, "10.0.0.1") is PeopleRefusal.TOO_MANY_FAILURES
        await take_up_new_passwords(desks)
        assert await desks.who(token) is None
        back = await desks.accounts.log_in("Admin", made, "10.0.0.1")
        assert not isinstance(back, PeopleRefusal)
        assert back.must_change_password
        written = await desks.staff_log.events(0, 10)
        assert written == [(1, StaffActed("terminal", "reset_password", desks.now, on=On(account=admin.id)))]
        await take_up_new_passwords(desks)
        assert await desks.store.records(NEW_PASSWORD) == []
        assert desks.staff_log.version == 1, "it is taken up once"

    with_desks(tmp_path, test)


def test_nobody_who_was_erased_meanwhile_comes_back_by_it(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        desks.staff_log = await StaffLog.open(desks.store, desks.clock)
        ann = await desks.registered("Ann")
        await leave_new_password(desks.store, ann, Passwords(CHEAP), desks.now)
        await desks.accounts.erase(ann.id)
        await take_up_new_passwords(desks)
        account = await desks.accounts.account(ann.id)
        assert account is not None
        assert account.password is None
        _, (_, refused) = await desks.staff_log.events(0, 10)
        assert refused == StaffWasRefused(1, PeopleRefusal.ACCOUNT_IS_UNKNOWN, desks.now)
        assert await desks.store.records(NEW_PASSWORD) == []

    with_desks(tmp_path, test)


def test_an_administrator_who_makes_a_new_password_lifts_the_lock_as_well(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        ann = await desks.registered("Ann")
        for _ in range(4):
            await desks.accounts.log_in("Ann", WRONG, "10.0.0.1")
        assert await desks.accounts.log_in("Ann", PASSWORD, "10.0.0.2") is PeopleRefusal.TOO_MANY_FAILURES
        made = await desks.accounts.reset_password(ann.id)
        assert not isinstance(await desks.accounts.log_in("Ann", made, "10.0.0.2"), PeopleRefusal)

    with_desks(tmp_path, test)


def test_one_that_is_left_while_an_earlier_one_is_taken_up_is_taken_up_too(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        desks.staff_log = await StaffLog.open(desks.store, desks.clock)
        ann = await desks.registered("Ann")
        await leave_new_password(desks.store, ann, Passwords(CHEAP), desks.now)
        set_made_password = desks.accounts.set_made_password
        later: list[str] = []

        async def meanwhile(patron: str, password_hash: str) -> PeopleRefusal | None:
            if not later:
                later.append(await leave_new_password(desks.store, ann, Passwords(CHEAP), desks.now + 1))
            return await set_made_password(patron, password_hash)

        desks.accounts.set_made_password = meanwhile  # type: ignore[method-assign]
        await take_up_new_passwords(desks)
        await take_up_new_passwords(desks)
        assert not isinstance(await desks.accounts.log_in("Ann", later[0], "10.0.0.1"), PeopleRefusal)
        assert await desks.store.records(NEW_PASSWORD) == []

    with_desks(tmp_path, test)
