"""When something goes wrong: pause, cancel, void, dispute, correct. What was wrong is taken back, never deleted."""

from collections import defaultdict
from collections.abc import Iterable

from punto.rules.money import Amount
from punto.rules.settlement import Wager
from punto.table.commands import CancelCoup, CorrectCoup, DismissDispute, Pause, RaiseDispute, Resume, VoidCoup
from punto.table.config import TableKind
from punto.table.dealing import settled_wagers, stage_may_end
from punto.table.events import (
    Adjustment,
    CoupCancelled,
    CoupCorrected,
    CoupVoided,
    DisputeDismissed,
    DisputeRaised,
    Event,
    Paused,
    Resumed,
)
from punto.table.evolve import evolve
from punto.table.limits import Credit
from punto.table.refusals import Refusal
from punto.table.state import Betting, Dealing, Instant, PausedPhase, ShowingResult, Squeezing, Table

Decision = tuple[Event, ...] | Refusal


def pause(table: Table, command: Pause, now: Instant) -> Decision:
    match table.phase:
        case PausedPhase():
            return Refusal.TABLE_IS_PAUSED
        case Betting() | Dealing() | Squeezing() | ShowingResult():
            return (Paused(command.by, command.reason, now),)
    return Refusal.NO_COUP_RUNS


def resume(table: Table, command: Resume, now: Instant) -> Decision:
    """Whoever left during the pause holds nothing up after it."""
    if not isinstance(table.phase, PausedPhase):
        return Refusal.TABLE_IS_NOT_PAUSED
    resumed = Resumed(command.by, now)
    return (resumed, *stage_may_end(evolve(table, resumed), now))


def cancel(table: Table, command: CancelCoup, now: Instant) -> Decision:
    """The running coup: every stake goes back, and the cards that were dealt stay out."""
    phase = table.phase_under_way
    if not isinstance(phase, Betting | Dealing | Squeezing):
        return Refusal.NO_COUP_RUNS
    returned = tuple((patron, seat.staked) for patron, seat in sorted(table.seats.items()) if seat.stakes)
    return (CoupCancelled(command.by, command.reason, returned, bool(table.player.size), now),)


def void(table: Table, command: VoidCoup, credit: Credit, now: Instant) -> Decision:
    """The last coup that was settled: a malfunction, or a dispute that is upheld. The settlement is reversed."""
    if table.last is None:
        return Refusal.NO_COUP_TO_VOID
    gained = _by_patron((wager.patron, wager.stake - wager.returned) for wager in table.last.wagers)
    return (CoupVoided(command.by, command.reason, _adjusted(gained, credit), now),)


def raise_dispute(table: Table, command: RaiseDispute, now: Instant) -> Decision:
    if table.config.kind is not TableKind.LIVE:
        return Refusal.DISPUTE_IS_NOT_OFFERED
    phase = table.phase_under_way
    if table.last is None or not isinstance(phase, ShowingResult | Betting):
        return Refusal.DISPUTE_IS_TOO_LATE
    if not any(wager.patron == command.patron for wager in table.last.wagers):
        return Refusal.NO_WAGER_IN_THAT_COUP
    if table.last.disputed_by is not None:
        return Refusal.DISPUTE_IS_OPEN
    return (DisputeRaised(command.patron, now),)


def dismiss_dispute(table: Table, command: DismissDispute, now: Instant) -> Decision:
    if table.last is None or table.last.disputed_by is None:
        return Refusal.NO_DISPUTE_IS_OPEN
    return (DisputeDismissed(command.by, now),)


def correct(table: Table, command: CorrectCoup, credit: Credit, now: Instant) -> Decision:
    """The dispute is upheld. Cards that the rules could not have dealt are the console's mistake, and raise."""
    if table.last is None or table.last.disputed_by is None:
        return Refusal.NO_DISPUTE_IS_OPEN
    coup = table.book.parse_coup(f"{command.player} / {command.banker}")
    before = table.last.wagers
    wagers = [Wager(each.patron, each.bet, Amount(each.stake)) for each in before]
    after = settled_wagers(table, coup, wagers)
    gained = _by_patron((wager.patron, wager.returned) for wager in after)
    for wager in before:
        gained[wager.patron] -= wager.returned
    return (CoupCorrected(command.by, command.player, command.banker, after, _adjusted(gained, credit), now),)


def _by_patron(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = defaultdict(int)
    for patron, amount in amounts:
        sums[patron] += amount
    return sums


def _adjusted(gained: dict[str, int], credit: Credit) -> tuple[Adjustment, ...]:
    """A patron can give back no more than is there; the house bears the rest, and the record says so."""
    adjustments = []
    for patron, amount in sorted(gained.items()):
        given = max(amount, -credit(patron))
        adjustments.append(Adjustment(patron, given, uncovered=given - amount))
    return tuple(adjustments)
