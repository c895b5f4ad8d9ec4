"""Limits, chips and credit: why stakes are refused, and how much more fits on a field, so that no client computes a
limit."""

from collections.abc import Callable, Iterable, Sequence

from punto.ledger.accounts import is_bot
from punto.rules.bet import Bet
from punto.rules.hand import BANKER, PLAYER, Side
from punto.table.config import is_sum_of_chips, least_in_chips, most_in_chips
from punto.table.events import StakeList, WagersChanged
from punto.table.refusals import Refusal
from punto.table.seat import Seat
from punto.table.state import Room, Table

FREE_ROOMS_KEPT = 10_000

Credit = Callable[[str], int]  # what a patron has to spend


def why_refused(table: Table, seat: Seat, wanted: WagersChanged, credit: int) -> Refusal | None:
    """The first reason against the wanted stakes in the place of those on the patron's seat; None: they are fine."""
    present = dict(seat.stakes)
    for bet, stake in wanted.stakes:
        if stake != present.get(bet):
            refusal = bet_refusal(table, seat, bet) or stake_refusal(table, seat, bet, stake)
            if refusal:
                return refusal
    if table.config.difference_max is not None and _difference(table, wanted.stakes) > table.config.difference_max:
        return Refusal.DIFFERENCE_IS_TOO_LARGE
    if wanted.added > credit:
        return Refusal.CREDIT_IS_SHORT
    left = _exposure_left(table, wanted.patron, wanted.stakes)
    if left is not None and left < 0:
        return Refusal.EXPOSURE_IS_TOO_LARGE
    return None


def bet_refusal(table: Table, seat: Seat, bet_id: str) -> Refusal | None:
    bet = table.felts[table.mode_of(seat)].get(bet_id)
    if bet is None:
        return Refusal.BET_IS_NOT_OFFERED
    return None if bet.is_offered_in(table.coup) else Refusal.BET_IS_CLOSED_FOR_THIS_SHOE


def stake_refusal(table: Table, seat: Seat, bet_id: str, stake: int) -> Refusal | None:
    bet, limit = table.book.bet(bet_id), table.config.limits[bet_id]
    if stake % seat.denomination or not is_sum_of_chips(table.config.chips, stake // seat.denomination):
        return Refusal.STAKE_IS_NOT_CHIPS
    if stake < limit.stake_min:
        return Refusal.STAKE_IS_BELOW_MINIMUM
    if stake > limit.stake_max and not _has_only_the_difference_limit(table, bet):
        return Refusal.STAKE_IS_ABOVE_MAXIMUM
    if limit.return_max is not None and bet.best_return(stake) > limit.return_max:
        return Refusal.RETURN_IS_ABOVE_MAXIMUM
    return None


def _has_only_the_difference_limit(table: Table, bet: Bet) -> bool:
    return table.config.difference_max is not None and bet.backs is not None


def _difference(table: Table, stakes: StakeList) -> int:
    return abs(staked_on_side(table, stakes, PLAYER) - staked_on_side(table, stakes, BANKER))


def staked_on_side(table: Table, stakes: StakeList, side: Side) -> int:
    return sum(stake for bet, stake in stakes if table.book.bet(bet).backs is side)


def _exposure_left(table: Table, patron: str, stakes: StakeList) -> int | None:
    """How much more the house could lose if every bet won its best line: more than it ever can, quickly told. None: it
    does not matter. A bot plays against a house of its own."""
    if table.config.exposure_max is None or is_bot(patron):
        return None
    own = at_risk(table, patron, table.seat(patron).stakes)
    return table.config.exposure_max - (table.at_risk - own + at_risk(table, patron, stakes))


def at_risk(table: Table, patron: str, stakes: Iterable[tuple[str, int]]) -> int:
    """Whole: a table whose chips could be paid in fractions is never set up. Nothing where nobody asks."""
    if table.config.exposure_max is None or is_bot(patron):
        return 0
    return sum([table.book.bet(bet).best_return(stake) - stake for bet, stake in stakes])


def touched_bets(before: StakeList, after: Table, seat: Seat, least_credit: int) -> Sequence[Bet]:
    """The fields whose room may have changed with the patron's stakes, which were `before`, and purse.

    `least_credit` is what the patron could spend before or after, whichever is less. When it is plenty, credit limits
    no field, and only where the stake has changed, or the difference is limited, has the room.
    """
    config, plenty = after.config, after.largest_limit
    if config.difference_max is not None:
        plenty += seat.staked  # a stake on one side makes room on the other
    if config.exposure_max is not None or least_credit < plenty:
        return after.offered_bets(seat)
    gone = dict(before)
    touched = [bet for bet, stake in seat.stakes if gone.pop(bet, None) != stake]
    touched += gone
    if config.difference_max is not None:
        offered = after.offered_bets(seat)
        touched += [bet.id for bet in offered if bet.backs is not None and bet.id not in touched]
    return [after.book.bet(bet) for bet in touched]


def room_on(table: Table, patron: str, bet_id: str, credit: int) -> Room:
    seat = table.seat(patron)
    return room_at(table, seat, patron, table.book.bet(bet_id), seat.stake_on(bet_id), credit=credit)


def room_at(table: Table, seat: Seat, patron: str, bet: Bet, present: int, *, credit: int) -> Room:
    """`seat` is the patron's, and `present` the stake that lies there, for callers who have both at hand."""
    refusal = bet_refusal(table, seat, bet.id)
    if refusal:
        return Room(0, 0, refusal)
    if not _only_own_limits_count(table, seat, bet, credit):
        return _room(table, seat, patron, bet, present, credit=credit)
    known, at = table.free_rooms, (bet.id, seat.denomination, present)
    room = known.get(at)
    if room is None:
        if len(known) >= FREE_ROOMS_KEPT:
            known.clear()
        room = known[at] = _room(table, seat, patron, bet, present, credit=credit)
    return room


def _only_own_limits_count(table: Table, seat: Seat, bet: Bet, credit: int) -> bool:
    """Neither credit nor what lies on other fields."""
    config = table.config
    has_no_difference = config.difference_max is None or bet.backs is None or not seat.stakes
    return has_no_difference and config.exposure_max is None and credit >= table.largest_limit


def _room(table: Table, seat: Seat, patron: str, bet: Bet, present: int, *, credit: int) -> Room:
    config, limit = table.config, table.config.limits[bet.id]
    most, reason = credit, Refusal.CREDIT_IS_SHORT
    has_maximum = config.difference_max is None or bet.backs is None
    if has_maximum and limit.stake_max - present < most:
        most, reason = limit.stake_max - present, Refusal.STAKE_IS_ABOVE_MAXIMUM
    if limit.return_max is not None:
        wins, of = bet.best_ratio
        largest = limit.return_max * of // (wins + of)
        if largest - present < most:
            most, reason = largest - present, Refusal.RETURN_IS_ABOVE_MAXIMUM
    if config.difference_max is not None and bet.backs is not None:
        room = config.difference_max - _lead_of(table, seat, bet.backs)
        if room < most:
            most, reason = room, Refusal.DIFFERENCE_IS_TOO_LARGE
    if config.exposure_max is not None:
        under_exposure = _room_under_exposure(table, patron, bet)
        if under_exposure is not None and under_exposure < most:
            most, reason = under_exposure, Refusal.EXPOSURE_IS_TOO_LARGE
    chips, credit_worth = config.chips, seat.denomination
    room = most_in_chips(chips, most // credit_worth) * credit_worth
    next_stake = least_in_chips(chips, -(-(limit.stake_min - present) // credit_worth)) * credit_worth
    return Room(next_stake, room, None) if room >= next_stake else Room(next_stake, 0, reason)


def _lead_of(table: Table, seat: Seat, side: Side) -> int:
    return staked_on_side(table, seat.stakes, side) - staked_on_side(table, seat.stakes, side.other)


def _room_under_exposure(table: Table, patron: str, bet: Bet) -> int | None:
    """None: exposure does not limit this patron, or this bet."""
    wins, of = bet.best_ratio
    if table.config.exposure_max is None or is_bot(patron) or wins <= 0:
        return None
    return (table.config.exposure_max - table.at_risk) * of // wins  # what the patron has on the felt is at risk too
