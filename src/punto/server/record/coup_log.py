"""The public history of every shoe and coup, folded from a table's events: cards, times, commitments, secrets.

The fold carries a few values instead of the table's whole state, so it can stop and resume anywhere. It produces one
record for each shoe and coup, which replays and proofs of fairness are made from.
"""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.server.record.coup_records import (
    CoupChange,
    DealtCard,
    LoggedCoup,
    LoggedShoe,
    Record,
    SqueezeStage,
    contributions_kind,
    coup_record,
    shoe_name,
    shoe_record,
)
from punto.server.record.incidents import (
    FOLLOWED_FOR_INCIDENTS,
    NONE_OPEN,
    OpenIncidents,
    Where,
    follow_incidents,
)
from punto.table.config import TableConfig
from punto.table.events import (
    BettingClosed,
    BettingOpened,
    CardDealt,
    CardsBurned,
    CardSetAside,
    CardsStruck,
    CoupCancelled,
    CoupCorrected,
    CoupRebuilt,
    CoupSettled,
    CoupVoided,
    DealerChanged,
    DisputeDismissed,
    DisputeRaised,
    Event,
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEnded,
    ShoeOpened,
    ShoeRevealed,
    SideName,
    StageEnded,
    StageOpened,
    TakenBack,
    TipGiven,
)
from punto.table.reasons import reason_of


class Following(Struct, frozen=True):
    """What has to be known to go on."""

    shoe: LoggedShoe | None = None  # in play, or coming
    unrevealed: tuple[LoggedShoe, ...] = ()
    coup: LoggedCoup | None = None  # under way
    last: LoggedCoup | None = None  # settled, and may yet be voided or corrected
    disputed: tuple[LoggedCoup, ...] = ()  # likewise, until it is decided
    dealer: str = ""  # account, of who is tapped in
    incidents: OpenIncidents = NONE_OPEN

    @property
    def where(self) -> tuple[int, int]:
        """The shoe, and the coup that runs or was the last in it."""
        shoe = self.shoe.shoe if self.shoe else 0
        coup = self.coup or self.last
        return shoe, coup.coup if coup is not None and coup.shoe == shoe else 0


class Step(Struct, frozen=True):
    """What is known after an event, the records that it makes or changes, and the coup that it ended or changed."""

    after: Following
    records: tuple[Record, ...] = ()
    coup: LoggedCoup | None = None


NEW = Following()
ShoeStep = ShoeCommitted | ShoeOpened | CardsBurned | CardSetAside | ShoeEnded | ShoeAbandoned | ShoeRevealed
CoupStep = BettingOpened | BettingClosed | CardsStruck | CardDealt | CoupRebuilt | StageOpened | StageEnded
CoupEnd = CoupSettled | CoupCancelled | CoupVoided | CoupCorrected
DisputeStep = DisputeRaised | DisputeDismissed
FOLLOWED = FOLLOWED_FOR_INCIDENTS.union(
    ShoeStep.__args__, CoupStep.__args__, CoupEnd.__args__, DisputeStep.__args__, (TipGiven, DealerChanged)
)


def follow(following: Following, config: TableConfig, event: Event, version: int) -> Step:
    step = _follow(following, config, event, version)
    if type(event) not in FOLLOWED_FOR_INCIDENTS:
        return step
    where = Where(config.id, *following.where)
    incidents, records = follow_incidents(following.incidents, event, where, version)
    return Step(replace(step.after, incidents=incidents), (*step.records, *records), step.coup)


def _follow(following: Following, config: TableConfig, event: Event, version: int) -> Step:
    match event:
        case ShoeCommitted() | ShoeOpened() | CardsBurned() | CardSetAside():
            return _shoe_prepared(following, config, event)
        case ShoeEnded() | ShoeAbandoned() | ShoeRevealed():
            return _shoe_over(following, config, event)
        case BettingOpened(coup=coup, at=at):
            shoe = following.shoe.shoe if following.shoe else 0
            return Step(replace(following, coup=LoggedCoup(shoe, coup, at, version)))
        case BettingClosed() | CardsStruck() | CardDealt() | CoupRebuilt() | StageOpened() | StageEnded():
            return Step(replace(following, coup=_coup_goes_on(following.coup, event)))
        case CoupSettled() | CoupCancelled():
            return _coup_ended(following, config, event, version)
        case CoupVoided() | CoupCorrected():
            return _coup_changed(following, config, event)
        case DisputeRaised() | DisputeDismissed():
            return Step(_disputed(following, event))
        case DealerChanged(dealer=dealer):
            return Step(replace(following, dealer=dealer))
    return Step(following)


def _shoe_prepared(
    following: Following, config: TableConfig, event: ShoeCommitted | ShoeOpened | CardsBurned | CardSetAside
) -> Step:
    shoe, more = following.shoe, list[Record]()
    match event:
        case ShoeCommitted():
            shoe = LoggedShoe(event.shoe, config.book, event.deck, event.commitment, committed_at=event.at)
        case ShoeOpened():
            coming = shoe or LoggedShoe(event.shoe, config.book, commitment=event.commitment)
            shoe = replace(
                coming,
                fingerprint=event.fingerprint,
                opened_at=event.at,
                cut_card=event.cut_card,
                plays_one_more=event.plays_one_more,
            )
            body = msgspec.json.encode(event.contributions)
            more = [(contributions_kind(config.id), shoe_name(event.shoe), body)]
        case CardsBurned():
            assert shoe is not None, "a shoe is opened before its burn"
            shoe = replace(shoe, burn_card=event.card, burned_face_down=event.face_down)
        case CardSetAside():
            assert shoe is not None, "a card leaves a shoe"
            if not event.begins_free_hand:  # it is dealt after all
                shoe = replace(shoe, set_aside=(*shoe.set_aside, event.card))
    return Step(replace(following, shoe=shoe), (shoe_record(config, shoe), *more))


def _shoe_over(following: Following, config: TableConfig, event: ShoeEnded | ShoeAbandoned | ShoeRevealed) -> Step:
    if isinstance(event, ShoeRevealed):
        shown = [replace(each, secret=event.secret) for each in following.unrevealed if each.shoe == event.shoe]
        left = tuple(each for each in following.unrevealed if each.shoe != event.shoe)
        return Step(replace(following, unrevealed=left), tuple(shoe_record(config, each) for each in shown))
    if following.shoe is None:
        return Step(following)
    over = replace(following.shoe, ended_at=event.at)
    if isinstance(event, ShoeAbandoned):
        over = replace(over, is_abandoned=True, abandoned_because=event.reason)
    unrevealed = (*following.unrevealed, over) if over.commitment else following.unrevealed
    return Step(replace(following, shoe=None, coup=None, unrevealed=unrevealed), (shoe_record(config, over),))


def _coup_goes_on(
    coup: LoggedCoup | None, event: BettingClosed | CardsStruck | CardDealt | CoupRebuilt | StageOpened | StageEnded
) -> LoggedCoup | None:
    if coup is None:
        return None
    match event:
        case BettingClosed(at=at):
            return replace(coup, closed_at=at)
        case CardsStruck(struck=struck):
            return replace(coup, struck=struck)
        case CardDealt(side=side, card=card, at=at):
            return replace(coup, cards=(*coup.cards, DealtCard(side, card, at)))
        case CoupRebuilt():
            return replace(coup, cards=_rebuilt(coup, event))
        case StageOpened(stage=stage, closes_at=closes_at):
            return replace(coup, stages=(*coup.stages, SqueezeStage(stage, len(coup.cards), closes_at)))
        case StageEnded(at=at):
            return replace(coup, stages=(*coup.stages[:-1], replace(coup.stages[-1], ended_at=at)))


def _rebuilt(coup: LoggedCoup, event: CoupRebuilt) -> tuple[DealtCard, ...]:
    """In the order of dealing; a card in the place of another has its time."""
    hands: dict[SideName, list[str]] = {"player": event.player.split(), "banker": event.banker.split()}
    places: list[tuple[SideName, int]] = [(side, place) for place in (0, 1) for side in hands]
    places += [(side, 2) for side in hands]
    dealt = [(side, hands[side][place]) for side, place in places if place < len(hands[side])]
    times = [card.at for card in coup.cards]
    return tuple(
        DealtCard(side, card, times[index] if index < len(times) else event.at)
        for index, (side, card) in enumerate(dealt)
    )


def _coup_ended(following: Following, config: TableConfig, event: CoupSettled | CoupCancelled, version: int) -> Step:
    coup, shoe = following.coup, following.shoe
    assert coup is not None, "betting has opened before a coup ends"
    coup = replace(coup, at=event.at, last_version=version, dealer=following.dealer)
    if isinstance(event, CoupSettled):
        coup = replace(coup, player=event.player, banker=event.banker)
    else:
        coup = replace(coup, player=_hand(coup, "player"), banker=_hand(coup, "banker"), status="cancelled")
    if shoe is not None and coup.is_used_up:
        shoe = replace(shoe, coups=shoe.coups + 1)
    last = coup if isinstance(event, CoupSettled) else following.last
    return Step(replace(following, shoe=shoe, coup=None, last=last), (coup_record(config, coup),), coup)


def _coup_changed(following: Following, config: TableConfig, event: TakenBack) -> Step:
    """The last coup, or one in dispute, which is decided now."""
    before = _settled_coup(following, event.shoe, event.coup)
    assert before is not None, "a coup was settled before it is taken back"
    is_void = isinstance(event, CoupVoided)
    change = CoupChange(
        "voided" if is_void else "corrected",
        event.at,
        event.role,
        reason_of(event.reason),
        before.player,
        before.banker,
    )
    now = replace(before, status=change.status, changes=(*before.changes, change))
    if isinstance(event, CoupCorrected):
        now = replace(now, player=event.player, banker=event.banker)
    if before == following.last:
        following = replace(following, last=None if is_void else now)
    return Step(_decided(following, before), (coup_record(config, now),), now)


def _disputed(following: Following, event: DisputeStep) -> Following:
    """A coup in dispute is kept at hand. One that was disputed under an earlier release is only ever the last."""
    coup = _settled_coup(following, event.shoe, event.coup)
    following = _decided(following, coup)
    if coup is None or not event.coup or isinstance(event, DisputeDismissed):
        return following
    return replace(following, disputed=(*following.disputed, coup))


def _decided(following: Following, coup: LoggedCoup | None) -> Following:
    return replace(following, disputed=tuple(each for each in following.disputed if each != coup))


def _settled_coup(following: Following, shoe: int, coup: int) -> LoggedCoup | None:
    """Without a number, the last one."""
    at_hand = [*([following.last] if following.last else []), *following.disputed]
    return next((each for each in at_hand if (each.shoe, each.coup) == (shoe, coup) or not coup), None)


def _hand(coup: LoggedCoup, side: str) -> str:
    return " ".join(card.card for card in coup.cards if card.side == side)
