"""A person deals real cards: taps in, confirms the shoe, opens and closes betting, enters cards, confirms the result.

Nothing here trusts a card. One that cannot be, or that nobody called for, stops the table, and `mending.py` says how it
goes on. The result counts when the dealer has confirmed it.
"""

from typing import assert_never

from punto.rules.cards import Card, InvalidCard
from punto.table.commands import EnterCard
from punto.table.decisions.dealing import (
    SYSTEM,
    betting_opened,
    burn,
    card_dealt,
    coup_settled,
    is_impossible,
)
from punto.table.events import (
    BettingClosed,
    DealerChanged,
    DividerSeen,
    Event,
    Paused,
    Resumed,
    ShoeAbandoned,
    ShoeOpened,
)
from punto.table.evolve import evolve
from punto.table.hand_commands import (
    CloseBetting,
    ConfirmResult,
    ConfirmShoe,
    DealerCommand,
    OpenBetting,
    SeeDivider,
    TapIn,
    TapOut,
)
from punto.table.reasons import MAY_BE_READ_AGAIN, HouseReason
from punto.table.refusals import Decision, Refusal
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


def deal_by_hand(table: Table, command: DealerCommand, now: Instant) -> Decision:
    if not table.config.is_dealt_by_hand:
        return Refusal.NOT_DEALT_BY_HAND
    match command:
        case TapIn() | TapOut():
            return _change_dealer(table, command, now)
        case SeeDivider():
            return _see_divider(table, command, now)
        case ConfirmShoe() | OpenBetting() | CloseBetting() | ConfirmResult() if not table.dealer:
            return Refusal.DEALER_IS_MISSING
        case ConfirmShoe():
            return _confirm_shoe(table, command, now)
        case OpenBetting():
            return _open_betting(table, command, now)
        case CloseBetting():
            return (BettingClosed(now),) if isinstance(table.phase, Betting) else Refusal.BETTING_IS_NOT_OPEN
        case ConfirmResult():
            is_complete = table.awaits_confirmation and isinstance(table.phase, Dealing)
            return (coup_settled(table, now),) if is_complete else Refusal.NOTHING_TO_CONFIRM
    assert_never(command)


def _change_dealer(table: Table, command: TapIn | TapOut, now: Instant) -> Decision:
    """Between coups; in a pause another dealer may take over from one who is unwell."""
    dealer = command.dealer if isinstance(command, TapIn) else ""
    if dealer == table.dealer:
        return Refusal.DEALER_IS_TAPPED_IN if dealer else Refusal.DEALER_IS_MISSING
    if table.dealer and isinstance(table.phase, Betting | Dealing | Squeezing):
        return Refusal.COUP_RUNS
    return (DealerChanged(dealer, command.by, now),)


def _confirm_shoe(table: Table, command: ConfirmShoe, now: Instant) -> Decision:
    """A shoe that a program had prepared here is not used."""
    if not isinstance(table.phase, NeedsShoe):
        return Refusal.SHOE_IS_IN_PLAY
    before: tuple[Event, ...] = ()
    if table.commitment is not None:
        before = (ShoeAbandoned(table.shoe + 1, command.by, "interruption", now),)
        table = evolve(table, before[0])
    opened = ShoeOpened(
        table.shoe + 1,
        commitment="",
        fingerprint=command.fingerprint,
        at=now,
        cut_card=table.config.cut_card,
        plays_one_more=table.config.plays_one_more,
        log_id=command.log_id,
    )
    return (*before, opened)


def _open_betting(table: Table, command: OpenBetting, now: Instant) -> Decision:
    refusal = _why_not_open(table, now)
    if refusal is not None:
        return refusal
    carried = table.begins_free_hand
    if carried is not None and not command.is_free_hand:
        return Refusal.FREE_HAND_IS_DUE
    opened = betting_opened(table, now, is_free_hand=command.is_free_hand)
    if not command.is_free_hand:
        return (opened,)
    closed = BettingClosed(now)
    table = evolve(evolve(table, opened), closed)
    return (opened, closed, *(card_dealt(table, carried, now) if carried is not None else ()))


def _why_not_open(table: Table, now: Instant) -> Refusal | None:
    match table.phase:
        case ReadyToOpen():
            return None
        case ShowingResult() if table.shoe_is_over:
            return Refusal.SHOE_IS_OVER
        case ShowingResult(ends_at=ends_at):
            return None if now >= ends_at else Refusal.RESULT_IS_SHOWN
        case PausedPhase():
            return Refusal.TABLE_IS_PAUSED
        case NeedsShoe() | NeedsBurn():
            return Refusal.NO_SHOE_IS_IN_PLAY
    return Refusal.COUP_RUNS


def _see_divider(table: Table, command: SeeDivider, now: Instant) -> Decision:
    if isinstance(table.phase, NeedsShoe | NeedsBurn):
        return Refusal.NO_SHOE_IS_IN_PLAY
    return Refusal.DIVIDER_WAS_SEEN if table.divider_is_out else (DividerSeen(command.by, now),)


# --- cards ------------------------------------------------------------------------------------------------------------


def enter_card(table: Table, command: EnterCard, now: Instant) -> Decision:
    """A card that was read, or typed by one person and confirmed by another."""
    if command.typed_by and command.confirmed_by in ("", command.typed_by):
        return Refusal.SECOND_PERSON_IS_NEEDED
    if isinstance(table.phase, PausedPhase):
        return _entered_again(table, table.phase, command, now)
    try:
        card = table.book.deck.card(command.card)
    except InvalidCard:
        return _stopped(table, "card_unknown", repr(command.card[:8]), now)
    if isinstance(table.phase, NeedsBurn):
        return burn(table, card, now, command.serial)
    if is_impossible(table, card):
        return _stopped(table, "card_too_often", str(card), now)
    return _placed(table, card, command, now)


def _entered_again(table: Table, paused: PausedPhase, command: EnterCard, now: Instant) -> Decision:
    """After a card that could not be read rightly, two people may say what it is, and the coup goes on."""
    if paused.reason not in MAY_BE_READ_AGAIN or not command.typed_by:
        return Refusal.TABLE_IS_PAUSED
    resumed = Resumed(command.typed_by, now)
    decision = enter_card(evolve(table, resumed), command, now)
    if isinstance(decision, Refusal) or any(isinstance(event, Paused) for event in decision):
        return Refusal.CARDS_ARE_NOT_IN_THE_SHOE
    return (resumed, *decision)


def _placed(table: Table, card: Card, command: EnterCard, now: Instant) -> Decision:
    read_at = command.read_at or now
    match table.phase:
        case Dealing() if _came_with_another(table, command, read_at):
            last = table.cards_out[-1]
            return () if card == last else _stopped(table, "two_cards", f"{last} {card}", now, read_at)
        case Betting() if table.config.is_dealt_by_hand:
            return _stopped(table, "dealt_early", str(card), now, read_at)
        case Dealing() | ShowingResult() | ReadyToOpen() if table.awaits_confirmation or _is_between_coups(table):
            return _stopped(table, "card_not_called", str(card), now, read_at)
        case Dealing() if command.side is not None and command.side != table.next_side:
            return _stopped(table, "card_to_wrong_side", f"{card} to {command.side}", now, read_at)
        case Dealing():
            return card_dealt(table, card, read_at, command.serial)
    return _stopped(table, "card_not_due", str(card), now, read_at)


def _came_with_another(table: Table, command: EnterCard, read_at: Instant) -> bool:
    """A hand is slower than a reader: a card so soon after another came with it, or is the same one read twice."""
    is_soon = table.config.is_dealt_by_hand and read_at - table.last_card_at < table.config.scan_gap_ms
    return is_soon and not command.typed_by


def _is_between_coups(table: Table) -> bool:
    return table.config.is_dealt_by_hand and not isinstance(table.phase, Dealing)


def _stopped(table: Table, reason: HouseReason, detail: str, now: Instant, read_at: Instant = 0) -> Decision:
    if isinstance(table.phase, ReadyToOpen | Betting | Dealing | Squeezing | ShowingResult):
        return (Paused(SYSTEM, reason, now, detail, read_at),)
    return Refusal.NO_COUP_RUNS
