"""Confirms an action that needs two people, by the name and password of another member of staff.

Guessing is limited as at log-in. A temporary password does not count: the person who issued it knows it and could act
as both.
"""

from typing import Annotated

from msgspec import Meta, Struct

from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.guards import Access
from punto.server.rest.problems import RequestRefused
from punto.server.staff.staff_failures import StaffFailures
from punto.table.refusals import Refusal

Name = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=200)]


class SecondPerson(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


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
        found = await self._accounts.find(second.name)
        if found is not None and found.id == first.account:
            raise RequestRefused(ServerRefusal.SECOND_PERSON_IS_THE_SAME, "another member of staff must confirm this")
        account = await self._accounts.log_in(second.name, second.password, address)
        if isinstance(account, PeopleRefusal):
            self._failures.failed(found, "second_person", second.name, address, account)
        if account is PeopleRefusal.TOO_MANY_FAILURES:
            raise RequestRefused(account, retry_after_ms=self._accounts.wait_ms(second.name, address))
        if isinstance(account, PeopleRefusal) or account.role not in access.roles or account.must_change_password:
            raise RequestRefused(
                ServerRefusal.SECOND_PERSON_IS_WRONG,
                f"wrong name or password, a temporary password, or not {access.title}",
            )
        return account.id
