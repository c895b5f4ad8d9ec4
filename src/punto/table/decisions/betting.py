"""Betting actions. Each produces one event with all of the patron's new stakes; the buttons differ only in how they
compute them."""

from typing import assert_never

from punto.table.commands import (
    BettingCommand,
    ClearAll,
    ClearLast,
    DoubleStakes,
    MoveStake,
    PlaceSet,
    PlaceWager,
    RaiseStakes,
    RepeatStakes,
)
from punto.table.events import BettingAction, WagersChanged
from punto.table.limits import bet_refusal, stake_refusal, why_refused
from punto.table.refusals import Decision, Refusal
from punto.table.seat import Seat
from punto.table.state import Table

Stakes = dict[str, int]  # bet to stake, in the order of first placement; no bet stands with nothing on it


def bet(table: Table, command: BettingCommand, credit: int) -> Decision:
    match command:
        case PlaceWager():
            return _place(table, command, credit)
        case PlaceSet():
            return _place_set(table, command, credit)
        case MoveStake():
            return _move(table, command, credit)
        case ClearLast():
            return _clear_last(table, command, credit)
        case ClearAll():
            return _clear_all(table, command)
        case DoubleStakes():
            return _double(table, command, credit)
        case RaiseStakes():
            return _raise(table, command, credit)
        case RepeatStakes():
            return _repeat(table, command, credit)
    assert_never(command)


def _place(table: Table, command: PlaceWager, credit: int) -> Decision:
    seat = table.seat(command.patron)
    if command.stake <= 0:
        return Refusal.STAKE_IS_NOT_CHIPS
    stakes = dict(seat.stakes)
    stakes[command.bet] = stakes.get(command.bet, 0) + command.stake
    return _changed_if_allowed(table, seat, command, "place", stakes, credit)


def _place_set(table: Table, command: PlaceSet, credit: int) -> Decision:
    """On top of what lies there. What is closed or not offered now is left out and named, else all or nothing."""
    seat, known = table.seat(command.patron), {bet.id for bet in table.book.bets}
    closed = {bet: why for bet, _ in command.stakes if (why := bet_refusal(table, seat, bet))}
    stakes = dict(seat.stakes)
    for bet, stake in command.stakes:
        if stake <= 0:
            return Refusal.STAKE_IS_NOT_CHIPS
        if bet not in known:  # not a set of this book
            return Refusal.BET_IS_NOT_OFFERED
        if bet not in closed:
            stakes[bet] = stakes.get(bet, 0) + stake
    if stakes == dict(seat.stakes):
        return next(iter(closed.values()), Refusal.STAKE_IS_NOT_CHIPS)
    wanted = _changed(seat, command, "place_set", stakes, left_out=tuple(closed))
    return why_refused(table, seat, wanted, credit) or (wanted,)


def _move(table: Table, command: MoveStake, credit: int) -> Decision:
    """The whole stack; a field that already has one gets both."""
    seat = table.seat(command.patron)
    stakes = dict(seat.stakes)
    if command.bet not in stakes or command.to == command.bet:
        return Refusal.NOTHING_TO_MOVE
    carried = stakes.pop(command.bet)
    if command.to is not None:
        stakes[command.to] = stakes.get(command.to, 0) + carried
    return _changed_if_allowed(table, seat, command, "move", stakes, credit)


def _clear_last(table: Table, command: ClearLast, credit: int) -> Decision:
    seat = table.seat(command.patron)
    if seat.has_just_cleared and seat.stakes:
        return (_changed(seat, command, "clear_all", {}),)
    if seat.undo is None or seat.has_just_cleared:
        return Refusal.NOTHING_TO_CLEAR
    stakes = dict(seat.undo)  # what was cleared comes back, if it can still be paid and the table still bears it
    return _changed_if_allowed(table, seat, command, "clear_last", stakes, credit)


def _clear_all(table: Table, command: ClearAll) -> Decision:
    seat = table.seat(command.patron)
    if not seat.stakes:
        return Refusal.NOTHING_TO_CLEAR
    return (_changed(seat, command, "clear_all", {}),)


def _double(table: Table, command: DoubleStakes, credit: int) -> Decision:
    """All or nothing."""
    seat = table.seat(command.patron)
    stakes = {bet: stake * 2 for bet, stake in seat.stakes}
    if not stakes:
        return Refusal.NOTHING_TO_DOUBLE
    return _changed_if_allowed(table, seat, command, "double", stakes, credit)


def _raise(table: Table, command: RaiseStakes, credit: int) -> Decision:
    """One chip on each field in the order of first placement, past fields at a limit, until credit ends."""
    seat = table.seat(command.patron)
    if command.chip not in table.config.chips:
        return Refusal.STAKE_IS_NOT_CHIPS
    stakes, chip = dict(seat.stakes), command.chip * seat.denomination
    refusal = Refusal.NOTHING_TO_RAISE
    for field in tuple(stakes):
        raised = {**stakes, field: stakes[field] + chip}
        why = why_refused(table, seat, _changed(seat, command, "raise", raised), credit)
        if why is Refusal.CREDIT_IS_SHORT:
            refusal = why
            break
        if why is None:
            stakes = raised
        else:
            refusal = why
    if stakes == dict(seat.stakes):
        return refusal
    return (_changed(seat, command, "raise", stakes),)


def _repeat(table: Table, command: RepeatStakes, credit: int) -> Decision:
    """The final stakes of the last coup played; what is closed now is left out and named, else all or nothing."""
    seat = table.seat(command.patron)
    closed = tuple(bet for bet, _ in seat.last_stakes if bet_refusal(table, seat, bet))
    stakes = {bet: stake for bet, stake in seat.last_stakes if bet not in closed}
    if not stakes:
        return Refusal.NOTHING_TO_REPEAT
    refusals = [stake_refusal(table, seat, bet, stake) for bet, stake in stakes.items()]
    repeated = _changed(seat, command, "repeat", stakes, left_out=closed)
    return next(filter(None, refusals), None) or why_refused(table, seat, repeated, credit) or (repeated,)


def _changed_if_allowed(
    table: Table, seat: Seat, command: BettingCommand, action: BettingAction, stakes: Stakes, credit: int
) -> Decision:
    wanted = _changed(seat, command, action, stakes)
    return why_refused(table, seat, wanted, credit) or (wanted,)


def _changed(
    seat: Seat, command: BettingCommand, action: BettingAction, stakes: Stakes, left_out: tuple[str, ...] = ()
) -> WagersChanged:
    added = sum(stakes.values()) - seat.staked
    return WagersChanged(command.patron, action, tuple(stakes.items()), added, left_out)
