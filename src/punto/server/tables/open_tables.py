"""The tables that are open here, by id, and which of them each patron sits at."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping

from punto.ledger.accounts import is_bot
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.config.table_ids import owner_of, place_of
from punto.server.protocol.table_opened import CloseReason
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.tables.house.dealer_routine import DealerRoutine
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.server.tables.lent_table import Borrower, LentTable
from punto.server.tables.table_door import TableDoor
from punto.server.tables.table_life import has_concluded
from punto.server.tables.table_task import TableTask
from punto.server.telling.messages.table_state import coming_limits
from punto.table.commands import AutoRepeat
from punto.table.config import TableConfig, TableKind
from punto.table.state import Betting, Instant


class OpenTables(Mapping[str, TableDoor]):
    """A mapping of doors; the tasks behind them stay in here."""

    def __init__(self) -> None:
        self._tasks: dict[str, TableTask] = {}
        self._seated: defaultdict[str, set[str]] = defaultdict(set)  # patron to tables

    def __getitem__(self, table_id: str) -> TableDoor:
        return self._tasks[table_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)

    # --- opening and closing ------------------------------------------------------------------------------------------

    def add(self, task: TableTask) -> None:
        self._tasks[task.id] = task

    def start(self, table_id: str) -> None:
        self._tasks[table_id].start()

    async def park(self, table_id: str) -> bool:
        """Stop a table. Whether bets lie on it, which may have come while it stopped."""
        task = self._tasks[table_id]
        await task.stop(finish_by=0)
        return bool(task.table.wagers)

    async def give_stakes_back(self, table_id: str) -> None:
        """Of a table that was parked for good, when bets had come in the last moment."""
        await self._tasks[table_id].cancel_parked("table_removed")

    def forget(self, table_id: str) -> None:
        """A table that was parked, or could not be."""
        for patron in self._tasks.pop(table_id).table.seats:
            self._unseat(patron, table_id)

    def at_place(self, place: str) -> list[str]:
        """The table, or all that patrons have of their own there."""
        return [table_id for table_id in self._tasks if place_of(table_id) == place]

    def change_settings(self, config: TableConfig) -> None:
        self._tasks[config.id].change_settings(config)

    def announce_limits(self, config: TableConfig) -> None:
        """Those that the next shoe brings."""
        task = self._tasks[config.id]
        task.publisher.announce_limits(coming_limits(config, task.book), task.table.shoe + 1)

    def has_bets_on(self, table_id: str) -> bool:
        """Bets that will be settled: on a table out of order they wait for somebody."""
        task = self._tasks.get(table_id)
        return task is not None and bool(task.table.wagers) and task.out_of_order is None

    def conclude(self, table_id: str) -> None:
        """No coup is begun after the one under way."""
        self._tasks[table_id].conclude()

    def play_on(self, table_id: str) -> None:
        """After all."""
        self._tasks[table_id].conclude(on=False)

    def has_concluded(self, table_id: str, now: Instant) -> bool:
        """Patrons have seen the last coup and its result, or the table is out of order."""
        task = self._tasks[table_id]
        return task.out_of_order is not None or (task.has_shown_all and has_concluded(task.table, now))

    def send_everybody_away(self, table_id: str, reason: CloseReason) -> None:
        self._tasks[table_id].publisher.send_everybody_away(reason)

    def is_left(self, table_id: str) -> bool:
        """A patron's own table with nobody at it and nothing on it."""
        task = self._tasks.get(table_id)
        if (
            task is None
            or owner_of(table_id) is None
            or task.publisher.followers
            or task.waiting
            or task.queue.has_work
        ):
            return False
        return isinstance(task.table.phase, Betting) and not task.table.wagers

    async def stop_all(self, finish_by: Instant) -> None:
        await asyncio.gather(*(task.stop(finish_by=finish_by) for task in self._tasks.values()))

    async def hand_over_all(self) -> None:
        """Returns once nothing is being stored."""
        await asyncio.gather(*(task.hand_over() for task in self._tasks.values()))

    def halt_all(self) -> None:
        for task in self._tasks.values():
            task.halt()

    def dealer_routine(
        self, config: TableConfig, book: RuleBook, shoes: FairShoes, house: HouseRules, fingerprint: str
    ) -> DealerRoutine:
        """For a program in the dealer's place at a live table."""
        task = self._tasks[config.id]
        return DealerRoutine(lambda: task.table, config, book, shoes, house, fingerprint)

    # --- patrons ------------------------------------------------------------------------------------------------------

    def happened(self, happened: Happened) -> None:
        """Keeps the index: most events leave the seats as they are."""
        before, after = happened.before.seats, happened.after.seats
        if len(before) == len(after):
            return
        table_id = happened.after.config.id
        for patron in set(after) - set(before):
            self._seated[patron].add(table_id)
        for patron in set(before) - set(after):
            self._unseat(patron, table_id)

    def _unseat(self, patron: str, table_id: str) -> None:
        tables = self._seated.get(patron, set())
        tables.discard(table_id)
        if not tables:
            self._seated.pop(patron, None)

    def seated(self, log: ReadLog) -> None:
        """A table's log has been read, for the first time or again."""
        for patron in log.table.seats:
            self._seated[patron].add(log.table.config.id)

    def patrons(self) -> set[str]:
        """Who have a seat somewhere."""
        return {patron for patron in self._seated if not is_bot(patron)}

    def _tables_of(self, patron: str) -> list[TableTask]:
        return [self._tasks[each] for each in self._seated.get(patron, ()) if each in self._tasks]

    def has_bets_of(self, patron: str) -> bool:
        """Also those that lie there for all the patron has been told, or may come to lie in a pit at this moment."""
        may_come = (lent.waits_for(patron) for lent in self.lent().values())  # also where they have no seat yet
        return any(may_come) or any(
            task.table.seat(patron).stakes or task.publisher.table.seat(patron).stakes
            for task in self._tables_of(patron)
        )

    async def end_auto_repeat(self, patron: str) -> None:
        for task in self._tables_of(patron):
            if task.table.seat(patron).repeats:
                await task.ask(AutoRepeat(patron, on=False))

    def note_gone(self, at_most: int) -> None:
        """At each table, so that its queue has room for those who are here."""
        for task in self._tasks.values():
            task.attendance.note_gone(at_most)

    def queue_lengths(self) -> dict[str, int]:
        return {table_id: task.waiting for table_id, task in self._tasks.items()}

    # --- pits ---------------------------------------------------------------------------------------------------------

    def lend(self, table_id: str, pit: Borrower) -> None:
        """Once no coup is under way."""
        self._tasks[table_id].lend(pit)

    async def take_back(self, table_id: str) -> None:
        if table_id in self._tasks:
            await self._tasks[table_id].take_back()

    def lent(self) -> dict[str, LentTable]:
        """Those that pits play, by id."""
        return {table_id: task.lent for table_id, task in self._tasks.items() if task.lent is not None}

    def patrons_at(self, table_id: str) -> int:
        """Who follow it."""
        return len(self._tasks[table_id].publisher.followers)

    def epoch_of(self, table_id: str) -> int:
        """Of the floor's claim on the table's log."""
        return self._tasks[table_id].epoch

    def lent_table(self, table_id: str) -> LentTable | None:
        """None: the floor plays it, or it is not open."""
        task = self._tasks.get(table_id)
        return None if task is None else task.lent

    def may_be_lent(self) -> list[str]:
        """Tables that the house deals to everybody, and that play: a person's table stays with its consoles, and a
        patron's own with its patron."""
        return [
            table_id
            for table_id, task in self._tasks.items()
            if task.config.kind is TableKind.TIMED and task.lent is None and task.is_playing
        ]
