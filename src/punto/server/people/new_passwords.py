"""A new password made at the terminal, for somebody who has lost theirs and has nobody to ask.

A floor that runs holds locks and sessions in memory, so the terminal only leaves the hash in the store. The floor takes
it up within seconds, or when it starts: it sets the password, lifts the lock, ends every session, and writes that down
in the log of what staff did.
"""

from typing import Protocol

from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.passwords import Passwords, made_password
from punto.server.people.people_store import PeopleStore, every_record
from punto.server.people.sessions import Sessions
from punto.server.staff_events import TERMINAL, On
from punto.server.staff_log import StaffLog

NEW_PASSWORD = "new_password"


class PeopleDesks(Protocol):
    @property
    def store(self) -> PeopleStore: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def staff_log(self) -> StaffLog: ...


async def leave_new_password(store: PeopleStore, account: Account, passwords: Passwords) -> str:
    """Told once, changed at the next log-in."""
    password = made_password()
    await store.keep_record(NEW_PASSWORD, account.id, (await passwords.hashed(password)).encode())
    return password


async def take_up_new_passwords(desks: PeopleDesks) -> None:
    async for patron, password_hash in every_record(desks.store, NEW_PASSWORD):
        action = await desks.staff_log.acts(TERMINAL, "reset_password", On(account=patron))
        refusal = await desks.accounts.set_made_password(patron, password_hash.decode())
        if refusal is not None:
            await desks.staff_log.refused(action, refusal)
        await desks.sessions.end_all(patron)
        await desks.store.forget_record(NEW_PASSWORD, patron)
