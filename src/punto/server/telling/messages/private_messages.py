"""Messages to single patrons about an event: own wagers, choices, faces and money.

A message is made from what `table/visible.py` and `table/view.py` let its patron see. `number` counts the patron's own
messages, `version` is the public version that the message follows.
"""

from collections.abc import Iterable
from typing import assert_never

from punto.rules.hand import Side
from punto.server.protocol.parts import FaceUp, PlaceOfCard, SideName
from punto.server.protocol.table_private import (
    Adjusted,
    Choice,
    Dispute,
    Faces,
    FieldRoom,
    LastSettled,
    OwnWager,
    PrivateMessage,
    SeatState,
    Settlement,
    StakesReturned,
    Tipped,
    Wagers,
)
from punto.server.telling.messages.public_messages import faces_of
from punto.table import events
from punto.table.reasons import reason_of
from punto.table.seat import SettledRound
from punto.table.settled_wagers import SettledWager
from punto.table.view import FieldState, TableView
from punto.table.visible import OwnEvent


def private_message(  # noqa: C901 (one case for each kind of event)
    event: OwnEvent, before: TableView, after: TableView, credit: int, number: int, version: int
) -> PrivateMessage:
    """`credit` is what the patron can spend after the event."""
    here = after.config.id, number, version
    match event:
        case events.WagersChanged(action=action, stakes=stakes, left_out=left_out, added=added):
            fields = _field_rooms(after.rooms_since(before.seat.stakes, credit, -added))
            return Wagers(*here, action, stakes, events.total_of(stakes), left_out, fields)
        case events.CoupSettled(wagers=wagers):
            own, staked, back = own_wagers(wagers)
            stakes = tuple([(wager.bet, wager.stake) for wager in wagers])  # all that lay there, or it would be settled
            fields = _field_rooms(after.rooms_since(stakes, credit, back))
            return Settlement(*here, after.coup, own, staked, back, back > staked, fields, after.may_dispute)
        case events.ChoiceMade(choice=choice, value=value):
            fields = field_rooms(after, credit) if choice in ("mode", "denomination") else ()
            return Choice(*here, choice, value, fields)
        case events.TipGiven(amount=amount):
            return Tipped(*here, amount)
        case events.DisputeRaised(shoe=shoe, coup=coup):
            return Dispute(*here, shoe, coup, "raised")
        case events.DisputeDismissed(shoe=shoe, coup=coup):
            return Dispute(*here, shoe, coup, "dismissed")
        case events.BettingClosed() | events.ShoeEnded() | events.ShoeAbandoned():
            return Dispute(*here, before.shoe, before.last_result[0] if before.last_result else 0, "closed")
        case events.StageOpened(stage=stage):
            return Faces(*here, stage, held_by(after), own_faces(after), *(after.total(side) for side in Side))
        case events.CoupCancelled(reason=reason, returned=amounts):
            amount = sum(amount for _, amount in amounts)
            fields = _field_rooms(after.rooms_since(before.seat.stakes, credit, amount))
            return StakesReturned(*here, before.coup, amount, reason_of(reason), fields)
        case events.CoupVoided() | events.CoupCorrected():
            return _adjusted(event, after, here)
    assert_never(event)


def _adjusted(event: events.TakenBack, after: TableView, here: tuple[str, int, int]) -> Adjusted:
    (adjustment,) = event.adjustments
    return Adjusted(
        *here,
        event.shoe,
        event.coup,
        "voided" if isinstance(event, events.CoupVoided) else "corrected",
        adjustment.amount,
        adjustment.uncovered,
        reason_of(event.reason),
        own_wagers(() if isinstance(event, events.CoupVoided) else event.wagers)[0],
        after.may_dispute,
    )


# --- a patron's own place ---------------------------------------------------------------------------------------------


def seat_state(view: TableView, credit: int) -> SeatState:
    """A patron's whole place at a table: for a snapshot, or for a patron who comes back."""
    seat = view.seat
    return SeatState(
        mode=view.mode,
        denomination=seat.denomination,
        stakes=seat.stakes,
        staked=seat.staked,
        last_stakes=seat.last_stakes,
        last_settled=_last_settled(seat.last_settled),
        keeps_bets_on=seat.keeps_bets_on,
        auto_repeats=seat.repeats,
        squeezes=seat.squeezes,
        holds=held_by(view),
        faces=own_faces(view),
        opened=tuple(PlaceOfCard(side.value, index) for side, index in view.opened),
        player_total=view.total(Side.PLAYER),
        banker_total=view.total(Side.BANKER),
        fields=field_rooms(view, credit),
        may_dispute=view.may_dispute,
    )


def held_by(view: TableView) -> tuple[SideName, ...]:
    return tuple(side.value for side in view.holds)


def own_faces(view: TableView) -> tuple[FaceUp, ...]:
    """What this patron may see and everybody may not."""
    public = set(faces_of(view.for_everybody))
    return tuple(face for face in faces_of(view) if face not in public)


def own_wagers(wagers: Iterable[SettledWager]) -> tuple[tuple[OwnWager, ...], int, int]:
    """The wagers of one patron, what was staked, and what came back."""
    own, staked, returned = [], 0, 0
    for wager in wagers:
        own.append(OwnWager(wager.bet, wager.stake, wager.odds, wager.returned))
        staked += wager.stake
        returned += wager.returned
    return tuple(own), staked, returned


def _last_settled(settled: SettledRound | None) -> LastSettled | None:
    return LastSettled(settled.shoe, settled.coup, *own_wagers(settled.wagers)) if settled else None


def field_rooms(view: TableView, credit: int) -> tuple[FieldRoom, ...]:
    """Of every field on the patron's felt."""
    return _field_rooms(view.rooms(credit))


def _field_rooms(fields: list[FieldState]) -> tuple[FieldRoom, ...]:
    return tuple([FieldRoom(bet.id, bet.best_return(stake), *room) for bet, stake, room in fields])
