"""Accounts: guests, who may register and keep everything; patrons and staff, who log in.

Writes happen one at a time: two people who want the same name at the same instant do not both get it, and nobody signs
in with a password or a role that is being changed.
"""

import asyncio
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from punto.server.config.floor_config import Safety
from punto.server.people.account import Account, Choices, new_id
from punto.server.people.account_writer import AccountWriter
from punto.server.people.directory import Directory
from punto.server.people.identity import Role
from punto.server.people.names import is_of_the_house, tidy_name
from punto.server.people.new_accounts import Made, NewAccounts
from punto.server.people.pins import Pins
from punto.server.people.sign_in.passwords import Passwords, made_password, password_refused
from punto.server.people.sign_in.tries import Tries
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import PeopleStore

FIRST_ADMIN = "admin"


class Accounts:
    def __init__(
        self,
        store: PeopleStore,
        clock: Callable[[], int],
        key: bytes,
        safety: Safety,
        passwords: Passwords | None = None,
    ) -> None:
        self.on_shown: list[Callable[[str, str], None]] = []  # given a patron and the name that others now see
        self.on_admission: list[Callable[[Account], Awaitable[None]]] = []  # given each account that signs in
        self.leaving: set[str] = set()  # ids being erased, or erased: they take nothing new
        self._clock = clock
        self._directory = directory = Directory(store, clock, key)
        self.excluded = directory.excluded
        self.account, self.find, self.name_of = directory.account, directory.find, directory.name_of
        self.listed, self.staff = directory.listed, directory.staff
        self._passwords = passwords or Passwords()
        self._new = NewAccounts(directory, self._passwords, clock)
        self._write = AccountWriter(store, directory)
        self.on_change = self._write.on_change
        self._writing = asyncio.Lock()
        self.tries = Tries(store, clock, key, safety)
        self.pins = Pins(directory, self._write, self._passwords, lambda: self.tries, key, self._writing)

    async def shown_name(self, patron: str) -> str:
        """What others may see: the name, if its owner chose to show it."""
        return (await self.names_of(patron))[0]

    async def names_of(self, patron: str) -> tuple[str, str]:
        """What others may see, and the name itself."""
        account, name = await asyncio.gather(self.account(patron), self.name_of(patron))
        return name if account is not None and account.choices.shows_name else "", name

    # --- signing in ---------------------------------------------------------------------------------------------------

    async def new_guest(self) -> Account:
        guest = Account(id=new_id(), role=Role.PATRON, created_at=self._clock())
        async with self._writing:
            await self._directory.name_guest(guest)
            await self._write.keep(guest)
        return guest

    async def register(
        self, name: str, password: str, guest: str | None, document: str | None = None
    ) -> Account | PeopleRefusal:
        """A guest keeps id, purse and record. None as document: none is required."""
        refusal = name_or_password_refused(name, password)
        if refusal is not None:
            return refusal
        new = self._new.account(Role.PATRON, document)
        if isinstance(new, PeopleRefusal):
            return new
        refusal = await self._directory.why_not(new, name)  # again when written; hashing is too costly to do in vain
        if refusal is not None:
            return refusal
        password_hash = await self._passwords.hashed(password)
        async with self._writing:
            account = await self.account(guest) if guest else None
            if guest in self.leaving or (account is not None and (account.is_erased or account.is_suspended)):
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN  # erased while the password was hashed
            if account is not None and not account.is_guest:
                return PeopleRefusal.IS_REGISTERED
            return await self._write.enter(replace(account or new, password=password_hash, document=new.document), name)

    async def admit(self, account: Account, begin: Callable[[Account], Awaitable[str]]) -> str | PeopleRefusal:
        """Begins a session, unless the account has changed since it was read. The account cannot change meanwhile, so
        any later change finds the session and ends it."""
        async with self._writing:
            now = await self.account(account.id)
            if now is None or now.generation != account.generation or account.id in self.leaving:
                return PeopleRefusal.ACCOUNT_HAS_CHANGED
            if now.is_suspended:
                return PeopleRefusal.ACCOUNT_IS_SUSPENDED
            token = await begin(now)
            for tell in self.on_admission:
                await tell(now)
            return token

    async def log_in(self, name: str, password: str, address: str) -> Account | PeopleRefusal:
        account = await self.find(name)
        if await self._password_refused(account, password, self._directory.key_of(name), address):
            return PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG if not self.wait_ms(name, address) else _LOCKED
        assert account is not None, "a password can only match an account"
        if account.id in self.leaving:
            return PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG
        return await self._still_right(account, password)

    async def check_password(self, patron: str, password: str, address: str) -> Account | PeopleRefusal:
        """Limited like log-in, so a stolen session is no place to guess."""
        account = await self.account(patron)
        if account is None or account.is_guest:
            return PeopleRefusal.IS_A_GUEST
        name = await self.name_of(patron)
        if await self._password_refused(account, password, self._directory.key_of(name), address):
            return PeopleRefusal.PASSWORD_IS_WRONG if not self.wait_ms(name, address) else _LOCKED
        return await self._still_right(account, password)

    def wait_ms(self, name: str, address: str) -> int:
        """How long this name, or this address, is locked out."""
        return self.tries.wait_ms(self._directory.key_of(name), address)

    # --- changing -----------------------------------------------------------------------------------------------------

    async def change_password(self, account: Account, password: str) -> Account | PeopleRefusal:
        """By its owner, whose old password matched the given state of the account."""
        refusal = password_refused(password, await self.name_of(account.id))
        if refusal is not None:
            return refusal
        password_hash = await self._passwords.hashed(password)
        return await self._set_hash(account.id, password_hash, must_change=False, only_in=account.generation)

    async def reset_password(self, patron: str) -> str | PeopleRefusal:
        """A temporary password, shown once, to be changed at the next log-in."""
        password = made_password()
        return await self.set_made_password(patron, await self._passwords.hashed(password)) or password

    async def set_made_password(self, patron: str, password_hash: str) -> PeopleRefusal | None:
        """Usable at once, even if the name was locked out."""
        changed = await self._set_hash(patron, password_hash, must_change=True)
        return changed if isinstance(changed, PeopleRefusal) else await self.unlock(patron)

    async def choose(self, patron: str, choices: Choices) -> None:
        async with self._writing:
            account = await self.account(patron)
            assert account is not None, "a session has an account"
            await self._write.keep(replace(account, choices=choices))
        shown = await self.shown_name(patron)
        for tell in self.on_shown:
            tell(patron, shown)

    async def create_staff(self, name: str, role: Role, account_id: str = "") -> Made | PeopleRefusal:
        return await self._created(await self._new.made(self._new.account(role, account_id=account_id), name), name)

    async def create_patron(self, name: str, document: str | None, account_id: str = "") -> Made | PeopleRefusal:
        """By staff, for somebody at the counter."""
        return await self._created(await self.prepared_patron(name, document, account_id), name)

    async def prepared_patron(self, name: str, document: str | None, account_id: str = "") -> Made | PeopleRefusal:
        """A complete account that is not stored yet; `enter` stores it."""
        if is_of_the_house(name):
            return PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE
        return await self._new.made(self._new.account(Role.PATRON, document, account_id), name)

    async def enter(self, account: Account, name: str) -> Account | PeopleRefusal:
        async with self._writing:
            return await self._write.enter(account, name)

    async def change_role(self, patron: str, role: Role) -> PeopleRefusal | None:
        """Only from one staff role to another: somebody with a purse and a record stays a patron."""
        async with self._writing:
            account = await self.account(patron)
            if account is None or account.is_erased:
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN
            if not account.is_staff or role is Role.PATRON:
                return PeopleRefusal.ROLE_IS_FIXED
            if role is not Role.ADMIN and await self._directory.is_last_admin(account):
                return PeopleRefusal.LAST_ADMINISTRATOR
            await self._write.change(replace(account, role=role, pin=""))
        return None

    async def suspend(self, patron: str, *, is_suspended: bool) -> PeopleRefusal | None:
        """Ends all sessions and prevents new ones. Name, purse and record stay, so it can be undone."""
        async with self._writing:
            account = await self.account(patron)
            if account is None or account.is_erased:
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN
            if is_suspended and await self._directory.is_last_admin(account):
                return PeopleRefusal.LAST_ADMINISTRATOR
            if account.is_suspended != is_suspended:
                await self._write.change(replace(account, is_suspended=is_suspended, pin=""))
        return None

    async def unlock(self, patron: str) -> PeopleRefusal | None:
        name = await self.name_of(patron)
        if not name:
            return PeopleRefusal.ACCOUNT_IS_UNKNOWN
        await self.tries.forgive(self._directory.key_of(name))
        await self.pins.forgive(patron)
        return None

    async def erase(
        self, patron: str, excluded_until: int = 0, first: Callable[[], Awaitable[None]] | None = None
    ) -> PeopleRefusal | None:
        """Deletes the person; the opaque id stays in the books. Nobody can log in with it again, and an excluded person
        cannot register again before the exclusion ends. `first` is done once nothing can refuse it any more."""
        async with self._writing:
            account = await self.account(patron)
            if account is None or account.is_erased:
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN
            if await self._directory.is_last_admin(account):
                return PeopleRefusal.LAST_ADMINISTRATOR
            if first is not None:
                await first()
            await self._directory.strike(account, excluded_until)
            at, generation = account.created_at, account.generation
            await self._write.change(
                Account(id=patron, role=Role.PATRON, created_at=at, is_erased=True, generation=generation)
            )
        return None

    async def first_admin(self, keep: Callable[[str], None] = lambda _: None) -> str | None:
        """At the first start: the password of the new account `admin`, to be shown once. `keep` receives it before the
        account exists."""
        if any(account.role is Role.ADMIN for account in await self.staff()):
            return None
        password = made_password()
        keep(password)
        prepared = await self._new.made(self._new.account(Role.ADMIN), FIRST_ADMIN, password)
        made = await self._created(prepared, FIRST_ADMIN)
        assert isinstance(made, Made), f"the name {FIRST_ADMIN!r} is kept free for the first administrator"
        return password

    # --- inside -------------------------------------------------------------------------------------------------------

    async def _password_refused(self, account: Account | None, password: str, name_key: str, address: str) -> bool:
        if not await self.tries.begin(name_key, address):
            return True
        if not await self._passwords.match(account.password if account else None, password):
            return True
        await self.tries.succeeded(name_key, address)
        return False

    async def _still_right(self, account: Account, password: str) -> Account | PeopleRefusal:
        """The account, if it is still as it was when the password matched. An outdated hash is replaced."""
        assert account.password is not None, "only guests have no password"
        outdated = self._passwords.is_outdated(account.password)
        password_hash = await self._passwords.hashed(password) if outdated else account.password
        async with self._writing:
            now = await self.account(account.id)
            if now is None or now.generation != account.generation:  # changed while the password was checked
                return PeopleRefusal.ACCOUNT_HAS_CHANGED
            if now.is_suspended:
                return PeopleRefusal.ACCOUNT_IS_SUSPENDED
            if outdated:
                await self._write.keep(replace(now, password=password_hash))
        return now

    async def _set_hash(
        self, patron: str, password_hash: str, *, must_change: bool, only_in: int | None = None
    ) -> Account | PeopleRefusal:
        async with self._writing:
            account = await self.account(patron)
            if account is None or account.is_erased:
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN
            if account.is_guest:
                return PeopleRefusal.IS_A_GUEST
            if only_in is not None and account.generation != only_in:
                return PeopleRefusal.ACCOUNT_HAS_CHANGED
            pin = "" if must_change else account.pin  # whoever made the password must not meet an old PIN
            changed = replace(account, password=password_hash, must_change_password=must_change, pin=pin)
            return await self._write.change(changed)

    async def _created(self, prepared: Made | PeopleRefusal, name: str) -> Made | PeopleRefusal:
        if isinstance(prepared, PeopleRefusal):
            return prepared
        named = await self.enter(prepared.account, name)
        return named if isinstance(named, PeopleRefusal) else Made(named, prepared.password)


_LOCKED = PeopleRefusal.TOO_MANY_FAILURES


def name_or_password_refused(name: str, password: str) -> PeopleRefusal | None:
    tidy = tidy_name(name)
    if tidy is None:
        return PeopleRefusal.NAME_IS_NOT_ALLOWED
    if is_of_the_house(tidy):
        return PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE
    return password_refused(password, tidy)
