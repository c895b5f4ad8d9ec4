"""Every message between a client and the server, declared once. Schema, TypeScript types and docs are made from here.

A client sends the first group, the server the second. What a patron does on a table carries an id that the client made
and keeps until it is answered; the same id sent again gets the same answer. Public messages of a table are numbered
without gaps (`version`); private ones have a `number` of the patron's own and the public version they follow (`after`).
Totals, lobby and purse messages say how things are, not what changed: the last one counts.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.table.reasons import Reason

PROTOCOL = 1
AMOUNT_MAX = 2**53 - 1

TableId = Annotated[str, Meta(min_length=1, max_length=64)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Stake = Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
SideName = Literal["player", "banker"]
Grip = Literal["top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left"]
CardIndex = Annotated[int, Meta(ge=0, le=2)]
PartOfCard = Annotated[float, Meta(ge=-3, le=3)]  # a length, as a part of the card's own width or height
Phase = Literal["shoe_change", "betting", "dealing", "squeezing", "result"]


def tag_of(name: str) -> str:
    """`PlaceWager` travels as `place_wager`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Offset(Struct, frozen=True):
    """How far a client has followed a table: the log it read and the last public version it has seen."""

    log: Annotated[str, Meta(max_length=64)]
    version: Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]


# --- what a client sends ----------------------------------------------------------------------------------------------


class Sent(Struct, frozen=True, tag_field="type", tag=tag_of, forbid_unknown_fields=True):
    pass


class Ping(Sent, frozen=True):
    """Answered by `pong`, so that the client knows the server's clock and shows the true countdown."""

    sent_at: float


class WatchLobby(Sent, frozen=True):
    on: bool = True


class OpenTable(Sent, frozen=True):
    """Follow a table. With `since`, what was missed is sent; without, or when that is too long ago, a snapshot."""

    table: TableId
    since: Offset | None = None


class AskFields(Sent, frozen=True):
    """How much still fits on each field; answered by `fields`."""

    table: TableId


class BendCard(Sent, frozen=True):
    """How the lead of a side bends a card it holds, for the others to watch; not answered, and some may be lost."""

    table: TableId
    side: SideName
    card: CardIndex
    grip: Grip
    x: PartOfCard  # how far the gripped point was carried; 0 and 0: it was let go
    y: PartOfCard
    turns: Annotated[int, Meta(ge=0, le=3)]  # of the card, by quarters


class Act(Sent, frozen=True, kw_only=True):
    """What a patron does at a table; answered by `answer`."""

    id: CommandId
    table: TableId


class ActInRound(Act, frozen=True, kw_only=True):
    """Meant for one round. What a slow line delivers later is too late, not a bet in the next one."""

    round: tuple[int, int] | None = None  # shoe and round; without them, whatever runs when it arrives


class CloseTable(Act, frozen=True):
    """Refused while bets of the patron lie on it."""


class PlaceWager(ActInRound, frozen=True):
    bet: Name
    stake: Stake


class MoveStake(ActInRound, frozen=True):
    """Carry a stack to another field; to null, it is cleared."""

    bet: Name
    to: Name | None


class ClearLast(ActInRound, frozen=True):
    pass


class ClearAll(ActInRound, frozen=True):
    pass


class DoubleStakes(ActInRound, frozen=True):
    pass


class RaiseStakes(ActInRound, frozen=True):
    chip: Stake  # in credits


class RepeatStakes(ActInRound, frozen=True):
    pass


class ChooseMode(Act, frozen=True):
    mode: Name


class ChooseDenomination(Act, frozen=True):
    denomination: Stake


class KeepBetsOn(Act, frozen=True):
    on: bool


class AutoRepeat(Act, frozen=True):
    on: bool


class ChooseSqueeze(Act, frozen=True):
    on: bool


class Deal(ActInRound, frozen=True):
    pass


class OpenCard(Act, frozen=True):
    side: SideName
    card: CardIndex


class GiveTip(ActInRound, frozen=True):
    amount: Stake


class RaiseDispute(Act, frozen=True):
    pass


class Contribute(Act, frozen=True):
    """The SHA-256 of words of one's own for the coming shoe; the words never leave the client."""

    digest: Digest


Action = (
    CloseTable
    | PlaceWager
    | MoveStake
    | ClearLast
    | ClearAll
    | DoubleStakes
    | RaiseStakes
    | RepeatStakes
    | ChooseMode
    | ChooseDenomination
    | KeepBetsOn
    | AutoRepeat
    | ChooseSqueeze
    | Deal
    | OpenCard
    | GiveTip
    | RaiseDispute
    | Contribute
)
BETTING = (PlaceWager, DoubleStakes, RaiseStakes, RepeatStakes, Deal)  # actions that stake something

ClientMessage = Ping | WatchLobby | OpenTable | AskFields | BendCard | Action


# --- what the server sends: parts -------------------------------------------------------------------------------------


class Mark(Struct, frozen=True, array_like=True):
    """One mark of a road. Columns never scroll; a display drops whole ones at its left."""

    column: int
    row: int
    colour: str  # B, P or T on the bead plate; R or B on a derived road
    round: int


class MainMark(Struct, frozen=True, array_like=True):
    column: int
    row: int
    colour: str  # B or P
    round: int
    banker_pair: bool
    player_pair: bool
    natural: int  # 8 or 9 to stand inside the circle, 0 for none
    ties: int
    leading_ties: int


class MarksFrom(Struct, frozen=True):
    """From this index on, a road's marks are these."""

    index: int
    marks: tuple[Mark, ...]


class MainMarksFrom(Struct, frozen=True):
    index: int
    marks: tuple[MainMark, ...]


class ShoeStatistics(Struct, frozen=True):
    player_wins: int
    banker_wins: int
    ties: int
    naturals: int
    player_pairs: int
    banker_pairs: int
    rounds: int


class AskedPlaces(Struct, frozen=True):
    """Where a win would put its mark on each road, as column and row; none where a road would get no mark."""

    main: tuple[int, int]
    big_eye: tuple[int, int] | None
    small: tuple[int, int] | None
    cockroach: tuple[int, int] | None
    bead_plate: tuple[int, int]


class RoadsChange(Struct, frozen=True, omit_defaults=True):
    """How the roads of a table change, and what a display needs beside the marks. A snapshot starts each at 0."""

    statistics: ShoeStatistics
    ask_player: str  # the marks a Player win would add to Big Eye, Small and Cockroach Road: R, B or -
    ask_banker: str
    main: MainMarksFrom | None = None
    big_eye: MarksFrom | None = None
    small: MarksFrom | None = None
    cockroach: MarksFrom | None = None
    bead_plate: MarksFrom | None = None
    leading_ties: int = 0  # of a shoe without a win yet
    good_roads: tuple[str, ...] = ()
    player_places: AskedPlaces | None = None  # where a Player win would put its marks
    banker_places: AskedPlaces | None = None


class FieldTotal(Struct, frozen=True, array_like=True):
    """All that lies on a field: of patrons, and of bots, who count apart."""

    bet: str
    stake: int
    patrons: int
    bot_stake: int
    bots: int


class FieldInfo(Struct, frozen=True):
    """A betting field: what it is called and pays, and within which limits."""

    bet: str
    title: str
    odds: tuple[str, ...]  # what its lines pay, as fractions, the best last
    stake_min: int
    stake_max: int | None  # null where only the difference of Player and Banker is limited
    return_max: int | None
    last_round: int | None
    backs: SideName | None


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
    points: tuple[tuple[str, int], ...]  # what each card counts, where cards are squeezed; empty elsewhere
    chips: tuple[int, ...]
    denominations: tuple[int, ...]
    fields: tuple[FieldInfo, ...]
    modes: tuple[ModeInfo, ...]
    difference_max: int | None
    tip_max: int
    has_squeeze: bool
    has_lead: bool
    shows_naturals: bool
    allows_keep_bets_on: bool
    betting_ms: int | None  # null: until the patron deals
    hurry_ms: int
    squeeze_ms: int
    third_squeeze_ms: int
    result_ms: int
    stream_url: str | None


class HandView(Struct, frozen=True):
    cards: tuple[str, ...]  # empty text: face down
    total: int | None  # null while a card is face down


class RoundResult(Struct, frozen=True):
    round: int
    winner: Literal["player", "banker", "tie"]
    player: HandView
    banker: HandView
    came_out: tuple[tuple[str, str], ...]  # every bet that won, backed or not, and its odds


class Winner(Struct, frozen=True):
    name: str  # empty: does not show a name
    payout: int
    is_bot: bool


class TableState(Struct, frozen=True):
    """A table as everybody may see it."""

    shoe: int
    round: int
    phase: Phase
    ends_at: int | None  # when the phase ends, on the server's clock; null: nobody knows
    paused: Reason | None
    is_last_round: bool
    player: HandView
    banker: HandView
    stage: int  # of the squeeze; 0: none is open
    totals: tuple[FieldTotal, ...]
    roads: RoadsChange
    last_result: RoundResult | None
    winners: tuple[Winner, ...]
    patrons: int
    bots: int
    commitment: str | None  # of the shoe in play, or of the coming one during a shoe change
    contributions: tuple[str, ...]
    burn_card: str | None
    burned_face_down: int
    abandoned: Reason | None  # why the shoe before was, until the next one is opened


class FaceUp(Struct, frozen=True, array_like=True):
    side: SideName
    card: int
    face: str


class FieldRoom(Struct, frozen=True):
    bet: str
    wins: int  # what the stake would return at its best, stake included
    next_stake: int
    room: int
    refusal: str | None


class OwnWager(Struct, frozen=True, array_like=True):
    bet: str
    stake: int
    odds: str
    returned: int


class LastSettled(Struct, frozen=True):
    """How the patron's last round at this table ended, for whoever was not there to see it."""

    shoe: int
    round: int
    wagers: tuple[OwnWager, ...]
    staked: int
    returned: int


class SeatState(Struct, frozen=True):
    """A patron's own place at a table."""

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
    faces: tuple[FaceUp, ...]  # what only holders may see yet
    fields: tuple[FieldRoom, ...]


class TableInLobby(Struct, frozen=True):
    """A table in short."""

    table: str
    title: str
    book: str
    book_title: str
    kind: Literal["timed", "on_demand", "live"]
    stake_min: int
    stake_max: int
    has_squeeze: bool
    has_video: bool
    pace_ms: int | None  # how long betting is open
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: Reason | None
    patrons: int
    bots: int
    wins: tuple[int, int, int]  # Player, tie, Banker
    good_roads: tuple[str, ...]


class LobbyTable(TableInLobby, frozen=True):
    main: tuple[MainMark, ...]


# --- what the server sends: messages ----------------------------------------------------------------------------------


class Told(Struct, frozen=True, tag_field="type", tag=tag_of):
    pass


class Welcome(Told, frozen=True):
    """The first message on a socket."""

    protocol: int
    boot: str  # private numbers start anew with each boot of the server
    server_time: int
    patron: str
    name: str
    role: str
    floor: str
    is_demo: bool
    currency: str
    currency_digits: int
    currency_symbol: str
    tables_at_once: int
    auto_repeat: bool
    keep_bets_on: bool
    quick_reveal: bool
    reality_check_minutes: int | None


class Pong(Told, frozen=True):
    sent_at: float
    server_time: int


class Problem(Told, frozen=True):
    """A message that could not be understood, came too fast, or from a session that is locked. Nothing was done."""

    reason: Literal["invalid_message", "too_many_messages", "unknown_table", "too_many_tables", "sign_in_again"]
    detail: str


class Answer(Told, frozen=True, omit_defaults=True):
    """Accepted, refused by name, or too late; nothing was taken unless accepted."""

    id: str
    table: str
    outcome: Literal["accepted", "refused", "too_late"]
    refusal: str | None = None
    next_stake: int | None = None  # where a stake did not fit: the smallest that would, and the most
    room: int | None = None
    late_ms: int | None = None  # too late: by how much


class Purse(Told, frozen=True):
    number: int
    balance: int


class RealityCheck(Told, frozen=True):
    """Shown at the floor's interval: how long, and how much was won or lost since the session began."""

    elapsed_ms: int
    net: int
    staked: int


class PlayIsOver(Told, frozen=True):
    """A limit of the patron's own, a cool-off or an exclusion has begun. Bets that lie are settled."""

    reason: str


class AutoRepeatEnded(Told, frozen=True):
    """The house ends an auto-repeat: a bet was refused, or nothing may be staked for this patron now."""

    table: str
    reason: str


class DisputeNotice(Told, frozen=True):
    """To supervisors: a dispute was raised or has been decided. `GET /api/staff/disputes` lists the open ones."""

    table: str
    shoe: int
    round: int
    state: Literal["raised", "dismissed", "voided", "corrected"]
    open: int  # at this table now


class Lobby(Told, frozen=True):
    server_time: int
    tables: tuple[LobbyTable, ...]


class LobbyChange(Told, frozen=True):
    """How one table of the lobby now is; a result follows when the table's own screens have shown its cards."""

    table: str
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: Reason | None
    patrons: int
    bots: int
    wins: tuple[int, int, int]
    good_roads: tuple[str, ...]
    main: MainMarksFrom | None


class TableOpened(Told, frozen=True):
    """The answer to `open_table` when there is nothing to go on from: all there is to know."""

    offset: Offset
    server_time: int
    info: TableInfo
    state: TableState


class TableResumed(Told, frozen=True):
    """The answer to `open_table` with a known offset: the missed public messages follow, then `seat`."""

    table: str
    server_time: int
    missed: int


class TableClosed(Told, frozen=True):
    table: str
    reason: Literal["asked", "idle", "removed"]


class Totals(Told, frozen=True):
    """At most four a second."""

    table: str
    totals: tuple[FieldTotal, ...]
    patrons: int
    bots: int


class CardBent(Told, frozen=True):
    """How the lead bends a card at this moment: about 15 a second, the last one counts. It never carries a face."""

    table: str
    side: SideName
    card: int
    grip: Grip
    x: float
    y: float
    turns: int
    name: str  # who holds it; empty: does not show a name


class Public(Told, frozen=True):
    """Of a table, numbered without gaps."""

    table: str
    version: int


class ShoeCommitted(Public, frozen=True):
    """The order of the coming shoe is bound; from now until `ends_at`, patrons may contribute to it."""

    shoe: int
    commitment: str
    ends_at: int


class ContributionMade(Public, frozen=True):
    digest: str


class ShoeOpened(Public, frozen=True):
    shoe: int
    commitment: str
    contributions: tuple[str, ...]


class CardsBurned(Public, frozen=True):
    card: str
    face_down: int


class BettingOpened(Public, frozen=True):
    round: int
    at: int
    closes_at: int | None
    is_last_round: bool


class BettingClosed(Public, frozen=True):
    at: int


class CardDealt(Public, frozen=True):
    """`face` is empty while only its holders may see it."""

    side: SideName
    card: int
    face: str
    total: int | None
    at: int


class StageOpened(Public, frozen=True):
    """Holders may open their cards until `closes_at`."""

    stage: int
    closes_at: int
    holders: int


class CardTurned(Public, frozen=True):
    """The lead has turned a card: it is open to all."""

    side: SideName
    card: int
    face: str
    total: int | None


class StageEnded(Public, frozen=True):
    stage: int
    faces: tuple[FaceUp, ...]
    player_total: int | None
    banker_total: int | None


class RoundSettled(Public, frozen=True):
    result: RoundResult
    roads: RoadsChange
    winners: tuple[Winner, ...]
    ends_at: int
    is_last_round: bool


class RoundCancelled(Public, frozen=True):
    """Broken off before it was settled: every stake goes back."""

    round: int
    reason: Reason
    ends_at: int


class RoundVoided(Public, frozen=True):
    """A settlement taken back, of the last round or of one in dispute."""

    shoe: int
    round: int
    reason: Reason
    roads: RoadsChange


class RoundCorrected(Public, frozen=True):
    """Settled anew, the last round or one in dispute."""

    shoe: int
    result: RoundResult
    reason: Reason
    roads: RoadsChange


class ShoeEnded(Public, frozen=True):
    shoe: int
    ends_at: int


class ShoeAbandoned(Public, frozen=True):
    """Not played on; its secret is shown all the same, and another shoe follows."""

    shoe: int
    reason: Reason
    ends_at: int


class ShoeRevealed(Public, frozen=True):
    shoe: int
    secret: str


class TablePaused(Public, frozen=True):
    reason: Reason
    at: int


class TableResumes(Public, frozen=True):
    at: int
    phase: Phase
    ends_at: int | None


class Private(Told, frozen=True):
    """Of one patron at a table."""

    table: str
    number: int
    after: int


class Seat(Private, frozen=True):
    seat: SeatState


class Wagers(Private, frozen=True):
    """All that the patron now has on the felt."""

    action: str
    stakes: tuple[tuple[str, int], ...]
    staked: int
    left_out: tuple[str, ...]


class Choice(Private, frozen=True):
    choice: str
    value: str | int | bool


class Faces(Private, frozen=True):
    """What a holder may see before the others."""

    stage: int
    holds: tuple[SideName, ...]
    faces: tuple[FaceUp, ...]
    player_total: int | None
    banker_total: int | None


class Settlement(Private, frozen=True):
    """`won` only when more came back than was staked; anything else is not celebrated."""

    round: int
    wagers: tuple[OwnWager, ...]
    staked: int
    returned: int
    won: bool


class StakesReturned(Private, frozen=True):
    round: int
    amount: int
    reason: Reason


class Adjusted(Private, frozen=True):
    """A settled round was taken back or settled anew."""

    shoe: int
    round: int
    status: Literal["voided", "corrected"]
    amount: int
    uncovered: int
    reason: Reason
    wagers: tuple[OwnWager, ...]  # as they are settled now; none of a void round


class Tipped(Private, frozen=True):
    amount: int


class Dispute(Private, frozen=True):
    """Of one's own; one that is upheld ends in `adjusted`."""

    shoe: int
    round: int
    state: Literal["raised", "dismissed"]


class Fields(Private, frozen=True):
    fields: tuple[FieldRoom, ...]


PublicMessage = (
    ShoeCommitted
    | ContributionMade
    | ShoeOpened
    | CardsBurned
    | BettingOpened
    | BettingClosed
    | CardDealt
    | StageOpened
    | CardTurned
    | StageEnded
    | RoundSettled
    | RoundCancelled
    | RoundVoided
    | RoundCorrected
    | ShoeEnded
    | ShoeAbandoned
    | ShoeRevealed
    | TablePaused
    | TableResumes
)
PrivateMessage = Seat | Wagers | Choice | Faces | Settlement | StakesReturned | Adjusted | Tipped | Dispute | Fields
ServerMessage = (
    Welcome
    | Pong
    | Problem
    | Answer
    | Purse
    | RealityCheck
    | PlayIsOver
    | AutoRepeatEnded
    | DisputeNotice
    | Lobby
    | LobbyChange
    | TableOpened
    | TableResumed
    | TableClosed
    | Totals
    | CardBent
    | PublicMessage
    | PrivateMessage
)
