"""Snapshots of a table, so that a restart need not fold the whole log.

A snapshot is only a cache: one with another schema is discarded, and folding the log gives the same table. It is taken
between two coups or two shoes, when no bets are on the felt.
"""

import msgspec
from immutables import Map

from punto.rules.cards import Card
from punto.rules.coup import struck_text
from punto.rules.hand import Hand
from punto.rules.rulebook import RuleBook
from punto.table.config import TableConfig
from punto.table.seat import Seat
from punto.table.settled_wagers import SettledWager
from punto.table.state import NO_CARDS, Dispute, NeedsShoe, SettledCoup, ShowingResult, Table

SCHEMA = 7  # another number for another shape of this, of a seat or of a table's state


class _Settled(msgspec.Struct, frozen=True):
    shoe: int
    coup: int
    result: str
    wagers: tuple[SettledWager, ...]
    used_before: int
    is_committed: bool
    uncovered: tuple[tuple[str, int], ...]
    is_past_dispute: bool = False


class _Dispute(msgspec.Struct, frozen=True):
    settled: _Settled
    patrons: tuple[str, ...]
    since: int
    shoe_cards: str | None
    ends_with_betting: bool


class _Snapshot(msgspec.Struct, frozen=True):
    is_shoe_change: bool
    until: int  # when the phase ends
    shoe: int
    coup: int
    cards_out: str
    burned_face_down: int
    cut_card_came_in: int | None
    player: str
    banker: str
    stages_ended: int
    seats: dict[str, Seat]
    actions: int
    scores: tuple[tuple[int, str], ...]
    last: _Settled | None
    disputes: tuple[_Dispute, ...]
    commitment: str | None
    contributors: tuple[str, ...]
    contributed: tuple[str, ...]
    has_burned: bool
    unrevealed_shoes: tuple[tuple[int, str], ...]
    cut_card: int | None = None  # None: from before it was kept
    plays_one_more: bool = False
    abandoned: str = ""
    dealer: str = ""
    set_aside: str = ""
    begins_free_hand: str = ""
    divider_is_out: bool = False
    last_card_at: int = 0
    serials: tuple[tuple[int, str], ...] = ()
    dealer_since: int | None = None
    tips: int = 0
    came_out: tuple[tuple[int, tuple[str, ...]], ...] = ()
    struck: str = ""


_DECODER = msgspec.json.Decoder(_Snapshot)


def snapshot_of(table: Table) -> bytes | None:
    """None while a coup runs or somebody has a bet on the felt."""
    phase = table.phase
    if not isinstance(phase, NeedsShoe | ShowingResult):
        return None
    return msgspec.json.encode(
        _Snapshot(
            is_shoe_change=isinstance(phase, NeedsShoe),
            until=phase.ready_at if isinstance(phase, NeedsShoe) else phase.ends_at,
            shoe=table.shoe,
            coup=table.coup,
            cards_out=_text(table.cards_out),
            burned_face_down=table.burned_face_down,
            cut_card_came_in=table.cut_card_came_in,
            player=str(table.player),
            banker=str(table.banker),
            stages_ended=table.stages_ended,
            seats=dict(table.seats),
            actions=table.actions,
            scores=table.scores,
            last=_settled(table.last) if table.last else None,
            disputes=tuple(map(_dispute, table.disputes)),
            commitment=table.commitment,
            contributors=tuple(sorted(table.contributors)),
            contributed=table.contributed,
            has_burned=table.has_burned,
            unrevealed_shoes=table.unrevealed_shoes,
            cut_card=table.cut_card,
            plays_one_more=table.plays_one_more,
            abandoned=table.abandoned,
            dealer=table.dealer,
            set_aside=_text(table.set_aside),
            begins_free_hand=str(table.begins_free_hand or ""),
            divider_is_out=table.divider_is_out,
            last_card_at=table.last_card_at,
            serials=table.serials,
            dealer_since=table.dealer_since,
            tips=table.tips,
            came_out=table.came_out,
            struck=struck_text(table.struck),
        )
    )


def table_from(body: bytes, config: TableConfig, book: RuleBook) -> Table:
    kept = _DECODER.decode(body)
    return Table(
        config,
        book,
        phase=NeedsShoe(kept.until) if kept.is_shoe_change else ShowingResult(kept.until),
        shoe=kept.shoe,
        coup=kept.coup,
        cards_out=book.deck.parse(kept.cards_out),
        burned_face_down=kept.burned_face_down,
        cut_card_came_in=kept.cut_card_came_in,
        player=_hand(kept.player, book),
        banker=_hand(kept.banker, book),
        stages_ended=kept.stages_ended,
        seats=Map(kept.seats),
        actions=kept.actions,
        scores=kept.scores,
        last=_coup_from(kept.last, book) if kept.last else None,
        disputes=tuple(_dispute_from(each, book) for each in kept.disputes),
        commitment=kept.commitment,
        contributors=frozenset(kept.contributors),
        contributed=kept.contributed,
        has_burned=kept.has_burned,
        unrevealed_shoes=kept.unrevealed_shoes,
        cut_card=config.cut_card if kept.cut_card is None else kept.cut_card,
        plays_one_more=config.plays_one_more if kept.cut_card is None else kept.plays_one_more,
        abandoned=kept.abandoned,
        dealer=kept.dealer,
        set_aside=book.deck.parse(kept.set_aside),
        begins_free_hand=book.deck.card(kept.begins_free_hand) if kept.begins_free_hand else None,
        divider_is_out=kept.divider_is_out,
        last_card_at=kept.last_card_at,
        serials=kept.serials,
        dealer_since=kept.dealer_since,
        tips=kept.tips,
        came_out=kept.came_out,
        struck=book.parse_struck(kept.struck) if kept.struck else (),
    )


def _hand(text: str, book: RuleBook) -> Hand:
    return book.scoring.hand(book.deck.parse(text)) if text else NO_CARDS


def _settled(coup: SettledCoup) -> _Settled:
    return _Settled(
        coup.shoe,
        coup.coup,
        str(coup.result),
        coup.wagers,
        coup.used_before,
        coup.is_committed,
        coup.uncovered,
        coup.is_past_dispute,
    )


def _coup_from(kept: _Settled, book: RuleBook) -> SettledCoup:
    result = book.parse_coup(kept.result)
    return SettledCoup(
        kept.shoe,
        kept.coup,
        result,
        kept.wagers,
        kept.used_before,
        kept.is_committed,
        kept.uncovered,
        kept.is_past_dispute,
    )


def _dispute(dispute: Dispute) -> _Dispute:
    cards = None if dispute.shoe_cards is None else _text(dispute.shoe_cards)
    return _Dispute(_settled(dispute.settled), dispute.patrons, dispute.since, cards, dispute.ends_with_betting)


def _dispute_from(kept: _Dispute, book: RuleBook) -> Dispute:
    cards = None if kept.shoe_cards is None else book.deck.parse(kept.shoe_cards)
    return Dispute(_coup_from(kept.settled, book), kept.patrons, kept.since, cards, kept.ends_with_betting)


def _text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
