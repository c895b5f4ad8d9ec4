"""Who holds which cards, who may turn them, and when a stage of the squeeze is over.

There are three stages: the first four cards, Player's third card, Banker's third card. A stage ends when every holder
has turned every card, or when its time is up; holders who are away or have squeezing off count as done.
"""

from punto.ledger.accounts import is_bot
from punto.rules.hand import BANKER, PLAYER, Side
from punto.table.limits import staked_on_side
from punto.table.state import Squeezing, Table

FIRST_FOUR, PLAYERS_THIRD, BANKERS_THIRD = 1, 2, 3
CARDS_OF_STAGE = {
    FIRST_FOUR: ((PLAYER, 0), (PLAYER, 1), (BANKER, 0), (BANKER, 1)),
    PLAYERS_THIRD: ((PLAYER, 2),),
    BANKERS_THIRD: ((BANKER, 2),),
}


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


def has_closed_cards(table: Table, phase: Squeezing) -> bool:
    """Whether a holder who is here and squeezes still has a card to open."""
    for patron, side in phase.holders:
        seat = table.seat(patron)
        if seat.squeezes and not seat.is_away:
            cards = [(patron, side, index) for held, index in CARDS_OF_STAGE[phase.stage] if held is side]
            if not phase.opened.issuperset(cards):
                return True
    return False


def stage_of(side: Side, index: int) -> int:
    """In which a card is opened."""
    return FIRST_FOUR if index < 2 else PLAYERS_THIRD if side is PLAYER else BANKERS_THIRD


def holds_card(phase: Squeezing, patron: str, side: Side, index: int) -> bool:
    return (patron, side) in phase.holders and (side, index) in CARDS_OF_STAGE[phase.stage]


def may_turn(phase: Squeezing, patron: str, side: Side, index: int) -> bool:
    """A card that the patron holds in the open stage and has not turned yet."""
    return holds_card(phase, patron, side, index) and (patron, side, index) not in phase.opened


def is_turned_by_lead(phase: Squeezing, side: Side, index: int) -> bool:
    return any((lead, side, index) in phase.opened for lead, _ in phase.holders)
