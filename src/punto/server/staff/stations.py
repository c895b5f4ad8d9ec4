"""Patrons' screens as attendants know them: reserved, locked, or being served by an attendant who stands there.

A station is one session of a patron. An attendant who answers its call opens the operator menu on it with a PIN and
holds a grant for a few minutes: what is done under it is done by the attendant, and logged as theirs. Locks are stored,
so a restart opens no station; reservations and grants are in memory and end with the session.
"""

from collections.abc import Callable
from itertools import count

from msgspec import Struct

from punto.server.people.identity import Role
from punto.server.staff.staff_events import By
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore
from punto.table.state import Instant

LOCK = "station_lock"  # the kind of the records
GRANT_MS = 3 * 60_000
RESERVED_MAX = 5_000


class Grant(Struct, frozen=True):
    by: str
    role: Role
    address: str
    until: Instant

    @property
    def actor(self) -> By:
        return By(self.by, self.role, self.address)


class Reservation(Struct, frozen=True):
    id: int
    session: str
    patron: str
    table: str  # empty: in the lobby
    since: Instant


class Stations:
    def __init__(self, store: PeopleStore, clock: Callable[[], Instant]) -> None:
        self._store = store
        self._clock = clock
        self._numbers = count(1)
        self._reserved: dict[str, Reservation] = {}  # by session
        self._lifted: set[str] = set()  # until the screen has seen it
        self._grants: dict[str, Grant] = {}
        self._locked: dict[str, str] = {}  # session to who locked it

    @classmethod
    async def open(cls, store: PeopleStore, clock: Callable[[], Instant]) -> "Stations":
        stations = cls(store, clock)
        stations._locked = {session: body.decode() async for session, body in every_record(store, LOCK)}
        return stations

    # --- the operator menu --------------------------------------------------------------------------------------------

    def grant(self, session: str, by: str, role: Role, address: str) -> Grant:
        self._grants[session] = Grant(by, role, address, self._clock() + GRANT_MS)
        return self._grants[session]

    def granted(self, session: str) -> Grant | None:
        """Who serves this station now; the grant ends by itself."""
        grant = self._grants.get(session)
        if grant is not None and self._clock() >= grant.until:
            del self._grants[session]
            return None
        return grant

    def end_grant(self, session: str) -> None:
        self._grants.pop(session, None)

    # --- locks --------------------------------------------------------------------------------------------------------

    def is_locked(self, session: str) -> bool:
        return session in self._locked

    async def lock(self, session: str, by: str) -> None:
        self._locked[session] = by
        await self._store.keep_record(LOCK, session, by.encode())

    async def unlock(self, session: str) -> None:
        await self._store.forget_record(LOCK, session)
        self._locked.pop(session, None)

    # --- reservations -------------------------------------------------------------------------------------------------

    @property
    def reservations(self) -> tuple[Reservation, ...]:
        """Oldest first."""
        return tuple(self._reserved.values())

    def reserve(self, session: str, patron: str, table: str) -> bool:
        """False: too many are reserved."""
        if session in self._reserved:
            return True
        if len(self._reserved) >= RESERVED_MAX:
            return False
        self._lifted.discard(session)
        self._reserved[session] = Reservation(next(self._numbers), session, patron, table, self._clock())
        return True

    def release(self, session: str) -> None:
        """By the patron, with the PIN they chose."""
        self._reserved.pop(session, None)
        self._lifted.discard(session)

    def lift(self, number: int) -> Reservation | None:
        """By an attendant; the screen learns it when it next asks. None: there is no such reservation."""
        found = next((each for each in self._reserved.values() if each.id == number), None)
        if found is not None:
            del self._reserved[found.session]
            self._lifted.add(found.session)
        return found

    def is_lifted(self, session: str) -> bool:
        return session in self._lifted

    def ended(self, _: str, session: str) -> None:
        """A session is over. Its lock stays in the store until somebody tidies it; no session has its id again."""
        self.release(session)
        self.end_grant(session)
        self._locked.pop(session, None)
