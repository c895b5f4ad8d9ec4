"""Messages to staff: the console of a table that a person deals, confirmations that wait, calls for a supervisor.

They carry cards as they are dealt, before the picture shows them, so none of them may reach a patron.
"""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.parts import MainMark, SideName, Told
from punto.table.config import PictureWay
from punto.table.reasons import Reason

ConsolePhase = Literal["shoe_change", "burn", "ready", "betting", "dealing", "squeezing", "result"]
ConsoleStep = Literal[
    "tap_in",
    "new_shoe",
    "read_burn",
    "open_betting",
    "free_hand",
    "close_betting",
    "wait_for_card",
    "confirm_result",
    "deal_early_card",
    "settle_misdeal",
    "rebuild",
    "resume",
    "wait",
]
ReaderStatus = Literal["ready", "silent", "missing"]
PictureCondition = Literal["unmeasured", "in_band", "early", "late", "lost"]
PICTURE_ALARMS: frozenset[PictureCondition] = frozenset({"early", "late", "lost"})
AlarmKind = Literal[
    "reader_silent",
    "reader_missing",
    "picture_out_of_band",
    "divider_missed",
    "slow_card",
    "rubbish",
    "relief_late",  # the dealer's turn was over minutes ago
]


class AwaitedCard(Struct, frozen=True):
    side: SideName
    number: int  # of the hand, counted from 1


class ConsoleHand(Struct, frozen=True):
    cards: tuple[str, ...]
    total: int


class CardRead(Struct, frozen=True):
    """The last card that was placed."""

    card: str
    side: SideName | None  # null: the burn card
    number: int
    at: int


class ConsoleStop(Struct, frozen=True):
    """Why the table is paused."""

    reason: Reason
    detail: str  # the card that is the reason, if one is; with `two_cards` both, with `card_to_wrong_side` the side
    since: int
    may_scan_again: bool  # the dealer may go on; otherwise a supervisor must
    asks_for_card: bool  # a stray card is in no hand: whoever resumes says that none was drawn, or sets it aside
    rounds: tuple[int, ...]  # of a card too many: the rounds of this shoe in which the others were


class ConsoleBurn(Struct, frozen=True):
    card: str
    face_down: int  # how many follow it


class ConsoleResult(Struct, frozen=True):
    round: int
    winner: Literal["player", "banker", "tie"]
    player: ConsoleHand
    banker: ConsoleHand


class ConsolePerson(Struct, frozen=True):
    id: str
    name: str
    since: int | None  # null: from before a restart
    until: int | None = None  # when the turn is over; null: turns have no set length
    relief: str = ""  # name of who comes then; empty: nobody is named


class ConsoleField(Struct, frozen=True):
    """One field of the felt, in the order of the book."""

    bet: str
    title: str
    stake: int  # of patrons, without bots
    patrons: int
    closed_after: int | None  # the last round of a shoe in which it is offered
    is_closed: bool


class ConsoleReader(Struct, frozen=True):
    status: ReaderStatus
    heard_at: int | None
    last_code: str
    last_outcome: str  # of its last line: placed, ignored, refused
    last_reason: str
    read: int  # in this shoe, as the two below
    ignored: int
    refused: int


class WayOfPicture(Struct, frozen=True):
    """One way of watching a live table."""

    way: PictureWay
    condition: PictureCondition
    delay_ms: int | None  # as measured; null: not lately
    least_ms: int  # the band in which it should be
    most_ms: int
    watching: int  # patrons


class PictureState(Struct, frozen=True):
    """How late a live table's picture is."""

    condition: PictureCondition  # the worst of its ways
    held_ms: int  # by which cards are held back now
    lost_since: int | None  # nobody has seen it since, by any way
    ways: tuple[WayOfPicture, ...]  # that are offered


class ConsoleAlarm(Struct, frozen=True):
    kind: AlarmKind
    since: int
    detail: str = ""


class SupervisorCall(Struct, frozen=True):
    id: int
    table: str
    text: str
    by: str  # account
    name: str
    at: int
    taken_by: str = ""  # account; empty: nobody yet
    taken_name: str = ""
    taken_at: int | None = None


class Confirmation(Struct, frozen=True):
    """Something that one person has done at a table and that waits for another's word."""

    id: int
    table: str
    deed: Literal["type_card"]
    card: str
    side: SideName | None  # where the card is awaited
    by: str  # account
    name: str
    at: int
    expires_at: int


class ConsoleState(Told, frozen=True, kw_only=True):
    """Everything a dealer's console shows of its table, whole each time something changes."""

    table: str
    title: str
    book: str
    server_time: int
    phase: ConsolePhase  # during a pause, the phase that was stopped
    phase_since: int
    ends_at: int | None  # when it ends by itself
    next_step: ConsoleStep
    shoe: int
    round: int
    is_free_hand: bool
    is_last_round: bool
    awaits: AwaitedCard | None
    player: ConsoleHand
    banker: ConsoleHand
    last_card: CardRead | None
    stop: ConsoleStop | None
    burn: ConsoleBurn | None
    divider: Literal["in_the_shoe", "seen", "missed"]
    result: ConsoleResult | None  # of the cards on the felt, while the dealer has yet to confirm it
    last_round: ConsoleResult | None
    dealer: ConsolePerson | None
    fields: tuple[ConsoleField, ...]
    staked: int
    patrons: int  # with a stake
    main: tuple[MainMark, ...]
    wins: tuple[int, int, int]  # Player, tie, Banker
    alarms: tuple[ConsoleAlarm, ...]
    reader: ConsoleReader
    picture: PictureState | None
    tips: int  # to this dealer since tapping in
    calls: tuple[SupervisorCall, ...]  # from this table
    calls_waiting: int  # from all tables
    confirmation: Confirmation | None  # that waits at this table
    stake_min: int
    stake_max: int
    modes: int  # playing modes of the book
    faces: tuple[tuple[str, int], ...]  # every face of the deck, and how many of it may still come
    set_aside: tuple[str, ...]
    misdeal: Literal["free_hand", "next_burn", "cancel"]  # the house's answer to a card against the rules
    cards_out: int  # of the shoe, those burned face down included


class ConfirmationNotice(Told, frozen=True):
    """To dealers and supervisors: one waits or is over. `GET /api/staff/confirmations` lists those that wait."""

    table: str
    state: Literal["waits", "confirmed", "declined", "withdrawn", "expired"]
    waiting: int  # on the whole floor


class CallNotice(Told, frozen=True):
    """To supervisors: a table calls, or a call was taken or answered. `GET /api/staff/calls` lists them."""

    table: str
    state: Literal["waits", "taken", "answered"]
    waiting: int
