"""What a table's task needs of its floor."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from punto.server.config.floor_config import HouseRules
from punto.server.figures.metrics import Metrics
from punto.server.store.interface import EventStore, Store
from punto.server.streams.happened import Observer
from punto.server.streams.read_log import ReadLog
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.streams.wallets.wallet import Wallet
from punto.server.tables.admission import Admission
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


@dataclass(frozen=True)
class TableServices:
    store: Store
    ledger: EventStore
    wallet: Wallet
    shoes: FairShoes
    clock: Callable[[], Instant]
    house: HouseRules
    metrics: Metrics
    queue_max: int
    admission: Admission
    tell: Tell
    fingerprint: str  # of the book that the table plays
    catch_up: Callable[[ReadLog], Awaitable[None]]  # the play record, once a log has been read
    before_abandoning: Callable[[Table], Awaitable[None]]  # a shoe whose cards may be known
    untold: UntoldReturns
    picture_delay_ms: Callable[[], int]  # how much later a live table's picture comes
    observers: Observers
    once_read: Sequence[Callable[[ReadLog], None]] = ()  # whenever a log has been read, before anything is decided
