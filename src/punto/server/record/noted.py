"""An event on its way into the play record, and what it adds there."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.record.coup_log import Step
from punto.server.record.coup_records import Record
from punto.server.record.coup_returns import CoupReturns
from punto.server.store.plays import BetTotal, Play
from punto.table.config import TableConfig
from punto.table.events import Event, StakeList


class Noted(Struct, frozen=True):
    """An event to be written, with the state before and after it."""

    config: TableConfig
    book: RuleBook
    event: Event
    version: int
    step: Step
    fingerprint: str  # of the rules in force
    balances: Mapping[str, int] | None = None  # None: to be looked up
    stakes: Mapping[str, StakeList] = {}  # of a coup that was cancelled


class Meaning(Struct, frozen=True):
    """What an event adds to the record."""

    plays: Sequence[Play] = ()
    totals: tuple[BetTotal, ...] = ()
    returns: tuple[str, CoupReturns] | None = None  # with the gaming day
    records: tuple[Record, ...] = ()


NOTHING = Meaning()
