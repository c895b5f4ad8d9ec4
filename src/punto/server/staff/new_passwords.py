"""Resets a password from the terminal, for somebody who has nobody to ask.

A running floor holds lockouts and sessions in memory, so the terminal only leaves the hash in the store. Within
seconds, or at startup, the floor sets the password, lifts the lockout, ends all sessions and writes to the staff log.
"""

from secrets import token_hex
from typing import Protocol

from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.sign_in.passwords import Passwords, made_password
from punto.server.people.sign_in.sessions import Sessions
from punto.server.staff.staff_events import TERMINAL, On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

NEW_PASSWORD = "new_password"
DIGITS = 15  # pads a record's time, so that names sort by it


class PeopleDesks(Protocol):
    @property
    def store(self) -> PeopleStore: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def staff_log(self) -> StaffLog: ...


async def leave_new_password(store: PeopleStore, account: Account, passwords: Passwords, at: int) -> str:
    """Shown once, to be changed at the next log-in. Each has its own record, named by time, so one left while the floor
    processes another is not lost."""
    password = made_password()
    name = f"{account.id}:{at:0{DIGITS}}:{token_hex(4)}"
    await store.keep_record(NEW_PASSWORD, name, (await passwords.hashed(password)).encode())
    return password


async def take_up_new_passwords(desks: PeopleDesks) -> None:
    async for name, password_hash in every_record(desks.store, NEW_PASSWORD):
        patron = name.partition(":")[0]
        action = await desks.staff_log.acts(TERMINAL, "reset_password", On(account=patron))
        refusal = await desks.accounts.set_made_password(patron, password_hash.decode())
        if refusal is not None:
            await desks.staff_log.refused(action, refusal)
        await desks.store.forget_record(NEW_PASSWORD, name)
