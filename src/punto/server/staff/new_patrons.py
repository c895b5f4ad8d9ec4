"""Creates a patron's account from the terminal, where only the operator registers patrons.

As with new passwords, the terminal only leaves it in the store: the running floor assigns names, so no two are the
same. It processes the record within seconds, or at startup, and writes to the staff log.
"""

from typing import Protocol

import msgspec

from punto.server.config.floor_config import FloorConfig
from punto.server.people.account import Account, Person
from punto.server.people.accounts import Accounts
from punto.server.people.names import tidy_name
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.staff.new_passwords import DIGITS, PeopleDesks
from punto.server.staff.staff_events import TERMINAL, On
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

NEW_PATRON = "new_patron"


class PatronDesks(PeopleDesks, Protocol):
    @property
    def config(self) -> FloorConfig: ...


async def leave_new_patron(
    store: PeopleStore, accounts: Accounts, name: str, document: str | None, at: int
) -> str | PeopleRefusal:
    """The password, shown once, to be changed at the first log-in. The name is in its erasable row from the start."""
    made = await accounts.prepared_patron(name, document)
    if isinstance(made, PeopleRefusal):
        return made
    await store.keep_person(made.account.id, msgspec.json.encode(Person(tidy_name(name) or name)))
    await store.keep_record(NEW_PATRON, f"{at:0{DIGITS}}:{made.account.id}", msgspec.json.encode(made.account))
    return made.password


async def take_up_new_patrons(desks: PatronDesks) -> None:
    async for record, body in every_record(desks.store, NEW_PATRON):
        account = msgspec.json.decode(body, type=Account)
        if await desks.accounts.account(account.id) is None:  # else a kill came before the record was removed
            action = await desks.staff_log.acts(TERMINAL, "create_patron", On(account=account.id))
            refusal = await _entered(desks, account)
            if refusal is not None:
                await desks.staff_log.refused(action, refusal)
                await desks.store.erase_person(account.id)
        await desks.store.forget_record(NEW_PATRON, record)


async def _entered(desks: PatronDesks, account: Account) -> PeopleRefusal | None:
    if desks.config.people.identity == "document" and not account.document:
        return PeopleRefusal.DOCUMENT_IS_NEEDED
    named = await desks.accounts.enter(account, await desks.accounts.name_of(account.id))
    return named if isinstance(named, PeopleRefusal) else None
