"""Several nodes from a seed: floors that die, hang and wake up as zombies, edges, and a bus that is late or forgets.

Everything between the patron's socket and the store is the real thing: edges, links, connections, tables, leases. Only
the sockets, the bus and the clock are simulated. After each seed no bet may be lost or doubled, nobody's socket closed
for it, and the audit must find that all money follows from the events.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any, cast

from msgspec import Struct, json
from msgspec.structs import replace

from punto.server.claim.floor_holder import this_process
from punto.server.claim.floor_lease import BEAT_SECONDS
from punto.server.config.floor_file import read_floor
from punto.server.edges.edge import Edge
from punto.server.edges.edge_desk import EdgeDesk
from punto.server.edges.nats_link import follow_floors, links_over_nats
from punto.server.edges.node_files import NodeFiles
from punto.server.figures.book_odds import KnownOdds
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.keeping.audit import audit
from punto.server.run.app import entrance_of
from punto.server.safety.cookies import COOKIE
from punto.server.sockets.websocket import SOCKET, Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Outcome
from punto.trials.edges.bettor import Bettor
from punto.trials.load.server_process import CALM_FLOOR
from tests.server.edges.simulated_bus import Network, SimulatedBus
from tests.server.people.desks import KEY

BEGAN_MS = 1_790_000_000_000
PATRONS = 6
EDGES = 2
SECONDS_OF_PLAY = 3.0  # between two blows, on average
SECONDS_TO_NOTICE = 2.5  # until a floor that is silent is replaced
SECONDS_TO_SETTLE = 60.0
_CALM = read_floor(CALM_FLOOR)
CONFIG = replace(_CALM, tables=_CALM.tables[:2])  # whose betting stays open for ten minutes


class Played(Struct, frozen=True):
    """What happened in one seed."""

    accepted: int  # bets
    floors: int
    zombies: int
    welcomes: int
    blows: tuple[str, ...]


class NoOdds(KnownOdds):
    """Nobody asks for them here, and counting takes a while."""

    async def of(self, book: Any) -> Any:
        del book
        await asyncio.Future()


class GatedStore(SqliteInProcess):
    """Of a process that may be suspended or killed: then nothing more is written, or only when it wakes up."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()

    async def commit(self, changes: Any) -> list[Outcome]:
        await self.gate.wait()
        return await super().commit(cast(list[Change], changes))


class FloorNode:
    """A process that runs the floor, until it dies or is fenced off."""

    def __init__(self, world: "World", store: GatedStore) -> None:
        self.store = store
        self.bus = SimulatedBus(world.network)
        self.is_fenced = False
        self._clock = world.clock
        self._stack = AsyncExitStack()
        self._tasks: set[asyncio.Task[None]] = set()
        self.floor: Floor

    async def open(self) -> None:
        seen = await self.store.lease()
        epoch = await self.store.take_lease(json.encode(this_process()), seen.epoch)
        assert epoch is not None
        await self.store.guard(epoch, self._fenced)
        self.floor = await open_floor(CONFIG, self.store, KEY, self._clock, NoOdds())
        await self.floor.start()
        self.desk = EdgeDesk(
            cast(Any, entrance_of(self.floor).open),
            self.floor.bus,
            epoch,
            self._clock,
            NodeFiles(lambda: self.floor.file_digest),
        )
        await self._stack.enter_async_context(links_over_nats(self.bus, epoch, self.desk.link_made))
        self._tasks.add(asyncio.create_task(self._beat(epoch)))

    async def _beat(self, epoch: int) -> None:
        while not self.is_fenced:
            await asyncio.sleep(BEAT_SECONDS)
            await self.store.gate.wait()
            if not await self.store.renew_lease(epoch):
                self._fenced()

    def _fenced(self) -> None:
        if not self.is_fenced:
            self.is_fenced = True
            self.floor.fence()
            self.desk.leave()

    async def replace(self, *, hands_over: bool) -> None:
        """It closes as for an upgrade."""
        self.desk.begin_leaving()
        await (self.floor.hand_over() if hands_over else self.floor.stop())
        self.desk.leave()
        self.kill()

    def suspend(self) -> None:
        self.bus.suspend()
        self.store.gate.clear()

    def wake(self) -> None:
        self.store.gate.set()
        self.bus.wake()

    def kill(self) -> None:
        """Whatever it still does, nobody sees it."""
        self.suspend()
        self.bus.is_dead = True


class SimulatedWire(Socket):
    """A patron's line to an edge: it is never slow, and remembers how it ended."""

    def __init__(self, patron: "SimulatedPatron") -> None:
        self._patron = patron
        self.receiver = None

    def write(self, frame: bytes, waiting_max: int) -> bool:
        del waiting_max
        self._patron.reads(frame)
        return True

    def hold(self) -> None:
        pass

    def resume(self) -> None:
        pass

    def drop(self) -> None:
        self._patron.is_cut()

    def end(self, code: int, reason: str) -> None:
        del code, reason
        self._patron.is_cut()


class SimulatedPatron:
    def __init__(
        self, edge: Edge, cookie: str, table: str, names: Callable[[], int], clock: Callable[[], float]
    ) -> None:
        self.bettor = Bettor(table, names, self._say, clock)
        self.kinds: Counter[bytes] = Counter()
        self.cuts = 0
        self._edge = edge
        self._cookie = cookie
        self._wire: SimulatedWire | None = None
        self._closed = asyncio.Event()

    async def stay(self) -> None:
        """On one socket for as long as it lasts, then on another."""
        while True:
            self._closed.clear()
            self._wire = SimulatedWire(self)
            scope = {
                "type": "websocket",
                "scheme": "ws",
                "http_version": "1.1",
                "path": "/ws",
                "query_string": b"",
                "headers": [(b"host", b"localhost"), (b"cookie", f"{COOKIE}={self._cookie}".encode())],
                "client": ("127.0.0.1", 1),
                "server": ("127.0.0.1", 8000),
                "extensions": {SOCKET: self._wire},
            }
            await self._edge(cast(Any, scope), self._receive, self._ignore)
            self.bettor.is_seated = False
            await asyncio.sleep(0.3)

    async def _receive(self) -> Any:
        if self._wire is not None and self._wire.receiver is None:
            return {"type": "websocket.connect"}
        await self._closed.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def _ignore(self, message: Any) -> None:
        if message["type"] == "websocket.http.response.start":
            self._wire = None

    def is_cut(self) -> None:
        self.cuts += 1
        self._wire = None
        self._closed.set()

    def reads(self, frames: bytes) -> None:
        for message in _messages(frames):
            self.kinds[message[9 : message.index(b'"', 9)]] += 1
            self.bettor.hear(message)

    def _say(self, message: bytes) -> None:
        if self._wire is not None and self._wire.receiver is not None:
            self._wire.receiver(message)


def _messages(frames: bytes) -> list[bytes]:
    """The texts of unmasked frames, one after another."""
    texts, at = [], 0
    while at < len(frames):
        length, begins = frames[at + 1], at + 2
        if length >= 126:
            size = 2 if length == 126 else 8
            length, begins = int.from_bytes(frames[begins : begins + size], "big"), begins + size
        texts.append(frames[begins : begins + length])
        at = begins + length
    return texts


class World:
    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.network = Network(self.chance, lost=self.chance.choice((0.0, 0.0, 0.001, 0.01)))
        self.loop = asyncio.get_running_loop()
        self.nodes: list[FloorNode] = []
        self._folder = folder

    def clock(self) -> int:
        return BEGAN_MS + int(self.loop.time() * 1000)

    @property
    def holder(self) -> FloorNode:
        return self.nodes[-1]

    async def next_floor(self) -> FloorNode:
        node = FloorNode(self, GatedStore(self._folder / "floor.db"))
        await node.open()
        self.nodes.append(node)
        return node

    async def blow(self) -> str:
        match self.chance.choices(("kill", "hang", "replace", "bus", "doze"), (4, 4, 4, 3, 2))[0]:
            case "kill":
                self.holder.kill()
                await self._replaced_after(SECONDS_TO_NOTICE * self.chance.random())
                return "kill"
            case "hang":
                zombie = self.holder
                zombie.suspend()
                await self._replaced_after(SECONDS_TO_NOTICE)
                self.loop.call_later(self.chance.random() * 3, zombie.wake)
                return "hang"
            case "replace":
                await self.holder.replace(hands_over=len(self.nodes) % 2 == 0)
                await self._replaced_after(self.chance.random())
                return "replace"
            case "bus":
                await self.network.restart(self.chance.random() * 4)
                return "bus"
            case _:
                self.holder.suspend()
                await asyncio.sleep(self.chance.random() * 3)
                self.holder.wake()
                return "doze"

    async def _replaced_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.next_floor()


async def play(seed: int, folder: Path, blows: int = 4) -> Played:
    """Raises AssertionError with what was broken."""
    world, names = World(seed, folder), count(1)
    first = await world.next_floor()
    edges = [Edge(f"edge-{number}", "test", CONFIG.safety) for number in range(EDGES)]
    tasks = [asyncio.create_task(follow_floors(SimulatedBus(world.network), edge)) for edge in edges]
    patrons = []
    for number in range(PATRONS):
        account = await first.floor.accounts.new_guest()
        await first.floor.cashier.play_credits(account.id)
        cookie, table = await first.floor.sessions.begin(account), CONFIG.tables[number % len(CONFIG.tables)].id
        patrons.append(SimulatedPatron(edges[number % EDGES], cookie, table, lambda: next(names), world.loop.time))
    tasks += [asyncio.create_task(patron.stay()) for patron in patrons]
    tasks.append(asyncio.create_task(_bet(world, patrons)))
    happened = []
    for _ in range(blows):
        await asyncio.sleep(world.chance.expovariate(1 / SECONDS_OF_PLAY))
        happened.append(await world.blow())
    await asyncio.sleep(5)
    tasks.pop().cancel()
    await _settle(world, patrons)
    for node in world.nodes[:-1]:
        assert node.is_fenced or node.bus.is_dead, "whoever was displaced has noticed, or is dead"
    await audit(world.holder.store)
    return Played(
        accepted=sum(patron.bettor.accepted for patron in patrons),
        floors=len(world.nodes),
        zombies=sum(node.is_fenced for node in world.nodes),
        welcomes=sum(patron.kinds[b"welcome"] for patron in patrons),
        blows=tuple(happened),
    )


async def _bet(world: World, patrons: list[SimulatedPatron]) -> None:
    while True:
        for patron in patrons:
            patron.bettor.bet()
            await asyncio.sleep(world.chance.random() * 0.05)


async def _settle(world: World, patrons: list[SimulatedPatron]) -> None:
    give_up_at = world.loop.time() + SECONDS_TO_SETTLE
    while any(patron.bettor.waiting for patron in patrons):
        assert world.loop.time() < give_up_at, "a bet was never answered"
        await asyncio.sleep(0.1)
    for patron in patrons:
        patron.bettor.ask_seat()
    while not all(patron.bettor.is_seated for patron in patrons):
        assert world.loop.time() < give_up_at, "a patron never got a seat"
        await asyncio.sleep(0.1)
    for patron in patrons:
        bettor = patron.bettor
        assert bettor.accepted > 0, "everybody has bet"
        assert bettor.accepted == bettor.staked, f"{bettor.accepted} acknowledged, {bettor.staked} lie"
        assert bettor.refusals == [], "no bet is refused for a change of floors"
        assert patron.cuts == 0, "no socket is closed for a change of floors"
