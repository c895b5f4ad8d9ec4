"""The state of a table after an event of its shoe: committed, opened, revealed, ended, abandoned."""

from dataclasses import replace
from typing import assert_never

from immutables import Map

from punto.table.config import TableKind
from punto.table.events import (
    ContributionMade,
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEnded,
    ShoeEvent,
    ShoeOpened,
    ShoeRevealed,
)
from punto.table.state import NO_CARDS, Instant, NeedsBurn, NeedsShoe, Phase, ReadyToOpen, Table
from punto.table.taken_back import with_cards_of_shoe, without_expired_disputes


def shoe_changed(table: Table, event: ShoeEvent) -> Table:
    match event:
        case ShoeCommitted(commitment=commitment, at=at):
            table = replace(table, commitment=commitment, contributors=frozenset(), contributed=())
            return table if _is_waited_for(table) else replace(table, phase=_shoe_change(table, at))
        case ContributionMade(patron=patron, digest=digest):
            contributed = tuple(sorted({*table.contributed, digest}))
            return replace(table, contributors=table.contributors | {patron}, contributed=contributed)
        case ShoeOpened(shoe=shoe, commitment=commitment, contributions=contributions):
            table = replace(table, disputes=with_cards_of_shoe(table))
            fresh = replace(table, cards_out=(), burned_face_down=0, has_burned=False, cut_card_came_in=None)
            fresh = replace(fresh, scores=(), came_out=())
            fresh = replace(fresh, shoe=shoe, coup=0, last=None, commitment=commitment, contributed=contributions)
            fresh = replace(fresh, abandoned="", serials=(), set_aside=(), begins_free_hand=None, divider_is_out=False)
            return replace(_with_cut_card(fresh, event), phase=_first_phase(table))
        case ShoeRevealed(shoe=shoe):
            return replace(table, unrevealed_shoes=tuple(each for each in table.unrevealed_shoes if each[0] != shoe))
        case ShoeEnded(at=at):
            return _without_shoe(table, table.shoe, at)
        case ShoeAbandoned(shoe=shoe, reason=reason, at=at):
            return _without_shoe(replace(table, player=NO_CARDS, banker=NO_CARDS, abandoned=reason), shoe, at)
    assert_never(event)


def _first_phase(table: Table) -> Phase:
    """Of a shoe. A book without a burn lets the person who deals it open betting at once."""
    is_burned = table.burn.for_zero is not None
    return NeedsBurn() if is_burned or not table.config.is_dealt_by_hand else ReadyToOpen()


def _with_cut_card(table: Table, event: ShoeOpened) -> Table:
    """It stays where it was put, even if the settings change."""
    if event.cut_card is None:
        return replace(table, cut_card=table.config.cut_card, plays_one_more=table.config.plays_one_more)
    return replace(table, cut_card=event.cut_card, plays_one_more=event.plays_one_more)


def _without_shoe(table: Table, shoe: int, at: Instant) -> Table:
    """A shoe is over: forget patrons who have left. A committed shoe now has a secret to reveal."""
    seats = Map({patron: seat for patron, seat in table.seats.items() if not seat.is_away})
    over = ((shoe, table.commitment),) if table.commitment else ()
    table = replace(table, shoe=shoe, phase=_shoe_change(table, at), seats=seats)
    table = without_expired_disputes(table)
    table = replace(table, commitment=None, contributors=frozenset(), contributed=())
    return replace(table, unrevealed_shoes=table.unrevealed_shoes + over)


def _shoe_change(table: Table, at: Instant) -> NeedsShoe:
    return NeedsShoe(at + table.config.pace.shoe_change_ms)


def _is_waited_for(table: Table) -> bool:
    """The first shoe of a patron's own table: the patron is already there, and need not wait."""
    return table.config.kind is TableKind.ON_DEMAND and table.shoe == 0
