"""The scan desk: decides which lines of a card reader reach the table, and stops the table when none can be trusted.

Rubbish never becomes a card. A line that was answered before, a stutter and a serial that is out already are ignored; a
running number that jumps, a reader that begins anew in mid-round and three unreadable lines in a row stop the table,
and somebody looks. Lines of one table are taken one after another.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

import msgspec

from punto.server.config.card_codes import CARDS_AS_TEXT, CardCodes
from punto.server.config.floor_config import FloorConfig
from punto.server.dealing.reader import Ignored, Jumped, News, Reader, ReaderCounts, Repeated, ScanOutcome
from punto.server.dealing.scan_line import Code, KeepAlive, Rubbish, read_line
from punto.server.dealing.table_watch import TableWatch, WatchedTable
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.every_record import every_record
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Records
from punto.server.streams.request import TableAnswer
from punto.table.commands import Command, EnterCard, Pause
from punto.table.decisions.dealing import SYSTEM
from punto.table.events import Event, ShoeOpened
from punto.table.hand_commands import SeeDivider
from punto.table.reasons import HouseReason, StaffReason
from punto.table.refusals import Refusal
from punto.table.state import Dealing, Instant, PausedPhase, Table

READ_AT_MOST_MS_AGO = 5_000  # a reader's clock is trusted no further back
COUNTS = "reader"  # the kind of the records
WEDGE = "console"  # the source of what a console's keyboard types


class EnteredTable(Protocol):
    async def ask(self, command: Command, id: str = "") -> TableAnswer: ...  # noqa: A002 (the word of the protocol)


class ScanDesk:
    def __init__(
        self,
        tables: Mapping[str, EnteredTable],
        watch: TableWatch,
        config: Callable[[], FloorConfig],
        clock: Callable[[], Instant],
        has_device: Callable[[str], bool],
        store: Records,
    ) -> None:
        self.on_change: list[Callable[[str], None]] = []  # given the table whose reader said something
        self._tables = tables
        self._watch = watch
        self._config = config
        self._clock = clock
        self._has_device = has_device
        self._store = store
        self._counts: dict[str, ReaderCounts] = {}  # as they were stored last
        self._readers: dict[str, Reader] = {}
        self._turns: dict[str, asyncio.Lock] = {}
        watch.on_change.append(self._happened)

    def reader(self, table: str) -> Reader:
        reader = self._readers.get(table)
        if reader is None:
            watched, counts = self._watch.get(table), self._counts.get(table)
            is_of_shoe = watched is not None and counts is not None and counts.shoe == watched.table.shoe
            reader = self._readers[table] = Reader(counts if is_of_shoe else None)
        reader.has_device = self._has_device(table)
        return reader

    async def recall(self) -> None:
        """Call it before anything is read."""
        async for table, body in every_record(self._store, COUNTS):
            self._counts[table] = msgspec.json.decode(body, type=ReaderCounts)

    async def scan(
        self,
        table: str,
        line: str,
        source: str = WEDGE,
        *,
        read_at: Instant = 0,
        id: str = "",  # noqa: A002 (the word of the protocol)
    ) -> ScanOutcome | ServerRefusal:
        """`id` is the sender's: a line sent again under it gets its first answer. After a restart it is ignored."""
        watched, door = self._watch.get(table), self._tables.get(table)
        if watched is None or door is None:
            return ServerRefusal.TABLE_IS_UNKNOWN
        reader = self.reader(table)
        async with self._turns.setdefault(table, asyncio.Lock()):
            reader.heard_at = self._clock()
            outcome = reader.sent_before(id, line)
            if outcome is None:
                outcome = await self._taken(door, watched, reader, line, source, self._moment(read_at), id)
                reader.sent(id, line, outcome)
            else:
                reader.ignored += 1
        reader.last_outcome = outcome
        self._tell(table)
        await self._keep_counts(table, reader.counts(watched.table.shoe))
        return outcome

    async def alive(self, table: str, source: str, begins: int | None = None) -> ScanOutcome | ServerRefusal:
        """The reader is there. `begins`: it has started, or was unplugged, and its next line has this number."""
        watched, door = self._watch.get(table), self._tables.get(table)
        if watched is None or door is None:
            return ServerRefusal.TABLE_IS_UNKNOWN
        reader = self.reader(table)
        before, reader.heard_at = reader.status(self._clock()), self._clock()
        is_stopped = False
        async with self._turns.setdefault(table, asyncio.Lock()):
            if begins is not None and reader.begins_anew(source, begins) and _has_cards_in_a_coup(watched.table):
                is_stopped = await self._stop(door, "reader_lost")  # what was dealt meanwhile, nobody has read
        if before != "ready" or begins is not None:
            self._tell(table)
        return ScanOutcome("alive", is_stopped=is_stopped)

    async def _keep_counts(self, table: str, counts: ReaderCounts) -> None:
        if counts != self._counts.get(table):
            self._counts[table] = counts
            with suppress(StoreIsLost):  # the next line stores them
                await self._store.keep_record(COUNTS, table, msgspec.json.encode(counts))

    def _moment(self, read_at: Instant) -> Instant:
        now = self._clock()
        return now if not read_at else max(now - READ_AT_MOST_MS_AGO, min(read_at, now))

    async def _taken(
        self,
        door: EnteredTable,
        watched: WatchedTable,
        reader: Reader,
        line: str,
        source: str,
        at: Instant,
        id: str,  # noqa: A002
    ) -> ScanOutcome:
        match read_line(line):
            case KeepAlive():
                return ScanOutcome("alive")
            case Rubbish(why=why):
                reader.refused += 1
                is_stopped = reader.rubbish() and await self._stop(door, "reader_lost")
                return ScanOutcome("refused", f"rubbish: {why}", is_stopped=is_stopped)
            case Code() as code:
                config = watched.table.config
                codes = self._config().card_codes.get(config.id, CARDS_AS_TEXT)
                is_out = codes.is_unique and any(code.text == serial for _, serial in watched.table.serials)
                judged = reader.judge(code, source, at, config.scan_gap_ms, is_out=is_out)
                match judged:
                    case Repeated(outcome=outcome):
                        reader.ignored += 1
                        return outcome
                    case Ignored(reason=reason):
                        outcome = ScanOutcome("ignored", reason)
                    case Jumped():
                        outcome = ScanOutcome(
                            "refused", "number_jumped", is_stopped=await self._stop(door, "reader_lost")
                        )
                    case News():
                        outcome = await self._entered(door, watched, reader, code, codes, at, id)
                reader.answered(code, source, outcome)
                return outcome

    async def _entered(
        self,
        door: EnteredTable,
        watched: WatchedTable,
        reader: Reader,
        code: Code,
        codes: CardCodes,
        at: Instant,
        id: str,  # noqa: A002
    ) -> ScanOutcome:
        before = watched.table
        if code.text in codes.divider:
            return _divider_outcome(await door.ask(SeeDivider(before.dealer or SYSTEM), id))
        card = codes.card_of(code.text, before.book.deck)
        if card is None:
            is_stopped = reader.rubbish() and await self._stop(door, "card_unknown")
            return ScanOutcome("refused", "code_unknown", is_stopped=is_stopped)
        if not before.dealer:
            return ScanOutcome("refused", Refusal.DEALER_IS_MISSING, card)
        answer = await door.ask(EnterCard(card, read_at=at, serial=code.text if codes.is_unique else ""), id)
        return _card_outcome(before, self._watch[before.config.id].table, card, answer, at)

    async def _stop(self, door: EnteredTable, reason: HouseReason | StaffReason) -> bool:
        """Whether it stands still now: before a round there is nothing to stop, and nothing was placed."""
        answer = await door.ask(Pause(SYSTEM, reason))
        return answer.refusal in (None, Refusal.TABLE_IS_PAUSED)

    def _happened(self, table: str, event: Event | None) -> None:
        reader = self._readers.get(table)
        if reader is not None and isinstance(event, ShoeOpened):
            reader.new_shoe()

    def _tell(self, table: str) -> None:
        for tell in self.on_change:
            tell(table)


def _divider_outcome(answer: TableAnswer) -> ScanOutcome:
    if answer.refusal == Refusal.DIVIDER_WAS_SEEN:
        return ScanOutcome("ignored", answer.refusal)
    return ScanOutcome("refused", answer.refusal) if answer.refusal else ScanOutcome("placed", card="divider")


def _card_outcome(before: Table, after: Table, card: str, answer: TableAnswer, at: Instant) -> ScanOutcome:
    if answer.refusal is not None:
        return ScanOutcome("refused", answer.refusal, card, is_stopped=isinstance(after.phase, PausedPhase))
    if len(after.cards_out) > len(before.cards_out) or after.shoe != before.shoe:
        return ScanOutcome("placed", card=card)
    if isinstance(after.phase, PausedPhase) and not isinstance(before.phase, PausedPhase):
        return ScanOutcome("refused", after.phase.reason, card, is_stopped=True)
    is_stutter = at - before.last_card_at < before.config.scan_gap_ms  # so soon after the same card that it is the same
    return ScanOutcome("ignored", "stutter" if is_stutter else "sent_before", card)


def _has_cards_in_a_coup(table: Table) -> bool:
    return isinstance(table.phase, Dealing) and bool(table.player.size)
