"""Sessions: a secret token in a cookie, of which the server stores only the hash.

An idle session locks until the password is entered; bets on tables go on. Guests have no password, so theirs never
lock: the cookie is their only key. Sessions survive a restart. All are in memory, bounded; the least recently seen is
dropped first.

A session belongs to a generation of its account. When the generation rises, older sessions and their sockets end at
once; after a restart each session is checked against its account before use.
"""

import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from punto.server.config.floor_config import Safety
from punto.server.people.account import ACCOUNT, Account
from punto.server.people.identity import STAFF, Identity, Role
from punto.server.people.keys import derived_key, keyed_hash
from punto.server.safety.cookies import cookie_of
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

SESSION = "session"
TOKEN_BYTES = 32
SESSIONS_MAX = 200_000
SESSIONS_OF_ONE = 16
SEEN_EVERY_MS = 1_000  # activity within a second counts once
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
ENDS_AFTER_MS = 30 * DAY_MS  # without activity
STAFF_ENDS_AFTER_MS = 12 * 60 * MINUTE_MS  # after log-in, active or not: a shift

Headers = Iterable[tuple[bytes, bytes]]


class Session(msgspec.Struct, frozen=True, kw_only=True):
    patron: str
    role: Role
    is_guest: bool
    must_change_password: bool
    opened_at: int
    seen_at: int
    is_locked: bool = False  # by its owner
    generation: int = 0  # of the account when the session began


class Sessions:
    def __init__(self, store: PeopleStore, clock: Callable[[], int], key: bytes, safety: Safety) -> None:
        self.on_end: list[
            Callable[[str, str], None]
        ] = []  # given account and session when one ends, to close its sockets
        self._store = store
        self._clock = clock
        self._token_key = derived_key(key, "request tokens")
        self._idle_ms = safety.idle_minutes * MINUTE_MS
        self._staff_idle_ms = safety.staff_idle_minutes * MINUTE_MS
        self._sessions: OrderedDict[str, Session] = OrderedDict()  # least recently seen first
        self._written_at: dict[str, int] = {}
        self._of_patron: dict[str, list[str]] = defaultdict(list)  # oldest first
        self._unproved: set[str] = set()  # from before a restart, not yet checked against their accounts

    @classmethod
    async def open(cls, store: PeopleStore, clock: Callable[[], int], key: bytes, safety: Safety) -> "Sessions":
        sessions = cls(store, clock, key, safety)
        kept = [(key, msgspec.json.decode(body, type=Session)) async for key, body in every_record(store, SESSION)]
        now = clock()
        for session_id, session in sorted(kept, key=lambda each: each[1].seen_at):
            if session.seen_at > now:  # the clock was set back
                session = replace(session, opened_at=min(session.opened_at, now), seen_at=now)
            if sessions._has_ended(session):
                await store.forget_record(SESSION, session_id)
            else:
                sessions._remember(session_id, session)
                sessions._unproved.add(session_id)
        return sessions

    async def begin(self, account: Account) -> str:
        """The token for the cookie, which is stored nowhere."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        session = Session(
            patron=account.id,
            role=account.role,
            is_guest=account.is_guest,
            must_change_password=account.must_change_password,
            opened_at=now,
            seen_at=now,
            generation=account.generation,
        )
        await self._keep(_id_of(token), session)
        for surplus in self._of_patron[account.id][:-SESSIONS_OF_ONE]:
            await self.end(surplus)
        while len(self._sessions) > SESSIONS_MAX:
            await self.end(next(iter(self._sessions)))
        return token

    async def identify(self, headers: Headers, *, touch: bool = True) -> Identity | None:
        """Who sent these headers. A request counts as activity, an automatic reconnect does not."""
        token = cookie_of(headers)
        session_id = _id_of(token) if token else ""
        session = self._sessions.get(session_id)
        if session is None:
            return None
        if self._has_ended(session) or (session_id in self._unproved and not await self._is_proved(session_id)):
            await self.end(session_id)
            return None
        identity = Identity(
            account=session.patron,
            role=session.role,
            session=session_id,
            is_guest=session.is_guest,
            is_locked=self.is_locked(session_id),
            must_change_password=session.must_change_password,
        )
        if touch and self.touch(session_id, self._clock()):
            await self._keep(session_id, self._sessions[session_id])
        return identity if self.is_live(session_id) else None

    def touch(self, session_id: str, now: int) -> bool:
        """Notes activity. True if it should be stored. A locked session stays locked."""
        session = self._sessions.get(session_id)
        if session is None or now - session.seen_at < SEEN_EVERY_MS or self.is_locked(session_id):
            return False
        self._sessions[session_id] = replace(session, seen_at=now)
        self._sessions.move_to_end(session_id)
        return now - self._written_at[session_id] >= MINUTE_MS

    def is_locked(self, session_id: str) -> bool:
        """Also true for an ended session."""
        session = self._sessions.get(session_id)
        if session is None or session.is_guest:
            return session is None
        return session.is_locked or self._clock() - session.seen_at >= self._idle_ms_of(session)

    def locks_after_ms(self, session_id: str) -> int | None:
        """How long without activity; None for a guest, and for an ended session."""
        session = self._sessions.get(session_id)
        if session is None or session.is_guest:
            return None
        return self._idle_ms_of(session)

    def _idle_ms_of(self, session: Session) -> int:
        return self._staff_idle_ms if session.role in STAFF else self._idle_ms

    def request_token(self, session_id: str) -> str:
        """Must be in a header of every unsafe request, which other sites cannot set."""
        return keyed_hash(self._token_key, session_id)

    async def lock(self, session_id: str) -> None:
        session = self._sessions.get(session_id)
        if session is not None:
            await self._keep(session_id, replace(session, is_locked=True))

    def of(self, patron: str) -> tuple[Session, ...]:
        """Oldest first."""
        return tuple(self._sessions[each] for each in self._of_patron.get(patron, ()))

    def is_live(self, session_id: str) -> bool:
        return session_id in self._sessions

    async def end(self, session_id: str) -> None:
        if self._end_now(session_id):
            await self._store.forget_record(SESSION, session_id)

    async def end_older(self, account: Account) -> None:
        """Call it when the account has a new generation."""
        mine = self._of_patron.get(account.id, ())
        older = [each for each in mine if self._sessions[each].generation < account.generation]
        for session_id in older:  # all before the store is awaited, so none is used once more meanwhile
            self._end_now(session_id)
        for session_id in older:
            await self._store.forget_record(SESSION, session_id)

    async def end_expired(self) -> int:
        """Call it periodically: a session that is never used again is not noticed otherwise."""
        expired = [each for each, session in self._sessions.items() if self._has_ended(session)]
        for session_id in expired:
            await self.end(session_id)
        return len(expired)

    def _end_now(self, session_id: str) -> bool:
        session = self._sessions.pop(session_id, None)
        if session is None:
            return False
        self._unproved.discard(session_id)
        self._written_at.pop(session_id, None)
        self._of_patron[session.patron].remove(session_id)
        if not self._of_patron[session.patron]:
            del self._of_patron[session.patron]
        for tell in self.on_end:
            tell(session.patron, session_id)
        return True

    async def _is_proved(self, session_id: str) -> bool:
        """A kill between an account's change and the end of its sessions leaves invalid ones behind."""
        session = self._sessions[session_id]
        body = await self._store.record(ACCOUNT, session.patron)
        account = None if body is None else msgspec.json.decode(body, type=Account)
        self._unproved.discard(session_id)
        return account is not None and session.generation == account.generation and session_id in self._sessions

    def _has_ended(self, session: Session) -> bool:
        now = self._clock()
        if session.role in STAFF and now - session.opened_at >= STAFF_ENDS_AFTER_MS:
            return True
        return now - session.seen_at >= ENDS_AFTER_MS

    async def _keep(self, session_id: str, session: Session) -> None:
        self._remember(session_id, session)
        await self._store.keep_record(SESSION, session_id, msgspec.json.encode(session))

    def _remember(self, session_id: str, session: Session) -> None:
        if session_id not in self._sessions:
            self._of_patron[session.patron].append(session_id)
        self._sessions[session_id] = session
        self._sessions.move_to_end(session_id)
        self._written_at[session_id] = self._clock()


def _id_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()
