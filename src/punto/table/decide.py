"""What follows from a command: events, or a refusal by name.

Whatever a patron or a member of staff can send has an answer in every phase. What only our own shell sends is
asserted.
"""

from punto.table.betting import BettingCommand, Decision, bet
from punto.table.commands import (
    AbandonShoe,
    AutoRepeat,
    BurnCards,
    CancelCoup,
    CardDrawn,
    ChooseDenomination,
    ChooseMode,
    ChooseSqueeze,
    Command,
    CommitShoe,
    Contribute,
    CorrectCoup,
    Deal,
    DismissDispute,
    EnterCard,
    GiveTip,
    KeepBetsOn,
    OpenCard,
    OpenShoe,
    PatronCame,
    PatronWent,
    Pause,
    RaiseDispute,
    Resume,
    RevealShoe,
    Tick,
    VoidCoup,
)
from punto.table.config import TableKind
from punto.table.dealing import burn, card_drawn, card_entered, open_shoe, stage_may_end, tick
from punto.table.events import BettingClosed, CardOpened, ChoiceMade, Event, TipGiven
from punto.table.evolve import evolve
from punto.table.incidents import cancel, correct, dismiss_dispute, pause, raise_dispute, resume, void
from punto.table.limits import Credit
from punto.table.refusals import Refusal
from punto.table.shoe_change import change_shoe
from punto.table.squeeze import CARDS_OF_STAGE
from punto.table.state import Betting, Instant, NeedsBurn, NeedsShoe, PausedPhase, Squeezing, Table


def decide(table: Table, command: Command, credit: Credit, now: Instant) -> Decision:
    """`credit` tells what a patron has to spend; the transaction that stores the events checks it again."""
    if isinstance(command, BettingCommand):
        return _bet(table, command, credit, now)
    match command:
        case ChooseMode() | ChooseDenomination() | KeepBetsOn() | AutoRepeat():
            return _choose(table, command)
        case ChooseSqueeze() | PatronWent() | PatronCame():
            return _come_or_go(table, command, now)
        case Deal():
            return _deal(table, command, now)
        case OpenCard():
            return _open_card(table, command, now)
        case GiveTip():
            return _tip(table, command, credit, now)
        case _:
            return _staff_or_shell(table, command, credit, now)


def _staff_or_shell(table: Table, command: Command, credit: Credit, now: Instant) -> Decision:  # noqa: C901 (a list)
    match table.phase, command:
        case _, Contribute() | CommitShoe() | RevealShoe() | AbandonShoe():
            return change_shoe(table, command, now)
        case _, RaiseDispute():
            return raise_dispute(table, command, now)
        case _, Pause():
            return pause(table, command, now)
        case _, Resume():
            return resume(table, command, now)
        case _, CancelCoup():
            return cancel(table, command, now)
        case _, VoidCoup():
            return void(table, command, credit, now)
        case _, DismissDispute():
            return dismiss_dispute(table, command, now)
        case _, CorrectCoup():
            return correct(table, command, credit, now)
        case _, EnterCard():
            return card_entered(table, command, now)
        case _, Tick():
            return tick(table, now)
        case NeedsShoe(ready_at=ready_at), OpenShoe():
            assert now >= ready_at, "a shoe change takes its time"
            return open_shoe(table, command, now)
        case NeedsBurn(), BurnCards():
            return burn(table, command, now)
        case _, CardDrawn():
            return card_drawn(table, command, now)
    raise AssertionError(f"{command!r} cannot be sent in {table.phase!r}")  # only our own shell can get here


def _bet(table: Table, command: BettingCommand, credit: Credit, now: Instant) -> Decision:
    match table.phase:
        case Betting(closes_at=closes_at) if closes_at is None or now < closes_at:
            return bet(table, command, credit(command.patron))
        case PausedPhase():
            return Refusal.TABLE_IS_PAUSED
    return Refusal.BETTING_IS_CLOSED


def _choose(table: Table, command: ChooseMode | ChooseDenomination | KeepBetsOn | AutoRepeat) -> Decision:
    seat = table.seat(command.patron)
    match command:
        case ChooseMode(mode=mode) if mode not in [each.id for each in table.book.modes]:
            return Refusal.MODE_IS_UNKNOWN
        case ChooseDenomination(denomination=denomination) if denomination not in table.config.denominations:
            return Refusal.DENOMINATION_IS_UNKNOWN
        case ChooseMode() | ChooseDenomination() if seat.stakes:
            return Refusal.BETS_LIE
        case ChooseMode(patron=patron, mode=mode):
            repeat_ends = (ChoiceMade(patron, "auto_repeat", value=False),) if seat.repeats else ()
            return (ChoiceMade(patron, "mode", mode), *repeat_ends)
        case ChooseDenomination(patron=patron, denomination=denomination):
            return (ChoiceMade(patron, "denomination", denomination),)
        case KeepBetsOn(on=True) if (
            table.config.kind is not TableKind.ON_DEMAND or not table.config.allows_keep_bets_on
        ):
            return Refusal.KEEP_BETS_ON_IS_OFF
        case KeepBetsOn(patron=patron, on=on):
            return (ChoiceMade(patron, "keep_bets_on", on),)
        case AutoRepeat(patron=patron, on=on):
            return (ChoiceMade(patron, "auto_repeat", on),)
    raise AssertionError(command)


def _come_or_go(table: Table, command: ChooseSqueeze | PatronWent | PatronCame, now: Instant) -> Decision:
    """Whoever leaves, or squeezes no more, holds nothing up; auto-repeat ends with the connection."""
    events: list[Event]
    match command:
        case ChooseSqueeze(patron=patron, on=on):
            events = [ChoiceMade(patron, "squeeze", on)]
        case PatronCame(patron=patron):
            events = [ChoiceMade(patron, "away", value=False)] if table.seat(patron).is_away else []
        case PatronWent(patron=patron):
            events = [ChoiceMade(patron, "away", value=True)] if patron in table.seats else []
            events += [ChoiceMade(patron, "auto_repeat", value=False)] if table.seat(patron).repeats else []
        case _:
            raise AssertionError(command)
    for event in events:
        table = evolve(table, event)
    return (*events, *stage_may_end(table, now))


def _deal(table: Table, command: Deal, now: Instant) -> Decision:
    if table.config.kind is not TableKind.ON_DEMAND:
        return Refusal.DEAL_IS_NOT_OFFERED
    if not isinstance(table.phase, Betting):
        return Refusal.TABLE_IS_PAUSED if isinstance(table.phase, PausedPhase) else Refusal.BETTING_IS_CLOSED
    if not table.seat(command.patron).stakes:
        return Refusal.NOTHING_IS_STAKED
    return (BettingClosed(now),)


def _open_card(table: Table, command: OpenCard, now: Instant) -> Decision:
    phase = table.phase
    if not isinstance(phase, Squeezing):
        return Refusal.TABLE_IS_PAUSED if isinstance(phase, PausedPhase) else Refusal.CARD_IS_NOT_YOURS
    held = [
        (command.patron, side, index)
        for side, index in CARDS_OF_STAGE[phase.stage]
        if (command.patron, side) in phase.holders
    ]
    card = (command.patron, command.side, command.card)
    if card not in held:
        return Refusal.CARD_IS_NOT_YOURS
    if card in phase.opened:
        return ()
    opened = CardOpened(command.patron, command.side, command.card)
    return (opened, *stage_may_end(evolve(table, opened), now))


def _tip(table: Table, command: GiveTip, credit: Credit, now: Instant) -> Decision:
    if command.amount <= 0:
        return Refusal.TIP_IS_NOT_POSITIVE
    if command.amount > table.config.largest_tip:
        return Refusal.TIP_IS_TOO_LARGE
    if command.amount > credit(command.patron):
        return Refusal.CREDIT_IS_SHORT
    return (TipGiven(command.patron, command.amount, table.config.tips_go_to, now),)
