"""What each may see. Whatever leaves a table for a patron passes through here and nothing else.

A face that is being squeezed is seen by its holders only; a patron's stakes, choices and money by that patron only.
No client computes a limit: every field comes with the smallest next stake and the room that is left.
"""

from msgspec import Struct
from msgspec.structs import replace

from punto.rules.hand import Side
from punto.rules.money import Amount, returned
from punto.table.events import (
    CardDealt,
    CardOpened,
    ChoiceMade,
    ContributionMade,
    CoupCancelled,
    CoupCorrected,
    CoupSettled,
    CoupVoided,
    DisputeRaised,
    Event,
    StageOpened,
    TipGiven,
    WagersChanged,
)
from punto.table.limits import room_on
from punto.table.squeeze import BANKERS_THIRD, FIRST_FOUR, PLAYERS_THIRD
from punto.table.state import Squeezing, Table

FACE_DOWN = ""
NOBODY = ""  # whose contribution it is, is told to its patron only


class FieldView(Struct, frozen=True):
    bet: str
    title: str
    stake: int
    wins: int  # what the stake would return at its best, stake included
    next_stake: int
    room: int
    refusal: str | None  # why nothing more fits
    last_coup: int | None


class TableView(Struct, frozen=True):
    shoe: int
    coup: int
    phase: str
    player: tuple[str, ...]  # cards, face down where the patron may not see them
    banker: tuple[str, ...]
    player_total: int | None  # None while a card of the hand is hidden
    banker_total: int | None
    fields: tuple[FieldView, ...]
    mode: str | None
    denomination: int
    staked: int
    last_stakes: tuple[tuple[str, int], ...]
    holds: tuple[str, ...]  # the sides whose cards the patron may open now
    is_last_coup: bool


def view_for(table: Table, patron: str, credit: int) -> TableView:
    seat = table.seat(patron)
    phase = table.phase_under_way
    holders = phase.holders if isinstance(phase, Squeezing) else ()
    return TableView(
        shoe=table.shoe,
        coup=table.coup,
        phase=type(table.phase).__name__,
        player=seen_cards(table, patron, Side.PLAYER),
        banker=seen_cards(table, patron, Side.BANKER),
        player_total=seen_total(table, patron, Side.PLAYER),
        banker_total=seen_total(table, patron, Side.BANKER),
        fields=tuple(field_view(table, patron, bet.id, credit) for bet in table.offered_bets(seat)),
        mode=seat.mode,
        denomination=seat.denomination,
        staked=seat.staked,
        last_stakes=seat.last_stakes,
        holds=tuple(side.value for holder, side in sorted(holders) if holder == patron),
        is_last_coup=table.shoe_is_over,
    )


def field_view(table: Table, patron: str, bet_id: str, credit: int) -> FieldView:
    bet, stake = table.book.bet(bet_id), table.seat(patron).stake_on(bet_id)
    room = room_on(table, patron, bet_id, credit)
    return FieldView(
        bet=bet_id,
        title=bet.title,
        stake=stake,
        wins=returned(Amount(stake), bet.best_odds),
        next_stake=room.next_stake,
        room=room.room,
        refusal=room.refusal,
        last_coup=bet.last_coup_offered,
    )


def seen_cards(table: Table, patron: str, side: Side) -> tuple[str, ...]:
    """The cards of a hand as this patron may see them; nobody in particular is the patron without a name."""
    return tuple(
        str(card) if may_see(table, patron, side, index) else FACE_DOWN
        for index, card in enumerate(table.hand(side).cards)
    )


def seen_total(table: Table, patron: str, side: Side) -> int | None:
    seen = seen_cards(table, patron, side)
    return None if FACE_DOWN in seen or not seen else table.hand(side).total


def may_see(table: Table, patron: str, side: Side, index: int) -> bool:
    """Whether the patron may know this card now."""
    stage = FIRST_FOUR if index < 2 else PLAYERS_THIRD if side is Side.PLAYER else BANKERS_THIRD
    if not table.config.has_squeeze or table.stages_ended >= stage:
        return True
    phase = table.phase_under_way
    if not isinstance(phase, Squeezing) or phase.stage != stage:
        return False
    is_turned_by_lead = table.config.has_lead and any((lead, side, index) in phase.opened for lead, _ in phase.holders)
    return (patron, side) in phase.holders or is_turned_by_lead


def visible_event(table: Table, event: Event, patron: str) -> Event | None:
    """What the patron is told of an event; `table` is the state after it. None: nothing."""
    match event:
        case CardDealt(side=side):
            index = table.hand(Side(side)).size - 1
            return event if may_see(table, patron, Side(side), index) else replace(event, card=FACE_DOWN)
        case WagersChanged() | ChoiceMade() | DisputeRaised() | TipGiven():
            return event if event.patron == patron else None
        case ContributionMade():
            return event if event.patron == patron else replace(event, patron=NOBODY)
        case CardOpened():
            return event if event.patron == patron or table.config.has_lead else None
        case StageOpened(holders=holders):
            return replace(event, holders=tuple(holder for holder in holders if holder[0] == patron))
        case CoupSettled(wagers=wagers):
            return replace(event, wagers=tuple(wager for wager in wagers if wager.patron == patron))
        case CoupCancelled(returned=amounts):
            return replace(event, returned=tuple(each for each in amounts if each[0] == patron))
        case CoupVoided(adjustments=adjustments):
            return replace(event, adjustments=tuple(each for each in adjustments if each.patron == patron))
        case CoupCorrected(adjustments=adjustments, wagers=wagers):
            own = tuple(wager for wager in wagers if wager.patron == patron)
            return replace(event, wagers=own, adjustments=tuple(each for each in adjustments if each.patron == patron))
    return event
