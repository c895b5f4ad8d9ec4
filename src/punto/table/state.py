"""The state of a table: a value, made by folding events.

Each phase is a value that holds only what it needs. The order of the shoe is not here: the core learns a card when it
is dealt, so it cannot leak one that is not.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from immutables import Map

from punto.rules.bet import Bet
from punto.rules.cards import Card
from punto.rules.coup import Coup, Struck
from punto.rules.hand import PLAYER, Hand, Side
from punto.rules.money import Amount
from punto.rules.rulebook import RuleBook
from punto.rules.settlement import Wager
from punto.rules.shoe import CUT_CARD_DEFAULT, BurnRule, coups_behind_cut_card, cut_card_is_out
from punto.table.config import TableConfig
from punto.table.refusals import Refusal
from punto.table.seat import Seat
from punto.table.settled_wagers import SettledWager

Instant = int  # milliseconds
NO_CARDS = Hand()
Scores = tuple[tuple[int, str], ...]  # coup and score, of the coups of a shoe that stand
CameOut = tuple[tuple[int, tuple[str, ...]], ...]  # likewise, coup and every bet that won in it, backed or not


@dataclass(frozen=True)
class NeedsShoe:
    """Before the first shoe, and while a shoe is being changed."""

    ready_at: Instant


@dataclass(frozen=True)
class NeedsBurn:
    """A shoe stands ready and its first card is about to be turned up."""


@dataclass(frozen=True)
class ReadyToOpen:
    """A shoe is burned, and the person who deals it opens betting."""


@dataclass(frozen=True)
class Betting:
    closes_at: Instant | None


@dataclass(frozen=True)
class Dealing:
    """The next card is due at `next_at`."""

    next_at: Instant


@dataclass(frozen=True)
class Squeezing:
    stage: int
    holders: frozenset[tuple[str, Side]]
    opened: frozenset[tuple[str, Side, int]]
    closes_at: Instant | None  # the last clock of a hand; None: no clock runs
    clocks: tuple[tuple[Side, Instant], ...] = ()  # of each hand, where they differ
    turned: tuple[tuple[Side, Instant], ...] = ()  # hands whose time was up, and since when they turn

    def clock(self, side: Side) -> Instant | None:
        return next((at for of, at in self.clocks if of is side), self.closes_at)

    def has_turned(self, side: Side) -> bool:
        return any(of is side for of, _ in self.turned)


@dataclass(frozen=True)
class ShowingResult:
    ends_at: Instant


@dataclass(frozen=True)
class PausedPhase:
    """Time stands still: what was left of the phase is left when it resumes."""

    phase: "ReadyToOpen | Betting | Dealing | Squeezing | ShowingResult"
    reason: str
    since: Instant
    detail: str = ""  # the card that is the reason
    read_at: Instant = 0  # when it was read
    is_answered: bool = False  # a card was set aside since


Phase = NeedsShoe | NeedsBurn | ReadyToOpen | Betting | Dealing | Squeezing | ShowingResult | PausedPhase


@dataclass(frozen=True)
class SettledCoup:
    """It can be taken back while it is the last one, or in dispute."""

    shoe: int
    coup: int
    result: Coup
    wagers: tuple[SettledWager, ...]
    used_before: int = 0  # cards of the shoe
    is_committed: bool = False  # its shoe's order was bound beforehand
    uncovered: tuple[tuple[str, int], ...] = ()  # patrons who could not give back all that a correction took, and what
    is_past_dispute: bool = False  # betting has closed since

    @property
    def id(self) -> tuple[int, int]:
        return self.shoe, self.coup

    @cached_property
    def patrons(self) -> frozenset[str]:
        """Who had a wager in it."""
        return frozenset([wager.patron for wager in self.wagers])


@dataclass(frozen=True)
class Dispute:
    """Open until a supervisor has decided, however many coups and shoes that takes."""

    settled: SettledCoup
    patrons: tuple[str, ...]
    since: Instant
    shoe_cards: tuple[Card, ...] | None = None  # all that were seen of its shoe; None while that is the shoe in play
    ends_with_betting: bool = False  # raised under an earlier release, which let it


class Room(NamedTuple):
    """What a patron may add to a field: from `next_stake` to `room`, each a sum of the table's chips that is taken when
    it is placed. Where nothing fits, `room` is 0, `next_stake` what it would take at the least, and `refusal` why."""

    next_stake: int
    room: int
    refusal: Refusal | None


@dataclass(frozen=True)
class Table:
    config: TableConfig
    book: RuleBook
    phase: Phase = NeedsShoe(ready_at=0)
    shoe: int = 0  # its number
    coup: int = 0  # of the shoe, the running or last one; counted from 1
    cards_out: tuple[Card, ...] = ()  # seen to leave the shoe, in order: the burn card and all cards dealt
    burned_face_down: int = 0
    cut_card: int = CUT_CARD_DEFAULT  # of the shoe in play, as it was when the shoe was opened
    plays_one_more: bool = False  # likewise
    cut_card_came_in: int | None = None  # the coup in which the cut card came out
    struck: Struck = ()  # by the storm of the running or last coup
    player: Hand = NO_CARDS
    banker: Hand = NO_CARDS
    stages_ended: int = 0  # of the squeeze, in the running coup
    seats: Map[str, Seat] = field(default_factory=Map)
    at_risk: int = 0  # what the house loses if every stake wins its best line
    actions: int = 0  # of betting, counted to know who was first
    scores: Scores = ()
    came_out: CameOut = ()
    last: SettledCoup | None = None
    disputes: tuple[Dispute, ...] = ()  # the oldest first
    commitment: str | None = None  # of the shoe in play, and while shoes are changed of the coming one, once it is made
    contributors: frozenset[str] = frozenset()
    contributed: tuple[str, ...] = ()  # their digests, sorted, each once
    has_burned: bool = False  # the first of `cards_out` is the burn card
    abandoned: str = ""  # why the shoe before was, until the next one is opened
    unrevealed_shoes: tuple[tuple[int, str], ...] = ()  # number and commitment of those over and not yet shown
    dealer: str = ""  # the person who deals; empty: nobody has tapped in
    set_aside: tuple[Card, ...] = ()  # seen to leave the shoe and in no hand, beside the burn card
    begins_free_hand: Card | None = None  # the last of them, if the next coup begins with it and nobody bets
    divider_is_out: bool = False  # somebody has seen it
    last_card_at: Instant = 0  # when the last card was dealt
    serials: tuple[tuple[int, str], ...] = ()  # of cards that are out, each with its coup
    dealer_since: Instant | None = None  # when the dealer tapped in
    tips: int = 0  # since then

    def __post_init__(self) -> None:
        """Worked out now, so that `changed` hands them on: states are made faster than they are looked at."""
        _ = self.fresh_seat, self.largest_limit, self.free_rooms, self.felts

    @property
    def stakes(self) -> list[tuple[str, str, int]]:
        """Patron, bet and stake of every wager, in the order in which they are settled."""
        return [(patron, bet, stake) for patron, seat in sorted(self.seats.items()) for bet, stake in seat.stakes]

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(Wager(patron, bet, Amount(stake)) for patron, bet, stake in self.stakes)

    def seat(self, patron: str) -> Seat:
        seat = self.seats.get(patron)
        return self.fresh_seat if seat is None else seat

    @cached_property
    def fresh_seat(self) -> Seat:
        """Of somebody who has done nothing at this table yet."""
        return Seat(self.config.denominations[0], mode=self.book.modes[0].id if self.book.modes else None)

    @cached_property
    def largest_limit(self) -> int:
        """Of any one field: with more than this to spend, only the table limits a patron."""
        limits = (limit.stake_max for limit in self.config.limits.values())
        return max(*limits, self.config.difference_max or 0, 0)

    @cached_property
    def free_rooms(self) -> dict[tuple[str, int, int], Room]:
        """How much more fits where nothing but the field's own limits counts, by bet, denomination and present stake.
        Most patrons have credit enough, so most rooms are worked out once; filled by `limits.room_on`."""
        return {}

    def hand(self, side: Side) -> Hand:
        return self.player if side is PLAYER else self.banker

    @cached_property
    def felts(self) -> dict[str | None, dict[str, Bet]]:
        """The fields on the felt in each playing mode, closed ones included; None where the book has no modes."""
        fields = {bet.id: bet for bet in self.book.bets if bet.id in self.config.limits}
        in_modes: dict[str | None, dict[str, Bet]] = {
            mode.id: {bet: field for bet, field in fields.items() if bet not in mode.leaves_out}
            for mode in self.book.modes
        }
        return in_modes or {None: fields}

    def mode_of(self, seat: Seat) -> str | None:
        """The mode this patron has chosen; the first, where a book from a file no longer has the chosen one."""
        return seat.mode if seat.mode in self.felts else self.fresh_seat.mode

    def offered_bets(self, seat: Seat) -> tuple[Bet, ...]:
        """The fields on the felt of this patron, closed ones included."""
        return tuple(self.felts[self.mode_of(seat)].values())

    @property
    def burn(self) -> BurnRule:
        override = self.config.burn_for_zero
        return self.book.burn if override is None else BurnRule(override)

    @property
    def unrevealed(self) -> int | None:
        """The first shoe whose secret is due."""
        return self.unrevealed_shoes[0][0] if self.unrevealed_shoes else None

    @property
    def has_shoe(self) -> bool:
        """One is in play, or bound and about to be."""
        return self.commitment is not None or not isinstance(self.phase, NeedsShoe)

    @property
    def phase_under_way(self) -> Phase:
        """The phase, or the one that a pause has stopped."""
        return self.phase.phase if isinstance(self.phase, PausedPhase) else self.phase

    def dispute_of(self, shoe: int, coup: int) -> Dispute | None:
        return next((each for each in self.disputes if each.settled.id == (shoe, coup)), None)

    def settled_coup(self, shoe: int, coup: int) -> SettledCoup | None:
        """One that can still be taken back. Without a number, the last one."""
        if self.last and (shoe, coup) in (self.last.id, (0, 0)):
            return self.last
        dispute = self.dispute_of(shoe, coup)
        return dispute.settled if dispute else None

    @property
    def cards_used(self) -> int:
        return len(self.cards_out) + len(self.set_aside) + self.burned_face_down

    @property
    def cut_card_is_out(self) -> bool:
        """Seen, or by the count: one that nobody noticed ends the shoe all the same."""
        return self.divider_is_out or cut_card_is_out(self.book.deck.size - self.cards_used, self.cut_card)

    @property
    def shoe_is_over(self) -> bool:
        """After the last coup of the shoe, and while it is played."""
        if self.cut_card_came_in is None:
            return False
        behind = self.coup - self.cut_card_came_in + 1
        return behind >= coups_behind_cut_card(plays_one_more=self.plays_one_more)

    @property
    def next_side(self) -> Side | None:
        return self.book.dealing.next_side(self.player, self.banker)

    @property
    def awaits_storm(self) -> bool:
        """Betting has closed, and before any card a storm is drawn."""
        is_dealing = isinstance(self.phase_under_way, Dealing)
        return is_dealing and self.book.storm is not None and not self.struck

    @property
    def awaits_confirmation(self) -> bool:
        """Every card of the coup is dealt, and the person who dealt them has yet to say that they are right."""
        return self.config.is_dealt_by_hand and isinstance(self.phase_under_way, Dealing) and self.next_side is None

    @property
    def tips_go_to(self) -> str:
        return f"dealer:{self.dealer}" if self.dealer else self.config.tips_go_to


def changed(table: Table, **fields: object) -> Table:
    """As `dataclasses.replace`, without the constructor: every event does this, and what is worked out of settings and
    book need not be worked out again."""
    assert fields.keys() <= Table.__dataclass_fields__.keys(), f"a table has no {fields.keys()}"
    if "config" in fields:
        return replace(table, **fields)  # type: ignore[arg-type]  # as `replace` takes them
    new, values = object.__new__(Table), vars(table) | fields
    values.pop("wagers", None)  # was worked out for the state before
    object.__setattr__(new, "__dict__", values)
    return new
