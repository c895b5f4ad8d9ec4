"""What the record of played coups is made of, as the stores keep it.

A **play** is one patron's part in one coup, or a tip. Whoever follows a stream keeps plays, totals by bet and records
together with how far it has come, in one transaction: after a crash it goes on from there and counts nothing twice.
"""

from typing import Literal

from msgspec import Struct

PLAYS_READ_AT_ONCE = 1_000
LATEST = 2**62
SIGN_OF_RESULT = {"won": 1, "lost": -1, "even": 0}

CoupStatus = Literal["settled", "cancelled", "voided", "corrected"]
PlayStatus = CoupStatus | Literal["tip"]
PlayKey = tuple[int, str, int]  # the instant, the table and its version: with the patron it names a play


class Play(Struct, frozen=True):
    patron: str
    at: int
    table: str
    version: int  # of the table when the coup ended
    changed: int  # of the table when the play was last changed: a coup may be voided or corrected later
    book: str
    shoe: int
    coup: int
    status: PlayStatus
    staked: int
    returned: int  # in the end, so that the purse has changed by this less the stake
    body: bytes

    @property
    def key(self) -> PlayKey:
        return self.at, self.table, self.version


class BetTotal(Struct, frozen=True):
    """What was staked on a bet and returned to patrons; to be added to what is already there."""

    day: str  # the gaming day
    table: str
    book: str
    bet: str  # or `tip:` and who gets it, which no bet is called
    wagers: int
    staked: int
    returned: int


class Kept(Struct, frozen=True):
    """Plays are kept whenever they are newer than those that are there; the rest only when the stream has gone on."""

    stream: str
    version: int
    state: bytes = b""  # what the follower has to know to go on
    plays: tuple[Play, ...] = ()
    totals: tuple[BetTotal, ...] = ()
    records: tuple[tuple[str, str, bytes], ...] = ()  # kind, name, body


class Followed(Struct, frozen=True):
    """How far a stream was followed."""

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
        """Of what was returned less what was staked."""
        return None if self.result is None else SIGN_OF_RESULT[self.result]

    def end(self, before: PlayKey | None) -> PlayKey:
        """Every play that is wanted comes before this one."""
        until = (LATEST if self.until is None else self.until, "", 0)
        return until if before is None else min(before, until)


EVERY_PLAY = PlayFilter()
