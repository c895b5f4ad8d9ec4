"""Compares the public record of shoes and coups, which replays and proofs are made from, with the log.

The record is folded again with the very fold that wrote it; a field that an older release did not write is not asked
for.
"""

import msgspec

from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import FloorRows
from punto.server.keeping.inspection.scope import Scope
from punto.server.record.coup_log import FOLLOWED, NEW, Following, follow
from punto.server.record.coup_records import LoggedShoe, coups_kind, shoe_name, shoes_kind
from punto.server.record.incidents import incident_record
from punto.table.config import QUICK, TableConfig, TableKind
from punto.table.events import Event, ShoeCommitted, ShoeOpened

BEFORE_THE_LOG = frozenset({"deck", "committed_at"})  # of a shoe committed to in an archived event


class PublicRecord:
    """Of one table."""

    def __init__(self, rows: FloorRows, table: str, stream: str, findings: Findings, scope: Scope) -> None:
        self._rows, self._table, self._stream = rows, table, stream
        self._findings, self._scope = findings, scope
        self._written_up_to = rows.followed(stream).version
        self._following: Following = NEW
        self._pending: dict[tuple[str, str], tuple[int, bytes]] = {}  # kind and name to version and body
        self._books: dict[int, str] = {}
        self._committed: set[int] = set()
        self._names: dict[str, set[str]] = {}  # of coups by kind, as they should be
        self.is_broken = False

    def book_of(self, shoe: int) -> str:
        """The id under which a shoe was recorded; empty where there is no record."""
        if shoe not in self._books:
            body = self._rows.record(shoes_kind(self._table), shoe_name(shoe))
            try:
                self._books[shoe] = "" if body is None else msgspec.json.decode(body, type=LoggedShoe).book
            except msgspec.DecodeError:
                self._books[shoe] = ""
        return self._books[shoe]

    def feed(self, event: Event, version: int) -> None:
        if type(event) not in FOLLOWED or self.is_broken or version > self._written_up_to:
            return
        number = event.shoe if isinstance(event, ShoeCommitted | ShoeOpened) else None
        if isinstance(event, ShoeCommitted):
            self._committed.add(event.shoe)
        shoe = self._following.shoe.shoe if self._following.shoe else 0
        try:
            step = follow(self._following, _config(self._table, self.book_of(number or shoe)), event, version)
        except (AssertionError, IndexError):
            self.is_broken = True  # the log itself does not fit together, and is named where it does not
            self._findings.leave_out(f"{self._stream}: the public record from event {version} on")
            return
        self._following = step.after
        for kind, name, body in step.records:
            self._pending[kind, name] = version, body
        if isinstance(event, ShoeOpened):
            self._compare_all(at_hand=step.after)

    def finish(self) -> None:
        self._compare_all(at_hand=None)
        if self._scope.is_everything and not self.is_broken:
            for kind, should in self._names.items():
                for name in sorted(self._rows.record_names(kind) - should):
                    self._findings.add(
                        self._stream, None, f"the record {kind} {name}", says="a round", should="nothing"
                    )

    def _compare_all(self, at_hand: Following | None) -> None:
        """Except what may still change: shoes that are not revealed, the last coup, those in dispute, incidents."""
        kept: set[tuple[str, str]] = set()
        if at_hand is not None:
            shoes = [*at_hand.unrevealed, *([at_hand.shoe] if at_hand.shoe else [])]
            coups = [*at_hand.disputed, *([at_hand.last] if at_hand.last else [])]
            kept = {(shoes_kind(self._table), shoe_name(each.shoe)) for each in shoes}
            kept |= {(coups_kind(self._table, each.shoe), f"{each.coup:06}") for each in coups}
            incidents = [*at_hand.incidents.disputes, *([at_hand.incidents.stop] if at_hand.incidents.stop else [])]
            kept |= {incident_record(each)[:2] for each in incidents}
        for key in [key for key in self._pending if key not in kept]:
            self._compare(*key, *self._pending.pop(key))

    def _compare(self, kind: str, name: str, version: int, body: bytes) -> None:
        if kind.startswith("coups:"):
            self._names.setdefault(kind, set()).add(name)
        should = msgspec.json.decode(body)
        if not self._is_wanted(should):
            return
        stored = self._rows.record(kind, name)
        what = f"the record {kind} {name}"
        try:
            says = None if stored is None else msgspec.json.decode(stored)
        except msgspec.DecodeError:
            says = None
        if says is None or type(says) is not type(should):
            self._findings.add(self._stream, version, what, says="", should=body.decode())
        elif isinstance(says, dict):
            for field in says.keys() & should.keys() - self._unknown_fields(kind, should):
                self._findings.expect(self._stream, version, f"{what}: {field}", says=says[field], should=should[field])
        else:
            self._findings.expect(self._stream, version, what, says=says, should=should)

    def _is_wanted(self, record: object) -> bool:
        at = record.get("at", record.get("opened_at")) if isinstance(record, dict) else None
        return self._scope.is_everything or (isinstance(at, int) and self._scope.covers(self._table, at))

    def _unknown_fields(self, kind: str, record: dict[str, object]) -> frozenset[str]:
        is_whole = not kind.startswith("shoes:") or record["shoe"] in self._committed or not record["commitment"]
        return frozenset() if is_whole else BEFORE_THE_LOG


def _config(table: str, book: str) -> TableConfig:
    """The fold asks for no more than the two ids."""
    return TableConfig(
        id=table,
        title=table,
        book=book,
        currency="",
        kind=TableKind.TIMED,
        chips=(1,),
        denominations=(1,),
        limits={},
        pace=QUICK,
    )
