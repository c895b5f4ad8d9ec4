"""What must always hold, checked from the stored events alone.

The auditor folds every stored event independently, derives all money from them, and compares both with the store and
the live tables. It reads only what is new, so it can check after every step.
"""

from collections import defaultdict

from punto.ledger.accounts import BOT, Account, cashier_for, fees_of, house_for, is_bot, may_be_negative, purse
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import CashierEvent
from punto.rules.coup import written_coup
from punto.rules.rulebook import RuleBook
from punto.rules.settlement import Wager, settle
from punto.server.store.interface import Store
from punto.server.streams.happened import stream_of
from punto.server.streams.table_stream import TableStream
from punto.table.config import TableConfig
from punto.table.events import CardDealt, CardsBurned, CardsStruck, CoupCancelled, CoupSettled, Event
from punto.table.evolve import evolve
from punto.table.money import journal_for
from punto.table.state import Table
from punto.table.stored.event_codec import decode_event


class Auditor:
    def __init__(self, tables: list[tuple[TableConfig, RuleBook]], currency: str) -> None:
        self._desk = Cashier(currency, hand_pay_above=0)
        self._bought: list[CashierEvent] = []
        self._shown: set[str] = set()  # commitments of shoes of which a card was shown
        self._gone: set[str] = set()  # those of a history that was rolled back
        self.settled = 0
        self._begin(tables)

    def _begin(self, tables: list[tuple[TableConfig, RuleBook]]) -> None:
        self._tables = {config.id: Table(config, book) for config, book in tables}
        self._versions = {config.id: 0 for config, _ in tables}
        self._balances: dict[str, int] = defaultdict(int)

    def bought_in(self, event: CashierEvent) -> None:
        self._bought.append(event)
        self._book(event)

    def _book(self, event: CashierEvent) -> None:
        for account, amount in cashier_journal(self._desk, event).lines.items():
            self._balances[account] += amount

    async def set_back(self, store: Store) -> None:
        """The store was rolled back: read all of it again. No shoe of which a card was shown may deal another."""
        self._gone.clear()
        settled = self.settled
        self._begin([(table.config, table.book) for table in self._tables.values()])
        for event in self._bought:
            self._book(event)
        for table in self._tables:
            await self._fold(store, table)
        self.settled = settled
        self._gone |= self._shown

    async def check(self, store: Store, live: dict[str, TableStream]) -> None:
        for table in self._tables:
            await self._fold(store, table)
        balances = await store.every_balance()
        assert sum(balances.values()) == 0, "all accounts sum to zero"
        for account, balance in balances.items():
            assert balance >= 0 or may_be_negative(Account(account)), f"{account} is at {balance}"
        derived = {account: balance for account, balance in self._balances.items() if balance}
        assert derived == {account: balance for account, balance in balances.items() if balance}, "money follows events"
        assert self._bots_sum(balances) == 0, "bots play among themselves"
        for table, stream in live.items():
            assert stream.version == self._versions[table], "a live table has seen every stored event"
            assert stream.table == self._tables[table], "folding the events gives the live table"

    def _bots_sum(self, balances: dict[str, int]) -> int:
        """Everything bots have, owe and have staked."""
        staked = sum(
            seat.staked for table in self._tables.values() for patron, seat in table.seats.items() if is_bot(patron)
        )
        kept = [of(BOT, self._desk.currency) for of in (house_for, fees_of, cashier_for)]
        purses = [account for account in balances if account.startswith(purse(BOT, self._desk.currency))]
        return staked + sum(balances.get(account, 0) for account in (*kept, *purses))

    async def _fold(self, store: Store, table: str) -> None:
        for stored in await store.read(stream_of(table), after=self._versions[table]):
            event = decode_event(stored.body)
            self._check_event(self._tables[table], event)
            for account, amount in journal_for(self._tables[table], event).lines.items():
                self._balances[account] += amount
            self._tables[table] = evolve(self._tables[table], event)
            self._versions[table] = stored.version

    def _check_event(self, table: Table, event: Event) -> None:
        """Every wager is settled exactly once, by the rules, or returned. No card that anybody may know is dealt."""
        if isinstance(event, CardDealt | CardsBurned | CardsStruck):
            assert table.commitment is not None
            assert table.commitment not in self._gone, "no card is dealt that anybody may know"
            self._shown.add(table.commitment)
        if isinstance(event, CoupSettled):
            coup = table.book.parse_coup(written_coup(event.player, event.banker, event.struck))
            again = settle(table.book, coup, table.wagers)
            stored = [(each.patron, each.bet, each.stake, each.returned, each.fee) for each in event.wagers]
            assert stored == [(*_named(each.wager), each.returned, each.fee) for each in again], "settled by the rules"
            self.settled += len(stored)
        if isinstance(event, CoupCancelled):
            staked = {patron: seat.staked for patron, seat in table.seats.items() if seat.stakes}
            assert dict(event.returned) == staked, "every stake is returned"


def _named(wager: Wager) -> tuple[str, str, int]:
    return wager.patron, wager.bet, wager.stake
