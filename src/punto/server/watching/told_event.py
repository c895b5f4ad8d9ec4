"""One event of a table's log as staff read it, with what single events do not say: shoe, round, time, stakes."""

from typing import Literal

from msgspec import Struct

from punto.ledger.accounts import is_bot
from punto.rules.coup import WinnerOrTie
from punto.rules.rulebook import RuleBook
from punto.table.decisions.dealing import SYSTEM
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
    DividerSeen,
    Event,
    Paused,
    Resumed,
    ShoeAbandoned,
    ShoeEnded,
    ShoeOpened,
    TipGiven,
    WagersChanged,
    total_of,
)
from punto.table.reasons import Reason, reason_of

EventGroup = Literal["cards", "money", "staff", "phases"]
EventType = Literal[
    "shoe_opened",
    "cards_burned",
    "betting_opened",
    "betting_closed",
    "cards_struck",
    "card_dealt",
    "round_settled",
    "round_cancelled",
    "round_voided",
    "round_corrected",
    "round_rebuilt",
    "card_set_aside",
    "shoe_ended",
    "shoe_abandoned",
    "paused",
    "resumed",
    "dispute_raised",
    "dispute_dismissed",
    "tip_given",
    "dealer_changed",
    "divider_seen",
]


class TableEvent(Struct, frozen=True, kw_only=True):
    version: int  # of the table's log
    type: EventType
    at: int  # 0: unknown
    shoe: int
    round: int  # 0: none, or unknown
    side: Literal["player", "banker"] | None = None
    place: int = 0  # of the card in its hand, from 1
    cards: str = ""  # a card, or `player / banker`
    winner: WinnerOrTie | None = None
    totals: tuple[int, int] | None = None
    staked: int | None = None  # by patrons; null: unknown
    returned: int | None = None
    amount: int = 0
    patrons: int = 0
    by: str = ""  # account or patron; empty: the house
    second: str = ""
    reason: Reason | None = None
    detail: str = ""


GROUPS_OF: dict[type, tuple[EventGroup, ...]] = {
    ShoeOpened: ("phases",),
    CardsBurned: ("cards",),
    BettingOpened: ("phases",),
    BettingClosed: ("phases", "money"),
    ShoeEnded: ("phases",),
    DividerSeen: ("cards",),
    CardsStruck: ("cards",),
    CardDealt: ("cards",),
    CardSetAside: ("cards", "staff"),
    CoupRebuilt: ("cards", "staff"),
    CoupSettled: ("phases", "money"),
    CoupCorrected: ("staff", "money"),
    CoupCancelled: ("staff", "money"),
    CoupVoided: ("staff", "money"),
    TipGiven: ("money",),
    Paused: ("staff",),
    Resumed: ("staff",),
    ShoeAbandoned: ("staff",),
    DisputeRaised: ("staff",),
    DisputeDismissed: ("staff",),
    DealerChanged: ("staff",),
}


class Teller:
    """Carries from event to event what single ones do not say: shoe, round, time, stakes."""

    def __init__(self, book: RuleBook, shoe: int) -> None:
        self._book = book
        self._shoe = shoe
        self._coup = 0
        self._at = 0
        self._stakes: dict[str, int] | None = None  # by patron; None: betting opened before what was read
        self._dealt = {"player": 0, "banker": 0}

    def tell(self, version: int, event: Event) -> TableEvent | None:
        self._note(event)
        match event:
            case ShoeOpened() | CardsBurned() | BettingOpened() | BettingClosed() | ShoeEnded() | DividerSeen():
                return self._phase(version, event)
            case CardsStruck() | CardDealt() | CardSetAside() | CoupRebuilt():
                return self._cards(version, event)
            case CoupSettled() | CoupCorrected():
                return self._result(version, event)
            case CoupCancelled() | CoupVoided() | TipGiven():
                return self._money(version, event)
            case Paused() | Resumed() | ShoeAbandoned() | DisputeRaised() | DisputeDismissed() | DealerChanged():
                return self._staff(version, event)
        return None

    def _note(self, event: Event) -> None:
        self._at = getattr(event, "at", 0) or self._at
        match event:
            case ShoeOpened(shoe=shoe):
                self._shoe, self._coup = shoe, 0
            case BettingOpened(coup=coup):
                self._coup, self._stakes, self._dealt = coup, {}, {"player": 0, "banker": 0}
            case WagersChanged(patron=patron, stakes=stakes):
                if self._stakes is not None and not is_bot(patron):
                    self._stakes[patron] = total_of(stakes)
            case CardDealt(side=side):
                self._dealt[side] += 1

    def _event(self, version: int, type_: EventType, **more: object) -> TableEvent:
        shared = {"shoe": self._shoe, "round": self._coup, **more}
        return TableEvent(version=version, type=type_, at=self._at, **shared)  # type: ignore[arg-type]

    def _phase(self, version: int, event: Event) -> TableEvent:
        match event:
            case ShoeOpened():
                return self._event(version, "shoe_opened")
            case CardsBurned(card=card, face_down=face_down):
                return self._event(version, "cards_burned", cards=card, amount=face_down)
            case BettingOpened(closes_at=closes_at, at=at):
                return self._event(version, "betting_opened", amount=closes_at - at if closes_at else 0)
            case BettingClosed():
                stakes = self._stakes
                staked = None if stakes is None else sum(stakes.values())
                patrons = 0 if stakes is None else sum(1 for stake in stakes.values() if stake)
                return self._event(version, "betting_closed", staked=staked, patrons=patrons)
            case DividerSeen(by=by):
                return self._event(version, "divider_seen", by=_person(by))
        return self._event(version, "shoe_ended")

    def _cards(self, version: int, event: CardsStruck | CardDealt | CardSetAside | CoupRebuilt) -> TableEvent:
        match event:
            case CardsStruck(struck=struck):
                return self._event(version, "cards_struck", cards=struck)
            case CardDealt(side=side, card=card):
                return self._event(version, "card_dealt", side=side, place=self._dealt[side], cards=card)
            case CardSetAside(card=card, by=by, second=second):
                return self._event(version, "card_set_aside", cards=card, by=_person(by), second=second)
            case CoupRebuilt(player=player, banker=banker, by=by, second=second):
                cards = f"{player} / {banker}"
                return self._event(version, "round_rebuilt", cards=cards, by=_person(by), second=second)

    def _result(self, version: int, event: CoupSettled | CoupCorrected) -> TableEvent:
        coup = self._book.parse_coup(f"{event.player} / {event.banker}")
        wagers = [wager for wager in event.wagers if not is_bot(wager.patron)]
        of: dict[str, object] = {}
        type_: EventType = "round_settled"
        if isinstance(event, CoupCorrected):
            type_ = "round_corrected"
            of = {"by": _person(event.by), "second": event.second, "reason": reason_of(event.reason)}
            of |= {"shoe": event.shoe, "round": event.coup} if event.coup else {}
        return self._event(
            version,
            type_,
            cards=str(coup),
            winner=coup.result.winner_or_tie,
            totals=(coup.player.total, coup.banker.total),
            staked=sum(wager.stake for wager in wagers),
            returned=sum(wager.returned for wager in wagers),
            patrons=len({wager.patron for wager in wagers}),
            **of,
        )

    def _money(self, version: int, event: CoupCancelled | CoupVoided | TipGiven) -> TableEvent:
        match event:
            case TipGiven(patron=patron, amount=amount, goes_to=goes_to):
                return self._event(version, "tip_given", by=patron, amount=amount, detail=goes_to)
            case CoupCancelled(by=by, reason=reason, returned=returned):
                own = [amount for patron, amount in returned if not is_bot(patron)]
                more = {"staked": sum(own), "returned": sum(own), "patrons": len(own)}
                return self._event(version, "round_cancelled", by=_person(by), reason=reason_of(reason), **more)
        own = [each.amount for each in event.adjustments if not is_bot(each.patron)]
        of = {"shoe": event.shoe, "round": event.coup} if event.coup else {}
        return self._event(
            version,
            "round_voided",
            by=_person(event.by),
            second=event.second,
            reason=reason_of(event.reason),
            amount=sum(map(abs, own)),
            staked=0,
            patrons=len(own),
            **of,
        )

    def _staff(
        self,
        version: int,
        event: Paused | Resumed | ShoeAbandoned | DisputeRaised | DisputeDismissed | DealerChanged,
    ) -> TableEvent:
        match event:
            case Paused(by=by, reason=reason, detail=detail):
                return self._event(version, "paused", by=_person(by), reason=reason_of(reason), detail=detail)
            case Resumed(by=by):
                return self._event(version, "resumed", by=_person(by))
            case ShoeAbandoned(by=by, reason=reason):
                return self._event(version, "shoe_abandoned", by=_person(by), reason=reason_of(reason))
            case DealerChanged(by=by, dealer=dealer):
                return self._event(version, "dealer_changed", by=_person(by), detail=dealer)
        by = event.patron if isinstance(event, DisputeRaised) else event.by
        type_: EventType = "dispute_raised" if isinstance(event, DisputeRaised) else "dispute_dismissed"
        of = {"shoe": event.shoe, "round": event.coup} if event.coup else {}
        return self._event(version, type_, by=_person(by), **of)


def _person(by: str) -> str:
    return "" if by == SYSTEM else by
