"""What the house does next at a table, and when, read off the table's state.

Shuffled tables change shoes by the fair procedure: the order is committed to before anybody contributes, and revealed
when the shoe has ended. A live table's cards come from its dealer; only its clock is ours. Where that dealer is a
person, they open betting too, and of an earlier shoe of ours only the secret is left to reveal.
"""

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.tables.house.shoe_secrets import Bound, FairShoes
from punto.table.commands import (
    AbandonShoe,
    BurnCards,
    CardDrawn,
    Command,
    CommitShoe,
    Deal,
    OpenShoe,
    RevealShoe,
    StrikeCards,
    Tick,
)
from punto.table.config import TableConfig, TableKind
from punto.table.decisions.dealing import SYSTEM
from punto.table.fair_shoe import OutOfWords
from punto.table.squeeze import due_in_squeeze
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    ReadyToOpen,
    SettledCoup,
    ShowingResult,
    Squeezing,
    Table,
)

AT_ONCE = 0
AUTO_DEAL_AFTER_MS = 1_500  # on demand: time to stop an auto-repeat


class Routine:
    def __init__(
        self, config: TableConfig, book: RuleBook, shoes: FairShoes, house: HouseRules, fingerprint: str
    ) -> None:
        self._config = config
        self._book = book
        self._shoes = shoes
        self._house = house
        self._fingerprint = fingerprint
        self._order: tuple[tuple[Bound, tuple[str, ...]], list[str]] | None = None  # what it follows from, and cards

    def acts_at(self, table: Table, dealt_at: Instant) -> Instant | None:
        """When the house acts next; None: somebody else must act first."""
        phase = table.phase
        match phase:
            case Betting(closes_at=None):
                repeats = any(seat.repeats and seat.stakes for seat in table.seats.values())
                return self._auto_deal_at(dealt_at) if repeats else None
            case Betting(closes_at=at):
                return at
            case Squeezing():
                due = due_in_squeeze(table, phase)
                return due.at if due else None
            case ShowingResult(ends_at=at):
                return at if table.shoe_is_over or not self._config.is_dealt_by_hand else None
            case ReadyToOpen():
                return None if self._config.is_dealt_by_hand else AT_ONCE
        if self._config.kind is TableKind.LIVE:
            has_secret = isinstance(phase, NeedsShoe) and table.unrevealed is not None
            return AT_ONCE if has_secret and self._config.is_dealt_by_hand else None
        match phase:
            case NeedsShoe(ready_at=ready_at):
                is_bound = table.unrevealed is None and table.commitment is not None
                return ready_at if is_bound else AT_ONCE
            case NeedsBurn():
                return AT_ONCE
            case Dealing(next_at=at):
                return at
        return None

    async def next_command(self, table: Table, dealt_at: Instant, now: Instant) -> Command | None:
        at = self.acts_at(table, dealt_at)
        if at is None or now < at:
            return None
        match table.phase:
            case NeedsShoe():
                return await self._change_shoe(table)
            case Dealing() if table.awaits_storm:
                return await self._strike(table)
            case NeedsBurn() | Dealing():
                return await self._next_card(table)
            case Betting(closes_at=None):
                return Deal(next(patron for patron, seat in table.seats.items() if seat.repeats and seat.stakes))
        return Tick()

    async def _change_shoe(self, table: Table) -> Command:
        if table.unrevealed is not None:
            return await reveal_first(table, self._shoes)
        log_id = await self._shoes.log_id()
        if table.commitment is None:
            return CommitShoe(await self._shoes.prepare(self._config.id, table.shoe + 1, self._book.deck), log_id)
        return OpenShoe(table.commitment, self._fingerprint, log_id)

    async def _strike(self, table: Table) -> StrikeCards:
        assert table.commitment is not None, "a shoe that the house deals is bound"
        bound = Bound(self._config.id, table.shoe, table.commitment)
        return StrikeCards(await self._shoes.storm(bound, table.contributed, table.coup, self._book))

    async def _next_card(self, table: Table) -> Command:
        try:
            cards = await self._cards(table)
        except OutOfWords:
            return AbandonShoe(SYSTEM, "no_order")
        return BurnCards(cards[0]) if isinstance(table.phase, NeedsBurn) else CardDrawn(cards[table.cards_used])

    async def _cards(self, table: Table) -> list[str]:
        """Of the shoe in play, cached by its commitment: in a store that was set back its number may come again."""
        assert table.commitment is not None, "a shoe that the house deals is bound"
        follows_from = Bound(self._config.id, table.shoe, table.commitment), table.contributed
        if self._order is None or self._order[0] != follows_from:
            self._order = follows_from, await self._shoes.order(*follows_from, self._book.deck)
        return self._order[1]

    async def committed_coup(self, table: Table, settled: SettledCoup) -> str | None:
        """The cards the shoe held where a coup was dealt, and no more. None: no commitment, or the shoe has ended."""
        is_in_play = settled.shoe == table.shoe and not isinstance(table.phase, NeedsShoe)
        if not settled.is_committed or not is_in_play:
            return None
        cards = (await self._cards(table))[settled.used_before :]
        return str(self._book.dealing.deal(map(self._book.deck.card, cards)))

    def _auto_deal_at(self, dealt_at: Instant) -> Instant:
        pace = self._config.pace
        storm_ms = pace.card_ms + pace.storm_ms if self._book.storm else 0
        settled_at = dealt_at + storm_ms + 3 * pace.card_ms + pace.third_card_ms + pace.result_ms  # at the earliest
        return max(dealt_at + self._house.shortest_round_ms, settled_at + AUTO_DEAL_AFTER_MS)


async def reveal_first(table: Table, shoes: FairShoes) -> RevealShoe:
    """The shoe that ended first and is not revealed yet."""
    shoe, commitment = table.unrevealed_shoes[0]
    return RevealShoe(shoe, await shoes.secret(Bound(table.config.id, shoe, commitment)))
