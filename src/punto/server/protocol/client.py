"""What a client sends. Each action has an id made by the client; a repeated id gets its first answer."""

from typing import Annotated

from msgspec import Meta, Struct

from punto.server.protocol.parts import (
    BentCorner,
    CardIndex,
    CommandId,
    Digest,
    Grip,
    Name,
    Offset,
    PartOfCard,
    PictureDelay,
    Reaction,
    RoundNumber,
    SideName,
    Stake,
    TableId,
    tag_of,
)
from punto.server.protocol.talk import Phrase, TalkText
from punto.table.config import PictureWay

SET_MAX = 40  # stakes in one set; no felt has more fields


class Sent(Struct, frozen=True, tag_field="type", tag=tag_of, forbid_unknown_fields=True):
    pass


class Ping(Sent, frozen=True):
    """Answered by `pong`, which tells the client the server's time for an exact countdown."""

    sent_at: float


class WatchLobby(Sent, frozen=True):
    on: bool = True


class WatchGoodRoads(Sent, frozen=True):
    """Whoever sits at a table hears of good roads elsewhere, without the whole lobby."""

    on: bool = True


class WatchConsole(Sent, frozen=True):
    """Staff who deal or supervise follow a hand-dealt table's `console_state`."""

    table: TableId
    on: bool = True


class Say(Sent, frozen=True):
    """Table talk: a phrase, or where the table takes it a text."""

    table: TableId
    phrase: Phrase | None = None
    text: TalkText = ""


class SeePicture(Sent, frozen=True):
    """How a patron watches a table: at first, when it changes, and every ten seconds. Not answered."""

    table: TableId
    by: PictureWay | None  # null: without a picture
    delay_ms: PictureDelay | None = None  # the worst of half a minute; null: it cannot be told, or not yet


class WatchFloor(Sent, frozen=True):
    """Supervisors: the whole floor, at most twice a second."""

    on: bool = True


class OpenTable(Sent, frozen=True):
    """Follow a table. With `since`, missed messages are sent; without it, or if that is too long ago, a snapshot."""

    table: TableId
    since: Offset | None = None


class BendCard(Sent, frozen=True):
    """How a holder bends a card, for the others to watch. Not answered; some may be dropped."""

    table: TableId
    side: SideName
    card: CardIndex
    grip: Grip
    x: PartOfCard  # how far the gripped point moved; 0 and 0: released
    y: PartOfCard
    turns: Annotated[int, Meta(ge=0, le=3)]  # of the card, in quarter turns
    second: BentCorner | None = None  # of a card that two fingers bend


class React(Sent, frozen=True):
    """To a squeeze at a table, for everybody to see: one in three seconds. Not answered; refused by a `problem`."""

    table: TableId
    reaction: Reaction


class Act(Sent, frozen=True, kw_only=True):
    """A patron's action at a table; answered by `answer`."""

    id: CommandId
    table: TableId


class ActInRound(Act, frozen=True, kw_only=True):
    """Meant for one round: a delayed one is too late, not a bet in the next round."""

    round: tuple[RoundNumber, RoundNumber] | None = None  # shoe and round; default: the round running on arrival


class CloseTable(Act, frozen=True):
    """Refused while the patron has bets on it."""


class PlaceWager(ActInRound, frozen=True):
    bet: Name
    stake: Stake


class PlaceSet(ActInRound, frozen=True):
    """Several stakes as one bet: a saved set, or chips that waited for betting to open. What is closed or not offered
    here is left out and named."""

    stakes: Annotated[tuple[tuple[Name, Stake], ...], Meta(min_length=1, max_length=SET_MAX)]


class MoveStake(ActInRound, frozen=True):
    """Moves a stack to another field; null clears it."""

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
    """The SHA-256 of the patron's own words for the next shoe; the words never leave the client."""

    digest: Digest


Action = (
    CloseTable
    | PlaceWager
    | PlaceSet
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
BETTING = (PlaceWager, PlaceSet, DoubleStakes, RaiseStakes, RepeatStakes, Deal)  # actions that stake something
ClientMessage = (
    Ping
    | WatchLobby
    | WatchGoodRoads
    | WatchConsole
    | WatchFloor
    | SeePicture
    | Say
    | React
    | OpenTable
    | BendCard
    | Action
)
