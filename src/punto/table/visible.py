"""Who may see what of an event. Whatever leaves a table passes through `visible`, or a `TableView`, and nothing else.

A patron's stakes, choices and money are for that patron only; who decided an incident is for staff only; a face that
is being squeezed is for its holders only.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from punto.rules.hand import Side
from punto.table import events
from punto.table.config import TableKind
from punto.table.events import Event
from punto.table.settled_wagers import NO_WAGERS, by_patron
from punto.table.state import Table
from punto.table.taken_back import taken_back
from punto.table.view import EVERYBODY, FACE_DOWN, may_see

STAFF_ONLY = ""  # in the place of a name or a note

DisputesClose = events.BettingClosed | events.ShoeEnded | events.ShoeAbandoned
PublicEvent = (
    events.ShoeEvent
    | events.CardsBurned
    | events.BettingOpened
    | events.BettingClosed
    | events.CardsStruck
    | events.CardDealt
    | events.StageOpened
    | events.CardOpened
    | events.HandTurned
    | events.StageEnded
    | events.CoupSettled
    | events.CoupCancelled
    | events.TakenBack
    | events.Paused
    | events.Resumed
    | events.HandDealtEvent
)
OwnEvent = (
    events.WagersChanged
    | events.ChoiceMade
    | events.TipGiven
    | events.DisputeRaised
    | events.DisputeDismissed
    | events.StageOpened
    | events.CoupSettled
    | events.CoupCancelled
    | events.TakenBack
    | DisputesClose
)
OwnParts = Iterable[tuple[str, OwnEvent]]  # patrons, and the event as each may see it


def visible(before: Table, event: Event, after: Table) -> tuple[PublicEvent | None, OwnParts]:  # noqa: C901 (a list)
    """What everybody may see of an event (None: nothing), and what single patrons are told beside it.

    The table before and after it settles what an event alone leaves open: which coup is taken back, which faces lie
    open.
    """
    match event:
        case events.WagersChanged() | events.ChoiceMade() | events.TipGiven() | events.DisputeRaised():
            return None, ((event.patron, event),)  # first, because most events are bets
        case events.CardDealt(side=side):
            index = after.hand(Side(side)).size - 1
            return event if may_see(after, EVERYBODY, Side(side), index) else replace(event, card=FACE_DOWN), ()
        case events.CardOpened():
            return replace(event, patron=EVERYBODY) if after.config.has_lead else None, ()
        case events.StageOpened():
            return replace(event, holders=()), _own_holdings(event)
        case events.CoupSettled():
            return replace(event, wagers=()), _own_wagers(event)
        case events.CoupCancelled():
            public = replace(event, by=STAFF_ONLY, returned=())
            return public, ((each[0], replace(public, returned=(each,))) for each in event.returned)
        case events.CoupVoided() | events.CoupCorrected():
            return _taken_back(before, event)
        case events.DisputeDismissed():
            dispute = before.dispute_of(event.shoe, event.coup)
            own = replace(event, by=STAFF_ONLY)
            return None, ((patron, own) for patron in (dispute.patrons if dispute else ()))
        case events.ContributionMade():
            return replace(event, patron=EVERYBODY), ()
        case events.Paused():
            return replace(event, by=STAFF_ONLY, detail=STAFF_ONLY, read_at=0), ()
        case events.Resumed() | events.DealerChanged() | events.DividerSeen():
            return replace(event, by=STAFF_ONLY), ()
        case events.CardSetAside():
            return replace(event, by=STAFF_ONLY, second=STAFF_ONLY), ()
        case events.CoupRebuilt():  # the hands are told as everybody may see them
            return replace(event, by=STAFF_ONLY, second=STAFF_ONLY, player=FACE_DOWN, banker=FACE_DOWN), ()
        case events.BettingClosed() | events.ShoeEnded():
            return event, _disputes_close(before, event)
        case events.ShoeAbandoned():
            abandoned = replace(event, by=STAFF_ONLY)
            return abandoned, _disputes_close(before, abandoned)
        case (
            events.ShoeCommitted()
            | events.ShoeOpened()
            | events.ShoeRevealed()
            | events.CardsBurned()
            | events.BettingOpened()
            | events.CardsStruck()
            | events.HandTurned()
            | events.StageEnded()
        ):
            return event, ()
    assert_never(event)


def _disputes_close(before: Table, event: DisputesClose) -> OwnParts:
    """Told to those who could have disputed."""
    if before.config.kind is not TableKind.LIVE or before.last is None or before.last.is_past_dispute:
        return ()
    return [(patron, event) for patron in dict.fromkeys(wager.patron for wager in before.last.wagers)]


def _own_holdings(event: events.StageOpened) -> OwnParts:
    for holder in sorted({patron for patron, _ in event.holders}):
        yield holder, replace(event, holders=tuple(each for each in event.holders if each[0] == holder))


def _own_wagers(event: events.CoupSettled) -> OwnParts:
    for patron, own in event.by_patron.items():
        yield patron, replace(event, wagers=own.wagers)


def _taken_back(before: Table, event: events.TakenBack) -> tuple[PublicEvent, OwnParts]:
    shoe, coup = taken_back(before, event).id
    public: events.TakenBack = replace(
        event, by=STAFF_ONLY, role=STAFF_ONLY, second=STAFF_ONLY, adjustments=(), shoe=shoe, coup=coup
    )
    if isinstance(public, events.CoupVoided):
        return public, ((each.patron, replace(public, adjustments=(each,))) for each in event.adjustments)
    own, public = by_patron(public.wagers), replace(public, wagers=())
    return public, (
        (each.patron, replace(public, adjustments=(each,), wagers=own.get(each.patron, NO_WAGERS).wagers))
        for each in event.adjustments
    )
