"""Where a table's task is in its life: one value of a closed set, with what only that stage has."""

import asyncio
from dataclasses import dataclass
from typing import assert_never

from punto.server.tables.lent_table import Borrower
from punto.table.config import TableConfig
from punto.table.reasons import HouseReason
from punto.table.state import Betting, Dealing, Instant, PausedPhase, ShowingResult, Squeezing, Table


@dataclass(frozen=True)
class Opening:
    """The log is being read, or has been; nothing runs yet."""


@dataclass(frozen=True)
class Playing:
    runner: asyncio.Task[None]
    next_settings: TableConfig | None = None  # in force from the next shoe on
    lend_to: Borrower | None = None  # once no coup is under way


@dataclass(frozen=True)
class Away:
    """A pit plays the table, or it is on its way back; here it is followed."""


@dataclass(frozen=True)
class Concluding:
    """The coup under way is the last before the table is closed by staff; no other is begun."""

    runner: asyncio.Task[None]
    next_settings: TableConfig | None = None  # should it play on after all


@dataclass(frozen=True)
class Stopping:
    """No more bets. A coup that is being dealt is finished."""

    runner: asyncio.Task[None] | None


@dataclass(frozen=True)
class Ending:
    """The step under way is the last."""

    runner: asyncio.Task[None] | None


@dataclass(frozen=True)
class OutOfOrder:
    """Until somebody has looked; "taken_over": another server plays on."""

    reason: HouseReason


Life = Opening | Playing | Away | Concluding | Stopping | Ending | OutOfOrder


def runner_of(life: Life) -> asyncio.Task[None] | None:
    return None if isinstance(life, Opening | Away | OutOfOrder) else life.runner


def is_over(life: Life, *, is_under_way: bool) -> bool:
    """Whether the task has nothing left to do; what is being stored is waited for."""
    match life:
        case OutOfOrder() | Away():
            return True
        case Ending():
            return not is_under_way
        case Opening() | Playing() | Concluding() | Stopping():
            return False
    assert_never(life)


def is_idle(life: Life, table: Table, now: Instant) -> bool:
    """The table is closing, and nothing more happens at it."""
    match life:
        case Stopping() | Ending():
            return not is_dealing(table)
        case Concluding():
            return has_concluded(table, now)
        case Opening() | Playing() | Away() | OutOfOrder():
            return False
    assert_never(life)


def is_dealing(table: Table) -> bool:
    return isinstance(table.phase, Dealing | Squeezing)


def has_concluded(table: Table, now: Instant) -> bool:
    """No stake lies, and the last result has been shown for as long as it is always shown."""
    match table.phase_under_way:
        case ShowingResult(ends_at=at):
            return now >= at or isinstance(table.phase, PausedPhase)
        case Betting():
            return not table.wagers
        case Dealing() | Squeezing():
            return False
    return True
