"""A gaming day that has been played: hours of rounds at every hand-dealt table, decided and stored as tables do it.

Nobody waits for these hours: no server runs meanwhile, and each table is told what time it is. The shoes, the patrons'
tastes and so all figures are the same in every run.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from punto.rules.cards import Card
from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.table.commands import Command, EnterCard, GiveTip, PlaceWager, RaiseDispute, Tick
from punto.table.config import TableConfig
from punto.table.hand_commands import CloseBetting, ConfirmResult, ConfirmShoe, OpenBetting, TapIn
from punto.table.state import ShowingResult, Table

CARD_MS, BETTING_MS, BETWEEN_SHOES_MS = 2_500, 18_000, 240_000
ROUND_MS = BETTING_MS + 6 * CARD_MS + 6_000
MAIN_BETS: tuple[str, ...] = ("player", "banker")
SIDE_BETS = 0.35  # so often does a patron back one
TIPS = 0.04


class PlayedTable:
    """One table through a day, with its dealers in turn and patrons who come and go."""

    def __init__(
        self, stream: TableStream, dealers: Sequence[str], patrons: Sequence[str], origin: tuple[str, str], seed: int
    ) -> None:
        """`origin`: the fingerprint of the book's rules, and the history of the store."""
        self._stream = stream
        self._dealers, self._patrons, self._origin = dealers, patrons, origin
        self._chance = Random(seed)
        self._cards: list[Card] = []
        self.now = 0

    @property
    def table(self) -> Table:
        return self._stream.table

    @property
    def dealer(self) -> str:
        return self.table.dealer

    async def plays(self, rounds: int, begins_at: int, ends_at: int) -> None:
        """As many rounds, spread over the time; the last ends at its end."""
        self.now = begins_at
        pause_ms = max(0, (ends_at - begins_at) // rounds - ROUND_MS)
        for number in range(rounds):
            if number % max(1, rounds // 6) == 0:
                await self._changes_dealer()
            await self.round()
            self.now += round(pause_ms * self._chance.uniform(0.6, 1.3))
        self.now = ends_at

    async def round(self) -> None:
        await self.opens()
        await self.closes()
        await self.deals()
        await self.settles()

    async def opens(self) -> None:
        if not isinstance(self.table.phase, ShowingResult) or self.table.shoe_is_over:
            await self._begins_a_shoe()
        await self.does(OpenBetting(self.dealer))
        await self.takes_bets()

    async def takes_bets(self) -> None:
        """What a table does not take in this round is refused, as on every evening."""
        here = self._chance.sample(self._patrons, self._chance.randint(3, min(9, len(self._patrons))))
        wanted = [Request(command) for patron in here for command in self._wishes(patron)]
        await self._stream.handle(wanted, self.now)
        self.now += BETTING_MS

    def _wishes(self, patron: str) -> list[Command]:
        config, chance = self.table.config, self._chance
        sides = [bet for bet in config.limits if bet not in MAIN_BETS]
        chosen = [chance.choice(MAIN_BETS)]
        if chance.random() < SIDE_BETS:
            chosen.append(chance.choice(sides))
        wishes: list[Command] = [PlaceWager(patron, bet, self._stake(config, bet)) for bet in chosen]
        if chance.random() < TIPS:
            wishes.append(GiveTip(patron, config.chips[0] * config.denominations[0]))
        return wishes

    def _stake(self, config: TableConfig, bet: str) -> int:
        limit, chip = config.limits[bet], self._chance.choice(config.units)
        return min(max(chip * self._chance.randint(1, 4), limit.stake_min), limit.stake_max)

    async def closes(self) -> None:
        await self.does(CloseBetting(self.dealer))

    async def deals(self, cards: int = 6) -> None:
        for _ in range(cards):
            if self.table.awaits_confirmation:
                return
            self.now += CARD_MS
            await self.does(EnterCard(str(self._cards.pop())))

    async def settles(self) -> None:
        self.now += CARD_MS
        await self.does(ConfirmResult(self.dealer))
        self.now += self.table.config.pace.result_ms

    async def is_disputed(self) -> None:
        """By the first patron who lost something that a table may hear of."""
        for patron in self._patrons:
            (answer,) = await self._stream.handle([Request(RaiseDispute(patron))], self.now)
            if answer.refusal is None:
                return
        raise AssertionError("somebody has played the last round")

    async def does(self, command: Command) -> None:
        (answer,) = await self._stream.handle([Request(command)], self.now)
        assert answer.refusal is None, (self.table.config.id, command, answer.refusal)

    async def _changes_dealer(self) -> None:
        others = [dealer for dealer in self._dealers if dealer != self.dealer]
        dealer = self._chance.choice(others)
        await self.does(TapIn(dealer, dealer))

    async def _begins_a_shoe(self) -> None:
        table = self.table
        if table.has_shoe and table.shoe_is_over:
            await self.ends_the_shoe()
        self._cards = list(table.book.deck.cards)
        self._chance.shuffle(self._cards)
        await self.does(ConfirmShoe(self.dealer, *self._origin))
        if table.burn.for_zero is not None:
            burned = self._cards.pop()
            await self.does(EnterCard(str(burned)))
            del self._cards[-table.burn.face_down(burned) :]
        self.now += CARD_MS

    async def ends_the_shoe(self) -> None:
        self.now += BETWEEN_SHOES_MS
        await self.does(Tick())


class _NoTables:
    """Nobody plays yet."""

    async def has_bets(self, patron: str) -> bool:  # noqa: ARG002
        return False

    async def end_auto_repeat(self, patron: str) -> None: ...


async def buy_in(database: Path, config: FloorConfig, patrons: Sequence[str], amount: int, by: str, at: int) -> None:
    """What they play with, before the first round."""
    cashier = await CashierDesk.open(SqliteInProcess(database), lambda: at, config, _NoTables())
    for patron in patrons:
        await cashier.buy_in(patron, amount, by, id=f"in-{patron}")


async def open_tables(
    database: Path, config: FloorConfig, dealers: Sequence[str], patrons: Sequence[str]
) -> dict[str, PlayedTable]:
    """Every hand-dealt table of a floor that nobody serves at the moment."""
    store = SqliteInProcess(database)
    fingerprints, history = KnownFingerprints(store), await store.log_id()
    tables = {}
    for number, table in enumerate(each for each in config.tables if each.is_dealt_by_hand):
        book = config.book_of(table)
        stream = await TableStream.open(store, table, book)
        origin = await fingerprints.of(book), history
        tables[table.id] = PlayedTable(stream, dealers, patrons, origin, seed=number + 1)
    return tables
