"""Floors to inspect, and ways to damage a copy of one: by its rows, or by an event with every hash made right again."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import msgspec

from punto.books import EVERY_BOOK
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import BoughtIn, BuyInReversed, CashierEvent, TicketIssued, TicketPaid
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import floor_rows
from punto.server.keeping.inspection.inspect_floor import Inspected, inspect_floor
from punto.server.keeping.inspection.scope import EVERYTHING, KnownBooks, Scope
from punto.server.protocol.refusals import ServerRefusal
from punto.server.staff.staff_events import By, On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.store.sqlite.batch import rows_of
from punto.server.store.values import CHAIN_START, Change, Stored, chained
from punto.table.events import CoupVoided, ShoeAbandoned, ShoeEnded
from punto.table.stored.event_codec import decode_event
from punto.trials.torture.floor import CURRENCY
from tests.server.store.test_archive import KeptStore

FINGERPRINT = "fingerprint"  # of every book, on floors that are played at random
Edit = Callable[[dict[str, Any]], object]


async def fill(store: Store, steps: int, seed: int) -> None:
    """Two tables played at random, a cashier and a staff log."""
    await (await KeptStore(store, seed=seed).open()).play(steps)
    await book_entries(
        store,
        BoughtIn("p5", 900, by="amy", at=1),
        BoughtIn("p5", 70, by="amy", at=2),
        BuyInReversed(7, "p5", 70, by="sue", at=3),
        TicketIssued("c0de", "p5", 500, is_hand_pay=False, at=4),
        TicketIssued("0ther", "p5", 100, is_hand_pay=False, at=5),
        TicketPaid("c0de", 500, patron=None, by="amy", at=6),
    )
    log = await StaffLog.open(store, lambda: 7)
    number = await log.acts(By("sue", "supervisor", "10.0.0.1"), "pause", On(table="jade"), note="A chip fell.")
    await log.refused(number, ServerRefusal.TABLE_IS_BUSY)


async def is_eventful(store: Store, stream: str) -> bool:
    """Its first shoe was played down to the cut card, and a round was voided that somebody had won or lost."""
    events = [decode_event(each.body) for each in await store.read(stream)]
    first_end = next((each for each in events if isinstance(each, ShoeEnded | ShoeAbandoned)), None)
    voided = [each for each in events if isinstance(each, CoupVoided) and each.adjustments]
    return isinstance(first_end, ShoeEnded) and bool(voided)


async def book_entries(store: Store, *events: CashierEvent) -> None:
    claim, desk = await store.claim("cashier"), Cashier(CURRENCY, hand_pay_above=0)
    version = claim.version
    for event in events:
        journal = {str(account): int(amount) for account, amount in cashier_journal(desk, event).lines.items()}
        (outcome,) = await store.commit(
            [Change("cashier", claim.epoch, version, (msgspec.json.encode(event),), journal)]
        )
        assert isinstance(outcome, Stored), outcome
        version = outcome.version


def inspect(
    database: Path | str,
    scope: Scope = EVERYTHING,
    archives: Path | None = None,
    schema: str = "punto",
    fingerprint: str = FINGERPRINT,
) -> tuple[Inspected, Findings]:
    async def run() -> tuple[Inspected, Findings]:
        findings = Findings()
        async with floor_rows(str(database), schema=schema) as rows:
            books = KnownBooks(EVERY_BOOK, lambda _book: fingerprint)
            return inspect_floor(rows, findings, books, scope, archives), findings

    return asyncio.run(run())


def lines(findings: Findings) -> list[str]:
    return [finding.line for finding in findings.kept]


@contextmanager
def opened(file: Path) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(str(file))
    try:
        yield connection
    finally:
        connection.close()


def change_rows(file: Path, statement: str) -> None:
    with opened(file) as connection:
        connection.execute(statement)
        assert connection.changes() == 1, f"{connection.changes()} rows were changed"


def change_event(file: Path, stream: str, kind: str, edit: Edit) -> int:
    """In the first event of a kind that an edit changes; all hashes after it are made to fit. Returns its version."""
    with opened(file) as connection:
        rows = rows_of(
            connection,
            "select events.version, body from events join streams on streams.id = events.stream"
            " where streams.stream = ? order by events.version",
            stream,
        )
        for version, body in rows:
            event = json.loads(body)
            inner = event.get("event", event)
            if inner["type"] == kind:
                edit(inner)
                if json.loads(body) != event:
                    _rewrite(connection, stream, version, json.dumps(event).encode())
                    return int(version)
    raise AssertionError(f"no {kind} of {stream} could be changed")


def first_wager(**fields: Any) -> Edit:
    """Of a settled round, with other values."""
    return lambda event: event["wagers"] and event["wagers"][0].update(fields)


def insert_event(file: Path, stream: str, event: dict[str, Any]) -> int:
    """As the last one, without a journal."""
    with opened(file) as connection:
        [(number, version, head)] = rows_of(
            connection, "select id, version, head from streams where stream = ?", stream
        )
        body = json.dumps(event).encode()
        head = chained(head, version + 1, body)
        connection.execute("insert into events values (?, ?, ?, ?)", (number, version + 1, body, head))
        connection.execute("update streams set version = ?, head = ? where id = ?", (version + 1, head, number))
        return int(version) + 1


def _rewrite(connection: apsw.Connection, stream: str, version: int, body: bytes) -> None:
    [(number,)] = rows_of(connection, "select id from streams where stream = ?", stream)
    connection.execute("update events set body = ? where stream = ? and version = ?", (body, number, version))
    head = CHAIN_START
    rows = rows_of(connection, "select version, body from events where stream = ? order by version", number)
    for each, its_body in rows:
        head = chained(head, each, its_body)
        connection.execute("update events set head = ? where stream = ? and version = ?", (head, number, each))
    connection.execute("update streams set head = ? where id = ?", (head, number))
