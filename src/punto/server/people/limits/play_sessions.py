"""Play sessions: how long somebody has played and what it cost, and when a reality check is due.

A session ends after half an hour without a bet, so logging out and in again does not start a new one.
"""

from collections.abc import Callable, Container
from collections.abc import Set as AbstractSet

import msgspec

from punto.server.people.limits.own_limits import MINUTE_MS
from punto.server.protocol.refusals import PlayIsStopped
from punto.table.state import Instant

BREAK_MS = 30 * MINUTE_MS


class PlaySession(msgspec.Struct):
    started_at: Instant
    played_at: Instant  # the last bet or settlement
    checked_at: Instant  # the last reality check
    look_at: Instant = 0  # when the next may be due
    told_why: PlayIsStopped | None = None  # the reason the patron was told that play is over
    staked: int = 0
    returned: int = 0


class RealityCheck(msgspec.Struct, frozen=True):
    patron: str
    elapsed_ms: int
    staked: int
    returned: int


class PlaySessions:
    def __init__(self, with_bets: Container[str]) -> None:
        """`with_bets`: the patrons with bets on a table, whose sessions never end."""
        self._with_bets = with_bets
        self._sessions: dict[str, PlaySession] = {}

    def known(self, patrons: AbstractSet[str]) -> list[tuple[str, PlaySession]]:
        """The sessions of these patrons, including ended ones not dropped yet."""
        return [(patron, self._sessions[patron]) for patron in patrons & self._sessions.keys()]

    def of(self, patron: str, now: Instant) -> PlaySession:
        """The running session, or a new one."""
        session = self._sessions.get(patron)
        if session is None or self._is_over(session, patron, now):
            session = self._sessions[patron] = PlaySession(now, now, now)
        return session

    def played(self, patron: str, now: Instant) -> RealityCheck:
        session = self._sessions.get(patron)
        if session is None or self._is_over(session, patron, now):
            return RealityCheck(patron, 0, 0, 0)
        return RealityCheck(patron, now - session.started_at, session.staked, session.returned)

    def told(self, patron: str, reason: PlayIsStopped | None) -> None:
        session = self._sessions.get(patron)
        if session is not None:
            session.told_why = reason

    def checks_due(self, now: Instant, minutes_of: Callable[[str], int | None]) -> list[RealityCheck]:
        """Returns each once, and drops ended sessions.

        It is called every second, so it looks at each session only once a minute: thousands of them would delay bets.
        """
        due = []
        for patron, session in list(self._sessions.items()):
            if now < session.look_at:
                continue
            session.look_at = now + MINUTE_MS - (now - session.checked_at) % MINUTE_MS
            if self._is_over(session, patron, now):
                del self._sessions[patron]
                continue
            minutes = minutes_of(patron)
            if minutes is not None and now - session.checked_at >= minutes * MINUTE_MS:
                session.checked_at = now
                due.append(self.played(patron, now))
        return due

    def _is_over(self, session: PlaySession, patron: str, now: Instant) -> bool:
        return now - session.played_at >= BREAK_MS and patron not in self._with_bets
