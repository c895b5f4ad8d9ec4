"""The floor as supervisors watch it: one value, sent whole to staff sockets that asked for it with `watch_floor`.

Amounts leave bots out. Deviations are standard deviations from theory, from the house's side: above zero the house has
won more than theory.
"""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.parts import Told
from punto.table.reasons import Reason

WatchedPhase = Literal["shoe_change", "betting", "dealing", "squeezing", "result", "closed", "out_of_order"]
WaitingKind = Literal["alarm", "dispute", "call", "confirmation", "attention"]
About = Literal[
    "dispute",  # a patron objects to a round
    "stopped",  # by the house: a card it refused, a restart
    "paused",  # by a person
    "out_of_order",
    "return",  # too far from theory
    "slow_card",  # nothing was dealt for long
    "attendant",  # a patron calls
    "hand_pay",
    "dealer",  # a dealer calls
    "confirmation",  # another member of staff waits for a second person
    "reader",
    "picture",
    "relief",  # a dealer's turn was over minutes ago
    "digest",  # of program or configuration, changed
    "owner",  # the table is open for play, and no node runs it
]


class WaitingItem(Struct, frozen=True, kw_only=True):
    """Something that waits for a supervisor."""

    id: str  # stays the same while it waits
    kind: WaitingKind
    about: About
    since: int
    table: str = ""
    title: str = ""  # of the table
    shoe: int = 0
    round: int = 0
    who: str = ""  # name; empty: nobody, or a guest
    patron: str = ""  # id
    text: str = ""  # in somebody's own words
    reason: Reason | None = None
    detail: str = ""  # the card that was refused
    amount: int = 0  # staked in it, held by it, or to be paid
    deviations: float | None = None
    taken_by: str = ""  # name of who is on it; empty: nobody yet


class ClosedNotice(Struct, frozen=True):
    """A place that staff has closed, or is closing after its round."""

    since: int
    reason: Reason
    by: str  # name
    note: str
    is_concluding: bool  # its last round still runs


class WatchedTile(Struct, frozen=True, kw_only=True):
    table: str
    title: str
    book: str
    book_title: str
    kind: Literal["timed", "on_demand", "live"]
    version: int  # of the table's log: when it is another one, something has happened
    phase: WatchedPhase
    since: int | None  # of the phase, or while cards are dealt of the last one
    ends_at: int | None
    hurry_ms: int
    cards: int  # dealt in this round
    paused: Reason | None
    paused_since: int | None
    paused_detail: str
    closed: ClosedNotice | None
    shoe: int
    round: int
    dealer: str  # name; empty: nobody deals
    is_dealer_simulated: bool
    turn_ends_at: int | None  # of the dealer; null: turns have no set length
    relief: str  # name of who comes then; empty: nobody is named
    patrons: int
    bots: int
    stakes: int
    most_lost: int | None  # by the house in this round, at the worst; null: unknown yet
    handle: int  # today, like the rest
    win: int
    rounds: int
    deviations: float | None
    level: Literal["alarm", "attention"] | None
    waiting: str | None  # the id of what waits longest here, alarms before the rest


class FloorWatch(Told, frozen=True, kw_only=True):
    """The whole floor."""

    server_time: int
    day: str  # the gaming day
    currency: str
    patrons: int
    stakes: int
    handle: int
    win: int
    actual_return: float | None  # null: nothing was staked
    exact_return: float | None
    deviations: float | None
    tables: tuple[WatchedTile, ...]
    waiting: tuple[WaitingItem, ...]  # oldest first
