"""The table as one viewer may see it; `visible.py` says the same of events.

Messages are made from these two, never from a `Table` or a stored event. A face that is being squeezed is for its
holders only; a patron's stakes, choices and money are for that patron only.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from heapq import nlargest
from typing import Literal, assert_never

from msgspec import Struct

from punto.ledger.accounts import is_bot
from punto.rules.bet import Bet
from punto.rules.coup import Coup, Struck
from punto.rules.hand import Side
from punto.rules.rulebook import RuleBook
from punto.table.config import TableConfig
from punto.table.events import StakeList
from punto.table.limits import room_at, staked_on_side, touched_bets
from punto.table.reasons import Reason, reason_of
from punto.table.seat import Seat
from punto.table.settled_wagers import payouts
from punto.table.squeeze import CARDS_OF_STAGE, holds_card, is_turned_by_lead, stage_of
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    PausedPhase,
    Phase,
    ReadyToOpen,
    Room,
    Scores,
    ShowingResult,
    Squeezing,
    Table,
)
from punto.table.taken_back import why_no_dispute

EVERYBODY = ""  # sees only what everybody may see; no patron has an empty id
FACE_DOWN = ""
WINNERS_SHOWN = 5
HOLDERS_SHOWN = 6  # of each side

PhaseName = Literal["shoe_change", "betting", "dealing", "squeezing", "result"]
NameOf = Callable[[str], str]  # the name a patron shows; empty: none
FieldState = tuple[Bet, int, Room]  # a field, the stake that lies on it, and how much more fits


def may_see(table: Table, viewer: str, side: Side, index: int) -> bool:
    """Whether the viewer may know this card now."""
    if not table.config.has_squeeze or table.stages_ended >= stage_of(side, index):
        return True
    phase = table.phase_under_way
    if not isinstance(phase, Squeezing):
        return False
    if phase.has_turned(side) and (side, index) in CARDS_OF_STAGE[phase.stage]:
        return True
    return holds_card(phase, viewer, side, index) or (table.config.has_lead and is_turned_by_lead(phase, side, index))


class TableView(Struct, frozen=True):
    """What is not here is nobody's business, or staff's."""

    _table: Table
    _viewer: str = EVERYBODY

    @property
    def for_everybody(self) -> "TableView":
        return TableView(self._table)

    @property
    def config(self) -> TableConfig:
        return self._table.config

    @property
    def book(self) -> RuleBook:
        return self._table.book

    @property
    def shoe(self) -> int:
        return self._table.shoe

    @property
    def coup(self) -> int:
        return self._table.coup

    @property
    def is_last_coup(self) -> bool:
        """Of the shoe."""
        return self._table.shoe_is_over

    @property
    def phase(self) -> PhaseName:
        return phase_name(self._table.phase)

    @property
    def ends_at(self) -> Instant | None:
        """When the phase ends by itself; None during a pause, and where somebody else decides."""
        if self._waits_for_dealer:
            return None
        match self._table.phase:
            case NeedsShoe(ready_at=at) | Betting(closes_at=at) | Squeezing(closes_at=at) | ShowingResult(ends_at=at):
                return at
        return None

    @property
    def _waits_for_dealer(self) -> bool:
        """A person changes the shoe and opens the next betting."""
        is_waited_for = isinstance(self._table.phase, NeedsShoe | ShowingResult)
        return self._table.config.is_dealt_by_hand and is_waited_for and not self._table.shoe_is_over

    @property
    def dealer(self) -> str:
        return self._table.dealer

    @property
    def paused(self) -> Reason | None:
        phase = self._table.phase
        return reason_of(phase.reason) if isinstance(phase, PausedPhase) else None

    # --- the shoe

    @property
    def commitment(self) -> str | None:
        return self._table.commitment

    @property
    def contributions(self) -> tuple[str, ...]:
        return self._table.contributed

    @property
    def burned(self) -> tuple[str | None, int]:
        """The burn card and how many followed it face down. Of a shoe that is over, nothing."""
        table = self._table
        if not table.has_burned or isinstance(table.phase_under_way, NeedsShoe):
            return None, 0
        return str(table.cards_out[0]), table.burned_face_down

    @property
    def abandoned(self) -> Reason | None:
        """Why the shoe before was."""
        return reason_of(self._table.abandoned) if self._table.abandoned else None

    @property
    def scores(self) -> Scores:
        return self._table.scores

    @property
    def side_bet_hits(self) -> tuple[tuple[str, int], ...]:
        """How often each side bet of the table came out in this shoe, if it did, in the order of the book."""
        counts = Counter(bet for _, bets in self._table.came_out for bet in bets)
        sides = (bet.id for bet in self.book.bets if bet.backs is None and bet.id in self.config.limits)
        return tuple((bet, counts[bet]) for bet in sides if counts[bet])

    # --- the cards

    @property
    def struck(self) -> Struck:
        """By the storm of the running or last coup; nothing before betting has closed."""
        return self._table.struck

    def cards(self, side: Side) -> tuple[str, ...]:
        return tuple(
            str(card) if may_see(self._table, self._viewer, side, index) else FACE_DOWN
            for index, card in enumerate(self._table.hand(side).cards)
        )

    def total(self, side: Side) -> int | None:
        """None while a card of the hand is hidden."""
        cards = self.cards(side)
        return None if FACE_DOWN in cards or not cards else self._table.hand(side).total

    @property
    def stage(self) -> int:
        """Of the squeeze; 0: none is open."""
        phase = self._table.phase_under_way
        return phase.stage if isinstance(phase, Squeezing) else 0

    @property
    def stage_cards(self) -> tuple[tuple[Side, int], ...]:
        """Those that are turned in the open stage."""
        return CARDS_OF_STAGE[self.stage] if self.stage else ()

    @property
    def holders(self) -> int:
        """How many patrons squeeze."""
        phase = self._table.phase_under_way
        return len({patron for patron, _ in phase.holders}) if isinstance(phase, Squeezing) else 0

    @property
    def holds(self) -> tuple[Side, ...]:
        """The sides whose cards the viewer may turn."""
        phase = self._table.phase_under_way
        return tuple(side for side in Side if isinstance(phase, Squeezing) and (self._viewer, side) in phase.holders)

    @property
    def opened(self) -> tuple[tuple[Side, int], ...]:
        """Cards of the open stage that the viewer has turned."""
        phase = self._table.phase_under_way
        if not isinstance(phase, Squeezing):
            return ()
        return tuple((side, index) for side, index in self.stage_cards if (self._viewer, side, index) in phase.opened)

    @property
    def clocks(self) -> tuple[tuple[Side, Instant], ...]:
        """Until when the holders of each hand of the open stage have time; none while time stands still."""
        phase = self._table.phase
        if not isinstance(phase, Squeezing):
            return ()
        sides = [side for side in Side if any(of is side for of, _ in self.stage_cards)]
        clocks = ((side, phase.clock(side)) for side in sides)
        return tuple((side, at) for side, at in clocks if at is not None)

    def holder_names(self, name_of: NameOf) -> list[tuple[Side, str]]:
        """Some of those who squeeze, by the names they show; the largest stakes on each side first."""
        phase = self._table.phase_under_way
        if not isinstance(phase, Squeezing):
            return []
        names = []
        for side in Side:
            held = [patron for patron, of in phase.holders if of is side]
            stakes = [(staked_on_side(self._table, self._table.seat(patron).stakes, side), patron) for patron in held]
            names += [(side, name_of(patron)) for _, patron in nlargest(HOLDERS_SHOWN, stakes)]
        return names

    # --- results

    @property
    def last_result(self) -> tuple[int, Coup] | None:
        last = self._table.last
        return (last.coup, last.result) if last else None

    def winners(self, name_of: NameOf) -> list[tuple[str, int, bool]]:
        """Who won most in the last coup: name, payout, whether it is a bot. Only those who show a name are named."""
        won = payouts(self._table.last.wagers if self._table.last else ())
        best = nlargest(WINNERS_SHOWN, ((payout, patron) for patron, payout in won.items() if payout > 0))
        return [(name_of(patron), payout, is_bot(patron)) for payout, patron in best]

    # --- the viewer's own place

    @property
    def seat(self) -> Seat:
        return self._table.seat(self._viewer)

    @property
    def mode(self) -> str | None:
        return self._table.mode_of(self.seat)

    @property
    def may_dispute(self) -> bool:
        return why_no_dispute(self._table, self._viewer) is None

    def rooms(self, credit: int) -> list[FieldState]:
        """Of every field on the viewer's felt, so that no client computes a limit."""
        seat = self.seat
        return self._rooms(seat, self._table.offered_bets(seat), credit)

    def rooms_since(self, before: StakeList, credit: int, gained: int) -> list[FieldState]:
        """Of those that may have changed since the viewer had these stakes; `gained` of the credit is new."""
        least_credit = credit - gained if gained > 0 else credit
        seat = self.seat
        return self._rooms(seat, touched_bets(before, self._table, seat, least_credit), credit)

    def _rooms(self, seat: Seat, bets: Iterable[Bet], credit: int) -> list[FieldState]:
        table, viewer, stakes = self._table, self._viewer, dict(seat.stakes)
        fields = []
        for bet in bets:
            stake = stakes.get(bet.id, 0)
            fields.append((bet, stake, room_at(table, seat, viewer, bet, stake, credit=credit)))
        return fields

    def credit_limits(self, credit: int) -> bool:
        """Whether credit keeps the viewer from staking what the table allows."""
        return credit < self._table.largest_limit

    @property
    def has_other_bets(self) -> bool:
        """Whether a bet has just closed for the shoe, or opened with a new one."""
        coup = self._table.coup
        return any(
            bet.last_coup_offered is not None and (coup == 1 or coup == bet.last_coup_offered + 1)
            for bet in self._table.book.bets
        )


def phase_name(phase: Phase) -> PhaseName:
    """Without a pause, which is sent beside it."""
    match phase:
        case PausedPhase(phase=stopped):
            return phase_name(stopped)
        case NeedsShoe() | NeedsBurn() | ReadyToOpen():
            return "shoe_change"
        case Betting():
            return "betting"
        case Dealing():
            return "dealing"
        case Squeezing():
            return "squeezing"
        case ShowingResult():
            return "result"
    assert_never(phase)
