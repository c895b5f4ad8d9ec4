"""What one patron at a table is sent.

A `number` counts the patron's own messages; `after` is the public version they follow.
"""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.parts import FaceUp, PlaceOfCard, SideName, Told
from punto.server.protocol.refusals import RefusalName
from punto.table.reasons import Reason


class OwnWager(Struct, frozen=True, array_like=True):
    bet: str
    stake: int
    odds: str
    returned: int


class LastSettled(Struct, frozen=True):
    """How the patron's last round at this table ended, in case they missed it."""

    shoe: int
    round: int
    wagers: tuple[OwnWager, ...]
    staked: int
    returned: int


class FieldRoom(Struct, frozen=True):
    """How much more may be staked on a field."""

    bet: str
    wins: int  # the most the stake could return, stake included
    next_stake: int
    room: int
    refusal: RefusalName | None


class SeatState(Struct, frozen=True):
    """A patron's seat at a table."""

    mode: str | None
    denomination: int
    stakes: tuple[tuple[str, int], ...]
    staked: int
    last_stakes: tuple[tuple[str, int], ...]
    last_settled: LastSettled | None
    keeps_bets_on: bool
    auto_repeats: bool
    squeezes: bool
    holds: tuple[SideName, ...]
    faces: tuple[FaceUp, ...]  # what only holders may see for now
    opened: tuple[PlaceOfCard, ...]  # of those, the ones this patron has turned
    player_total: int | None  # as far as this patron may know it
    banker_total: int | None
    fields: tuple[FieldRoom, ...]
    may_dispute: bool  # the last round


class Answer(Told, frozen=True, omit_defaults=True):
    """Accepted, refused by name, or too late. Nothing was taken unless accepted."""

    id: str
    table: str
    outcome: Literal["accepted", "refused", "too_late"]
    refusal: RefusalName | None = None
    next_stake: int | None = None  # if a stake did not fit: the smallest that would, and the most
    room: int | None = None
    late_ms: int | None = None  # too late: by how much


class AutoRepeatEnded(Told, frozen=True):
    """The house ended auto-repeat: a bet was refused, or the patron may not bet now."""

    table: str
    reason: RefusalName


class Private(Told, frozen=True):
    """For one patron at a table."""

    table: str
    number: int
    after: int


class Seat(Private, frozen=True):
    seat: SeatState


class Wagers(Private, frozen=True):
    """All stakes of the patron at this table."""

    action: str
    stakes: tuple[tuple[str, int], ...]
    staked: int
    left_out: tuple[str, ...]
    fields: tuple[FieldRoom, ...]  # those whose room has changed


class Choice(Private, frozen=True):
    choice: str
    value: str | int | bool
    fields: tuple[FieldRoom, ...]  # all of the felt, where the choice has changed it; else none


class Faces(Private, frozen=True):
    """What a holder sees before the others."""

    stage: int
    holds: tuple[SideName, ...]
    faces: tuple[FaceUp, ...]
    player_total: int | None
    banker_total: int | None


class Settlement(Private, frozen=True):
    """`won` only if more was returned than staked; anything else is not celebrated."""

    round: int
    wagers: tuple[OwnWager, ...]
    staked: int
    returned: int
    won: bool
    fields: tuple[FieldRoom, ...]  # those whose room has changed
    may_dispute: bool


class StakesReturned(Private, frozen=True):
    round: int
    amount: int
    reason: Reason
    fields: tuple[FieldRoom, ...]  # those whose room has changed


class Adjusted(Private, frozen=True):
    """A settled round was voided or corrected."""

    shoe: int
    round: int
    status: Literal["voided", "corrected"]
    amount: int
    uncovered: int
    reason: Reason
    wagers: tuple[OwnWager, ...]  # as settled now; empty for a void round
    may_dispute: bool  # the last round


class Tipped(Private, frozen=True):
    amount: int


class Dispute(Private, frozen=True):
    """The patron's own dispute; an upheld one ends in `adjusted`. `closed`: it is too late to dispute the round."""

    shoe: int
    round: int
    state: Literal["raised", "dismissed", "closed"]


class Fields(Private, frozen=True):
    """When betting opens, where bets have closed or opened, or the purse limits what fits."""

    fields: tuple[FieldRoom, ...]


PrivateMessage = Seat | Wagers | Choice | Faces | Settlement | StakesReturned | Adjusted | Tipped | Dispute | Fields
