"""The course of a coup: betting closes, cards are dealt one by one, the result is settled, another coup or shoe begins.

Cards arrive as commands, whether from a shuffled shoe or from a dealer. Each card produces its consequences at once: a
stage of the squeeze, the settlement, or nothing until the next card.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from punto.rules.cards import Card
from punto.rules.coup import Coup, struck_text
from punto.rules.money import Amount
from punto.rules.settlement import DecidedBets, fee_kept
from punto.table.commands import BurnCards, CardDrawn, OpenShoe, StrikeCards
from punto.table.config import TableKind
from punto.table.events import (
    BettingClosed,
    BettingOpened,
    CardDealt,
    CardsBurned,
    CardsStruck,
    CoupSettled,
    Event,
    HandTurned,
    ShoeEnded,
    ShoeOpened,
    StageEnded,
    StageOpened,
)
from punto.table.evolve import evolve
from punto.table.refusals import Decision
from punto.table.settled_wagers import SettledWager
from punto.table.squeeze import clocks_of, due_in_squeeze, holders, stage_due
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    ReadyToOpen,
    ShowingResult,
    Squeezing,
    Table,
)

SYSTEM = "system"
CardCommand = OpenShoe | BurnCards | StrikeCards | CardDrawn


def handle_cards(table: Table, command: CardCommand, now: Instant) -> Decision:
    match command:
        case OpenShoe():
            return _open_shoe(table, command, now)
        case BurnCards():
            assert isinstance(table.phase, NeedsBurn), "a shoe is burned once, before its first coup"
            return burn(table, table.book.deck.card(command.card), now)
        case StrikeCards(struck=struck):
            assert table.awaits_storm, "a storm is drawn once, when betting has closed"
            return (CardsStruck(struck_text(table.book.parse_struck(struck)), now),)
        case CardDrawn():
            return _card_drawn(table, command, now)
    assert_never(command)


def _open_shoe(table: Table, command: OpenShoe, now: Instant) -> tuple[Event, ...]:
    assert isinstance(table.phase, NeedsShoe), "a shoe is opened while shoes are changed"
    assert now >= table.phase.ready_at, "a shoe change takes its time"
    assert table.commitment in (None, command.commitment), "the shoe that was committed to is opened"
    opened = ShoeOpened(
        table.shoe + 1,
        command.commitment,
        command.fingerprint,
        now,
        table.contributed,
        table.config.cut_card,
        table.config.plays_one_more,
        command.log_id,
    )
    if table.burn.for_zero is None:
        return (opened, betting_opened(evolve(table, opened), now))
    return (opened,)


def burn(table: Table, card: Card, now: Instant, serial: str = "") -> tuple[Event, ...]:
    """Betting follows; at a live table once patrons have seen the burn, or when a person opens it."""
    burned = CardsBurned(str(card), table.burn.face_down(card), serial)
    is_live = table.config.kind is TableKind.LIVE
    return (burned,) if is_live else (burned, betting_opened(evolve(table, burned), now))


def betting_opened(table: Table, now: Instant, *, is_free_hand: bool = False) -> BettingOpened:
    if is_free_hand:
        return BettingOpened(table.coup + 1, now, now, is_free_hand=True)
    is_timed = table.config.kind is not TableKind.ON_DEMAND
    return BettingOpened(table.coup + 1, now, now + table.config.pace.betting_ms if is_timed else None)


def tick(table: Table, now: Instant) -> tuple[Event, ...]:
    """The events that are due by now."""
    match table.phase:
        case Betting(closes_at=int() as closes_at) if now >= closes_at:
            return (BettingClosed(now),)
        case Squeezing():
            return squeeze_goes_on(table, now)
        case ReadyToOpen() if not table.config.is_dealt_by_hand:
            return (betting_opened(table, now),)
        case ShowingResult(ends_at=ends_at) if now >= ends_at:
            return _after_result(table, now)
    return ()


def _after_result(table: Table, now: Instant) -> tuple[Event, ...]:
    if table.shoe_is_over:
        return (ShoeEnded(now),)
    return () if table.config.is_dealt_by_hand else (betting_opened(table, now),)


def _card_drawn(table: Table, command: CardDrawn, now: Instant) -> tuple[Event, ...]:
    """The next card of our own shoe, so anything wrong with it is a bug."""
    assert isinstance(table.phase, Dealing), "cards are drawn while a coup is dealt"
    assert not table.awaits_storm, "a storm is drawn before any card"
    card = table.book.deck.card(command.card)
    assert not is_impossible(table, card), "our own shoe holds no card too often"
    return card_dealt(table, card, now)


def is_impossible(table: Table, card: Card) -> bool:
    """Only cards that were seen count: those burned face down may be any."""
    return (*table.cards_out, *table.set_aside).count(card) >= table.book.deck.copies


def card_dealt(table: Table, card: Card, now: Instant, serial: str = "") -> tuple[Event, ...]:
    side = table.next_side
    assert side is not None, "a coup that waits for a card wants one"
    return and_then(table, CardDealt(side.value, str(card), now, serial), now)


def squeeze_goes_on(table: Table, now: Instant) -> tuple[Event, ...]:
    """After a holder has opened a card, left, or given up squeezing, and when time is up."""
    phase = table.phase
    due = due_in_squeeze(table, phase) if isinstance(phase, Squeezing) else None
    if not isinstance(phase, Squeezing) or due is None or now < due.at:
        return ()
    if due.side is not None:
        return (HandTurned(phase.stage, due.side.value, now),)
    return and_then(table, StageEnded(phase.stage, now), now)


def and_then(table: Table, event: Event, now: Instant) -> tuple[Event, ...]:
    """The event, and the events it triggers at once."""
    return (event, *what_follows(evolve(table, event), now))


def what_follows(table: Table, now: Instant) -> tuple[Event, ...]:
    """After a card or a stage: the stage that is due, or the end of the coup, which a person who deals confirms."""
    stage = stage_due(table)
    if stage is not None:
        return _stage(table, stage, now)
    if table.next_side is None and not table.config.is_dealt_by_hand:
        return (coup_settled(table, now),)
    return ()


def _stage(table: Table, stage: int, now: Instant) -> tuple[Event, ...]:
    """A stage opens for its holders. Where there are none, or none of them squeezes, it is over at once."""
    held = holders(table, stage)
    clocks = clocks_of(table, stage, held, now)
    opened = StageOpened(
        stage,
        tuple((patron, side.value) for patron, side in held),
        max(clocks.values(), default=None),
        tuple((side.value, at) for side, at in clocks.items()) if len(set(clocks.values())) > 1 else (),
    )
    return (opened, *squeeze_goes_on(evolve(table, opened), now))


def coup_settled(table: Table, now: Instant) -> CoupSettled:
    coup = replace(table.book.dealing.coup_of(table.player.cards, table.banker.cards), struck=table.struck)
    wagers = settled_wagers(table, coup, table.stakes)
    return CoupSettled(str(table.player), str(table.banker), wagers, now, struck_text(table.struck))


def settled_wagers(table: Table, coup: Coup, stakes: Iterable[tuple[str, str, int]]) -> tuple[SettledWager, ...]:
    """`stakes`: patron, bet and stake of every wager; settled in the order given, as events have them."""
    decided, settled = DecidedBets(table.book, coup), []
    for patron, bet, stake in stakes:
        odds = decided[bet]
        returned = odds.returned(Amount(stake))
        fee = fee_kept(table.book, bet, stake=Amount(stake), returned=returned)
        settled.append(SettledWager(patron, bet, stake, odds.text, returned, fee))
    return tuple(settled)
