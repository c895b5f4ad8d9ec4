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


def next_step(table: Table, now: Instant) -> ConsoleStep:
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
        case ShowingResult(ends_at=ends_at) if table.shoe_is_over or now < ends_at:
            return "wait"
        case ReadyToOpen() | ShowingResult():
            return "free_hand" if table.begins_free_hand is not None else "open_betting"
        case Squeezing():
            return "wait"


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
