"""Who follows which stream: a table's, the cashier's, the staff's. Each decodes its events and says what they move."""

import msgspec

from punto.ledger.accounts import escrow, purse
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import CashierEvent
from punto.ledger.journal import Journal
from punto.server.keeping.audit import TABLE, TableMoney
from punto.server.keeping.inspection.cashier_log import CashierLog
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import FloorRows
from punto.server.keeping.inspection.ledger import Ledger
from punto.server.keeping.inspection.plays import PlayChecks
from punto.server.keeping.inspection.public_record import PublicRecord
from punto.server.keeping.inspection.scope import KnownBooks, Scope
from punto.server.keeping.inspection.seen import SeenCoup
from punto.server.keeping.inspection.staff_entries import StaffEntries
from punto.server.keeping.inspection.table_log import TableLog
from punto.server.staff.staff_events import event_of
from punto.server.store.values import StoredEvent
from punto.table.events import Event, TipGiven
from punto.table.stored.event_codec import decode_event


class TableFollower:
    def __init__(
        self,
        rows: FloorRows,
        stream: str,
        findings: Findings,
        books: KnownBooks,
        scope: Scope,
        ledger: Ledger,
        currency: str,
    ) -> None:
        self.table = stream.removeprefix(TABLE)
        self._currency, self._ledger = currency, ledger
        self._money = TableMoney(stream, currency)
        self.plays = PlayChecks(rows, self.table, stream, findings, scope)
        self._public = PublicRecord(rows, self.table, stream, findings, scope)
        self.log = TableLog(
            self.table,
            stream,
            findings,
            books,
            scope,
            book_of=self._public.book_of,
            observe=self._coup_ended,
            done=self.plays.done,
        )

    def feed(self, stored: StoredEvent) -> dict[str, int]:
        event = decode_event(stored.body)
        self._public.feed(event, stored.version)
        self.log.feed(event, stored.version)
        if isinstance(event, TipGiven):
            self.plays.tip(event, stored.version)
        return _lines(self._money.journal_of(event))

    def _coup_ended(self, coup: SeenCoup, event: Event, version: int) -> None:
        self.plays.observe(coup, event, version, self._public.book_of(coup.shoe))

    def change_read(self) -> None:
        self.plays.change_read(self._balance if self._ledger.is_whole else None)

    def _balance(self, patron: str) -> int:
        return self._ledger.balance(purse(patron, self._currency))

    def finish(self) -> None:
        self.log.finish()
        self.plays.change_read(None)
        self._public.finish()

    @property
    def open_escrow(self) -> str | None:
        """That of the running coup."""
        coup = self.log.running
        return escrow(self.table, coup.shoe, coup.coup, self._currency) if coup else None


class CashierFollower:
    def __init__(self, findings: Findings, currency: str) -> None:
        self.log = CashierLog(findings, currency)
        self._desk = Cashier(currency, hand_pay_above=0)
        self._events: msgspec.json.Decoder[CashierEvent] = msgspec.json.Decoder(CashierEvent)

    def feed(self, stored: StoredEvent) -> dict[str, int]:
        event = self._events.decode(stored.body)
        self.log.feed(event, stored.version)
        return _lines(cashier_journal(self._desk, event))

    def change_read(self) -> None:
        pass

    def finish(self) -> None:
        pass


class StaffFollower:
    def __init__(self, rows: FloorRows, findings: Findings) -> None:
        self._entries = StaffEntries(rows, findings)

    def feed(self, stored: StoredEvent) -> dict[str, int]:
        self._entries.feed(event_of(stored.body), stored.version)
        return {}

    def change_read(self) -> None:
        pass

    def finish(self) -> None:
        pass


class OtherFollower:
    """A stream that moves no money and that nobody here can read: its chain is checked."""

    def feed(self, stored: StoredEvent) -> dict[str, int]:  # noqa: ARG002
        return {}

    def change_read(self) -> None:
        pass

    def finish(self) -> None:
        pass


def _lines(journal: Journal) -> dict[str, int]:
    return dict(journal.lines.items())
