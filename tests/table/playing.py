"""A table played by hand: commands in, money kept, every promise checked on the way."""

from collections import defaultdict
from dataclasses import replace as changed
from typing import Any

import msgspec

from punto.books.find_book import find_book
from punto.ledger.accounts import Account, cashier_for, may_be_negative, purse
from punto.rules.rulebook import RuleBook
from punto.table.commands import BurnCards, CardDrawn, Command, OpenShoe, StrikeCards, Tick
from punto.table.config import CLASSIC, BetLimit, TableConfig, TableKind, faults_of
from punto.table.decide import decide
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.money import journal_for
from punto.table.refusals import Refusal
from punto.table.state import Betting, Dealing, NeedsBurn, NeedsShoe, ReadyToOpen, ShowingResult, Squeezing, Table

STRUCK = "2cx8 3cx5 4cx3 5cx2"  # by the storm of every coup, where the book has one and a test wants no other
START = 1_000_000  # the instant at which every test begins


def config_for(book: RuleBook, **settings: Any) -> TableConfig:
    """A classic table with every bet of the book open from 20 to 10,000."""
    limits = {bet.id: BetLimit(stake_min=20, stake_max=10_000) for bet in book.bets}
    plain = TableConfig(
        id="jade",
        title="Jade",
        book=book.id,
        currency="EUR",
        kind=TableKind.TIMED,
        chips=(1, 5, 25, 100),
        denominations=(100,) if book.storm else (20, 100),  # a fee and a payout are whole
        limits=limits,
        pace=CLASSIC,
    )
    return msgspec.structs.replace(plain, **settings)


class Game:
    """One table, its patrons' money and its clock."""

    def __init__(self, book: str = "sa", purses: dict[str, int] | None = None, **settings: Any) -> None:
        rules = find_book(book)
        config = config_for(rules, **settings)
        assert not list(faults_of(config, rules))
        self.fresh = Table(config, rules)
        self.table = self.fresh
        self.now = START
        self.balances: dict[str, int] = defaultdict(int)
        for patron, amount in (purses or {"ann": 10_000, "bob": 10_000}).items():
            self.balances[purse(patron, "EUR")] = amount
            self.balances[cashier_for(patron, "EUR")] -= amount
        self.log: list[Event] = []

    def credit(self, patron: str) -> int:
        return self.balances[purse(patron, "EUR")]

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        decision = decide(self.table, command, self.credit, self.now)
        if isinstance(decision, tuple):
            for event in decision:
                self.happen(event)
        return decision

    def accept(self, command: Command) -> tuple[Event, ...]:
        decision = self.send(command)
        assert isinstance(decision, tuple), decision
        return decision

    def happen(self, event: Event) -> None:
        for line, amount in journal_for(self.table, event).lines.items():
            self.balances[line] += amount
        self.table = evolve(self.table, event)
        self.log.append(msgspec.json.decode(msgspec.json.encode(event), type=type(event)))
        for account, balance in self.balances.items():
            assert balance >= 0 or may_be_negative(Account(account)), f"{account} is at {balance} after {event}"
        assert sum(self.balances.values()) == 0
        staked = sum(seat.staked for seat in self.table.seats.values())
        escrowed = sum(balance for account, balance in self.balances.items() if account.startswith("escrow"))
        assert staked == escrowed, f"{staked} lie on the felt and {escrowed} in escrow after {event}"

    def wait(self, ms: int) -> tuple[Event, ...]:
        self.now += ms
        return self.accept(Tick())

    def open_betting(self, burn: str = "7h") -> None:
        """From wherever the table is to the next open betting."""
        if isinstance(self.table.phase, ShowingResult):
            self.wait(self.table.phase.ends_at - self.now)
        if isinstance(self.table.phase, NeedsShoe):
            self.now = max(self.now, self.table.phase.ready_at)
            self.accept(OpenShoe(self.table.commitment or "c0ffee", "f1ngerpr1nt"))
        if isinstance(self.table.phase, NeedsBurn):
            self.accept(BurnCards(burn))
        if isinstance(self.table.phase, ReadyToOpen):
            self.accept(Tick())
        assert isinstance(self.table.phase, Betting)

    def close_betting(self) -> None:
        assert isinstance(self.table.phase, Betting)
        assert self.table.phase.closes_at is not None
        self.wait(self.table.phase.closes_at - self.now)
        assert isinstance(self.table.phase, Dealing)

    def strike(self, struck: str = STRUCK) -> tuple[Event, ...]:
        assert isinstance(self.table.phase, Dealing)
        self.now = max(self.now, self.table.phase.next_at)
        return self.accept(StrikeCards(struck))

    def draw(self, cards: str) -> tuple[Event, ...]:
        """Cards in shoe order, as far as the table takes them."""
        events: tuple[Event, ...] = ()
        for card in cards.split():
            if not isinstance(self.table.phase, Dealing):
                break
            self.now = max(self.now, self.table.phase.next_at)
            events += self.accept(CardDrawn(card))
        return events

    def play(self, cards: str) -> None:
        """A whole coup without further bets."""
        self.open_betting()
        self.close_betting()
        if self.table.awaits_storm:
            self.strike()
        self.draw(cards)
        assert isinstance(self.table.phase, ShowingResult | Squeezing)

    def replayed(self) -> Table:
        table = self.fresh
        for event in self.log:
            table = evolve(table, event)
        return table

    def stakes(self, patron: str) -> dict[str, int]:
        return dict(self.table.seat(patron).stakes)

    def set(self, **fields: Any) -> None:
        """Put the table where a test needs it."""
        self.table = changed(self.table, **fields)
