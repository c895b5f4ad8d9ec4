"""Who holds which cards, who may turn them, and when a stage of the squeeze is over.

There are three stages: the first four cards, Player's third card, Banker's third card. A stage ends when every holder
has turned every card. Each hand has a clock, except at a patron's own table; when it is up, the hand turns by itself,
Player's first. Holders who have been away for a while or have squeezing off count as done.
"""

from typing import NamedTuple

from punto.ledger.accounts import is_bot
from punto.rules.hand import BANKER, PLAYER, Side
from punto.table.config import Pace, TableKind
from punto.table.limits import staked_on_side
from punto.table.state import Instant, Squeezing, Table

FIRST_FOUR, PLAYERS_THIRD, BANKERS_THIRD = 1, 2, 3
CARDS_OF_STAGE = {
    FIRST_FOUR: ((PLAYER, 0), (PLAYER, 1), (BANKER, 0), (BANKER, 1)),
    PLAYERS_THIRD: ((PLAYER, 2),),
    BANKERS_THIRD: ((BANKER, 2),),
}
TURNS_BY_ITSELF_MS = 2_000  # a hand whose time is up; the next one waits for it
MAY_RETURN_MS = 8_000  # a holder who lost the connection is waited for
FOREVER: Instant = 1 << 62


def stage_due(table: Table) -> int | None:
    """The stage that must be over before another card is dealt or the coup is settled."""
    if not table.config.has_squeeze or table.player.size < 2 or table.banker.size < 2:
        return None
    last = PLAYERS_THIRD if table.player.size == 3 else FIRST_FOUR
    stage = BANKERS_THIRD if table.banker.size == 3 else last
    return stage if stage > table.stages_ended else None


def holders(table: Table, stage: int) -> tuple[tuple[str, Side], ...]:
    """Patrons with a stake on a side hold its cards; with a lead, only the largest stake, the earliest of equals.
    A bot holds nothing."""
    sides = [side for side in Side if any(side is held for held, _ in CARDS_OF_STAGE[stage])]
    held = []
    for side in sides:
        backers = [
            (-staked_on_side(table, seat.stakes, side), seat.acted_at, patron)
            for patron, seat in table.seats.items()
            if staked_on_side(table, seat.stakes, side) and not is_bot(patron)
        ]
        backers.sort()
        held += [(patron, side) for _, _, patron in (backers[:1] if table.config.has_lead else backers)]
    return tuple(sorted(held))


def clocks_of(table: Table, stage: int, held: tuple[tuple[str, Side], ...], now: Instant) -> dict[Side, Instant]:
    """Until when each hand may be opened; none at a patron's own table. Who holds both opens one after the other."""
    if table.config.kind is TableKind.ON_DEMAND:
        return {}
    one = one_clock_ms(table.config.pace, stage)
    both = {patron for patron, side in held if side is PLAYER} & {patron for patron, side in held if side is BANKER}
    return {PLAYER: now + one, BANKER: now + (2 * one if both else one)}


def one_clock_ms(pace: Pace, stage: int) -> int:
    return pace.squeeze_ms if stage == FIRST_FOUR else pace.third_squeeze_ms


class Due(NamedTuple):
    at: Instant
    side: Side | None  # that turns by itself; None: the stage ends


def due_in_squeeze(table: Table, phase: Squeezing) -> Due | None:
    """What time does next, if nobody does anything before; None: nothing."""
    free_at = phase.turned[-1][1] + TURNS_BY_ITSELF_MS if phase.turned else 0
    waits = {side: _waited_for_until(table, phase, side) for side in Side}
    due = []
    for side, until in waits.items():
        clock = phase.clock(side)
        if clock is not None and until > max(clock, free_at):
            due.append(Due(max(clock, free_at), side))
    due.append(Due(max(free_at, *waits.values()), None))
    first = min(due, key=lambda each: each.at)  # of equals the first: Player before Banker
    return None if first.at >= FOREVER else first


def _waited_for_until(table: Table, phase: Squeezing, side: Side) -> Instant:
    """As long as a holder squeezes, is here or may still return, and has a card to open."""
    until = 0
    cards = [index for held, index in CARDS_OF_STAGE[phase.stage] if held is side]
    for patron, held in phase.holders:
        seat = table.seat(patron)
        is_done = phase.has_turned(side) or phase.opened.issuperset((patron, side, index) for index in cards)
        if held is side and seat.squeezes and not is_done:
            until = max(until, seat.away_since + MAY_RETURN_MS if seat.is_away else FOREVER)
    return until


def stage_of(side: Side, index: int) -> int:
    """In which a card is opened."""
    return FIRST_FOUR if index < 2 else PLAYERS_THIRD if side is PLAYER else BANKERS_THIRD


def holds_card(phase: Squeezing, patron: str, side: Side, index: int) -> bool:
    return (patron, side) in phase.holders and (side, index) in CARDS_OF_STAGE[phase.stage]


def may_turn(phase: Squeezing, patron: str, side: Side, index: int) -> bool:
    """A card that the patron holds in the open stage and that is not turned yet."""
    is_turned = phase.has_turned(side) or (patron, side, index) in phase.opened
    return holds_card(phase, patron, side, index) and not is_turned


def is_turned_by_lead(phase: Squeezing, side: Side, index: int) -> bool:
    return any((lead, side, index) in phase.opened for lead, _ in phase.holders)
