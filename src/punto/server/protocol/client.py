"""What a client sends. The id of an action is the client's own; an id sent twice gets its first answer again."""

from typing import Annotated

from msgspec import Meta, Struct

from punto.server.protocol.parts import (
    CardIndex,
    CommandId,
    Digest,
    Grip,
    Name,
    Offset,
    PartOfCard,
    SideName,
    Stake,
    TableId,
    tag_of,
)


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
ClientMessage = Ping | WatchLobby | OpenTable | BendCard | Action
