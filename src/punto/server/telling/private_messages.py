"""What single patrons are told of an event beside what everybody is told: own wagers, choices, faces and money.

A message is only made for those who follow the table, so it comes as a maker, which wants the patron's next private
number and the public version that the message follows.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from punto.rules.hand import Side
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
from punto.server.streams.happened import Happened
from punto.server.telling.public_messages import held_by, own_faces
from punto.table import events
from punto.table.reasons import reason_of
from punto.table.seat import SettledRound
from punto.table.state import Squeezing, Table
from punto.table.taken_back import taken_back
from punto.table.view import field_view, seen_total

Maker = Callable[[int, int], PrivateMessage]  # number and public version
OwnEvent = events.WagersChanged | events.ChoiceMade | events.TipGiven | events.DisputeRaised


def own_messages(happened: Happened) -> Iterator[tuple[str, Maker]]:
    before, event, after = happened.before, happened.event, happened.after
    match event:
        case events.WagersChanged() | events.ChoiceMade() | events.TipGiven() | events.DisputeRaised():
            yield event.patron, partial(_own, after.config.id, event)
        case events.DisputeDismissed(shoe=shoe, coup=coup):
            yield from _disputes_dismissed(before, shoe, coup)
        case events.StageOpened(holders=holders) if isinstance(after.phase, Squeezing):
            yield from ((patron, partial(_faces, after, patron)) for patron in sorted({each for each, _ in holders}))
        case events.CoupSettled(wagers=wagers):
            yield from ((patron, partial(_settlement, after, own)) for patron, own in _by_patron(wagers).items())
        case events.CoupCancelled(reason=reason, returned=amounts):
            yield from ((patron, partial(_returned, before, amount, reason)) for patron, amount in amounts)
        case events.CoupVoided(adjustments=adjustments):
            yield from ((each.patron, partial(_adjusted, before, event, each, [])) for each in adjustments)
        case events.CoupCorrected(adjustments=adjustments, wagers=wagers):
            own_of = _by_patron(wagers)
            yield from (
                (each.patron, partial(_adjusted, before, event, each, own_of[each.patron])) for each in adjustments
            )


def _own(table: str, event: OwnEvent, number: int, after: int) -> PrivateMessage:
    match event:
        case events.WagersChanged(action=action, stakes=stakes, left_out=left_out):
            staked = sum(stake for _, stake in stakes)
            return Wagers(table, number, after, action, stakes, staked, left_out)
        case events.ChoiceMade(choice=choice, value=value):
            return Choice(table, number, after, choice, value)
        case events.TipGiven(amount=amount):
            return Tipped(table, number, after, amount)
        case events.DisputeRaised(shoe=shoe, coup=coup):
            return Dispute(table, number, after, shoe, coup, "raised")


def _disputes_dismissed(before: Table, shoe: int, coup: int) -> Iterator[tuple[str, Maker]]:
    dispute = before.dispute_of(shoe, coup)
    for patron in dispute.patrons if dispute else ():
        yield patron, partial(_dispute_dismissed, before.config.id, shoe, coup)


def _dispute_dismissed(table: str, shoe: int, coup: int, number: int, after: int) -> PrivateMessage:
    return Dispute(table, number, after, shoe, coup, "dismissed")


def _faces(table: Table, patron: str, number: int, after: int) -> PrivateMessage:
    assert isinstance(table.phase, Squeezing)
    player_total, banker_total = (seen_total(table, patron, side) for side in Side)
    held, faces = held_by(table, patron), own_faces(table, patron)
    return Faces(table.config.id, number, after, table.phase.stage, held, faces, player_total, banker_total)


def _settlement(table: Table, own: list[OwnWager], number: int, after: int) -> PrivateMessage:
    """More came back than was staked, or it is no win."""
    staked, returned = sum(wager.stake for wager in own), sum(wager.returned for wager in own)
    is_win = returned > staked
    return Settlement(table.config.id, number, after, table.coup, tuple(own), staked, returned, is_win)


def _returned(before: Table, amount: int, reason: str, number: int, after: int) -> PrivateMessage:
    return StakesReturned(before.config.id, number, after, before.coup, amount, reason_of(reason))


def _adjusted(
    before: Table,
    event: events.TakenBack,
    adjustment: events.Adjustment,
    own: list[OwnWager],
    number: int,
    after: int,
) -> PrivateMessage:
    return Adjusted(
        before.config.id,
        number,
        after,
        *taken_back(before, event).id,
        "voided" if isinstance(event, events.CoupVoided) else "corrected",
        adjustment.amount,
        adjustment.uncovered,
        reason_of(event.reason),
        tuple(own),
    )


def _by_patron(wagers: tuple[events.SettledWager, ...]) -> dict[str, list[OwnWager]]:
    own: dict[str, list[OwnWager]] = defaultdict(list)
    for wager in wagers:
        own[wager.patron].append(_own_wager(wager))
    return own


def _own_wager(wager: events.SettledWager) -> OwnWager:
    return OwnWager(wager.bet, wager.stake, wager.odds, wager.returned)


def seat_state(table: Table, patron: str, credit: int) -> SeatState:
    """A patron's whole place at a table: what a snapshot, or a patron who comes back, is told."""
    seat = table.seat(patron)
    return SeatState(
        mode=seat.mode,
        denomination=seat.denomination,
        stakes=seat.stakes,
        staked=seat.staked,
        last_stakes=seat.last_stakes,
        last_settled=_last_settled(seat.last_settled),
        keeps_bets_on=seat.keeps_bets_on,
        auto_repeats=seat.repeats,
        squeezes=seat.squeezes,
        holds=held_by(table, patron),
        faces=own_faces(table, patron),
        fields=field_rooms(table, patron, credit),
    )


def _last_settled(settled: SettledRound | None) -> LastSettled | None:
    if settled is None:
        return None
    own = tuple(map(_own_wager, settled.wagers))
    staked, returned = sum(wager.stake for wager in own), sum(wager.returned for wager in own)
    return LastSettled(settled.shoe, settled.coup, own, staked, returned)


def field_rooms(table: Table, patron: str, credit: int) -> tuple[FieldRoom, ...]:
    rooms = []
    for bet in table.offered_bets(table.seat(patron)):
        view = field_view(table, patron, bet.id, credit)
        rooms.append(FieldRoom(view.bet, view.wins, view.next_stake, view.room, view.refusal))
    return tuple(rooms)
