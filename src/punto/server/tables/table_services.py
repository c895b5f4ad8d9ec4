"""What a table's task needs of its floor."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from punto.server.config.floor_config import HouseRules
from punto.server.protocol.refusals import AnyRefusal
from punto.server.store.interface import EventStore, Store
from punto.server.streams.happened import Observer
from punto.server.streams.read_log import Fold, ReadLog
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.turns import Turns
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.streams.wallets.wallet import Wallet
from punto.server.tables.command_queue import TableMetrics
from punto.server.tables.house.kept_bets import Tell
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.table.state import Instant, Table


@dataclass(frozen=True)
class Observers:
    """Of events from now on. Most events are bets, and few have to hear of those."""

    stored: Sequence[Observer] = ()  # as soon as they are stored
    stored_bets: Sequence[Observer] = ()  # those of them who hear of bets too
    due: Sequence[Observer] = ()  # when patrons are about to be told
    told: Sequence[Observer] = ()  # after patrons have been told


class TableAdmission(Protocol):
    """Who may stake at a table, and how much: `Admission` at a floor; a pit is told with each command."""

    def refusal_for(self, patron: str) -> AnyRefusal | None: ...

    def allowances_at(self, table: str, untold: Callable[[str], int]) -> Allowances: ...

    def spendable(self, patron: str, balance: int, table: str) -> int: ...


@dataclass(frozen=True)
class TableServices:
    store: Store
    ledger: EventStore
    wallet: Wallet
    shoes: FairShoes
    clock: Callable[[], Instant]
    house: HouseRules
    metrics: TableMetrics
    queue_max: int
    admission: TableAdmission
    tell: Tell
    fingerprint: str  # of the book that the table plays
    catch_up: Callable[[ReadLog], Awaitable[None]]  # the play record, once a log has been read
    before_abandoning: Callable[[Table], Awaitable[None]]  # a shoe whose cards may be known
    untold: UntoldReturns
    picture_delay_ms: Callable[[], int]  # how much later a live table's picture comes
    observers: Observers
    ahead: Fold | None = None  # of the table's log, when it is opened for the first time
    once_read: Sequence[Callable[[ReadLog], None]] = ()  # whenever a log has been read, before anything is decided
    doubt: Callable[[Collection[str]], None] = lambda _: None  # accounts that somebody else may have moved
    turns: Turns = field(default_factory=Turns)  # of the whole floor
    gives_up: Callable[[str], None] | None = (
        None  # in a pit: told the table that it cannot go on with; nothing is mended
    )
