"""The tables that a pit plays: each the same task as at a floor, with nobody to tell but the floor that lent it."""

from collections.abc import Callable, Iterator
from functools import partial

from punto.ledger.accounts import purse
from punto.server.config.floor_config import FloorConfig, HouseRules
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.pits.pit_metrics import PitMetrics
from punto.server.pits.told_terms import ToldTerms
from punto.server.protocol.links.pit_link import Borrowed, EventStored, Lent
from punto.server.store.interface import Store
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.server.tables.table_door import Reply
from punto.server.tables.table_services import Observers, TableServices
from punto.server.tables.table_task import TableTask
from punto.server.telling.bus import InProcessBus
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import patron_of
from punto.table.refusals import Refusal
from punto.table.state import Instant, Table
from punto.table.stored.event_codec import encode_event

Tell = Callable[[Borrowed | EventStored], None]


class CannotBorrow(Exception):
    """The text says why."""


class _Nobody:
    """A pit tells no patron anything, so nobody has a name or a number."""

    def name_of(self, _patron: str) -> str:
        return ""

    def next_number(self, _patron: str) -> int:
        raise AssertionError("nobody follows a table in a pit")


class PitTables:
    """For one floor that has hired the pit."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        config: FloorConfig,
        house: HouseRules,
        queue_max: int,
        clock: Callable[[], Instant],
        tell: Tell,
        gives_up: Callable[[Lent], None],
    ) -> None:
        self.metrics = PitMetrics()
        self._store = store
        self._ledger = WatchedStore(store)
        self._ledger.timers.append(self.metrics.committed)
        self._shoes = FairShoes(store, key)
        self._fingerprints = KnownFingerprints(store)
        self._config = config
        self._house = house
        self._queue_max = queue_max
        self._clock = clock
        self._tell = tell
        self._gives_up = gives_up
        self._terms = ToldTerms()
        self._bus = InProcessBus()
        self._lobby = Lobby(self._bus)
        self._loans: dict[str, Lent] = {}  # from when we heard of them until they are taken back or given up
        self._tasks: dict[str, TableTask] = {}  # those of them whose log is being read, or has been

    def __len__(self) -> int:
        return len(self._loans)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._loans))

    def lent(self, lent: Lent) -> None:
        """`borrow` follows. The floor may take the table back before that has ended."""
        self._loans[lent.config.id] = lent

    def has(self, lent: Lent) -> bool:
        """The floor has not taken it back."""
        return self._loans.get(lent.config.id) is lent

    async def borrow(self, lent: Lent) -> None:
        """Raises CannotBorrow, and StreamIsTaken when the floor has taken the table back meanwhile."""
        config, book = lent.config, self._config.stored_book(lent.config.book)
        if book is None or await self._fingerprints.of(book) != lent.fingerprint:
            raise CannotBorrow(f"the pit has not the same book {config.book!r}")
        publisher = TablePublisher(table_info(config, book), "", self._bus, self._lobby, _Nobody())
        task = TableTask(config, book, publisher, self._services(config.id, config.currency, lent.fingerprint))
        if self.has(lent):
            self._tasks[config.id] = task  # commands come as soon as it is claimed, and wait until it plays
            await task.open(after=lent.epoch)
        if self.has(lent):
            task.start()

    def submit(self, table: str, request: Request, room: int | None, untold: int, reply: Reply) -> None:
        """A table that is not here was given up, or taken back: the floor asks again."""
        task = self._tasks.get(table)
        if task is None:
            return
        patron = patron_of(request.command)
        self._terms.told(patron, room, untold)

        def again(answer: TableAnswer | None) -> None:
            """A purse that looks too small may have been filled by somebody else: it is read before that is said."""
            if answer is not None and answer.refusal is Refusal.CREDIT_IS_SHORT:
                self._ledger.forget_purses((purse(patron, task.config.currency),))
                task.submit(request, done)
            else:
                done(answer)

        def done(answer: TableAnswer | None) -> None:
            if room is not None:
                self._terms.answered(patron)
            reply(answer)

        task.submit(request, again)

    def forget_purses(self, accounts: list[str]) -> None:
        self._ledger.forget_purses(accounts or None)

    def give_back(self, table: str) -> None:
        self._loans.pop(table, None)
        task = self._tasks.pop(table, None)
        if task is not None:
            task.halt()

    def halt(self) -> None:
        for table in self:
            self.give_back(table)

    def _services(self, table: str, currency: str, fingerprint: str) -> TableServices:
        stored = (partial(self._stored, table),)
        return TableServices(
            store=self._store,
            ledger=self._ledger,
            wallet=LedgerWallet(self._ledger, currency),
            shoes=self._shoes,
            clock=self._clock,
            house=self._house,
            metrics=self.metrics,
            queue_max=self._queue_max,
            admission=self._terms,
            tell=_unheard,
            fingerprint=fingerprint,
            catch_up=_recorded_by_the_floor,
            before_abandoning=_read_by_the_floor,
            untold=self._ledger.untold,
            picture_delay_ms=lambda: 0,
            observers=Observers(stored, stored),
            once_read=(partial(self._read, table),),
            gives_up=self._given_up,
        )

    def _read(self, table: str, log: ReadLog) -> None:
        self._tell(Borrowed(table, log.epoch, log.version))

    def _stored(self, table: str, happened: Happened) -> None:
        """Each table tells in its own time, so what two of them have left in a purse may be told in either order."""
        known, balances = self._ledger.known, dict(happened.balances)
        overtaken = tuple(account for account, left in balances.items() if known(account) not in (None, left))
        self._tell(EventStored(table, happened.version, encode_event(happened.event), balances, overtaken))

    def _given_up(self, table: str) -> None:
        lent = self._loans.pop(table, None)
        self._tasks.pop(table, None)
        if lent is not None:
            self._gives_up(lent)


def _unheard(_patron: str, _message: object) -> None:
    pass


async def _recorded_by_the_floor(_: ReadLog) -> None:
    pass


async def _read_by_the_floor(table: Table) -> None:
    raise AssertionError(f"a floor abandons shoes of a store that was set back before it lends {table.config.id}")
