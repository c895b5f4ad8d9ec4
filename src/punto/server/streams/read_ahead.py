"""Tables' logs, folded by a server that stands by: it claims nothing, and follows at a little distance.

When it takes the floor, only the end of each log is left to fold, however long a round has been going on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import structlog

from punto.rules.rulebook import RuleBook
from punto.server.store.failures import EventsAreArchived, StoreIsLost
from punto.server.store.heads_as_read import HeadsAsRead
from punto.server.store.interface import Store
from punto.server.store.values import EVENTS_READ_AT_ONCE
from punto.server.streams.happened import stream_of
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import Fold
from punto.table.config import TableConfig, TableKind

SECONDS_BETWEEN_LOOKS = 1.0
LOOKS_BETWEEN_REHEARSALS = 60

log = structlog.get_logger("punto.standby")
Played = tuple[TableConfig, RuleBook]  # a table, and the book that it plays


class ReadAhead:
    def __init__(self, store: Store, tables: Sequence[Played], heads: HeadsAsRead | None = None) -> None:
        self._store = store
        self._heads = heads or HeadsAsRead()
        self._tables = [each for each in tables if each[0].kind is not TableKind.ON_DEMAND]  # those are patrons' own
        self._folds: dict[str, tuple[Played, Fold]] = {}
        self._log_id = ""
        self._following: asyncio.Task[None] | None = None
        self._ends = asyncio.Event()
        self._looks = 0
        self.now_and_then: list[Callable[[], Awaitable[None]]] = []  # others who look at the store while we wait

    async def begin(self) -> None:
        """Returns once all has been read for the first time."""
        await self.catch_up()
        self._following = asyncio.create_task(self._follow(), name="read ahead")

    async def end(self) -> None:
        """A look that is under way is not broken off: to cancel a statement costs more than to finish it."""
        self._ends.set()
        if self._following is not None:
            await self._following

    async def _follow(self) -> None:
        while not self._ends.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ends.wait(), SECONDS_BETWEEN_LOOKS)
                return
            await self.catch_up()

    async def catch_up(self) -> None:
        """What cannot be read now is read when the floor is opened, as ever."""
        try:
            self._log_id = await self._heads.look(self._store)
            if self._looks % LOOKS_BETWEEN_REHEARSALS == 0:
                await self._store.get_ready()
                for look in self.now_and_then:
                    await look()
            self._looks += 1
            await asyncio.gather(*map(self._catch_up, self._tables))
        except StoreIsLost:
            self._folds.clear()
        except Exception:  # or it would be raised when the floor is taken
            log.exception("cannot_read_ahead")
            self._folds.clear()

    async def _catch_up(self, played: Played) -> None:
        config, book = played
        try:
            if config.id not in self._folds:
                notes = LogNotes(self._store, config, book, fingerprint="")
                self._folds[config.id] = played, await Fold.begun(config, book, notes)
            _, fold = self._folds[config.id]
            stored = await self._store.read(stream_of(config.id), fold.version)
            while stored:
                for each in stored:
                    fold(each)
                is_all = len(stored) < EVENTS_READ_AT_ONCE
                stored = [] if is_all else await self._store.read(stream_of(config.id), fold.version)
        except (StoreIsLost, asyncio.CancelledError):
            raise
        except EventsAreArchived:  # between two looks
            del self._folds[config.id]
        except Exception:
            log.exception("table_cannot_be_read", table=config.id)
            self._folds.pop(config.id, None)

    def take(self, config: TableConfig, book: RuleBook, log_id: str, fingerprint: str) -> Fold | None:
        """For the one who opens that table as it was read here, from the same log. Each is taken once."""
        played, fold = self._folds.pop(config.id, (None, None))
        if fold is None or played != (config, book) or log_id != self._log_id:
            return None
        assert fold.notes is not None, "they were made with it"
        fold.notes.fingerprint = fold.notes.fingerprint or fingerprint
        return fold
