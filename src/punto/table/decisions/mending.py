"""How a hand-dealt coup goes on after an irregularity: each has one answer, which somebody gives.

Cards that are known stay known: what leaves the shoe is in a hand, burned or set aside, so that the shoe still adds up.
Where casinos differ, the table's `misdeal` decides.
"""

from typing import assert_never

from punto.rules.cards import Card, InvalidCard
from punto.rules.hand import Hand
from punto.table.commands import CancelCoup
from punto.table.config import Misdeal
from punto.table.decisions.dealing import and_then, card_dealt, is_impossible, what_follows
from punto.table.decisions.incidents import cancel
from punto.table.events import (
    BettingClosed,
    CardSetAside,
    CoupRebuilt,
    Event,
    Resumed,
    StageEnded,
    WagersChanged,
    total_of,
)
from punto.table.evolve import evolve
from punto.table.hand_commands import (
    DealEarlyCard,
    EndStage,
    MendingCommand,
    RebuildCoup,
    SetAside,
    SettleMisdeal,
)
from punto.table.refusals import Decision, Refusal
from punto.table.state import Betting, Dealing, Instant, NeedsBurn, NeedsShoe, PausedPhase, Squeezing, Table
from punto.table.taken_back import cards_in_order


def mend(table: Table, command: MendingCommand, now: Instant) -> Decision:
    if not table.config.is_dealt_by_hand:
        return Refusal.NOT_DEALT_BY_HAND
    match command:
        case EndStage():
            stage = table.phase.stage if isinstance(table.phase, Squeezing) else None
            return Refusal.NO_SQUEEZE_RUNS if stage is None else and_then(table, StageEnded(stage, now), now)
        case DealEarlyCard():
            return _deal_early_card(table, command, now)
        case SettleMisdeal():
            return _settle_misdeal(table, command, now)
        case SetAside():
            return _set_aside(table, command, now)
        case RebuildCoup():
            return _rebuild(table, command, now)
    assert_never(command)


def _deal_early_card(table: Table, command: DealEarlyCard, now: Instant) -> Decision:
    """Betting closed when the card was dealt, whoever has seen it: what was added later goes back."""
    paused = table.phase
    if not isinstance(paused, PausedPhase) or paused.reason != "dealt_early":
        return Refusal.NO_EARLY_CARD
    assert isinstance(paused.phase, Betting), "only a card read while betting is open is early"
    moment = min(command.dealt_at or paused.read_at, paused.read_at)
    events: tuple[Event, ...] = (Resumed(command.by, now), *_late_stakes(table, moment, now), BettingClosed(moment))
    for event in events:
        table = evolve(table, event)
    return (*events, *card_dealt(table, table.book.deck.card(paused.detail), now))


def _late_stakes(table: Table, moment: Instant, now: Instant) -> tuple[WagersChanged, ...]:
    """Nobody's stake stays larger than it was at that moment. What a patron has taken off since stays off."""
    changes = []
    for patron, seat in sorted(table.seats.items()):
        then = dict(seat.stakes_at(moment))
        kept = tuple((bet, min(stake, then[bet])) for bet, stake in seat.stakes if bet in then)
        late = seat.staked - total_of(kept)
        if late:
            changes.append(WagersChanged(patron, "too_late", kept, -late, at=now))
    return tuple(changes)


def _settle_misdeal(table: Table, command: SettleMisdeal, now: Instant) -> Decision:
    paused = table.phase
    if not isinstance(paused, PausedPhase) or paused.reason != "card_not_called":
        return Refusal.NO_MISDEAL
    aside = CardSetAside(paused.detail, command.by, now)
    resumed = Resumed(command.by, now)
    match table.config.misdeal:
        case Misdeal.FREE_HAND:
            return (CardSetAside(paused.detail, command.by, now, begins_free_hand=True), resumed)
        case Misdeal.CANCEL if isinstance(paused.phase, Dealing):
            cancelled = cancel(evolve(table, aside), CancelCoup(command.by, "dealing_error"), now)
            assert not isinstance(cancelled, Refusal), "a coup that is being dealt can be cancelled"
            return (aside, *cancelled)
        case Misdeal.NEXT_BURN | Misdeal.CANCEL:  # between coups there is none to cancel
            return (aside, resumed)
    assert_never(table.config.misdeal)


def _set_aside(table: Table, command: SetAside, now: Instant) -> Decision:
    if command.second in ("", command.by):
        return Refusal.SECOND_PERSON_IS_NEEDED
    if isinstance(table.phase, NeedsShoe | NeedsBurn):
        return Refusal.NO_SHOE_IS_IN_PLAY
    cards = _cards(table, command.card)
    if len(cards) != 1 or is_impossible(table, cards[0]):
        return Refusal.CARDS_ARE_NOT_IN_THE_SHOE
    return (CardSetAside(str(cards[0]), command.by, now, command.second),)


def _rebuild(table: Table, command: RebuildCoup, now: Instant) -> Decision:
    """The hands must be as the rules would have dealt them so far, from cards that the shoe can have held. A squeeze
    ends: its cards have been handled, and all lie open from here."""
    if command.second in ("", command.by):
        return Refusal.SECOND_PERSON_IS_NEEDED
    if not isinstance(table.phase, PausedPhase):
        return Refusal.TABLE_IS_NOT_PAUSED
    begins: tuple[Event, ...] = (Resumed(command.by, now),)
    match table.phase.phase:
        case Squeezing(stage=stage):
            begins = (*begins, StageEnded(stage, now))
        case Dealing():
            pass
        case _:
            return Refusal.NO_COUP_RUNS
    for event in begins:
        table = evolve(table, event)
    scoring = table.book.scoring
    player, banker = scoring.hand(_cards(table, command.player)), scoring.hand(_cards(table, command.banker))
    if not _could_be_dealt(table, player, banker):
        return Refusal.HANDS_ARE_NOT_AS_DEALT
    rebuilt = CoupRebuilt(str(player), str(banker), command.by, command.second, now)
    after = evolve(table, rebuilt)
    if any(_is_too_often(after, card) for card in cards_in_order(player, banker)):
        return Refusal.CARDS_ARE_NOT_IN_THE_SHOE
    return (*begins, rebuilt, *what_follows(after, now))


def _could_be_dealt(table: Table, player: Hand, banker: Hand) -> bool:
    """Card by card in the order of the rules, complete or not."""
    scoring, dealing = table.book.scoring, table.book.dealing
    shown_player, shown_banker = Hand(), Hand()
    while (shown_player.size, shown_banker.size) != (player.size, banker.size):
        side = dealing.next_side(shown_player, shown_banker)
        if side is None:
            return False
        hand, shown = (player, shown_player) if side == "player" else (banker, shown_banker)
        if shown.size == hand.size:
            return False
        grown = scoring.hand(hand.cards[: shown.size + 1])
        shown_player, shown_banker = (grown, shown_banker) if side == "player" else (shown_player, grown)
    return True


def _is_too_often(table: Table, card: Card) -> bool:
    return (*table.cards_out, *table.set_aside).count(card) > table.book.deck.copies


def _cards(table: Table, text: str) -> tuple[Card, ...]:
    """None of them, where one is no card."""
    try:
        return table.book.deck.parse(text)
    except InvalidCard:
        return ()
