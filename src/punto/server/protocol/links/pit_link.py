"""What a floor and its pits say to each other. A pit plays the tables that the floor lends it: it is sent commands, and
says what it has stored.
"""

import msgspec

from punto.server.config.floor_config import HouseRules
from punto.server.protocol.links.posted import Greeting, Posted
from punto.table.commands import Command
from punto.table.config import TableConfig
from punto.table.state import Instant

VERSION = 1  # of this protocol; a floor lends nothing to a pit that speaks another


# --- from a pit to the floor ------------------------------------------------------------------------------------------


class PitHello(Greeting, frozen=True, tag=1):
    schema: int = 1  # of the events that it stores and can read; a floor wants its own
    file_digest: bytes = b""  # of the floor's file as the pit has read it


class Borrowed(Posted, frozen=True, tag=2):
    """The pit has claimed a table; it plays on from this version of its log."""

    table: str
    epoch: int
    version: int


class GivenUp(Posted, frozen=True, tag=3):
    """The pit could not take a table, or cannot go on with it."""

    table: str
    why: str
    loan: int  # the epoch at which it was lent


class Answered(Posted, frozen=True, tag=4):
    table: str
    number: int
    version: int
    refusal: str = ""
    next_stake: int | None = None
    room: int | None = None
    late_ms: int | None = None


class EventStored(Posted, frozen=True, tag=5):
    table: str
    version: int
    body: bytes
    balances: dict[str, int]
    overtaken: tuple[str, ...] = ()  # accounts that the pit has moved again since, and may have said so already


class HeadsMoved(Posted, frozen=True, tag=6):
    """The last event of each stream that the pit has stored to, and its hash."""

    heads: dict[str, tuple[int, bytes]]


class Observed(Posted, frozen=True):
    """What a pit has measured since its last beat, for the floor's metrics; times in microseconds."""

    commands: dict[str, int]  # that each table has answered
    answers_us: list[int]  # from taking a batch of them to its answers
    commits: list[tuple[int, int]]  # changes in one transaction, and how long it took
    late: list[tuple[str, int]]  # a phase, and how late after its bell it ended


class PitBeat(Posted, frozen=True, tag=7):
    round_trip_us: int
    sent_at: float  # by the pit's own clock; it comes back in the floor's answer
    observed: Observed | None = None


class PitLeaves(Posted, frozen=True, tag=8):
    """The floor takes its tables back, and lends it no more."""


ToFloor = PitHello | Borrowed | GivenUp | Answered | EventStored | HeadsMoved | PitBeat | PitLeaves


# --- from the floor to a pit ------------------------------------------------------------------------------------------


class Hired(Posted, frozen=True, tag=31):
    epoch: int  # of the floor's lease, which every write of the pit is guarded with
    house: HouseRules
    queue_max: int
    now: Instant  # by the floor's clock, which the pit keeps to
    holder: bytes  # of the lease: a pit that does not find it in its own store is on another


class NotHired(Posted, frozen=True, tag=32):
    why: str


class Lent(Posted, frozen=True, tag=33):
    config: TableConfig
    fingerprint: str
    epoch: int


class Commanded(Posted, frozen=True, tag=34):
    table: str
    number: int
    command: Command
    id: str
    at: Instant | None
    round: tuple[int, int] | None
    refusal: str
    room: int | None
    untold: int
    digest: bytes = b""  # of what has an id


class TakenBack(Posted, frozen=True, tag=35):
    table: str


class PursesMoved(Posted, frozen=True, tag=36):
    """By somebody else: what the pit knows of these accounts is old. None are named: of all."""

    accounts: list[str]


class HouseBeat(Posted, frozen=True, tag=37):
    came_with: float  # `sent_at` of the pit's beat that this one answers at once; 0: it answers none
    now: Instant


ToPit = Hired | NotHired | Lent | Commanded | TakenBack | PursesMoved | HouseBeat

read_at_floor = msgspec.msgpack.Decoder(list[ToFloor]).decode
read_at_pit = msgspec.msgpack.Decoder(list[ToPit]).decode
