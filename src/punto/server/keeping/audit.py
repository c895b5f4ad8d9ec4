"""Verifies a store: checks every hash chain and derives all money again from the events alone.

It needs nothing but the store: no configuration, no book, no running table. So it can audit a copy of a running floor,
of one long gone, or one that somebody may have tampered with. If a stream's first events are archived, it begins at
the stream's checkpoint, which has their totals.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping

import msgspec
from msgspec import Struct

from punto.ledger.accounts import Account, currency_of, escrow, may_be_negative
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import CashierEvent
from punto.ledger.journal import Journal
from punto.server.store.interface import Store
from punto.server.store.values import StoredEvent, chained
from punto.table.events import BettingOpened, Event, ShoeAbandoned, ShoeOpened
from punto.table.money import journal_in
from punto.table.stored.event_codec import decode_event

TABLE, CASHIER = "table:", "cashier"


class AuditFailed(Exception):
    """The store contradicts itself; the text names the first contradiction."""


class Audited(Struct, frozen=True):
    streams: int
    events: int
    accounts: int  # that are not empty
    archived: int  # archived events, counted through checkpoints


async def audit(store: Store) -> Audited:
    balances = await store.every_balance()
    _check_balances(balances)
    currency = one_currency(balances)
    streams, events, archived = await store.streams(), 0, 0
    derived: dict[str, int] = defaultdict(int)
    for stream, last in streams.items():
        start = await store.checkpoint(stream)
        head, version = start.head, start.version
        archived += version
        for account, amount in start.lines.items():
            derived[account] += amount
        follower = _follower(stream, currency)
        async for event in _events(store, stream, version):
            version += 1
            head = chained(head, version, event.body)
            if (event.version, event.head) != (version, head):
                raise AuditFailed(f"{stream}: event {event.version} does not follow from those before it")
            events += 1
            for account, amount in follower.journal(event).lines.items():
                derived[account] += amount
        if (version, head) != (last.version, last.head):
            raise AuditFailed(f"{stream}: the last event is {version}, and should be {last.version}")
    _check_derived(balances, derived)
    return Audited(len(streams), events, len(balances), archived)


class TableMoney:
    """Follows a table's events just enough to know which coup the stakes belong to."""

    def __init__(self, stream: str, currency: str) -> None:
        self._table = stream.removeprefix(TABLE)
        self._currency = currency
        self._shoe = self._coup = 0

    def journal(self, stored: StoredEvent) -> Journal:
        return self.journal_of(decode_event(stored.body))

    def journal_of(self, event: Event) -> Journal:
        if isinstance(event, ShoeOpened | ShoeAbandoned):
            self._shoe, self._coup = event.shoe, 0
        elif isinstance(event, BettingOpened):
            self._coup = event.coup
        return journal_in(escrow(self._table, self._shoe, self._coup, self._currency), event)


class CashierMoney:
    def __init__(self, currency: str) -> None:
        self._desk = Cashier(currency, hand_pay_above=0)
        self._events: msgspec.json.Decoder[CashierEvent] = msgspec.json.Decoder(CashierEvent)

    def journal(self, stored: StoredEvent) -> Journal:
        return cashier_journal(self._desk, self._events.decode(stored.body))


class NoMoney:
    def journal(self, stored: StoredEvent) -> Journal:  # noqa: ARG002 (other streams move none)
        return Journal({})


def _follower(stream: str, currency: str) -> TableMoney | CashierMoney | NoMoney:
    if stream.startswith(TABLE):
        return TableMoney(stream, currency)
    return CashierMoney(currency) if stream == CASHIER else NoMoney()


def _check_balances(balances: dict[str, int]) -> None:
    if total := sum(balances.values()):
        raise AuditFailed(f"all accounts together have {total}, and should have nothing")
    for account, balance in sorted(balances.items()):
        if balance < 0 and not may_be_negative(Account(account)):
            raise AuditFailed(f"{account} is at {balance}")


def _check_derived(balances: dict[str, int], derived: dict[str, int]) -> None:
    for account in sorted({*balances, *derived}):
        kept, follows = balances.get(account, 0), derived.get(account, 0)
        if kept != follows:
            raise AuditFailed(f"{account} has {kept}, and by the events it should have {follows}")


def one_currency(balances: dict[str, int]) -> str:
    """A floor has one currency. If nothing has moved yet, it does not matter which."""
    currencies = sorted({currency_of(Account(account)) for account in balances})
    if len(currencies) > 1:
        raise AuditFailed(f"one floor has several currencies: {', '.join(currencies)}")
    return currencies[0] if currencies else ""


def net(journals: Iterable[Mapping[Account, int] | Mapping[str, int]]) -> dict[str, int]:
    """The sum for each account, without those that come to nothing."""
    lines: dict[str, int] = defaultdict(int)
    for journal in journals:
        for account, amount in journal.items():
            lines[account] += amount
    return {account: amount for account, amount in lines.items() if amount}


async def _events(store: Store, stream: str, after: int) -> AsyncIterator[StoredEvent]:
    while page := await store.read(stream, after):
        for event in page:
            yield event
        after = page[-1].version
