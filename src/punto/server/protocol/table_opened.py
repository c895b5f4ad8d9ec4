"""What a client is sent when it opens, resumes or closes a table: its description and its state."""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.parts import (
    BetHits,
    FieldTotal,
    HandClock,
    HandView,
    HolderName,
    Offset,
    Phase,
    PlaceOfCard,
    RoadsChange,
    RoundResult,
    SideName,
    StruckCard,
    Told,
    Winner,
)
from punto.table.reasons import Reason

CloseReason = Literal["asked", "idle", "removed", "closed"]


class FieldInfo(Struct, frozen=True):
    """A betting field: its title, odds and limits."""

    bet: str
    title: str
    odds: tuple[str, ...]  # what its lines pay, as fractions, best last
    stake_min: int
    stake_max: int | None  # null: only the difference of Player and Banker is limited
    return_max: int | None
    last_round: int | None
    backs: SideName | None
    is_tie: bool  # pays when the hands tie, and only then
    fee: str  # the part of a stake that pays for the storm, as a fraction


class ComingLimit(Struct, frozen=True):
    """Of a field, from the next shoe on."""

    bet: str
    stake_min: int
    stake_max: int | None
    return_max: int | None


class ModeInfo(Struct, frozen=True):
    id: str
    title: str
    leaves_out: tuple[str, ...]


class TableInfo(Struct, frozen=True):
    """What does not change while a table is open."""

    table: str
    title: str
    book: str
    book_title: str
    kind: Literal["timed", "on_demand", "live"]
    deck: str
    points: tuple[tuple[str, int], ...]  # what each card counts, if cards are squeezed; otherwise empty
    chips: tuple[int, ...]
    denominations: tuple[int, ...]
    fields: tuple[FieldInfo, ...]
    modes: tuple[ModeInfo, ...]
    difference_max: int | None
    tip_max: int
    has_squeeze: bool
    has_lead: bool
    shows_naturals: bool
    marks_pairs: bool  # whether this deck's pairs are counted and marked
    allows_keep_bets_on: bool
    betting_ms: int | None  # null: until the patron deals
    hurry_ms: int
    squeeze_ms: int
    third_squeeze_ms: int
    result_ms: int
    shoe_change_ms: int
    whep_url: str | None  # where the picture is, by WebRTC
    hls_url: str | None  # and by HLS, where WebRTC does not reach
    dealer: Literal["person", "simulated"] | None  # null: nobody deals
    coming_limits: tuple[ComingLimit, ...]  # from the next shoe on; empty: as they are
    storm_ms: int | None  # from a storm to the first card; null: the book has none


class TableState(Struct, frozen=True):
    """A table's public state."""

    shoe: int
    round: int
    phase: Phase
    ends_at: int | None  # when the phase ends, in server time; null: unknown
    paused: Reason | None
    is_last_round: bool
    player: HandView
    banker: HandView
    stage: int  # of the squeeze; 0: none is open
    stage_cards: tuple[PlaceOfCard, ...]
    clocks: tuple[HandClock, ...]  # of the hands that are squeezed
    names: tuple[HolderName, ...]  # of who squeezes them, some of them
    totals: tuple[FieldTotal, ...]
    roads: RoadsChange
    side_bet_hits: tuple[BetHits, ...]  # in this shoe, without those that never came out
    last_result: RoundResult | None
    winners: tuple[Winner, ...]
    patrons: int
    bots: int
    commitment: str | None  # of the shoe in play, or of the next one during a shoe change
    contributions: tuple[str, ...]
    burn_card: str | None
    burned_face_down: int
    abandoned: Reason | None  # why the previous shoe was, until the next one opens
    dealer: str  # the name of the person who deals; empty: nobody does, or shows no name
    struck: tuple[StruckCard, ...]  # by the storm of this round, once betting has closed


class TableOpened(Told, frozen=True):
    """Answers `open_table` without a usable offset: a full snapshot."""

    offset: Offset
    server_time: int
    info: TableInfo
    state: TableState


class TableResumed(Told, frozen=True):
    """Answers `open_table` with a known offset; the missed public messages follow, then `seat`."""

    table: str
    server_time: int
    missed: int


class TableClosed(Told, frozen=True):
    table: str
    reason: CloseReason


class LimitsAnnounced(Told, frozen=True):
    """The table has new limits from a shoe on. When it comes, `table_opened` brings them."""

    table: str
    from_shoe: int
    limits: tuple[ComingLimit, ...]
