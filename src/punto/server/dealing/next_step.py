"""The one legal next step at a hand-dealt table, as the console's large button names it."""

from punto.server.protocol.staff import ConsoleStep
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    PausedPhase,
    ReadyToOpen,
    ShowingResult,
    Squeezing,
    Table,
)

REBUILT_AFTER = frozenset({"two_cards", "cleared_early", "card_error"})  # the hands must be said anew


def next_step(table: Table, now: Instant, told_at: Instant = 0) -> ConsoleStep:
    """`told_at`: when patrons have been told of the phase. Betting opens no sooner, so that they have all its time."""
    phase = table.phase
    if isinstance(phase, PausedPhase):
        return _after_a_stop(table, phase)
    if not table.dealer:
        return "tap_in"
    match phase:
        case NeedsShoe():
            return "new_shoe"
        case NeedsBurn():
            return "read_burn"
        case Betting():
            return "close_betting"
        case Dealing():
            return "confirm_result" if table.awaits_confirmation else "wait_for_card"
        case ReadyToOpen() | ShowingResult():
            return _between_coups(table, phase, now, told_at)
        case Squeezing():
            return "wait"


def _between_coups(table: Table, phase: ReadyToOpen | ShowingResult, now: Instant, told_at: Instant) -> ConsoleStep:
    is_shown = isinstance(phase, ShowingResult) and (table.shoe_is_over or now < phase.ends_at)
    if is_shown or now < told_at:
        return "wait"
    return "free_hand" if table.begins_free_hand is not None else "open_betting"


def _after_a_stop(table: Table, paused: PausedPhase) -> ConsoleStep:
    if not table.dealer:
        return "tap_in"
    if paused.reason == "dealt_early":
        return "deal_early_card"
    if paused.reason == "card_not_called":
        return "settle_misdeal"
    if paused.reason in REBUILT_AFTER and isinstance(paused.phase, Dealing):
        return "rebuild"
    return "resume"
