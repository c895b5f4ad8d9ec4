"""A process that holds the floor: its lease, its faulty store, and every table claimed and replayed.

Everything it knows is in here and dies with it. As in a real table task, a shoe from before the store was rolled back
is abandoned.
"""

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from punto.server.staff.set_back import FLOOR_WAS_SET_BACK, was_set_back
from punto.server.store.failures import FloorIsTaken
from punto.server.store.heads_file import Head, Heads
from punto.server.store.interface import Store
from punto.server.store.values import Change
from punto.server.streams.happened import stream_of
from punto.server.streams.kept_answers import KeptAnswers
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.table.commands import AbandonShoe
from punto.table.decisions.dealing import SYSTEM
from punto.table.state import Instant
from punto.trials.torture.faults import FaultyStore
from punto.trials.torture.floor import TABLES
from punto.trials.torture.patrons import HOURS_KEPT

COMMITS_TO_A_FAULT = 25
ANSWERS_MAX = 1_000_000


@dataclass
class Process:
    store: Store
    faulty: FaultyStore
    streams: dict[str, TableStream]
    kept_answers: KeptAnswers
    log_id: str

    @property
    def heads(self) -> Heads:
        """As the heads file beside the store has them."""
        return Heads(self.log_id, dict(self.faulty.heads))

    async def check_it_is_fenced(self) -> None:
        """Another process holds the floor, so every write of this one must be refused."""
        store = self.store
        writes: dict[str, Callable[[], Awaitable[object]]] = {
            "claim a table": lambda: store.claim(stream_of(TABLES[0][0].id)),
            "commit": lambda: store.commit([Change("cashier", 1, 0, (b"{}",))]),
            "keep a record": lambda: store.keep_record("tortured", "zombie", b"was here"),
            "forget answers": lambda: store.forget_answers(2**62, 1, 1_000),
        }
        for what, write in writes.items():
            try:
                await write()
            except FloorIsTaken:
                continue
            raise AssertionError(f"a process that has lost the floor can still {what}")

    async def take(self, table: str) -> TableStream:
        """Claim a table again and return its old stream, which may keep trying for a moment."""
        old, (config, book) = self.streams[table], next(each for each in TABLES if each[0].id == table)
        self.streams[table] = await TableStream.open(self.faulty, config, book)
        return old


async def start(store: Store, chance: random.Random, now: Instant) -> Process:
    faulty = FaultyStore(store, chance, COMMITS_TO_A_FAULT)
    kept = KeptAnswers(store, hours=HOURS_KEPT, kept_max=ANSWERS_MAX)
    await take_floor(store)
    faulty.heads = {stream: Head(claim.version, claim.head) for stream, claim in (await store.streams()).items()}
    process = Process(store, faulty, {}, kept, await store.log_id())
    for config, book in TABLES:
        notes = LogNotes(store, config, book, fingerprint="")
        log = await read_log(faulty, config, book, notes)
        stream = TableStream(faulty, LedgerWallet(faulty, config.currency), log)
        if stream.table.has_shoe and await was_set_back(store, notes.log_id):
            await stream.handle([Request(AbandonShoe(SYSTEM, FLOOR_WAS_SET_BACK))], now)
            assert not stream.table.wagers, f"every stake at {config.id} is returned"
        process.streams[config.id] = stream
    return process


async def take_floor(store: Store) -> None:
    """Take the lease from its holder, who is fenced off from now on."""
    epoch = await store.take_lease(b"a process", after=(await store.lease()).epoch)
    assert epoch is not None, "nobody else takes the floor in between"
    await store.guard(epoch)


async def handle_in_batches(
    stream: TableStream, requests: Sequence[Request], size: int, now: Instant
) -> list[TableAnswer]:
    """Every batch is started before the first is waited for."""
    for first in range(0, len(requests), size):
        await stream.begin(requests[first : first + size], now)
    answers: list[TableAnswer] = []
    while stream.is_under_way:
        answers += await stream.finish()
    return answers
