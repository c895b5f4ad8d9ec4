"""Decisions of staff about settled rounds, found by the patron whose purse they moved.

A round may be voided or corrected long after it was played; these records say when, so that a statement has a line
for it at its own time. Names count down in time: read by name, the newest comes first.
"""

import msgspec
from msgspec import Struct

from punto.server.record.coup_records import Record
from punto.server.record.plays_of_coup import PlayBody
from punto.server.store.plays import CoupStatus, Play
from punto.table.reasons import Reason

LAST_INSTANT = 10**15 - 1


class ChangeOfPlay(Struct, frozen=True):
    at: int
    table: str
    book: str
    shoe: int
    coup: int
    status: CoupStatus
    reason: Reason
    adjusted: int  # given, or taken back when below zero
    uncovered: int  # no longer there to be taken back


def changes_kind(patron: str) -> str:
    return f"changes:{patron}"


def change_record(play: Play, body: PlayBody) -> Record:
    """Of a play that was changed just now."""
    last = body.changes[-1]
    change = ChangeOfPlay(
        at=last.at,
        table=play.table,
        book=play.book,
        shoe=play.shoe,
        coup=play.coup,
        status=last.status,
        reason=last.reason,
        adjusted=last.adjusted,
        uncovered=last.uncovered,
    )
    name = f"{LAST_INSTANT - last.at:015}:{play.table}:{play.changed:012}"
    return changes_kind(play.patron), name, msgspec.json.encode(change)
