"""`python -m bench.scale.measure`: unit costs of the capacity model that no other bench tells, in processor time.

One table of a hundred patrons is played in this process on a store without a process of its own: decided, stored and
told by the real code, without sockets, timers and the table's task, which `bench.edges` and `punto load` have. So these
figures say how costs are shared out and how large messages are; a whole bet costs more.
"""

import asyncio
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import msgspec
import uvloop

from punto.books import INTERBLOCK
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import BoughtIn
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.unix_link import UnixLink
from punto.server.protocol.frames import frame_of
from punto.server.protocol.links.edge_link import FloorBeat, Published, ToFloor, read_at_floor
from punto.server.protocol.table_public import Totals
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Outcome
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.telling.bus import Channel, InProcessBus, Notice, patron_channel, table_channel
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import PlaceWager
from punto.table.events import BettingOpened, CoupSettled, WagersChanged
from punto.table.state import Betting
from punto.trials.torture.floor import TABLES, Shoes, due_at, house_request

PATRONS = [f"patron{number}" for number in range(100)]
BETTORS = PATRONS[:70]
BETS = ("player", "banker")
STAKE, CREDIT = 20, 10**9
ROUNDS = 24
POSTS, EDGES = 5_000, 8


class TimedStore(SqliteInProcess):
    seconds = 0.0

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        began = process_time()
        try:
            return await super().commit(changes)
        finally:
            self.seconds += process_time() - began


class Ear:
    """Stands for the edge: counts frames and bytes of every channel it is given."""

    def __init__(self) -> None:
        self.frames: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()
        self.kind = ""  # of the event under way

    def hear(self, frame: bytes, table: str) -> None:
        kind = f"own {self.kind}" if table else "public"
        self.frames[kind] += 1
        self.bytes[kind] += len(frame)

    def heed(self, _notice: Notice) -> None: ...


class PlayedTable:
    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.stored: defaultdict[str, float] = defaultdict(float)
        self.count: Counter[str] = Counter()
        self.ear = Ear()
        self.totals_bytes = 0
        self._config = msgspec.structs.replace(TABLES[0][0], cut_card=14)

    async def play(self, folder: Path) -> None:
        self._store = TimedStore(folder / "floor.db")
        await self._buy_in()
        self._stream = await TableStream.open(self._store, self._config, INTERBLOCK, observer=self._tell)
        bus = InProcessBus()
        for channel in (table_channel(self._config.id), *map(patron_channel, PATRONS)):
            bus.subscribe(channel, self.ear)
        self._publisher = TablePublisher(table_info(self._config, INTERBLOCK), "log", bus, Lobby(bus), self)
        self._publisher.resume(ReadLog(self._stream.table, 1, 0), 0)
        for patron in PATRONS:
            self._publisher.follow(patron, None, CREDIT, 0)
        now = played = 0
        while played < ROUNDS:
            if isinstance(self._stream.table.phase, Betting):
                played += 1
                await self._bet(now, at_once=1 if played % 2 else 10)
            now = max(now + 1, due_at(self._stream.table) or 0)
            self.ear.kind = ""
            request = house_request(self._stream.table, Shoes(1), now)
            await self._timed("", [request], now)
        await self._store.close()

    async def _bet(self, now: int, at_once: int) -> None:
        requests = [Request(PlaceWager(patron, bet, STAKE)) for bet in BETS for patron in BETTORS]
        what = "bet alone" if at_once == 1 else "bet of ten"
        for first in range(0, len(requests), at_once):
            self.ear.kind = ""
            await self._timed(what, requests[first : first + at_once], now)
        self.count[what] += len(requests) - len(requests) // at_once
        began = process_time()
        frame = frame_of(Totals(self._config.id, self._publisher.totals, *self._publisher.crowd))
        self.seconds["totals"] += process_time() - began
        self.count["totals"] += 1
        self.totals_bytes += len(frame)

    async def _timed(self, what: str, requests: list[Request], now: int) -> None:
        """Without a name: by the event that comes of it."""
        began, stored = process_time(), self._store.seconds
        await self._stream.handle(requests, now)
        stored = self._store.seconds - stored
        what = what or self.ear.kind
        self.seconds[what] += process_time() - began - stored
        self.stored[what] += stored
        self.count[what] += 1

    def _tell(self, happened: Happened) -> None:
        match happened.event:
            case CoupSettled():
                self.ear.kind = "settled"
            case BettingOpened():
                self.ear.kind = "opened"
            case WagersChanged():
                self.ear.kind = "bet"
            case _:
                self.ear.kind = "other"
        self._publisher.happened(happened, lambda *_: CREDIT)

    async def _buy_in(self) -> None:
        claim = await self._store.claim("cashier")
        desk = Cashier(self._config.currency, hand_pay_above=0)
        for version, patron in enumerate(PATRONS):
            event = BoughtIn(patron, CREDIT)
            journal = {str(account): int(amount) for account, amount in cashier_journal(desk, event).lines.items()}
            await self._store.commit([Change("cashier", claim.epoch, version, (msgspec.json.encode(event),), journal)])

    # --- as `PatronsOnline` -------------------------------------------------------------------------------------------

    def name_of(self, _patron: str) -> str:
        return "Quiet Heron"

    def next_number(self, _patron: str) -> int:
        return 1

    def us(self, what: str) -> float:
        return self.seconds[what] / self.count[what] * 1e6

    def store_us(self, what: str) -> float:
        return self.stored[what] / self.count[what] * 1e6


async def post_us(folder: Path) -> float:
    """Of one frame to each of several edges, in steps of their own: packed and written to a Unix socket."""
    path, ends = str(folder / "link"), list[LinkEnd[ToFloor]]()

    def made(link: Link) -> LinkEnd[ToFloor]:
        ends.append(LinkEnd(link, read_at_floor, lambda _: None, lambda: FloorBeat(0.0), lambda: None))
        return ends[-1]

    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(lambda: UnixLink(made), path)
    readers = [await asyncio.open_unix_connection(path) for _ in range(EDGES)]
    taking = [asyncio.create_task(_take(reader)) for reader, _ in readers]
    while len(ends) < EDGES:
        await asyncio.sleep(0.01)
    spent, frame = 0.0, b"x" * 300
    for _ in range(POSTS // EDGES):
        began = process_time()
        for end in ends:
            end.post(Published(Channel("table:jade"), frame))
            end.flush()
        spent += process_time() - began
        await asyncio.sleep(0)
    for end in ends:
        end.lose()
    await asyncio.gather(*taking)
    for _, writer in readers:
        writer.close()
    server.close()
    return spent / (POSTS // EDGES * EDGES) * 1e6


async def _take(reader: asyncio.StreamReader) -> None:
    while await reader.read(65_536):
        pass


def main() -> None:
    table = PlayedTable()
    with tempfile.TemporaryDirectory(prefix="punto-scale-") as folder:
        uvloop.run(table.play(Path(folder)))
        posted = uvloop.run(post_us(Path(folder)))
    other, opened, settled = table.us("other"), table.us("opened"), table.us("settled")
    for what, measured, unit in (
        ("a bet alone in its batch, decided and told", table.us("bet alone"), "µs"),
        ("a bet in a batch of ten", table.us("bet of ten"), "µs"),
        ("its commit, alone", table.store_us("bet alone"), "µs"),
        ("its commit, in a batch of ten", table.store_us("bet of ten"), "µs"),
        ("an event of the house, decided and told", other, "µs"),
        ("its commit", table.store_us("other"), "µs"),
        ("more for each follower when betting opens", (opened - other) / len(PATRONS), "µs"),
        ("more for each patron of a settlement", (settled - other) / len(BETTORS), "µs"),
        ("its commit, each wager", (table.store_us("settled") - table.store_us("other")) / len(BETTORS) / 2, "µs"),
        ("a frame of totals", table.us("totals"), "µs"),
        ("a frame posted to one more edge", posted, "µs"),
        ("bytes of a public message", table.ear.bytes["public"] / table.ear.frames["public"], ""),
        ("bytes of totals", table.totals_bytes / table.count["totals"], ""),
        ("bytes of a bet's own message", table.ear.bytes["own bet"] / table.ear.frames["own bet"], ""),
        ("bytes of a patron's settlement", table.ear.bytes["own settled"] / table.ear.frames["own settled"], ""),
    ):
        sys.stdout.write(f"{what}: {measured:,.1f} {unit}".rstrip() + "\n")


if __name__ == "__main__":
    main()
