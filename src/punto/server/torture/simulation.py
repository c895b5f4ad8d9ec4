"""One seed of torture: commands are dropped, doubled, delayed and reordered, the clock jumps, the process dies.

The same seed gives the same log, byte for byte. Everything the process knows is thrown away at a crash; patrons
keep what they have not been told about and send it again under the same id, as a browser does.
"""

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from punto.ledger.cashier import BoughtIn, Cashier, cashier_journal
from punto.server.requests import Answer, Request
from punto.server.store.interface import Change, Stored, StoreIsLost
from punto.server.table_stream import StreamIsTaken, TableStream
from punto.server.torture.audit import Auditor
from punto.server.torture.faults import AuditedStore, FaultyStore
from punto.server.torture.floor import (
    CREDIT,
    CURRENCY,
    PATRONS,
    TABLES,
    due_at,
    house_request,
    patron_command,
    staff_command,
)
from punto.table.state import Instant

STEPS = 400
COMMITS_TO_A_FAULT = 25

OpenStore = Callable[[], Awaitable[AuditedStore]]


@dataclass
class Result:
    log: list[str] = field(default_factory=list)
    commands: int = 0
    crashes: int = 0
    wagers_settled: int = 0


async def simulate(seed: int, open_store: OpenStore) -> Result:
    """Raises AssertionError, with the log so far, when a promise is broken."""
    simulation = _Simulation(seed, open_store)
    try:
        await simulation.run()
    except AssertionError as broken:
        raise AssertionError(f"{broken}\n" + "\n".join(simulation.result.log[-20:])) from broken
    return simulation.result


async def buy_in(store: AuditedStore, auditor: Auditor) -> None:
    """Credit for every patron, through the cashier's stream."""
    claim = await store.claim("cashier")
    desk = Cashier(CURRENCY, hand_pay_above=0)
    for index, patron in enumerate(PATRONS):
        event = BoughtIn(patron, CREDIT)
        journal = {str(account): int(amount) for account, amount in cashier_journal(desk, event).lines.items()}
        change = Change("cashier", claim.epoch, index, (msgspec.json.encode(event),), journal)
        (outcome,) = await store.commit([change])
        assert isinstance(outcome, Stored)
        auditor.bought_in(event)


async def handle_in_batches(stream: TableStream, requests: Sequence[Request], size: int, now: Instant) -> list[Answer]:
    """All are begun before the first is finished."""
    for start in range(0, len(requests), size):
        await stream.begin(requests[start : start + size], now)
    answers: list[Answer] = []
    while stream.is_under_way:
        answers += await stream.finish()
    return answers


class _Simulation:
    def __init__(self, seed: int, open_store: OpenStore) -> None:
        self.result = Result()
        self._seed = seed
        self._open_store = open_store
        self._chance = random.Random(seed)
        self._now = 1_000_000
        self._auditor = Auditor(TABLES, CURRENCY)
        self._streams: dict[str, TableStream] = {}
        self._on_the_way: list[tuple[str, Request]] = []  # table and request
        self._waiting: dict[str, tuple[str, Request]] = {}  # by patron: what no answer has come to
        self._answered: dict[str, Answer] = {}  # by id
        self._ids = 0

    async def run(self) -> None:
        await self._start()
        await buy_in(self._store, self._auditor)
        for step in range(STEPS):
            await self._step(step)
            await self._auditor.check(self._store, self._streams)
        self.result.wagers_settled = self._auditor.settled
        await self._store.close()

    async def _start(self) -> None:
        self._store = await self._open_store()
        self._faulty = FaultyStore(self._store, self._chance, COMMITS_TO_A_FAULT)
        for config, book in TABLES:
            self._streams[config.id] = await TableStream.open(self._faulty, config, book)

    async def _step(self, step: int) -> None:
        action = self._chance.choices(
            [self._send, self._send_again, self._deliver, self._tick, self._staff, self._crash, self._zombie],
            weights=[60, 25, 90, 110, 1, 2, 1],
        )[0]
        try:
            said = await action()
        except StoreIsLost as lost:
            said = f"the store is {lost}; {await self._crash()}"
        self.result.log.append(f"{step} {self._now} {said}")

    async def _send(self) -> str:
        """A patron presses something; it may travel once, twice or not at all."""
        free = [patron for patron in PATRONS if patron not in self._waiting]
        if not free:
            return await self._deliver()
        patron, table = self._chance.choice(free), self._chance.choice(list(self._streams))
        self._ids += 1
        request = Request(patron_command(self._streams[table].table, patron, self._chance), f"{patron}:{self._ids}")
        self._waiting[patron] = (table, request)
        copies = self._chance.choice((0, 1, 1, 1, 2))
        self._on_the_way += [(table, request)] * copies
        return f"{request.id} sends {type(request.command).__name__} to {table}, {copies} arrive"

    async def _send_again(self) -> str:
        if not self._waiting:
            return "nobody waits"
        patron = self._chance.choice(sorted(self._waiting))
        self._on_the_way.append(self._waiting[patron])
        return f"{self._waiting[patron][1].id} is sent again"

    async def _deliver(self) -> str:
        """Some of what is on the way reaches one table, in any order, together or while the first is being stored."""
        table = self._chance.choice(list(self._streams))
        arriving = [sent for sent in self._on_the_way if sent[0] == table]
        self._chance.shuffle(arriving)
        arriving = arriving[: self._chance.randint(0, 4)]
        for sent in arriving:
            self._on_the_way.remove(sent)
        requests = [request for _, request in arriving]
        answers = await handle_in_batches(self._streams[table], requests, self._chance.randint(1, 4), self._now)
        self.result.commands += len(requests)
        for request, answer in zip(requests, answers, strict=True):
            self._hear(request, answer)
        told = [f"{request.id} {answer.refusal or 'done'}" for request, answer in zip(requests, answers, strict=True)]
        return f"{table} answers {', '.join(told) or 'nobody'}"

    def _hear(self, request: Request, answer: Answer) -> None:
        """An accepted command has one answer for ever; the patron hears it, unless it gets lost."""
        first = self._answered.setdefault(request.id, answer)
        if first.refusal is None:
            assert answer == first, f"{request.id} was answered {first} and then {answer}"
        elif answer.refusal is None:
            self._answered[request.id] = answer  # a refusal is remembered in memory only
        patron = request.id.rpartition(":")[0]
        if self._waiting.get(patron, ("", None))[1] is request and self._chance.random() < 0.9:
            del self._waiting[patron]

    async def _tick(self) -> str:
        """Time passes, and the shell does what is due."""
        table = self._chance.choice(list(self._streams))
        due = due_at(self._streams[table].table)
        soon = self._now + self._chance.choice((0, 100, 700, 3_000))
        self._now = max(soon, due or 0) if self._chance.random() < 0.4 else soon
        request = house_request(self._streams[table].table, self._seed, self._now)
        (answer,) = await self._streams[table].handle([request], self._now)
        return f"{table} {type(request.command).__name__} at version {answer.version}"

    async def _staff(self) -> str:
        table = self._chance.choice(list(self._streams))
        request = Request(staff_command(self._chance))
        (answer,) = await self._streams[table].handle([request], self._now)
        return f"{table} {type(request.command).__name__}: {answer.refusal or 'done'}"

    async def _crash(self) -> str:
        """Everything in memory is gone, and so is whatever was on the way."""
        self.result.crashes += 1
        self._on_the_way.clear()
        await self._store.close()
        await self._start()
        return "the process dies and comes back"

    async def _zombie(self) -> str:
        """A process that was thought dead goes on for a moment, while another has taken its tables."""
        table = self._chance.choice(list(self._streams))
        old = self._streams[table]
        config, book = next(each for each in TABLES if each[0].id == table)
        self._streams[table] = await TableStream.open(self._faulty, config, book)
        request = house_request(old.table, self._seed, self._now + 60_000)
        before = self._streams[table].version
        try:
            await old.handle([request], self._now + 60_000)
            said = "it had nothing to write"
        except StreamIsTaken:
            said = "it was refused"
        assert (await self._streams_version(table)) == before, "an old epoch writes nothing"
        return f"a zombie of {table}: {said}"

    async def _streams_version(self, table: str) -> int:
        stored = await self._store.read(f"table:{table}", after=self._streams[table].version)
        return stored[-1].version if stored else self._streams[table].version
