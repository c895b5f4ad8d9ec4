"""The play record: every coup of every patron, written in the background and complete even after a crash.

A table's task notes each stored event, which costs next to nothing. Plays are worked out and written a moment later, in
batches, together with the version they reach; after a crash the later events are read again. A balance that the commit
did not report is looked up in the ledger.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

import msgspec

from punto.ledger.accounts import Account, escrow, is_bot, purse, tips
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import gaming_day_of
from punto.server.record.coup_log import FOLLOWED, NEW, Following, follow
from punto.server.record.coup_records import Record
from punto.server.record.coup_returns import CoupReturns, coup_returns, returns_record
from punto.server.record.noted import NOTHING, Meaning, Noted
from punto.server.record.play_changes import change_record
from punto.server.record.plays_of_coup import (
    Ended,
    PlayedBet,
    bet_totals,
    bets_of_patrons,
    cancelled_plays,
    changed_plays,
    settled_plays,
    tip_play,
    tip_total,
)
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.store.plays import BetTotal, Play, PlayBatch
from punto.server.streams.happened import Happened, stream_of
from punto.server.streams.read_log import ReadLog
from punto.table.config import TableConfig
from punto.table.events import (
    BettingOpened,
    CoupCancelled,
    CoupCorrected,
    CoupSettled,
    CoupVoided,
    Event,
    StakeList,
    TipGiven,
    WagersChanged,
)
from punto.table.state import Instant
from punto.table.stored.event_codec import decode_event

PLAYS_AT_ONCE = 500  # in one transaction, so that bets between them do not wait long
SECONDS_TO_GATHER = 0.05
SECONDS_BEFORE_TRYING_AGAIN = 0.5

Item = TypeVar("Item")


class PlayRecord:
    def __init__(self, store: Store, config: FloorConfig) -> None:
        self.on_returns: list[Callable[[CoupReturns], None]] = []  # once they are written
        self._store = store
        self._zone, self._day_start = config.zone, config.day_start
        self._following: dict[str, Following] = {}
        self._queue: deque[Noted] = deque()
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="play record")

    def stop(self) -> None:
        """Nothing more is written here; the next floor reads the rest off the log."""
        if self._task:
            self._task.cancel()

    async def close(self) -> None:
        """Writes what is left, if it can still be written."""
        self.stop()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self.flush()
        except StoreIsLost:
            return  # the events have it all, and are read again at the next start

    def note(self, happened: Happened) -> None:
        """For every event of a table, once it is stored and in the order of the log."""
        event, before = happened.event, happened.before
        if type(event) not in FOLLOWED:
            return
        stakes = {}
        if isinstance(event, CoupCancelled):
            stakes = {patron: before.seat(patron).stakes for patron, _ in event.returned}
        self._follow(before.config, before.book, event, happened.version, happened.balances, stakes)

    async def catch_up(self, log: ReadLog) -> None:
        """Write what was left when the floor last stopped. Call it before the table's first note."""
        config, book, stakes = log.table.config, log.table.book, dict[str, StakeList]()
        async with self._writing:  # from here on nothing of this table is written; others are caught up meanwhile
            self._queue = deque(noted for noted in self._queue if noted.config.id != config.id)
        followed = await self._store.followed(stream_of(config.id))
        following = msgspec.json.decode(followed.state, type=Following) if followed.state else NEW
        self._following[config.id] = following
        after = min(followed.version, following.coup.first_version - 1 if following.coup else followed.version)
        async for event, version in self._events(log, after):
            if isinstance(event, WagersChanged):
                stakes[event.patron] = event.stakes
            elif isinstance(event, BettingOpened):
                stakes = {}
            if version > followed.version and type(event) in FOLLOWED:
                self._follow(config, book, event, version, None, stakes)

    async def _events(self, log: ReadLog, after: int) -> AsyncIterator[tuple[Event, int]]:
        """From the end of the log that was read, or from the store where more is needed."""
        read = log.events_after(after)
        if read is not None:
            for event, version in read:
                yield event, version
            return
        while stored := await self._store.read(stream_of(log.table.config.id), after):
            for each in stored:
                yield decode_event(each.body), each.version
            after = stored[-1].version

    async def flush(self) -> None:
        """Wait until everything noted so far is written."""
        async with self._writing:
            while self._queue:
                await self._write_some()

    def _follow(
        self,
        config: TableConfig,
        book: RuleBook,
        event: Event,
        version: int,
        balances: Mapping[str, int] | None,
        stakes: Mapping[str, StakeList],
    ) -> None:
        before = self._following.get(config.id, NEW)
        step = follow(before, config, event, version)
        self._following[config.id] = step.after
        if step.records or _is_a_tip(event):
            fingerprint = before.shoe.fingerprint if before.shoe else ""
            kept = dict(stakes) if isinstance(event, CoupCancelled) else {}
            self._queue.append(Noted(config, book, event, version, step, fingerprint, balances, kept))
            self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(SECONDS_TO_GATHER)
            self._wake.clear()
            try:
                await self.flush()
            except StoreIsLost:
                self._wake.set()
                await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)

    async def _write_some(self) -> None:
        """As many waiting notes as one transaction takes; they leave the queue once written."""
        kept: dict[str, PlayBatch] = {}
        taken = plays = 0
        returns: list[CoupReturns] = []
        for noted in list(self._queue):
            changes_plays = isinstance(noted.event, CoupVoided | CoupCorrected)
            if taken and (changes_plays or plays >= PLAYS_AT_ONCE):
                break  # what is changed must be written before
            meaning = await self._meaning(noted)
            for chunk in _chunks(iter(meaning.plays[PLAYS_AT_ONCE:])):
                await self._store.keep_plays([PlayBatch(stream_of(noted.config.id), 0, plays=chunk)])
            _add(kept, noted, meaning)
            returns += [meaning.returns[1]] if meaning.returns else []
            plays += len(meaning.plays)
            taken += 1
            if changes_plays:
                break
        await self._store.keep_plays(list(kept.values()))
        for _ in range(taken):
            self._queue.popleft()
        for each in returns:
            for hear in self.on_returns:
                hear(each)

    async def _meaning(self, noted: Noted) -> Meaning:
        match noted.event:
            case CoupSettled() as event:
                return await self._settled(noted, event)
            case CoupCancelled() as event:
                ended = _ended(noted)
                patrons = [patron for patron, _ in event.returned if not is_bot(patron)]
                balances = await self._balances(noted, patrons)
                return Meaning(list(cancelled_plays(ended, event, noted.stakes, balances)))
            case CoupVoided() | CoupCorrected() as event:
                return await self._changed(noted, event)
            case TipGiven() as event:
                return await self._tip(noted, event)
        return NOTHING

    async def _settled(self, noted: Noted, event: CoupSettled) -> Meaning:
        ended = _ended(noted)
        patrons = [patron for patron in event.by_patron if not is_bot(patron)]
        balances = await self._balances(noted, patrons)
        plays, bets = list[Play](), list[PlayedBet]()
        for play, its_bets in settled_plays(ended, noted.book, event, balances):
            plays.append(play)
            bets += its_bets
            if len(plays) % PLAYS_AT_ONCE == 0:
                await asyncio.sleep(0)  # a full table is a lot of arithmetic; others have their turn
        totals = bet_totals(ended, self._day(event.at), bets)
        return Meaning(plays, totals, self._returns(noted, totals) if totals else None)

    async def _changed(self, noted: Noted, event: CoupVoided | CoupCorrected) -> Meaning:
        ended = _ended(noted)
        coup, day = ended.coup, self._day(ended.coup.at)
        patrons = [each.patron for each in event.adjustments if not is_bot(each.patron)]
        plays = await self._store.plays_of(noted.config.id, coup.at, patrons)
        those = [play for play in plays if play.version == coup.last_version]
        changed, counted, taken_back = list[Play](), list[PlayedBet](), list[PlayedBet]()
        records = list[Record]()
        for play, before, after in changed_plays(those, noted.book, event, noted.version):
            changed.append(play)
            records.append(change_record(play, after))
            taken_back += before.bets
            counted += after.bets if isinstance(event, CoupCorrected) else ()
        totals = bet_totals(ended, day, counted, taken_back)
        now = event.wagers if isinstance(event, CoupCorrected) else ()
        returns = self._returns(noted, bet_totals(ended, day, bets_of_patrons(now)))
        return Meaning(changed, totals, returns, tuple(records))

    def _returns(self, noted: Noted, totals: tuple[BetTotal, ...]) -> tuple[str, CoupReturns]:
        coup = _ended(noted).coup
        return self._day(coup.at), coup_returns(noted.config, coup, totals)

    async def _tip(self, noted: Noted, event: TipGiven) -> Meaning:
        currency = noted.config.currency
        account = purse(event.patron, currency)
        told = await self._told(noted, [account], moved=tips(currency, event.goes_to))
        play = tip_play(noted.config, event, noted.version, noted.step.after.where, told[account])
        return Meaning([play], (tip_total(noted.config, event, self._day(event.at)),))

    async def _balances(self, noted: Noted, patrons: list[str]) -> Mapping[str, int]:
        currency, coup = noted.config.currency, _ended(noted).coup
        accounts = [purse(patron, currency) for patron in patrons]
        return await self._told(noted, accounts, moved=escrow(noted.config.id, coup.shoe, coup.coup, currency))

    async def _told(self, noted: Noted, accounts: list[Account], *, moved: Account) -> Mapping[str, int]:
        """As the commit told them; what it did not tell is looked up, by an account that it moved."""
        told = noted.balances or {}
        missing = [account for account in accounts if account not in told]
        if not missing:
            return told
        stream = stream_of(noted.config.id)
        return {**told, **await self._store.balances_after(missing, stream, noted.version, moved)}

    def _day(self, at: Instant) -> str:
        return gaming_day_of(at, self._zone, self._day_start)


def _is_a_tip(event: Event) -> bool:
    """One that says when it was given: those of the first release did not, and stay in the ledger alone."""
    return isinstance(event, TipGiven) and event.at > 0 and not is_bot(event.patron)


def _ended(noted: Noted) -> Ended:
    assert noted.step.coup is not None, "the event ends or changes a coup"
    return Ended(noted.config, noted.fingerprint, noted.step.coup)


def _add(kept: dict[str, PlayBatch], noted: Noted, meaning: Meaning) -> None:
    stream = stream_of(noted.config.id)
    before = kept.get(stream, PlayBatch(stream, 0))
    kept[stream] = PlayBatch(
        stream,
        noted.version,
        msgspec.json.encode(noted.step.after),
        (*before.plays, *meaning.plays[:PLAYS_AT_ONCE]),
        before.totals + meaning.totals,
        before.records
        + noted.step.records
        + meaning.records
        + ((returns_record(*meaning.returns),) if meaning.returns else ()),
    )


def _chunks(items: Iterator[Item]) -> Iterator[tuple[Item, ...]]:
    while chunk := tuple(islice(items, PLAYS_AT_ONCE)):
        yield chunk
