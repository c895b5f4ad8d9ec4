"""The events a command produces, or the refusal that answers it.

Whatever patrons or staff can send is answered in every phase. What only the server itself sends is asserted: a command
at the wrong time is then a bug.
"""

from typing import assert_never

from msgspec.structs import replace

from punto.rules.hand import Side
from punto.table.commands import (
    AbandonShoe,
    AutoRepeat,
    BettingCommand,
    BurnCards,
    CancelCoup,
    CardDrawn,
    ChoiceCommand,
    ChooseDenomination,
    ChooseMode,
    ChooseSqueeze,
    ClearAll,
    ClearLast,
    Command,
    CommitShoe,
    Contribute,
    CorrectCoup,
    Deal,
    DismissDispute,
    DoubleStakes,
    EnterCard,
    GiveTip,
    KeepBetsOn,
    MoveStake,
    OpenCard,
    OpenShoe,
    PatronCame,
    PatronWent,
    Pause,
    PlaceSet,
    PlaceWager,
    RaiseDispute,
    RaiseStakes,
    RepeatStakes,
    Resume,
    RevealShoe,
    StrikeCards,
    Tick,
    VoidCoup,
)
from punto.table.config import TableKind
from punto.table.decisions.betting import bet
from punto.table.decisions.dealing import handle_cards, squeeze_goes_on, tick
from punto.table.decisions.hand_dealing import deal_by_hand, enter_card
from punto.table.decisions.incidents import handle_incident
from punto.table.decisions.mending import mend
from punto.table.decisions.shoe_change import change_shoe
from punto.table.events import BettingClosed, CardOpened, ChoiceMade, Event, TipGiven, WagersChanged
from punto.table.evolve import evolve
from punto.table.hand_commands import (
    CloseBetting,
    ConfirmResult,
    ConfirmShoe,
    DealEarlyCard,
    EndStage,
    OpenBetting,
    RebuildCoup,
    SeeDivider,
    SetAside,
    SettleMisdeal,
    TapIn,
    TapOut,
)
from punto.table.limits import Credit
from punto.table.refusals import Decision, Refusal
from punto.table.squeeze import holds_card, may_turn
from punto.table.state import Betting, Instant, PausedPhase, Squeezing, Table


def decide(table: Table, command: Command, credit: Credit, now: Instant) -> Decision:  # noqa: C901 (one case for each kind)
    """`credit` tells what a patron can spend; the transaction that stores the events checks it again."""
    match command:
        case PlaceWager() | MoveStake() | ClearLast() | ClearAll() | DoubleStakes() | RaiseStakes() | RepeatStakes():
            return _bet(table, command, credit, now)  # first, because most commands are bets
        case PlaceSet():
            return _bet(table, command, credit, now)
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
        case Contribute() | CommitShoe() | RevealShoe() | AbandonShoe():
            return change_shoe(table, command, now)
        case Tick():
            return tick(table, now)
        case OpenShoe() | BurnCards() | StrikeCards() | CardDrawn():
            return handle_cards(table, command, now)
        case EnterCard():
            return enter_card(table, command, now)
        case TapIn() | TapOut() | ConfirmShoe() | OpenBetting() | CloseBetting() | ConfirmResult() | SeeDivider():
            return deal_by_hand(table, command, now)
        case EndStage() | DealEarlyCard() | SettleMisdeal() | SetAside() | RebuildCoup():
            return mend(table, command, now)
        case Pause() | Resume() | CancelCoup() | VoidCoup() | CorrectCoup() | RaiseDispute() | DismissDispute():
            return handle_incident(table, command, credit, now)
    assert_never(command)


def _bet(table: Table, command: BettingCommand, credit: Credit, now: Instant) -> Decision:
    match table.phase:
        case Betting(closes_at=closes_at) if closes_at is None or now < closes_at:
            decision = bet(table, command, credit(command.patron))
            return _with_time(decision, now) if table.config.is_dealt_by_hand else decision
        case PausedPhase():
            return Refusal.TABLE_IS_PAUSED
    return Refusal.BETTING_IS_CLOSED


def _with_time(decision: Decision, now: Instant) -> Decision:
    """A card may turn out to have been dealt before some of the bets."""
    if isinstance(decision, Refusal):
        return decision
    return tuple(replace(event, at=now) if isinstance(event, WagersChanged) else event for event in decision)


def _choose(table: Table, command: ChoiceCommand) -> Decision:
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
    assert_never(command)


def _come_or_go(table: Table, command: ChooseSqueeze | PatronWent | PatronCame, now: Instant) -> Decision:
    """A patron who leaves or stops squeezing delays nobody; auto-repeat ends with the connection."""
    events: list[Event]
    match command:
        case ChooseSqueeze(patron=patron, on=on):
            events = [ChoiceMade(patron, "squeeze", on)]
        case PatronCame(patron=patron):
            events = [ChoiceMade(patron, "away", value=False)] if table.seat(patron).is_away else []
        case PatronWent(patron=patron):
            events = [ChoiceMade(patron, "away", value=True, at=now)] if patron in table.seats else []
            events += [ChoiceMade(patron, "auto_repeat", value=False)] if table.seat(patron).repeats else []
        case _:
            assert_never(command)
    for event in events:
        table = evolve(table, event)
    return (*events, *squeeze_goes_on(table, now))


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
    side = Side(command.side)
    if not holds_card(phase, command.patron, side, command.card):
        return Refusal.CARD_IS_NOT_YOURS
    if not may_turn(phase, command.patron, side, command.card):
        return ()
    opened = CardOpened(command.patron, command.side, command.card)
    return (opened, *squeeze_goes_on(evolve(table, opened), now))


def _tip(table: Table, command: GiveTip, credit: Credit, now: Instant) -> Decision:
    if command.amount <= 0:
        return Refusal.TIP_IS_NOT_POSITIVE
    if command.amount > table.config.largest_tip:
        return Refusal.TIP_IS_TOO_LARGE
    if command.amount > credit(command.patron):
        return Refusal.CREDIT_IS_SHORT
    return (TipGiven(command.patron, command.amount, table.tips_go_to, now),)
