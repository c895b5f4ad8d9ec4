"""Reads journals in the order in which they were booked, and each stream's events in step with them.

So every journal is compared with what its own events move, and the running balances show whether a purse was ever
below zero. An account must end where both the journals and the events lead.
"""

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from punto.ledger.accounts import Account, may_be_negative
from punto.server.keeping.audit import net
from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import FloorRows, JournalLines, JournalRow, StreamRow
from punto.server.keeping.inspection.followed_stream import FollowedStream

_LINES = msgspec.json.Decoder(JournalLines)


class Ledger:
    """`is_whole`: no events are archived, so that balances are known at every instant."""

    def __init__(self, rows: FloorRows, findings: Findings, *, is_whole: bool) -> None:
        self._rows, self._findings = rows, findings
        self.is_whole = is_whole
        self.booked: dict[str, int] = defaultdict(int)  # by the journals, without empty accounts
        self._derived: dict[str, int] = defaultdict(int)  # by the events
        self._last_journal: dict[int, int] = {}
        self._below_zero: set[str] = set()
        self.journals = 0

    def begin(self, lines: Mapping[str, int]) -> None:
        """What archived events moved."""
        for sums in (self.booked, self._derived):
            _add(sums, lines)

    def read(self, streams: Mapping[int, tuple[StreamRow, FollowedStream]]) -> None:
        for journal in self._rows.journals():
            if journal.stream not in streams:
                what = f"journal {journal.number}: stream"
                self._findings.add("", None, what, says=journal.stream, should="the number of a stream")
                continue
            row, stream = streams[journal.stream]
            if journal.version > row.checkpoint.version:
                self._compare(journal, stream)
        for _, stream in streams.values():
            self._end(stream)

    def _compare(self, journal: JournalRow, stream: FollowedStream) -> None:
        self.journals += 1
        moved = stream.advance(journal.version)
        lines = self._lines(journal, stream.name)
        _add(self._derived, moved)
        if lines is not None:
            _add(self.booked, lines)
            if lines != moved:
                what = f"journal {journal.number}"
                says, should = _in_words(lines, moved), _in_words(moved, lines)
                self._findings.add(stream.name, journal.version, what, says=says, should=should)
            for account in lines:
                self._check_above_zero(account, stream.name, journal.version)
        stream.change_read()

    def _lines(self, journal: JournalRow, stream: str) -> dict[str, int] | None:
        try:
            stored = _LINES.decode(journal.lines)
        except (msgspec.DecodeError, TypeError) as error:
            what = f"journal {journal.number}"
            self._findings.add(stream, journal.version, what, says=str(journal.lines)[:60], should=f"lines ({error})")
            return None
        if self.is_whole:
            self._check_order(journal, stored, stream)
        return net([{self._rows.account_name(number): amount for number, (amount, _) in stored.items()}])

    def _check_order(self, journal: JournalRow, stored: JournalLines, stream: str) -> None:
        """Each line names the journal that moved its account before."""
        for number, (_, before) in stored.items():
            should = self._last_journal.get(number, 0)
            if before != should:
                what = f"journal {journal.number}: the one before it for {self._rows.account_name(number)}"
                self._findings.add(stream, journal.version, what, says=before, should=should)
            self._last_journal[number] = journal.number

    def _check_above_zero(self, account: str, stream: str, version: int) -> None:
        balance = self.booked.get(account, 0)
        if self.is_whole and balance < 0 and not may_be_negative(Account(account)) and account not in self._below_zero:
            self._below_zero.add(account)
            self._findings.add(stream, version, f"the balance of {account}", says=balance, should="zero or more")

    def _end(self, stream: FollowedStream) -> None:
        left = stream.advance()
        if left:
            _add(self._derived, left)
            should = _in_words(left, {})
            self._findings.add(stream.name, stream.version, "the journals", says="", should=f"one that moves {should}")

    def check_accounts(self, open_escrows: set[str]) -> int:
        """Against the balances that are kept. Returns how many accounts are not empty."""
        total = used = 0
        missing = set(self._derived)
        for row in self._rows.accounts():
            missing.discard(row.name)
            total += row.balance
            used += row.balance != 0
            derived, booked = self._derived.get(row.name, 0), self.booked.get(row.name, 0)
            self._findings.expect("", None, f"the balance of {row.name}", says=row.balance, should=derived)
            if booked != derived:
                self._findings.add("", None, f"the journals of {row.name}", says=booked, should=derived)
            if row.balance < 0 and not may_be_negative(Account(row.name)):
                self._findings.add("", None, f"the balance of {row.name}", says=row.balance, should="zero or more")
            if row.balance and row.name.startswith("escrow:") and row.name not in open_escrows:
                self._findings.add(
                    "", None, f"the balance of {row.name}", says=row.balance, should="0: no round of it runs"
                )
        for name in sorted(missing):
            self._findings.add("", None, f"the balance of {name}", says="", should=self._derived[name])
        self._findings.expect("", None, "the sum of all accounts", says=total, should=0)
        return used

    def balance(self, account: str) -> int:
        return self.booked.get(account, 0)


def _add(sums: dict[str, int], lines: Mapping[str, int]) -> None:
    for account, amount in lines.items():
        sums[account] += amount
        if not sums[account]:
            del sums[account]


def _in_words(lines: Mapping[str, int], other: Mapping[str, int]) -> str:
    """Only what differs."""
    differs = sorted(account for account in {*lines, *other} if lines.get(account, 0) != other.get(account, 0))
    return ", ".join(f"{account} {lines.get(account, 0):+}" for account in differs)
