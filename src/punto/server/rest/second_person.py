"""Confirms an action that needs two people, by the name and password, or the PIN, of another member of staff.

Guessing is limited as at log-in. A temporary password does not count: the person who issued it knows it and could act
as both.
"""

from typing import Annotated

from msgspec import Meta, Struct

from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.guards import Access
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_failures import StaffFailures
from punto.table.refusals import Refusal

Name = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=200)]
PinDigits = Annotated[str, Meta(max_length=8)]


class SecondPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """With a password or a PIN; a password counts where both are given."""

    name: Name  # or the account's id
    password: Password = ""
    pin: PinDigits = ""


class Witnesses:
    def __init__(self, accounts: Accounts, failures: StaffFailures) -> None:
        self._accounts = accounts
        self._failures = failures

    async def confirm(self, first: Identity, second: SecondPerson | None, address: str, access: Access) -> str:
        """The id of the second person, who must have one of the access's roles."""
        if second is None:
            raise RequestRefused(
                Refusal.SECOND_PERSON_IS_NEEDED, f"another member of staff must confirm this: {access.title}"
            )
        found = await self._accounts.pins.account_of(second.name)
        if found is not None and found.id == first.account:
            raise RequestRefused(ServerRefusal.SECOND_PERSON_IS_THE_SAME, "another member of staff must confirm this")
        account = await self._checked(second, found, address)
        if isinstance(account, PeopleRefusal) or account.role not in access.roles or account.must_change_password:
            raise RequestRefused(
                ServerRefusal.SECOND_PERSON_IS_WRONG,
                f"wrong name, password or PIN, a temporary password, or not {access.title}",
            )
        return account.id

    async def _checked(self, second: SecondPerson, found: Account | None, address: str) -> Account | PeopleRefusal:
        """Failures go to the staff log; a lockout ends the request."""
        accounts, name = self._accounts, second.name
        if second.password:
            name = await accounts.name_of(found.id) if found is not None and found.id == name else name
            account = await accounts.log_in(name, second.password, address)
        else:
            account = await accounts.pins.check(name, second.pin, address)
        if isinstance(account, PeopleRefusal):
            self._failures.failed(found, "second_person", name, address, account)
        if account is PeopleRefusal.TOO_MANY_FAILURES:
            by_password, by_pin = accounts.wait_ms(name, address), await accounts.pins.wait_ms(name, address)
            raise RequestRefused(account, retry_after_ms=by_password if second.password else by_pin)
        return account
