"""Limits password attempts for each name and address, and new accounts for each address."""

from collections.abc import Callable

from punto.server.config.floor_config import Safety
from punto.server.people.keys import derived_key, keyed_hash
from punto.server.people.sign_in.lockout import Lockout
from punto.server.people.sign_in.newcomers import Newcomers
from punto.server.store.interface import PeopleStore

ADDRESS_FAILURES = 4  # as many times as a name gets: households and casinos share addresses
MINUTE_MS = 60_000


class Tries:
    """Names arrive as keyed hashes; addresses are hashed here."""

    def __init__(self, store: PeopleStore, clock: Callable[[], int], key: bytes, safety: Safety) -> None:
        self._address_hash_key = derived_key(key, "addresses")
        self._newcomers = Newcomers(store, clock, safety.guests_an_hour)
        lock_ms = safety.lock_minutes * MINUTE_MS
        failures_max = safety.failures_max
        self._names = Lockout(store, "failed_name", clock, failures_max=failures_max, lock_ms=lock_ms)
        failures_max *= ADDRESS_FAILURES
        self._addresses = Lockout(store, "failed_address", clock, failures_max=failures_max, lock_ms=lock_ms)

    async def recall(self) -> None:
        """At startup: lockouts and counts continue."""
        for each in (self._names, self._addresses, self._newcomers):
            await each.recall()

    async def forget_old(self) -> None:
        for each in (self._names, self._addresses, self._newcomers):
            await each.forget_old()

    async def newcomer_wait_ms(self, address: str) -> int:
        """How long this address must wait before it may create another account; asking counts."""
        return await self._newcomers.wait_ms(self._address_key(address))

    def wait_ms(self, name_key: str, address: str) -> int:
        return max(self._names.wait_ms(name_key), self._addresses.wait_ms(self._address_key(address)))

    async def begin(self, name_key: str, address: str) -> bool:
        """Counts an attempt before the password is checked. False: locked out."""
        if self.wait_ms(name_key, address):
            return False
        address_key = self._address_key(address)
        self._names.tried(name_key)
        self._addresses.tried(address_key)
        await self._names.keep(name_key)
        await self._addresses.keep(address_key)
        return True

    async def succeeded(self, name_key: str, address: str) -> None:
        await self._names.forgive(name_key)
        await self._addresses.succeeded(self._address_key(address))

    async def forgive(self, name_key: str) -> None:
        await self._names.forgive(name_key)

    def _address_key(self, address: str) -> str:
        return keyed_hash(self._address_hash_key, address)
