"""Inspects a floor's database: chains, ledger, settlements, shoes, play record, cashier and staff log.

It goes on after each finding. Chains and the ledger are always checked as a whole; a scope narrows the rest.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from msgspec import Struct

from punto.ledger.accounts import Account, currency_of, tickets
from punto.rules.invalid_input import InvalidInput, shortened
from punto.server.keeping.archive import archived_files, folder_of
from punto.server.keeping.archive_file import InvalidArchive
from punto.server.keeping.audit import CASHIER, TABLE
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import FloorRows, StreamRow
from punto.server.keeping.inspection.followed_stream import FollowedStream
from punto.server.keeping.inspection.followers import CashierFollower, OtherFollower, StaffFollower, TableFollower
from punto.server.keeping.inspection.ledger import Ledger
from punto.server.keeping.inspection.scope import NO_DAY, KnownBooks, Scope
from punto.server.keeping.inspection.staff_entries import STREAM as STAFF
from punto.server.store.values import Checkpoint, Claim, StoredEvent


class NoSuchTable(InvalidInput):
    """The floor never had it."""


class Inspected(Struct, frozen=True):
    """How much was looked at."""

    streams: int
    events: int
    journals: int
    accounts: int  # that are not empty
    shoes: int
    coups: int
    plays: int
    archived: int  # events in archive files that were not looked into


AnyFollower = TableFollower | CashierFollower | StaffFollower | OtherFollower


class Inspection:
    def __init__(
        self, rows: FloorRows, findings: Findings, books: KnownBooks, scope: Scope, archives: Path | None = None
    ) -> None:
        self._rows, self._findings, self._books, self._scope = rows, findings, books, scope
        self._archives = archives
        self._archived = 0
        self._streams = rows.streams()
        if scope.table is not None and f"{TABLE}{scope.table}" not in {row.name for row in self._streams}:
            raise NoSuchTable(f"there is no table {shortened(scope.table)}")
        self._currency = self._one_currency()
        is_whole = not any(row.checkpoint.version for row in self._streams)
        self._ledger = Ledger(rows, findings, is_whole=is_whole)
        self._tables: dict[str, TableFollower] = {}
        self._cashier: CashierFollower | None = None

    def run(self) -> Inspected:
        streams = {row.number: (row, self._follow(row)) for row in self._streams}
        self._ledger.read(streams)
        for row, stream in streams.values():
            stream.finish(Claim(0, row.version, row.head))
        escrows = {table.open_escrow for table in self._tables.values()}
        accounts = self._ledger.check_accounts({each for each in escrows if each})
        self._check_tickets()
        self._check_plays()
        self._check_totals()
        return Inspected(
            streams=len(streams),
            events=sum(stream.events for _, stream in streams.values()),
            journals=self._ledger.journals,
            accounts=accounts,
            shoes=sum(table.log.shoes for table in self._tables.values()),
            coups=sum(table.log.coups for table in self._tables.values()),
            plays=sum(table.plays.plays for table in self._tables.values()),
            archived=self._archived,
        )

    # --- streams ------------------------------------------------------------------------------------------------------

    def _follow(self, row: StreamRow) -> FollowedStream:
        start, events = self._start(row)
        stream = FollowedStream(row.name, start, events, self._follower(row.name), self._findings)
        checkpoint = row.checkpoint
        moved = stream.advance(checkpoint.version) if start != checkpoint else checkpoint.lines
        stream.change_read()
        what = "the checkpoint's totals"
        self._findings.expect(row.name, checkpoint.version, what, says=checkpoint.lines, should=dict(moved))
        self._ledger.begin(moved)
        return stream

    def _start(self, row: StreamRow) -> tuple[Checkpoint, Iterator[StoredEvent]]:
        """With the events of its archive files, if they are at hand."""
        stored = self._rows.events(row)
        if not row.checkpoint.version:
            return row.checkpoint, stored
        if self._archives is not None:
            try:
                files = archived_files(self._archives / folder_of(row.name), row.name, row.checkpoint)
            except InvalidArchive as error:
                self._findings.add(
                    row.name, None, "the archive", says=str(error), should="every event before the checkpoint"
                )
            else:
                return Checkpoint(), chain(chain.from_iterable(file.events for file in files), stored)
        self._archived += row.checkpoint.version
        self._findings.leave_out(
            f"{row.name}: its first {row.checkpoint.version:,} events, which are in archive files: give their folder "
            "with --archives"
        )
        return row.checkpoint, stored

    def _follower(self, stream: str) -> AnyFollower:
        rows, findings = self._rows, self._findings
        if stream.startswith(TABLE):
            follower = TableFollower(rows, stream, findings, self._books, self._scope, self._ledger, self._currency)
            self._tables[follower.table] = follower
            return follower
        if stream == CASHIER:
            self._cashier = CashierFollower(findings, self._currency)
            return self._cashier
        return StaffFollower(rows, findings) if stream == STAFF else OtherFollower()

    # --- sums ---------------------------------------------------------------------------------------------------------

    def _one_currency(self) -> str:
        currencies = sorted({currency_of(Account(row.name)) for row in self._rows.accounts()})
        if len(currencies) > 1:
            self._findings.add("", None, "the accounts", says=", ".join(currencies), should="one currency")
        return currencies[0] if currencies else ""

    def _check_tickets(self) -> None:
        if self._cashier is not None:
            name = tickets(self._currency)
            owed = self._cashier.log.owed
            self._findings.expect("", None, f"the journals of {name}", says=self._ledger.balance(name), should=owed)

    def _check_plays(self) -> None:
        """Plays that no event explains."""
        if not self._scope.is_everything:
            return
        starts = {
            row.name.removeprefix(TABLE): row.checkpoint.version for row in self._streams if not self._is_read(row)
        }
        for table, version, at, _, patron in self._rows.plays_by_table():
            follower = self._tables.get(table)
            if version <= starts.get(table, 0) or (follower is not None and follower.plays.explains(version)):
                continue
            what = f"the play record: a play of {patron} at {at}"
            self._findings.add(f"{TABLE}{table}", version, what, says="a play", should="nothing: no event explains it")

    def _check_totals(self) -> None:
        if not self._scope.is_everything:
            return
        kept: dict[tuple[str, str, str, str], tuple[int, int, int]] = {}
        for day, table, book, bet, *sums in self._rows.bet_totals():
            key = (table, NO_DAY if self._scope.day_of(0) == NO_DAY else day, book, bet)
            before = kept.get(key, (0, 0, 0))
            kept[key] = before[0] + sums[0], before[1] + sums[1], before[2] + sums[2]
        for row in self._streams:
            table = row.name.removeprefix(TABLE)
            if table in self._tables and self._is_read(row):
                self._compare_totals(table, {key[1:]: value for key, value in kept.items() if key[0] == table})

    def _compare_totals(self, table: str, kept: dict[tuple[str, str, str], tuple[int, int, int]]) -> None:
        derived = {key: tuple(sums) for key, sums in self._tables[table].plays.totals.items() if any(sums)}
        for key in sorted({*kept, *derived}):
            says, should = kept.get(key, (0, 0, 0)), derived.get(key, (0, 0, 0))
            what = f"the totals of {table}: {' '.join(filter(None, key))}: wagers, staked, returned"
            self._findings.expect("", None, what, says=says, should=should)

    def _is_read(self, row: StreamRow) -> bool:
        """From its first event on."""
        return not row.checkpoint.version or not self._archived


def inspect_floor(
    rows: FloorRows, findings: Findings, books: KnownBooks, scope: Scope, archives: Path | None = None
) -> Inspected:
    return Inspection(rows, findings, books, scope, archives).run()
