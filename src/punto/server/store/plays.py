"""The play record as stores keep it.

A **play** is one patron's part in one coup, or a tip. The follower of a stream stores plays, totals by bet and records
together with its position in the stream, in one transaction: after a crash it resumes there and counts nothing twice.
"""

from typing import Literal

from msgspec import Struct

PLAYS_READ_AT_ONCE = 1_000
LATEST = 2**62
SIGN_OF_RESULT = {"won": 1, "lost": -1, "even": 0}

CoupStatus = Literal["settled", "cancelled", "voided", "corrected"]
PlayStatus = CoupStatus | Literal["tip"]
PlayKey = tuple[int, str, int]  # instant, table and table version; with the patron they identify a play


class Play(Struct, frozen=True):
    patron: str
    at: int
    table: str
    version: int  # the table's when the coup ended
    changed: int  # the table's when the play last changed: a coup may be voided or corrected later
    book: str
    shoe: int
    coup: int
    status: PlayStatus
    staked: int
    returned: int  # in the end; the purse changed by this minus the stake
    body: bytes

    @property
    def key(self) -> PlayKey:
        return self.at, self.table, self.version


class BetTotal(Struct, frozen=True):
    """Stakes on a bet and what was returned; added to the total that is stored."""

    day: str  # the gaming day
    table: str
    book: str
    bet: str  # or `tip:` and its recipient, or `fee:` and the bet that it was for; no bet has such a name
    wagers: int
    staked: int
    returned: int


class PlayBatch(Struct, frozen=True):
    """Plays replace older versions of themselves; the rest is stored only if it is further along the stream."""

    stream: str
    version: int
    state: bytes = b""  # what the follower needs to resume
    plays: tuple[Play, ...] = ()
    totals: tuple[BetTotal, ...] = ()
    records: tuple[tuple[str, str, bytes], ...] = ()  # kind, name, body


class Followed(Struct, frozen=True):
    """The follower's position in a stream."""

    version: int = 0
    state: bytes = b""


class PlayFilter(Struct, frozen=True):
    table: str | None = None
    book: str | None = None
    since: int | None = None
    until: int | None = None  # exclusive
    result: Literal["won", "lost", "even"] | None = None

    @property
    def first_at(self) -> int:
        return self.since or 0

    @property
    def sign(self) -> int | None:
        """Of the amount returned minus the stake."""
        return None if self.result is None else SIGN_OF_RESULT[self.result]

    def end(self, before: PlayKey | None) -> PlayKey:
        """All wanted plays come before this key."""
        until = (LATEST if self.until is None else self.until, "", 0)
        return until if before is None else min(before, until)


EVERY_PLAY = PlayFilter()
