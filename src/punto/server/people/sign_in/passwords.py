"""Passwords: Argon2id in threads, a few at a time, so a flood of log-ins cannot exhaust memory.

An unknown name takes as long as a wrong password, so timing does not reveal which names exist.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from punto.server.people.sign_in.guessable import is_guessable
from punto.server.protocol.refusals import PeopleRefusal

Result = TypeVar("Result")

PASSWORD_MIN, PASSWORD_MAX = 10, 128
AT_ONCE = 2
WAITING_MAX = 256
MADE_BYTES = 12

ARGON2ID = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class PasswordsAreBusy(Exception):
    """Too many log-ins are waiting."""


class Passwords:
    def __init__(self, hasher: PasswordHasher = ARGON2ID) -> None:
        self._hasher = hasher
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._decoy = ""

    async def hashed(self, password: str) -> str:
        return await self._in_turn(lambda: self._hasher.hash(_normal(password)))

    async def match(self, password_hash: str | None, password: str) -> bool:
        """With None, for an unknown account, it takes as long as with a wrong password."""
        return await self._in_turn(lambda: self._verify(password_hash, _normal(password)))

    def is_outdated(self, password_hash: str) -> bool:
        return self._hasher.check_needs_rehash(password_hash)

    async def _in_turn(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= WAITING_MAX:
            raise PasswordsAreBusy
        self._waiting += 1
        try:
            async with self._at_once:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    def _verify(self, password_hash: str | None, password: str) -> bool:
        self._decoy = self._decoy or self._hasher.hash(secrets.token_hex())
        try:
            self._hasher.verify(password_hash or self._decoy, password)
        except (VerificationError, InvalidHashError):
            return False
        return password_hash is not None


def password_refused(password: str, name: str) -> PeopleRefusal | None:
    """Length counts, not symbols and digits; guessable passwords are refused."""
    if not PASSWORD_MIN <= len(_normal(password)) <= PASSWORD_MAX:
        return PeopleRefusal.PASSWORD_IS_TOO_WEAK
    return PeopleRefusal.PASSWORD_IS_GUESSABLE if is_guessable(password, name) else None


def made_password() -> str:
    """A temporary password, to be changed at the first log-in."""
    return secrets.token_urlsafe(MADE_BYTES)


def _normal(password: str) -> str:
    """So that the same keystrokes give the same password on every keyboard."""
    return unicodedata.normalize("NFKC", password)
