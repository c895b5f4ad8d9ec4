"""A table as supervisors watch it: where it stands, what lies on it, and every card of its shoe accounted for.

Staff see cards when they are dealt, before patrons do, so nothing of this may go to a patron.
"""

from collections import Counter

from msgspec import Struct

from punto.ledger.accounts import is_bot
from punto.rules.cards import Card
from punto.rules.coup import struck_text
from punto.server.protocol.parts import FieldTotal
from punto.table.config import TableKind
from punto.table.reasons import STAFF_REASONS, Reason, reason_of
from punto.table.state import (
    Betting,
    Instant,
    NeedsShoe,
    PausedPhase,
    ShowingResult,
    Squeezing,
    Table,
)
from punto.table.view import PhaseName, phase_name


class WatchedDispute(Struct, frozen=True):
    shoe: int
    coup: int
    patrons: tuple[str, ...]  # in the order in which they raised it
    since: Instant
    staked: int  # in that coup, by all patrons


class WatchedTable(Struct, frozen=True):
    version: int  # of the table's log
    kind: TableKind
    book: str
    phase: PhaseName  # or the one that a pause has stopped
    since: Instant | None  # of the phase, or of the last card; None: unknown
    ends_at: Instant | None  # None: when somebody does something
    paused: Reason | None
    paused_since: Instant | None
    paused_detail: str
    is_stopped_by_house: bool  # paused, and by no person
    out_of_order: str | None
    shoe: int
    coup: int
    cards: int  # dealt in this coup
    dealer: str  # account; empty: nobody is tapped in
    dealer_since: Instant | None
    player: tuple[str, ...]
    banker: tuple[str, ...]
    patrons: int  # who follow the table
    bots: int
    fields: tuple[FieldTotal, ...]
    disputes: tuple[WatchedDispute, ...]
    last: tuple[int, int] | None  # the last coup that was settled
    struck: str = ""  # by the storm of the running or last coup, `4hx3 Kdx8`; a node of an older version tells none

    @property
    def stakes(self) -> dict[str, int]:
        """Of patrons, by bet."""
        return {each.bet: each.stake for each in self.fields if each.stake}


class FaceCount(Struct, frozen=True):
    rank: str
    dealt: int  # or set aside
    of: int


class ShoeAudit(Struct, frozen=True):
    """`size` = dealt + burned + set aside + in the shoe."""

    shoe: int
    size: int
    dealt: int
    burn_card: str | None
    burned_face_down: int
    set_aside: int
    in_shoe: int
    faces: tuple[FaceCount, ...]  # the burn card is counted apart
    adds_up: bool  # no card was seen more often than the shoe holds it


class Crowd(Struct, frozen=True):
    """What a table's own state does not say."""

    version: int
    patrons: int
    bots: int
    fields: tuple[FieldTotal, ...]
    out_of_order: str | None


def watched(table: Table, crowd: Crowd) -> WatchedTable:
    phase, pause = table.phase_under_way, table.phase if isinstance(table.phase, PausedPhase) else None
    return WatchedTable(
        version=crowd.version,
        kind=table.config.kind,
        book=table.config.book,
        phase=phase_name(phase),
        since=_since(table),
        ends_at=None if pause else _ends_at(table),
        paused=reason_of(pause.reason) if pause else None,
        paused_since=pause.since if pause else None,
        paused_detail=pause.detail if pause else "",
        is_stopped_by_house=pause is not None and _is_alarming(pause.reason),
        out_of_order=crowd.out_of_order,
        shoe=table.shoe,
        coup=table.coup,
        cards=table.player.size + table.banker.size,
        dealer=table.dealer,
        dealer_since=table.dealer_since,
        player=tuple(map(str, table.player.cards)),
        banker=tuple(map(str, table.banker.cards)),
        patrons=crowd.patrons,
        bots=crowd.bots,
        fields=crowd.fields if table.wagers else (),  # patrons see the stakes of a settled round a while longer
        disputes=tuple(
            WatchedDispute(
                *dispute.settled.id,
                dispute.patrons,
                dispute.since,
                staked=sum(wager.stake for wager in dispute.settled.wagers if not is_bot(wager.patron)),
            )
            for dispute in table.disputes
        ),
        last=table.last.id if table.last else None,
        struck=struck_text(table.struck),
    )


def _is_alarming(reason: str) -> bool:
    """The house has stopped the table, or something without which no round can be dealt is missing."""
    return reason not in STAFF_REASONS or reason in ("reader_lost", "picture_lost")


def _ends_at(table: Table) -> Instant | None:
    match table.phase_under_way:
        case NeedsShoe(ready_at=at) | Betting(closes_at=at) | Squeezing(closes_at=at) | ShowingResult(ends_at=at):
            return at
    return None


def _since(table: Table) -> Instant | None:
    pace = table.config.pace
    match table.phase_under_way:
        case Betting(closes_at=int(at)):
            return at - pace.betting_ms
        case ShowingResult(ends_at=at):
            return at - pace.result_ms
    return table.last_card_at or None


def audited(table: Table) -> ShoeAudit:
    """Of the shoe in play, or of the last one."""
    deck, burned = table.book.deck, table.cards_out[:1] if table.has_burned else ()
    dealt = table.cards_out[len(burned) :]
    counts = Counter(card.rank for card in (*dealt, *table.set_aside))
    ranks = dict.fromkeys(card.rank for card in deck.faces)
    per_rank = Counter(card.rank for card in deck.faces)
    seen = Counter[Card]((*table.cards_out, *table.set_aside))
    return ShoeAudit(
        shoe=table.shoe,
        size=deck.size,
        dealt=len(dealt),
        burn_card=str(burned[0]) if burned else None,
        burned_face_down=table.burned_face_down,
        set_aside=len(table.set_aside),
        in_shoe=deck.size - table.cards_used,
        faces=tuple(FaceCount(rank, counts[rank], per_rank[rank] * deck.copies) for rank in ranks),
        adds_up=all(count <= deck.copies for count in seen.values()) and table.cards_used <= deck.size,
    )
