"""Prepares accounts: checked, with a temporary password if staff create them, not stored yet."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from punto.server.people.account import Account, new_id
from punto.server.people.directory import Directory
from punto.server.people.identity import Role
from punto.server.people.names import tidy_name
from punto.server.people.sign_in.passwords import Passwords, made_password
from punto.server.protocol.refusals import PeopleRefusal


class Made(msgspec.Struct, frozen=True):
    """An account created by somebody else, with the temporary password that is shown once."""

    account: Account
    password: str


class NewAccounts:
    def __init__(self, directory: Directory, passwords: Passwords, clock: Callable[[], int]) -> None:
        self._directory = directory
        self._passwords = passwords
        self._clock = clock

    def account(self, role: Role, document: str | None = None, account_id: str = "") -> Account | PeopleRefusal:
        """None as document: none is required."""
        found = "" if document is None else self._directory.document_hash(document)
        if document is not None and not found:
            return PeopleRefusal.DOCUMENT_IS_NEEDED
        return Account(id=account_id or new_id(), role=role, created_at=self._clock(), document=found)

    async def made(self, new: Account | PeopleRefusal, name: str, password: str = "") -> Made | PeopleRefusal:
        """For somebody else, who must change the password at the first log-in."""
        if isinstance(new, PeopleRefusal):
            return new
        if tidy_name(name) is None:
            return PeopleRefusal.NAME_IS_NOT_ALLOWED
        refusal = await self._directory.why_not(new, name)  # again when written; avoids hashing in vain
        if refusal is not None:
            return refusal
        password = password or made_password()
        password_hash = await self._passwords.hashed(password)
        return Made(replace(new, password=password_hash, must_change_password=True), password)
