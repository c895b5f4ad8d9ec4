"""PINs of staff: four to eight digits, for tapping in at a table and for confirming as a second person.

A PIN opens no session. Few digits are guessed quickly, so attempts are limited like log-ins, under a key of their own,
and the hash needs the floor's secret: a stolen database alone reveals no PIN.
"""

import asyncio
import re
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from punto.server.people.account import Account, is_id
from punto.server.people.account_writer import AccountWriter
from punto.server.people.directory import Directory
from punto.server.people.keys import derived_key, keyed_hash
from punto.server.people.names import folded
from punto.server.people.sign_in.passwords import Passwords
from punto.server.people.sign_in.tries import Tries
from punto.server.protocol.refusals import PeopleRefusal

PIN_FORM = re.compile(r"[0-9]{4,8}", re.ASCII)
DISTINCT_MIN = 3  # digits
RUN_STEPS = frozenset({0, 1, 9})  # from digit to digit, modulo ten
YEARS = range(1900, 2100)


class Pins:
    def __init__(
        self,
        directory: Directory,
        write: AccountWriter,
        passwords: Passwords,
        tries: Callable[[], Tries],
        key: bytes,
        writing: asyncio.Lock,
    ) -> None:
        self._directory = directory
        self._write = write
        self._passwords = passwords
        self._tries = tries
        self._key = derived_key(key, "pins")
        self._writing = writing  # the one lock for every change of an account

    async def set(self, account: Account, pin: str) -> Account | PeopleRefusal:
        """By its owner, whose password matched the given state of the account."""
        if not account.is_staff:
            return PeopleRefusal.ONLY_STAFF_HAS_A_PIN
        refusal = pin_refused(pin)
        if refusal is not None:
            return refusal
        pin_hash = await self._passwords.hashed(self._peppered(account.id, pin))
        async with self._writing:
            now = await self._directory.account(account.id)
            if now is None or now.generation != account.generation:
                return PeopleRefusal.ACCOUNT_HAS_CHANGED
            changed = replace(now, pin=pin_hash)
            await self._write.keep(changed)
        await self.forgive(account.id)
        return changed

    async def check(self, who: str, pin: str, address: str) -> Account | PeopleRefusal:
        """`who` is a name or an account's id. One answer for every wrong try: it reveals no names."""
        account = await self.account_of(who)
        key = self._tries_key(account, who)
        is_usable = account is not None and account.is_staff and bool(account.pin) and not account.must_change_password
        if not await self._tries().begin(key, address):
            return PeopleRefusal.TOO_MANY_FAILURES
        pin_hash = account.pin if account is not None and is_usable else None
        if not await self._passwords.match(pin_hash, self._peppered(account.id if account else who, pin)):
            return PeopleRefusal.TOO_MANY_FAILURES if self._wait_ms(key, address) else PeopleRefusal.PIN_IS_WRONG
        await self._tries().succeeded(key, address)
        assert account is not None, "a PIN can only match an account"
        async with self._writing:
            now = await self._directory.account(account.id)
        if now is None or now.generation != account.generation or now.pin != account.pin:
            return PeopleRefusal.ACCOUNT_HAS_CHANGED
        return PeopleRefusal.ACCOUNT_IS_SUSPENDED if now.is_suspended else now

    async def wait_ms(self, who: str, address: str) -> int:
        """How long this person's PIN, or this address, is locked out."""
        return self._wait_ms(self._tries_key(await self.account_of(who), who), address)

    async def forgive(self, account_id: str) -> None:
        await self._tries().forgive(self._key_of(account_id))

    async def account_of(self, who: str) -> Account | None:
        return await (self._directory.account(who) if is_id(who) else self._directory.find(who))

    def _wait_ms(self, key: str, address: str) -> int:
        return self._tries().wait_ms(key, address)

    def _tries_key(self, account: Account | None, who: str) -> str:
        return self._key_of(account.id if account else folded(who))

    def _key_of(self, text: str) -> str:
        return keyed_hash(self._key, text)

    def _peppered(self, account_id: str, pin: str) -> str:
        return keyed_hash(self._key, f"{account_id}:{pin}")


def pin_refused(pin: str) -> PeopleRefusal | None:
    """Only digits, and none of the few PINs that everybody tries first: runs, repetitions, years."""
    if not PIN_FORM.fullmatch(pin):
        return PeopleRefusal.PIN_IS_NOT_DIGITS
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    is_run = len(steps) == 1 and steps <= RUN_STEPS
    is_repeated = (pin + pin).find(pin, 1) < len(pin)
    is_year = len(pin) == 4 and int(pin) in YEARS
    if is_run or is_repeated or is_year or len(set(pin)) < DISTINCT_MIN:
        return PeopleRefusal.PIN_IS_GUESSABLE
    return None
