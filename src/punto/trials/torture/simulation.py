"""One seed of torture: commands are dropped, duplicated, delayed, reordered and replayed long after; the clock jumps;
the process dies, a second one takes its floor, and the store is rolled back to a copy.

The same seed gives the same log, byte for byte, on every engine. A crash throws away everything the process knows;
patrons keep what was not answered and send it again under the same id, as a browser does.
"""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import msgspec

from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import BoughtIn
from punto.server.store.failures import FloorIsTaken, StoreIsLost, StreamIsTaken
from punto.server.store.heads_file import Heads
from punto.server.store.interface import Store
from punto.server.store.lost_end import loss_of
from punto.server.store.values import Change, Stored
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import (
    CREDIT,
    CURRENCY,
    PATRONS,
    TABLES,
    Shoes,
    due_at,
    house_request,
    staff_command,
)
from punto.trials.torture.patrons import Patrons
from punto.trials.torture.process import Process, handle_in_batches, start
from punto.trials.torture.raced_accounts import RacedAccounts
from punto.trials.torture.raced_records import RacedRecords
from punto.trials.torture.store_copy import StoreCopy
from punto.trials.torture.stores import Place

STEPS = 400
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000

OpenStore = Callable[[], Awaitable[Store]]


@dataclass
class Result:
    log: list[str] = field(default_factory=list)
    commands: int = 0
    crashes: int = 0
    set_back: int = 0
    wagers_settled: int = 0


async def simulate(seed: int, place: Place, open_store: OpenStore | None = None) -> Result:
    """Raises AssertionError, with the log so far, when a promise is broken."""
    simulation = _Simulation(seed, place, open_store or (lambda: place.open(in_process=True)))
    try:
        await simulation.run()
    except AssertionError as broken:
        raise AssertionError(f"{broken}\n" + "\n".join(simulation.result.log[-20:])) from broken
    return simulation.result


async def buy_in(store: Store, auditor: Auditor) -> None:
    """Give every patron credit through the cashier's stream."""
    claim = await store.claim("cashier")
    desk = Cashier(CURRENCY, hand_pay_above=0)
    for index, patron in enumerate(PATRONS):
        event = BoughtIn(patron, CREDIT)
        journal = {str(account): int(amount) for account, amount in cashier_journal(desk, event).lines.items()}
        change = Change("cashier", claim.epoch, index, (msgspec.json.encode(event),), journal)
        (outcome,) = await store.commit([change])
        assert isinstance(outcome, Stored)
        auditor.bought_in(event)


class _Simulation:
    def __init__(self, seed: int, place: Place, open_store: OpenStore) -> None:
        self.result = Result()
        self._place = place
        self._open_store = open_store
        self._chance = random.Random(seed)
        self._now = 1_800_000_000_000
        self._passed_ms = self._looked_ms = 0  # elapsed time, which never jumps
        self._auditor = Auditor(TABLES, CURRENCY)
        self._patrons = Patrons(self._chance)
        self._records = RacedRecords(self._chance)
        self._accounts = RacedAccounts(self._chance, lambda: self._now)
        self._shoes = Shoes(seed)
        self._copy: StoreCopy | None = None
        self._heads: Heads | None = None  # of the previous process
        self._actions = {  # with their weights
            self._press: 60,
            self._resend: 20,
            self._replay_old: 15,
            self._deliver: 90,
            self._tick: 110,
            self._race: 6,
            self._log_in: 2,
            self._clock_is_set: 3,
            self._time_passes: 3,
            self._crash: 2,
            self._staff: 1,
            self._second_server: 2,
            self._take_copy: 1,
            self._set_back: 1,
        }

    async def run(self) -> None:
        await self._start()
        await buy_in(self._process.store, self._auditor)
        for step in range(STEPS):
            await self._step(step)
            await self._auditor.check(self._process.store, self._process.streams)
        await self._records.check(self._process.store)
        self.result.wagers_settled = self._auditor.settled
        await self._process.store.close()

    async def _step(self, step: int) -> None:
        action = self._chance.choices(list(self._actions), list(self._actions.values()))[0]
        try:
            said = await action()
        except StoreIsLost as lost:
            said = f"the store is {lost}; {await self._crash()}"
        self.result.log.append(f"{step} {self._now} {said}")

    async def _start(self) -> None:
        """Retry until it succeeds: the store may be lost while a process replays it."""
        while True:
            store = await self._open_store()
            self._shoes.log_id = await store.log_id()
            loss = self._heads and await loss_of(self._heads, store)
            assert not loss, f"the store has everything that was acknowledged: {loss}"
            try:
                self._process: Process = await start(store, self._chance, self._now)
                await self._records.start(store)
                await self._accounts.start(store)
                return
            except StoreIsLost:
                await store.close()

    def _table(self) -> TableStream:
        return self._process.streams[self._chance.choice(list(self._process.streams))]

    async def _press(self) -> str:
        return self._patrons.press(self._table().table, self._passed_ms) or await self._deliver()

    async def _resend(self) -> str:
        return self._patrons.resend()

    async def _replay_old(self) -> str:
        return self._patrons.replay_old({table: each.table for table, each in self._process.streams.items()})

    async def _deliver(self) -> str:
        """Some of the commands in flight reach a table, in one batch or while an earlier batch is being stored."""
        stream = self._table()
        arriving = self._patrons.arriving(stream.table, self._passed_ms)
        requests = [sent.request for sent in arriving]
        answers = await handle_in_batches(stream, requests, self._chance.randint(1, 4), self._now)
        self.result.commands += len(requests)
        for sent, answer in zip(arriving, answers, strict=True):
            self._patrons.hear(sent, answer, stream.table, self._passed_ms)
        told = [f"{each.id} {answer.refusal or 'done'}" for each, answer in zip(requests, answers, strict=True)]
        return f"{stream.table.config.id} answers {', '.join(told) or 'nobody'}"

    async def _tick(self) -> str:
        """Time passes, and the shell does what is due. If that is far off, somebody has corrected the clock."""
        stream = self._table()
        passed_ms = self._chance.choice((0, 100, 700, 3_000))
        due = due_at(stream.table) or 0
        if self._chance.random() < 0.4 and self._now + passed_ms < due:
            passed_ms, self._now = min(due - self._now, MINUTE), max(self._now, due - MINUTE)
        self._pass(passed_ms)
        request = house_request(stream.table, self._shoes, self._now)
        (answer,) = await stream.handle([request], self._now)
        return f"{stream.table.config.id} {type(request.command).__name__} at version {answer.version}"

    async def _staff(self) -> str:
        stream = self._table()
        request = Request(staff_command(self._chance))
        (answer,) = await stream.handle([request], self._now)
        return f"{stream.table.config.id} {type(request.command).__name__}: {answer.refusal or 'done'}"

    async def _race(self) -> str:
        return await self._chance.choice((self._records.race, self._records.arrive_late))(self._process.store)

    async def _log_in(self) -> str:
        return await self._accounts.race()

    def _pass(self, ms: int) -> None:
        self._now += ms
        self._passed_ms += ms

    async def _clock_is_set(self) -> str:
        """The clock jumps forward or back while no time passes."""
        ms = self._chance.choice((MINUTE, HOUR, 2 * DAY)) * self._chance.choice((1, -1))
        self._now += ms
        return f"the clock is set by {ms}, {await self._forget_old_answers()}"

    async def _time_passes(self) -> str:
        self._pass(self._chance.choice((MINUTE, 20 * MINUTE, HOUR)))
        return await self._forget_old_answers()

    async def _forget_old_answers(self) -> str:
        """Forget old answers, as the floor does every second."""
        passed_ms, self._looked_ms = self._passed_ms - self._looked_ms, self._passed_ms
        return f"{await self._process.kept_answers.forget_old(self._now, passed_ms)} answers are forgotten"

    async def _crash(self) -> str:
        """Everything in memory and in flight is lost."""
        self.result.crashes += 1
        self._patrons.drop_in_flight()
        await self._leave()
        await self._start()
        return "the process dies and comes back"

    async def _leave(self) -> Heads:
        self._heads = heads = self._process.heads
        await self._process.store.close()
        return heads

    async def _second_server(self) -> str:
        """It takes the floor, or one table of it, while the first keeps trying for a moment and can write nothing."""
        first = self._process
        if self._chance.random() < 0.5:
            table = self._chance.choice(list(first.streams))
            taken = {table: await first.take(table)}
        else:
            self._heads = first.heads
            await self._start()
            taken = first.streams
        await self._auditor.check(self._process.store, self._process.streams)
        said = [await self._write_when_fenced(stream) for stream in taken.values()]
        if first is not self._process:
            await first.check_it_is_fenced()
            await first.store.close()
        await self._records.check(self._process.store)
        return f"a second server has {', '.join(taken)}: {', '.join(said)}"

    async def _write_when_fenced(self, stream: TableStream) -> str:
        """The house's next command on a table that another process has claimed."""
        later = self._now + MINUTE
        try:
            await stream.handle([house_request(stream.table, self._shoes, later)], later)
            return "nothing was to be written"
        except (StreamIsTaken, FloorIsTaken):
            return "it was refused"
        except StoreIsLost:
            return "it was lost"

    async def _take_copy(self) -> str:
        versions = {stream: claim.version for stream, claim in (await self._process.store.streams()).items()}
        await self._place.copy()
        told, records = self._patrons.answers_so_far(), dict(self._records.standing)
        self._copy = StoreCopy(told, records, self._process.heads.log_id, versions)
        return "a copy is taken"

    async def _set_back(self) -> str:
        """Roll the store back to a copy, with `punto restore` or silently, which the heads must reveal. Open rounds are
        then cancelled, and no card is dealt that anybody may know."""
        if self._copy is None:
            return "there is no copy"
        is_rewound = self._chance.random() < 0.5
        heads, self._heads = await self._leave(), None
        await (self._place.rewind() if is_rewound else self._place.restore())
        self._patrons.drop_in_flight()
        self._patrons.set_back(self._copy.told)  # also answers that left no event, which no head can miss
        self._records.set_back(self._copy.records)
        store = await self._open_store()
        loss = await loss_of(heads, store)
        is_due = not is_rewound or self._copy.lacks(heads)
        assert bool(loss) == is_due, "the heads reveal that acknowledged events are lost, and nothing else"
        if loss:
            await self._other_history(store, is_accepted=is_rewound)
        await store.close()
        await self._start()
        way = "rewound" if is_rewound else "restored"
        return f"the store is {way}, {len(loss.missing) if loss else 'no'} streams have lost their end"

    async def _other_history(self, store: Store, *, is_accepted: bool) -> None:
        self.result.set_back += 1
        if is_accepted:
            await store.renew_log_id("A loss was accepted.")
        self._shoes.history += 1
        await self._auditor.set_back(store)
