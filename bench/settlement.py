"""`python -m bench.settlement`: what a full table's settlement and a single bet cost the floor's process.

One table is played in this process by the real code: decided, booked, folded, counted against own limits, told to every
patron and worked into the play record. Store and sockets are left out: the store's time is taken off, and the bus ends
in an ear. Processor time, the median of several rounds, and the machine's load beside it.
"""

import gc
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time

import msgspec
import uvloop

from punto.books import INTERBLOCK
from punto.ledger.accounts import cashier, purse
from punto.server.config.floor_config import FloorConfig
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.record.play_record import PlayRecord
from punto.server.store.plays import PlayBatch
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Outcome
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog, read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.tables.tell_protection import PlayWatch
from punto.server.telling.bus import InProcessBus, Notice, patron_channel, table_channel
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.moved_purses import MovedPurses
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import PlaceWager
from punto.table.config import TableKind
from punto.table.events import CoupSettled
from punto.table.state import Betting
from punto.trials.torture.floor import CURRENCY, TABLES, Shoes, due_at, house_request

BETS = ("player", "banker", "tie", "player-pair", "banker")
STAKE, CREDIT = 20, 10**9
NOON = 1_790_000_000_000
ROUNDS = {1_000: 24, 10_000: 6}  # by patrons; an even number, because bets come alone in one and in tens in the next
BETS_TIMED = 1_000  # of a round: the others come a thousand at a time


class TimedStore(SqliteInProcess):
    seconds = 0.0

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        began = process_time()
        try:
            return await super().commit(changes)
        finally:
            self.seconds += process_time() - began

    async def keep_plays(self, batches: Sequence[PlayBatch]) -> None:
        began = process_time()
        await super().keep_plays(batches)
        self.seconds += process_time() - began


class Ear:
    def hear(self, _frame: bytes, _table: str) -> None: ...

    def heed(self, _notice: Notice) -> None: ...


class FullTable:
    """Every patron has one wager in each round, and hears of it."""

    def __init__(self, kind: TableKind, patrons: int) -> None:
        self._patrons = [f"patron{number}" for number in range(patrons)]
        self._config = msgspec.structs.replace(TABLES[0][0], cut_card=14, kind=kind)
        self._now = NOON
        self._sent = 0
        self._has_settled = False
        self.milliseconds: defaultdict[str, list[float]] = defaultdict(list)

    async def play(self, folder: str, rounds: int) -> None:
        self._store = TimedStore(Path(folder) / "floor.db")
        await self._buy_in()
        self._ledger, config, bus = WatchedStore(self._store), self._config, InProcessBus()
        ear, channels = Ear(), (table_channel(config.id), *map(patron_channel, self._patrons))
        for channel in channels:
            bus.subscribe(channel, ear)
        floor = FloorConfig(
            name="Bench",
            currency=CURRENCY,
            currency_digits=2,
            currency_symbol="€",
            tables=(config,),
            books=(INTERBLOCK,),
            hand_pay_above=0,
        )
        self._record = PlayRecord(self._store, floor)
        self._watch = PlayWatch(ProtectionDesk(self._store, lambda: self._now, floor))
        self._purses = MovedPurses(bus, self, self._ledger)
        self._ledger.watchers.append(self._purses.moved)
        self._publisher = TablePublisher(table_info(config, INTERBLOCK), "log", bus, Lobby(bus), self)
        wallet = LedgerWallet(self._ledger, CURRENCY, self._ledger.shown)
        log = await read_log(self._ledger, config, INTERBLOCK)
        self._stream = TableStream(self._ledger, wallet, log, observer=self._happened)
        self._publisher.resume(ReadLog(self._stream.table, 1, 0), 0)
        for patron in self._patrons:
            self._publisher.follow(patron, None, CREDIT, self._now)
        for number in range(rounds):
            await self._round(at_once=10 if number % 2 else 1)
        await self._store.close()

    async def _round(self, at_once: int) -> None:
        while not isinstance(self._stream.table.phase, Betting):
            await self._house_acts()
        await self._bet(at_once)
        self._has_settled = False
        while not self._has_settled:
            gc.collect()  # so that each round pays for its own garbage and for nobody else's
            spent = await self._house_acts()
        self.milliseconds["settled, booked and told"].append(spent)
        began, stored = process_time(), self._store.seconds
        await self._record.flush()
        self.milliseconds["worked into the record"].append(self._spent(began, stored))

    async def _bet(self, at_once: int) -> None:
        requests = [self._wager(number, patron) for number, patron in enumerate(self._patrons)]
        untimed, timed = requests[:-BETS_TIMED], requests[-BETS_TIMED:]
        await self._stream.handle(untimed, self._now)
        what, spent = "a bet alone in its batch" if at_once == 1 else f"a bet in a batch of {at_once}", 0.0
        for first in range(0, len(timed), at_once):
            began, stored = process_time(), self._store.seconds
            answers = await self._stream.handle(timed[first : first + at_once], self._now)
            spent += self._spent(began, stored)
            assert not any(answer.refusal for answer in answers)
        self.milliseconds[what].append(spent / len(timed))

    def _wager(self, number: int, patron: str) -> Request:
        self._sent += 1
        return Request(PlaceWager(patron, BETS[number % len(BETS)], STAKE), f"{self._sent}:{patron}:jade", self._now)

    async def _house_acts(self) -> float:
        self._now = max(self._now + 1, due_at(self._stream.table) or 0)
        request = house_request(self._stream.table, Shoes(1), self._now)
        began, stored = process_time(), self._store.seconds
        await self._stream.handle([request], self._now)
        return self._spent(began, stored)

    def _spent(self, began: float, stored: float) -> float:
        return (process_time() - began - (self._store.seconds - stored)) * 1e3

    def _happened(self, happened: Happened) -> None:
        self._has_settled |= isinstance(happened.event, CoupSettled)
        self._record.note(happened)
        self._watch.happened(happened)
        self._publisher.happened(happened, self._credit_of)
        self._purses.told(happened)

    def _credit_of(self, patron: str, balances: Mapping[str, int]) -> int | None:
        balance = balances.get(account := purse(patron, CURRENCY))
        return self._ledger.shown(account) if balance is None else balance

    async def _buy_in(self) -> None:
        claim = await self._store.claim("cashier")
        journal: dict[str, int] = {purse(patron, CURRENCY): CREDIT for patron in self._patrons}
        journal[cashier(CURRENCY)] = -sum(journal.values())
        await self._store.commit([Change("cashier", claim.epoch, claim.version, (b"{}",), journal)])

    # --- as `PatronsOnline` -------------------------------------------------------------------------------------------

    def name_of(self, _patron: str) -> str:
        return "Quiet Heron"

    def next_number(self, _patron: str) -> int:
        return 1


def main() -> None:
    for patrons, rounds in ROUNDS.items():
        for kind in (TableKind.TIMED, TableKind.LIVE):
            table = FullTable(kind, patrons)
            with tempfile.TemporaryDirectory(prefix="punto-settlement-") as folder:
                uvloop.run(table.play(folder, rounds))
            sys.stdout.write(
                f"{patrons:,} wagers of as many patrons, {kind.value} table, load {os.getloadavg()[0]:.2f}\n"
            )
            for what, taken in table.milliseconds.items():
                each, unit = (median(taken) * 1e3, "µs") if what.startswith("a bet") else (median(taken), "ms")
                sys.stdout.write(f"  {what}: {each:,.2f} {unit}\n")


if __name__ == "__main__":
    main()
