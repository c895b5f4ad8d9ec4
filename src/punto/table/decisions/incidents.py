"""When something goes wrong: pause, cancel, void, dispute, correct. Settlements are reversed, never deleted.

A settled coup can be voided or corrected while it is the last one or in dispute. Corrected cards must be possible; in a
committed shoe they must be the committed ones.
"""

from collections import Counter, defaultdict
from dataclasses import replace
from typing import assert_never

from punto.ledger.accounts import is_bot
from punto.rules.coup import Coup, struck_text, written_coup
from punto.table.commands import (
    CancelCoup,
    CorrectCoup,
    DismissDispute,
    Pause,
    RaiseDispute,
    Resume,
    TakeBack,
    VoidCoup,
)
from punto.table.decisions.dealing import settled_wagers, squeeze_goes_on
from punto.table.events import (
    Adjustment,
    CoupCancelled,
    CoupCorrected,
    CoupVoided,
    DisputeDismissed,
    DisputeRaised,
    Paused,
    Resumed,
)
from punto.table.evolve import evolve
from punto.table.limits import Credit
from punto.table.reasons import ASKS_FOR_THE_CARD
from punto.table.refusals import Decision, Refusal
from punto.table.settled_wagers import SettledWager
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    PausedPhase,
    ReadyToOpen,
    SettledCoup,
    ShowingResult,
    Squeezing,
    Table,
)
from punto.table.taken_back import cards_of_shoe, in_order, replaced_cards, why_no_dispute

IncidentCommand = Pause | Resume | CancelCoup | TakeBack | RaiseDispute | DismissDispute


def handle_incident(table: Table, command: IncidentCommand, credit: Credit, now: Instant) -> Decision:
    match command:
        case Pause():
            return _pause(table, command, now)
        case Resume():
            return _resume(table, command, now)
        case CancelCoup():
            return cancel(table, command, now)
        case VoidCoup():
            return _void(table, command, credit, now)
        case CorrectCoup():
            return _correct(table, command, credit, now)
        case RaiseDispute():
            return _raise_dispute(table, command, now)
        case DismissDispute():
            return _dismiss_dispute(table, command, now)
    assert_never(command)


def _pause(table: Table, command: Pause, now: Instant) -> Decision:
    match table.phase:
        case PausedPhase():
            return Refusal.TABLE_IS_PAUSED
        case ReadyToOpen() | Betting() | Dealing() | Squeezing() | ShowingResult():
            return (Paused(command.by, command.reason, now),)
    return Refusal.NO_COUP_RUNS


def _resume(table: Table, command: Resume, now: Instant) -> Decision:
    """A holder who left during the pause delays nobody after it. A card that stopped a hand-dealt table is in no hand:
    whoever resumes says that none was drawn, or has set it aside."""
    paused = table.phase
    if not isinstance(paused, PausedPhase):
        return Refusal.TABLE_IS_NOT_PAUSED
    is_open = table.config.is_dealt_by_hand and paused.reason in ASKS_FOR_THE_CARD and not paused.is_answered
    if is_open and not command.nothing_drawn:
        return Refusal.CARD_IS_UNANSWERED
    resumed = Resumed(command.by, now)
    return (resumed, *squeeze_goes_on(evolve(table, resumed), now))


def cancel(table: Table, command: CancelCoup, now: Instant) -> Decision:
    """The running coup: every stake goes back, and the cards that were dealt stay out."""
    phase = table.phase_under_way
    if not isinstance(phase, Betting | Dealing | Squeezing):
        return Refusal.NO_COUP_RUNS
    returned = tuple((patron, seat.staked) for patron, seat in sorted(table.seats.items()) if seat.stakes)
    used_cards = bool(table.player.size or table.struck)
    return (CoupCancelled(command.by, command.reason, returned, used_cards, now),)


def _void(table: Table, command: VoidCoup, credit: Credit, now: Instant) -> Decision:
    """A malfunction, or a dispute that is upheld: the settlement is reversed."""
    settled = table.settled_coup(*command.of)
    if settled is None:
        return Refusal.NO_COUP_TO_VOID
    gained = gained_by(settled, None)
    if _needs_second_person(command, gained):
        return Refusal.SECOND_PERSON_IS_NEEDED
    adjusted = _adjusted(settled, (), gained, credit)
    return (CoupVoided(command.by, command.reason, adjusted, now, *settled.id, command.role, command.second),)


def _raise_dispute(table: Table, command: RaiseDispute, now: Instant) -> Decision:
    refusal = why_no_dispute(table, command.patron)
    if refusal:
        return refusal
    assert table.last, "what can be disputed was settled"
    return (DisputeRaised(command.patron, now, *table.last.id),)


def _dismiss_dispute(table: Table, command: DismissDispute, now: Instant) -> Decision:
    settled = table.settled_coup(*command.of)
    if settled is None or table.dispute_of(*settled.id) is None:
        return Refusal.NO_DISPUTE_IS_OPEN
    return (DisputeDismissed(command.by, now, *settled.id),)


def _correct(table: Table, command: CorrectCoup, credit: Credit, now: Instant) -> Decision:
    """Cards that the rules could not have dealt are a bug of the console, and raise."""
    settled = table.settled_coup(*command.of)
    if settled is None:
        return Refusal.NO_COUP_TO_CORRECT
    dealt = table.book.parse_coup(written_coup(command.player, command.banker))
    coup = replace(dealt, struck=settled.result.struck)
    impossible = why_impossible(table, settled, coup, command.committed)
    if impossible is not None:
        return impossible
    after = resettled(table, settled, coup)
    gained = gained_by(settled, after)
    if _needs_second_person(command, gained):
        return Refusal.SECOND_PERSON_IS_NEEDED
    return (
        CoupCorrected(
            command.by,
            str(coup.player),
            str(coup.banker),
            after,
            _adjusted(settled, after, gained, credit),
            now,
            command.reason,
            *settled.id,
            command.role,
            command.second,
            struck_text(coup.struck),
        ),
    )


def why_impossible(table: Table, settled: SettledCoup, coup: Coup, committed: str | None) -> Refusal | None:
    if coup == settled.result:
        return Refusal.CORRECTION_CHANGES_NOTHING
    if settled.is_committed:
        hands = written_coup(str(coup.player), str(coup.banker))
        return None if hands == committed else Refusal.CARDS_ARE_NOT_THE_COMMITTED_ONES
    cards, deck = replaced_cards(cards_of_shoe(table, settled), settled.result, coup), table.book.deck
    is_full = len(cards) > deck.size or any(cards.count(card) > deck.copies for card in in_order(coup))
    return Refusal.CARDS_ARE_NOT_IN_THE_SHOE if is_full else None


def resettled(table: Table, settled: SettledCoup, coup: Coup) -> tuple[SettledWager, ...]:
    """The wagers of a coup, had it been this one."""
    return settled_wagers(table, coup, [(each.patron, each.bet, each.stake) for each in settled.wagers])


def gained_by(settled: SettledCoup, again: tuple[SettledWager, ...] | None) -> dict[str, int]:
    """What patrons get, or give back, when a coup is settled again; without wagers, when every stake goes back."""
    gained: dict[str, int] = defaultdict(int)
    for before, now in zip(settled.wagers, again or settled.wagers, strict=True):
        gained[before.patron] += (now.stake if again is None else now.returned) - before.returned
    return gained


def moved(gained: dict[str, int]) -> int:
    """All that changes hands. Bots play with the house's own money."""
    return sum(abs(amount) for patron, amount in gained.items() if not is_bot(patron))


def _needs_second_person(command: TakeBack, gained: dict[str, int]) -> bool:
    """Above an amount nobody decides alone."""
    is_much = command.alone_max is not None and moved(gained) > command.alone_max
    return is_much and command.second in ("", command.by)


def _adjusted(
    settled: SettledCoup, again: tuple[SettledWager, ...], gained: dict[str, int], credit: Credit
) -> tuple[Adjustment, ...]:
    """A patron can give back no more than is there; the house bears the rest, and the record says so. What the house
    bore for an earlier correction of this coup is not paid out by a later one."""
    adjustments, uncovered = [], dict(settled.uncovered)
    fees = _fees(again)
    fees.subtract(_fees(settled.wagers))
    for patron, amount in sorted(gained.items()):
        given = given_to(amount, borne=uncovered.get(patron, 0), purse=credit(patron))
        adjustments.append(Adjustment(patron, given, uncovered=given - amount, fee=fees[patron]))
    return tuple(adjustments)


def _fees(wagers: tuple[SettledWager, ...]) -> Counter[str]:
    """What the storm has cost each patron."""
    fees: Counter[str] = Counter()
    for wager in wagers:
        fees[wager.patron] += wager.fee
    return fees


def given_to(gained: int, *, borne: int, purse: int) -> int:
    """What a patron gets, or gives back when below zero. `borne`: what the house bore for an earlier correction."""
    return max(gained - borne, -purse)
