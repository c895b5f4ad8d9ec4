"""Follows the staff log: refusals name an action before them, and notes and names are what was hashed.

An erased row leaves a mark; a row that is gone without one was taken away.
"""

import msgspec

from punto.server.keeping.inspection.findings import Findings
from punto.server.keeping.inspection.floor_rows import FloorRows
from punto.server.staff.staff_events import (
    KeptDetails,
    Note,
    StaffActed,
    StaffEvent,
    StaffWasRefused,
    details_digest,
    digest_of,
)

STREAM = "staff"


class StaffEntries:
    def __init__(self, rows: FloorRows, findings: Findings) -> None:
        self._rows, self._findings = rows, findings
        self._actions: set[int] = set()

    def feed(self, event: StaffEvent, version: int) -> None:
        match event:
            case StaffActed():
                self._actions.add(version)
                if event.note:
                    self._check_row(version, f"note:{event.note}", event.note)
                if event.details:
                    self._check_row(version, f"staff:{event.details}", event.details)
            case StaffWasRefused(action=action):
                if action not in self._actions:
                    what = "StaffWasRefused: action"
                    self._findings.add(STREAM, version, what, says=action, should="the number of an action before it")

    def _check_row(self, version: int, row: str, digest: str) -> None:
        kept = self._rows.person(row)
        what = f"the row {row[:16]}… beside the entry"
        if kept is None:
            self._findings.add(STREAM, version, what, says="", should="its text, or that it was erased")
            return
        body, is_erased = kept
        if is_erased:
            return
        try:
            found = _digest(row, body)
        except (msgspec.DecodeError, ValueError):
            found = "what cannot be read"
        self._findings.expect(STREAM, version, what, says=found, should=digest)


def _digest(row: str, body: bytes) -> str:
    if row.startswith("note:"):
        return digest_of(msgspec.json.decode(body, type=Note))
    return details_digest(msgspec.json.decode(body, type=KeptDetails))
