"""Finds accounts by id, by name and, where the house requires one, by document number.

Records hold opaque ids and keyed hashes; names live in erasable rows, document numbers are not stored. So the database
alone reveals nobody, and nobody can be guessed from it.
"""

import unicodedata
from collections.abc import Callable
from random import SystemRandom

import msgspec

from punto.server.people.account import ACCOUNT, Account, Person, is_id
from punto.server.people.guest_names import free_guest_name, is_like_a_guest
from punto.server.people.identity import Role
from punto.server.people.keys import derived_key, keyed_hash
from punto.server.people.limits.exclusion_list import ExclusionList
from punto.server.people.look_alikes import skeleton
from punto.server.people.names import folded, tidy_name
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import PeopleStore

NAME, DOCUMENT, STAFF_LIST = "name", "document", "staff"  # kinds of records that lead to an account
GUEST_NAME = "guest_name"  # leads nowhere: nobody signs in by it
DOCUMENT_MIN, DOCUMENT_MAX = 4, 40


class Directory:
    def __init__(self, store: PeopleStore, clock: Callable[[], int], key: bytes) -> None:
        self.excluded = ExclusionList(store, clock)
        self._store = store
        self._name_key = derived_key(key, "names")
        self._document_key = derived_key(key, "documents")

    async def account(self, patron: str) -> Account | None:
        body = await self._store.record(ACCOUNT, patron) if is_id(patron) else None
        return None if body is None else msgspec.json.decode(body, type=Account)

    async def listed(self, after: str, limit: int) -> list[Account]:
        return [msgspec.json.decode(body, type=Account) for _, body in await self._store.records(ACCOUNT, after, limit)]

    async def staff(self) -> list[Account]:
        accounts = [await self.account(each) for each, _ in await self._store.records(STAFF_LIST)]
        return [account for account in accounts if account is not None and account.is_staff]

    async def is_last_admin(self, account: Account) -> bool:
        """Call it under the write lock: two administrators could otherwise remove each other at once."""
        if account.role is not Role.ADMIN or account.is_suspended:
            return False
        others = [each for each in await self.staff() if each.id != account.id]
        return not any(each.role is Role.ADMIN and not each.is_suspended for each in others)

    async def name_of(self, patron: str) -> str:
        """A guest's was made up by the house. Empty for an erased person."""
        body = await self._store.person(patron)
        return "" if body is None else msgspec.json.decode(body, type=Person).name

    async def find(self, name: str) -> Account | None:
        """By name, ignoring case."""
        return await self._found(NAME, self.key_of(name))

    def key_of(self, name: str) -> str:
        return keyed_hash(self._name_key, folded(name))

    def document_hash(self, number: str) -> str:
        """Of a passport or identity card number, however it is written; empty if it cannot be one."""
        plain = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", number).upper()))
        return keyed_hash(self._document_key, plain) if DOCUMENT_MIN <= len(plain) <= DOCUMENT_MAX else ""

    async def why_not(self, account: Account, name: str) -> PeopleRefusal | None:
        """Why this account cannot have this name or document: taken, too like a member of staff's, or belonging to an
        excluded person."""
        if is_like_a_guest(name) or await self._is_taken(NAME, self.key_of(name), account):
            return PeopleRefusal.NAME_IS_TAKEN
        if await self._looks_like_staff(account, name):
            return PeopleRefusal.NAME_IS_TAKEN
        if account.document and await self._is_taken(DOCUMENT, account.document, account):
            return PeopleRefusal.DOCUMENT_IS_TAKEN
        is_patron = account.role is Role.PATRON
        if is_patron and await self.excluded.has((self.key_of(name), account.document)):
            return PeopleRefusal.PERSON_IS_EXCLUDED
        return None

    async def name_guest(self, guest: Account) -> None:
        """Call it under the write lock: two guests could otherwise get one name."""

        async def is_taken(name: str) -> bool:
            return await self._store.record(GUEST_NAME, self.key_of(name)) is not None

        name = await free_guest_name(is_taken, SystemRandom())
        await self._store.keep_record(GUEST_NAME, self.key_of(name), b"")
        await self._store.keep_person(guest.id, msgspec.json.encode(Person(name)))

    async def enter(self, account: Account, name: str) -> None:
        """Call it before the account is written: what an interrupted attempt leaves behind belongs to a guest and
        counts as free."""
        tidy = tidy_name(name)
        assert tidy is not None, "names are checked before"
        await self._forget_guest_name(account.id)
        await self._store.keep_record(NAME, self.key_of(tidy), account.id.encode())
        if account.document:
            await self._store.keep_record(DOCUMENT, account.document, account.id.encode())
        await self._store.keep_person(account.id, msgspec.json.encode(Person(tidy)))
        if account.is_staff:
            await self._store.keep_record(STAFF_LIST, account.id, b"")

    async def strike(self, account: Account, excluded_until: int) -> None:
        """Deletes the person; an excluded one goes on the exclusion list first."""
        name = await self.name_of(account.id)
        name_key = self.key_of(name) if name else ""
        await self.excluded.add((name_key, account.document), excluded_until)
        await self._forget_guest_name(account.id)
        await self._store.erase_person(account.id)
        if name_key:
            await self._store.forget_record(NAME, name_key)
        if account.document:
            await self._store.forget_record(DOCUMENT, account.document)
        await self._store.forget_record(STAFF_LIST, account.id)

    async def _looks_like_staff(self, account: Account, name: str) -> bool:
        looks = skeleton(name)
        return any(
            [skeleton(await self.name_of(each.id)) == looks for each in await self.staff() if each.id != account.id]
        )

    async def _forget_guest_name(self, account: str) -> None:
        name = await self.name_of(account)
        if is_like_a_guest(name):
            await self._store.forget_record(GUEST_NAME, self.key_of(name))

    async def _is_taken(self, kind: str, key: str, by: Account) -> bool:
        account = await self._found(kind, key)
        return account is not None and not account.is_guest and account.id != by.id

    async def _found(self, kind: str, key: str) -> Account | None:
        found = await self._store.record(kind, key)
        return await self.account(found.decode()) if found is not None else None
