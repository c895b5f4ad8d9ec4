"""The state of a table after an event. Nothing is decided or refused here: the event has happened."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from immutables import Map
from msgspec import structs

from punto.roads.score import score_of
from punto.rules.coup import written_coup
from punto.rules.hand import Side
from punto.table.config import TableKind
from punto.table.events import (
    BettingClosed,
    BettingOpened,
    CardDealt,
    CardOpened,
    CardsBurned,
    CardSetAside,
    CardsStruck,
    ChoiceMade,
    ContributionMade,
    CoupCancelled,
    CoupCorrected,
    CoupRebuilt,
    CoupSettled,
    CoupVoided,
    DealerChanged,
    DisputeDismissed,
    DisputeRaised,
    DividerSeen,
    Event,
    HandDealtEvent,
    HandTurned,
    Paused,
    Resumed,
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEnded,
    ShoeOpened,
    ShoeRevealed,
    StageEnded,
    StageOpened,
    TipGiven,
    WagersChanged,
)
from punto.table.limits import at_risk
from punto.table.seat import Seat
from punto.table.settled_wagers import OwnWagers
from punto.table.shoe_changes import shoe_changed
from punto.table.state import (
    NO_CARDS,
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    PausedPhase,
    Phase,
    ReadyToOpen,
    SettledCoup,
    ShowingResult,
    Squeezing,
    Table,
    changed,
)
from punto.table.taken_back import (
    after_cards,
    cards_in_order,
    coup_corrected,
    coup_voided,
    disputed,
    settled_rounds,
    undisputed,
    without_expired_disputes,
)

EARLIER_MAX = 63  # changes of one patron's stakes that are looked back on
NOBODY: Mapping[str, OwnWagers] = MappingProxyType({})


def evolve(table: Table, event: Event) -> Table:  # noqa: C901 (one case for each kind of event)
    match event:
        case WagersChanged():  # first, because most events are
            return _wagers_changed(table, event)
        case ShoeCommitted() | ContributionMade() | ShoeOpened() | ShoeRevealed() | ShoeEnded() | ShoeAbandoned():
            return shoe_changed(table, event)
        case CardsBurned(card=card, face_down=face_down, serial=serial):
            table = changed(table, cards_out=(table.book.deck.card(card),), burned_face_down=face_down, has_burned=True)
            table = _with_serial(table, serial)
            return changed(table, phase=ReadyToOpen()) if table.config.kind is TableKind.LIVE else table
        case BettingOpened(coup=coup, closes_at=closes_at):
            phase = Betting(closes_at)
            return changed(table, phase=phase, coup=coup, struck=(), player=NO_CARDS, banker=NO_CARDS, stages_ended=0)
        case ChoiceMade():
            return _seated(table, event.patron, _chosen(table.seat(event.patron), event))
        case BettingClosed(at=at):
            table = changed(table, phase=Dealing(at + table.config.pace.card_ms))
            if table.last:
                table = changed(table, last=replace(table.last, is_past_dispute=True))
            return without_expired_disputes(table)
        case CardsStruck(struck=struck, at=at):
            first_card_at = at + table.config.pace.storm_ms
            return changed(table, phase=Dealing(first_card_at), struck=table.book.parse_struck(struck))
        case CardDealt():
            return _card_dealt(table, event)
        case StageOpened(stage=stage, holders=holders, closes_at=closes_at):
            held = frozenset((patron, Side(side)) for patron, side in holders)
            clocks = tuple((Side(side), at) for side, at in event.clocks)
            return changed(table, phase=Squeezing(stage, held, frozenset(), closes_at, clocks))
        case CardOpened(patron=patron, side=side, card=index):
            assert isinstance(table.phase, Squeezing)
            opened = table.phase.opened | {(patron, Side(side), index)}
            return changed(table, phase=replace(table.phase, opened=opened))
        case HandTurned(side=side, at=at):
            assert isinstance(table.phase, Squeezing)
            return changed(table, phase=replace(table.phase, turned=(*table.phase.turned, (Side(side), at))))
        case StageEnded(stage=stage, at=at):
            return changed(table, phase=Dealing(at + table.config.pace.card_ms), stages_ended=stage)
        case CoupSettled():
            return _coup_settled(table, event)
        case CoupCancelled(used_cards=used_cards, at=at):
            table = changed(_without_bets(table), phase=ShowingResult(at + table.config.pace.result_ms))
            return after_cards(table) if used_cards else changed(table, coup=table.coup - 1)
        case CoupVoided():
            return coup_voided(table, event)
        case CoupCorrected():
            return coup_corrected(table, event)
        case Paused(reason=reason, at=at, detail=detail, read_at=read_at):
            assert not isinstance(table.phase, NeedsShoe | NeedsBurn | PausedPhase)
            return changed(table, phase=PausedPhase(table.phase, reason, at, detail, read_at))
        case Resumed(at=at):
            assert isinstance(table.phase, PausedPhase)
            return changed(table, phase=later(table.phase.phase, at - table.phase.since))
        case DisputeRaised():
            return disputed(table, event)
        case DisputeDismissed(shoe=shoe, coup=coup):
            return undisputed(table, table.settled_coup(shoe, coup))
        case TipGiven(amount=amount):
            return changed(table, tips=table.tips + amount) if table.dealer else table
        case DealerChanged() | DividerSeen() | CardSetAside() | CoupRebuilt():
            return _dealt_by_hand(table, event)
    assert_never(event)


def _dealt_by_hand(table: Table, event: HandDealtEvent) -> Table:
    match event:
        case DealerChanged(dealer=dealer, at=at):
            return changed(table, dealer=dealer, dealer_since=at if dealer else None, tips=0)
        case DividerSeen():
            return after_cards(changed(table, divider_is_out=True))
        case CardSetAside(card=card, begins_free_hand=begins):
            aside = table.book.deck.card(card)
            table = changed(table, set_aside=(*table.set_aside, aside))
            if isinstance(table.phase, PausedPhase):
                table = changed(table, phase=replace(table.phase, is_answered=True))
            return changed(table, begins_free_hand=aside) if begins else table
        case CoupRebuilt(player=player, banker=banker):
            deck, scoring = table.book.deck, table.book.scoring
            hands = scoring.hand(deck.parse(player)), scoring.hand(deck.parse(banker))
            before = len(table.cards_out) - table.player.size - table.banker.size
            cards = table.cards_out[:before] + cards_in_order(*hands)
            serials = tuple(each for each in table.serials if each[0] != table.coup)  # they may be read again
            table = changed(table, cards_out=cards, serials=serials, last_card_at=0)
            return changed(table, player=hands[0], banker=hands[1])
    assert_never(event)


def _chosen(seat: Seat, event: ChoiceMade) -> Seat:
    match event.choice:
        case "mode":
            return structs.replace(seat, mode=str(event.value))
        case "denomination":
            return structs.replace(seat, denomination=int(event.value))
        case "keep_bets_on":
            return structs.replace(seat, keeps_bets_on=bool(event.value))
        case "auto_repeat":
            return structs.replace(seat, repeats=bool(event.value))
        case "squeeze":
            return structs.replace(seat, squeezes=bool(event.value))
        case "away":
            return structs.replace(seat, is_away=bool(event.value), away_since=event.at)
    assert_never(event.choice)


def _wagers_changed(table: Table, event: WagersChanged) -> Table:
    seat, actions = table.seat(event.patron), table.actions + 1
    is_undo = event.action == "clear_last"
    is_second_press = event.action == "clear_all" and seat.has_just_cleared
    undo = None if is_undo or is_second_press else seat.stakes
    now = structs.replace(seat, stakes=event.stakes, undo=undo, acted_at=actions, has_just_cleared=is_undo)
    if event.at:
        now = structs.replace(now, earlier=(*seat.earlier[-EARLIER_MAX:], (event.at, seat.stakes)))
    risk = table.at_risk + at_risk(table, event.patron, event.stakes) - at_risk(table, event.patron, seat.stakes)
    return changed(table, seats=table.seats.set(event.patron, now), at_risk=risk, actions=actions)


def _card_dealt(table: Table, event: CardDealt) -> Table:
    card, side = table.book.deck.card(event.card), Side(event.side)
    hand = table.book.scoring.hand((*table.hand(side).cards, card))
    if table.begins_free_hand is not None and not table.player.size:  # it was set aside until now
        aside = list(table.set_aside)
        aside.remove(table.begins_free_hand)
        table = changed(table, set_aside=tuple(aside), begins_free_hand=None)
    player, banker = (hand, table.banker) if side is Side.PLAYER else (table.player, hand)
    pace, have_two = table.config.pace, min(player.size, banker.size) >= 2
    phase = Dealing(event.at + (pace.third_card_ms if have_two else pace.card_ms))
    cards_out = (*table.cards_out, card)
    table = changed(table, cards_out=cards_out, last_card_at=event.at, player=player, banker=banker, phase=phase)
    return _with_serial(table, event.serial)


def _with_serial(table: Table, serial: str) -> Table:
    return changed(table, serials=(*table.serials, (table.coup, serial))) if serial else table


def _coup_settled(table: Table, event: CoupSettled) -> Table:
    result = table.book.parse_coup(written_coup(event.player, event.banker, event.struck))
    scores = (*table.scores, (table.coup, score_of(result, table.book.deck).text))
    came_out = (*table.came_out, (table.coup, table.book.came_out(result)))
    used_before = table.cards_used - result.player.size - result.banker.size
    last = SettledCoup(table.shoe, table.coup, result, event.wagers, used_before, bool(table.commitment))
    phase = ShowingResult(event.at + table.config.pace.result_ms)
    table = _without_bets(table, event.by_patron)
    return after_cards(changed(table, scores=scores, came_out=came_out, last=last, phase=phase))


def _without_bets(table: Table, settled: Mapping[str, OwnWagers] = NOBODY) -> Table:
    """Clear all bets, and forget patrons who have left and whose seat holds nothing worth keeping."""
    seats = {}
    own = settled_rounds(table.shoe, table.coup, settled)
    for patron, seat in table.seats.items():
        cleared = seat.after(own[patron]) if patron in own else seat.without_bets()
        if not (cleared.is_away and cleared.is_like(table.fresh_seat)):
            seats[patron] = cleared
    return changed(table, seats=Map(seats), at_risk=0)


def _seated(table: Table, patron: str, seat: Seat) -> Table:
    return changed(table, seats=table.seats.set(patron, seat))


def later(phase: Phase, by_ms: Instant) -> Phase:
    """The same phase with its deadline moved."""
    match phase:
        case Betting(closes_at=None) | ReadyToOpen():
            return phase
        case Betting(closes_at=int() as closes_at):
            return Betting(closes_at + by_ms)
        case Dealing(next_at=next_at):
            return Dealing(next_at + by_ms)
        case Squeezing(closes_at=closes_at, clocks=clocks, turned=turned):
            return replace(
                phase,
                closes_at=None if closes_at is None else closes_at + by_ms,
                clocks=tuple((side, at + by_ms) for side, at in clocks),
                turned=tuple((side, at + by_ms) for side, at in turned),
            )
        case ShowingResult(ends_at=ends_at):
            return ShowingResult(ends_at + by_ms)
    raise AssertionError(f"{phase!r} has no deadline to move")
