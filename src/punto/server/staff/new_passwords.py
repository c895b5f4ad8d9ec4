"""A new password made at the terminal, for somebody who has lost theirs and has nobody to ask.

A floor that runs holds locks and sessions in memory, so the terminal only leaves the hash in the store. The floor takes
it up within seconds, or when it starts: it sets the password, lifts the lock, ends every session, and writes that down
in the log of what staff did.
"""

from secrets import token_hex
from typing import Protocol

from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.passwords import Passwords, made_password
from punto.server.people.sessions import Sessions
from punto.server.staff.staff_events import TERMINAL, On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

NEW_PASSWORD = "new_password"
DIGITS = 15  # of a record's time, so that names sort by it


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
    """Told once, changed at the next log-in. Each has a record of its own, by time: what is left while the floor takes
    up an earlier one is not forgotten with it."""
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
