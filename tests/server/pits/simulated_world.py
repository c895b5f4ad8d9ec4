"""The nodes of the simulation and everything that happens to them: floors and pits that die, hang, come and go."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from pathlib import Path

from msgspec import json

from punto.server.claim.floor_holder import this_process
from punto.server.claim.floor_lease import BEAT_SECONDS
from punto.server.config.floor_file import read_floor
from punto.server.edges.node_files import NodeFiles
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.people.limits.own_limits import WantedLimits
from punto.server.people.sign_in.passwords import Passwords
from punto.server.pits.floor_clock import FloorClock
from punto.server.pits.pit import Pit
from punto.server.pits.pit_desk import PitDesk
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import StoreIsLost
from punto.server.streams.request import TableAnswer
from tests.server.edges.simulation import BEGAN_MS, NoOdds
from tests.server.people.desks import CHEAP, KEY
from tests.server.pits.node_loop import Node
from tests.server.pits.simulated_links import SimulatedLink
from tests.server.pits.simulated_patrons import Sent, SimulatedPatron
from tests.server.pits.simulated_store import SimulatedStore, StoreWatch

CONFIG = read_floor(Path(__file__).with_name("pits_floor.toml"))
TABLES = [table.id for table in CONFIG.tables]
PIT_BLOWS = {"cut link": 6, "killed pit": 4, "hung pit": 5, "doze": 3, "pit that left": 2, "pit that joined": 1}
FLOOR_BLOWS = {
    "killed floor": 3,
    "hung floor": 3,
    "hung floor and pit": 2,
    "displaced floor": 2,
    "upgrade": 1,
    "hand-over": 1,
}
BLOWS = PIT_BLOWS | FLOOR_BLOWS  # with their weights
SECONDS_TO_NOTICE = 2.5  # until a floor that is silent is replaced
SECONDS_TO_SETTLE = 30.0
SECONDS_TO_PLAY_ON = 10.0


class FloorNode(Node):
    """A process that runs the floor, until it dies or is fenced off."""

    def __init__(self, world: "World", number: int) -> None:
        super().__init__(f"floor-{number}")
        self.epoch = 0
        self.is_fenced = False
        self.floor: Floor | None = None
        self.desk: PitDesk | None = None
        self.store = SimulatedStore(world.file, self, world.watch)
        self._world = world

    async def open(self) -> None:
        seen = await self.store.lease()
        epoch = await self.store.take_lease(json.encode(this_process()), seen.epoch)
        assert epoch is not None
        self.epoch = epoch
        await self.store.guard(epoch, self.fence)
        floor = await open_floor(CONFIG, self.store, KEY, self._world.clock, NoOdds(), passwords=Passwords(CHEAP))
        self.store.is_opening = False
        files = NodeFiles(lambda: floor.file_digest)
        self.desk = PitDesk(floor.tables, floor.ledger, lambda: CONFIG, self._world.clock, epoch, files, lambda _: None)
        self.desk.on_move.append(self._world.moved)
        await floor.start()
        self.floor = floor
        floor.background.run(self.desk.run(), "spread tables over pits")
        floor.background.run(self._beat(), "keep the lease")

    async def _beat(self) -> None:
        while not self.is_fenced:
            await asyncio.sleep(BEAT_SECONDS)
            if not await self.store.renew_lease(self.epoch):
                self.fence()

    def fence(self) -> None:
        if not self.is_fenced:
            self.is_fenced = True
            if self.floor is not None and self.desk is not None:
                self.floor.fence()
                self.desk.leave()

    async def stop(self, *, hands_over: bool) -> None:
        """As for an upgrade."""
        assert self.floor is not None
        assert self.desk is not None
        await (self.floor.hand_over() if hands_over else self.floor.stop())
        self.desk.leave()


class PitNode(Node):
    """A process that plays tables for the newest floor it has heard of."""

    def __init__(self, world: "World", number: int) -> None:
        super().__init__(f"pit-{number}")
        self.store = SimulatedStore(world.file, self, world.watch)
        self.store.is_opening = False
        self.link: SimulatedLink | None = None
        self.heard_of: FloorNode | None = None
        self._world = world
        self._skew = world.chance.randrange(1_000_000_000_000)
        self.run(self._open())

    async def _open(self) -> None:
        self.pit = Pit(self.name, "test", self.store, KEY, CONFIG, self._world.loop.time, FloorClock(self._steady))
        while True:
            await self.pit.lost.wait()
            await asyncio.sleep(0.05)
            if self.heard_of is not None and self.pit.lost.is_set():
                self._world.link(self, self.heard_of)
                await asyncio.sleep(0.1)

    def hears_of(self, floor: FloorNode) -> None:
        if self.heard_of is None or floor.epoch > self.heard_of.epoch:
            self.heard_of = floor
            self.pit.unlink()

    def _steady(self) -> int:
        return self._skew + int(self._world.loop.time() * 1e9)


class World:
    def __init__(self, seed: int, folder: Path, broken: list[str]) -> None:
        self.chance = random.Random(seed)
        self.loop = asyncio.get_running_loop()
        self.file = folder / "floor.db"
        self.watch = StoreWatch(self.chance, broken)
        self.floors: list[FloorNode] = []
        self.pits: list[PitNode] = []
        self.patrons: list[SimulatedPatron] = []
        self.loans = 0
        self.tables = TABLES
        self.is_calm = False  # nothing is hurt any more
        self._nodes: list[Node] = []
        self._messages: dict[tuple[str, int], bytes] = {}
        self._names = iter(range(1, 1_000_000))
        self._outside = Context()

    def clock(self) -> int:
        return BEGAN_MS + int(self.loop.time() * 1000)

    def later(self, seconds: float, act: Callable[..., object], *arguments: object) -> None:
        """Outside of every node."""
        self.loop.call_later(seconds, act, *arguments, context=self._outside)

    # --- nodes --------------------------------------------------------------------------------------------------------

    @property
    def holder(self) -> FloorNode:
        return self.floors[-1]

    async def next_floor(self) -> FloorNode:
        node = FloorNode(self, next(self._names))
        self._nodes.append(node)
        await node.run(node.open())
        self.floors.append(node)
        for patron in self.patrons:
            self.later(self.chance.random() * 0.3, self.reconnect, patron)
        for pit in self.pits:
            self.later(self.chance.choice((0.01, 1.0)) * self.chance.random(), pit.post, pit.hears_of, node)
        return node

    def next_pit(self) -> None:
        pit = PitNode(self, next(self._names))
        self._nodes.append(pit)
        self.pits.append(pit)
        self.later(0.01, pit.post, pit.hears_of, self.holder)

    def link(self, pit: PitNode, floor: FloorNode) -> None:
        if floor.is_dead or floor.is_fenced or floor.desk is None:
            return
        pit.link = SimulatedLink(floor, pit, self.chance)
        pit.link.make(floor.desk.link_made, pit.pit.link_made)

    def kill(self, node: FloorNode | PitNode) -> None:
        """What it had sent may still arrive; the other end of each link may notice at once."""
        node.kill()
        if self.chance.random() < 0.5:
            node.store.cut()
        links = [pit.link for pit in self.pits if pit.link and node in (pit, pit.link.to_floor.node)]
        for link in links:
            if self.chance.random() < 0.7:
                (link.to_pit if isinstance(node, FloorNode) else link.to_floor).lose_in(self.chance.random() * 0.02)
        for patron in self.patrons:
            if patron.floor is node:
                patron.cut()

    def reconnect(self, patron: SimulatedPatron) -> None:
        if patron.floor is not self.holder and not self.holder.is_dead and not self.holder.is_fenced:
            patron.connect(self.holder)

    def release(self) -> None:
        for node in self._nodes:
            node.release()

    # --- what is noticed ----------------------------------------------------------------------------------------------

    def moved(self, _move: object) -> None:
        self.loans += 1

    def told(self, table: str, version: int, message: bytes) -> None:
        earlier = self._messages.setdefault((table, version), message)
        self.watch.check(earlier == message, f"{table} told {version} as {earlier!r}, then as {message!r}")

    @property
    def messages(self) -> dict[tuple[str, int], bytes]:
        return self._messages

    def refused(self, patron: SimulatedPatron, sent: Sent, answer: TableAnswer) -> None:
        """Nobody is told that an own limit is reached which all that they have asked for would not reach."""
        is_own_limit = answer.refusal is ServerRefusal.OWN_LIMIT_IS_REACHED
        if is_own_limit and patron.stake_max is not None:
            staked = sum(each.sent.stake for each in patron.accepted.values())
            under_way = sum(each.stake for each in patron.waiting.values())  # this one too
            self.watch.check(
                staked + under_way > patron.stake_max,
                f"{sent.request.id} of {sent.stake} was refused, with {staked} and {under_way} of {patron.stake_max}",
            )

    # --- blows --------------------------------------------------------------------------------------------------------

    async def blow(self) -> str:
        if not self.pits:
            self.next_pit()
        kind = self.chance.choices(list(BLOWS), list(BLOWS.values()))[0]
        await (self._hurt_floor(kind) if kind in FLOOR_BLOWS else self._hurt_pit(kind))
        return kind

    async def _hurt_pit(self, kind: str) -> None:
        pit = self.chance.choice(self.pits)
        match kind:
            case "cut link":
                if pit.link is not None:
                    pit.link.cut()
            case "killed pit":
                self.kill(pit)
                self._replace(pit)
            case "hung pit":
                self._hang(pit, 2 + self.chance.random() * 3)
            case "doze":
                self._hang(self.chance.choice((pit, self.holder)), self.chance.random())
            case "pit that left":
                pit.post(lambda: pit.run(pit.pit.leave()))
                self._replace(pit)
            case "pit that joined":
                self.next_pit()

    async def _hurt_floor(self, kind: str) -> None:
        match kind:
            case "killed floor":
                self.kill(self.holder)
                await self._replaced_after(SECONDS_TO_NOTICE * self.chance.random())
            case "hung floor" | "hung floor and pit":
                if kind == "hung floor and pit":
                    self._hang(self.chance.choice(self.pits), SECONDS_TO_NOTICE + self.chance.random() * 4)
                self._hang(self.holder, SECONDS_TO_NOTICE + self.chance.random() * 3)
                await self._replaced_after(SECONDS_TO_NOTICE)
            case "displaced floor":
                await self.next_floor()
            case "upgrade" | "hand-over":
                with suppress(StoreIsLost):  # what it could not park is found as it lies
                    await self.holder.run(self.holder.stop(hands_over=kind == "hand-over"))
                await self._replaced_after(self.chance.random())

    def _replace(self, pit: PitNode) -> None:
        self.pits.remove(pit)
        self.later(self.chance.random() * 2, self.next_pit)

    def _hang(self, node: Node, seconds: float) -> None:
        node.suspend()
        self.later(seconds, node.wake)

    async def _replaced_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.next_floor()

    # --- patrons ------------------------------------------------------------------------------------------------------

    async def seat_patrons(self) -> None:
        floor = self.holder.floor
        assert floor is not None
        purses = (1_500, 5_000, 50_000)
        for name, limits in (("ann", None), ("bob", (800, 2_000, 6_000)), ("cat", (1_500, 5_000)), ("dan", None)):
            limit = None if limits is None else self.chance.choice(limits)
            await floor.cashier.buy_in(name, self.chance.choice(purses), by="amy", id=f"first-{name}")
            if limit is not None:
                await floor.protection.change(name, WantedLimits(stake_a_day=limit))
            self.patrons.append(SimulatedPatron(name, TABLES, self, stake_max=limit))
            self.reconnect(self.patrons[-1])

    async def bet(self) -> None:
        while not self.is_calm:
            self.chance.choice(self.patrons).act()
            if self.chance.random() < 0.02:
                self.holder.post(self._buy_in, self.chance.choice(self.patrons).id)
            await asyncio.sleep(self.chance.random() * 0.1)

    def _buy_in(self, patron: str) -> None:
        """Somebody at the counter, while tables play."""

        async def buy_in(floor: Floor) -> None:
            with suppress(StoreIsLost):
                await floor.cashier.buy_in(patron, 700, by="amy")

        floor = self.holder.floor
        if floor is not None and not self.holder.is_fenced:
            self.holder.run(buy_in(floor))

    # --- the end ------------------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Nothing is hurt any more: every bet is answered, and every table has an owner that plays on."""
        self.watch.lost = 0.0
        for node in (*self.floors, *self.pits):
            node.wake()
        if self.holder.is_dead or self.holder.is_fenced:
            await self.next_floor()
        if not self.pits:
            self.next_pit()
        await self.until(lambda: not any(each.waiting for each in self.patrons), "a bet was never answered")
        self.is_calm = True
        floor = self.holder.floor
        assert floor is not None
        ends = {table: await _coups(floor, table) for table in TABLES}
        for table in TABLES:
            await self._until_async(floor, table, ends[table])
        await self.until(
            lambda: all(table in floor.tables.lent() and floor.tables.lent()[table].epoch for table in TABLES),
            "a table is in no pit",
        )

    async def until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        give_up_at = self.loop.time() + SECONDS_TO_SETTLE
        while not is_so():
            if self.loop.time() > give_up_at:
                waiting = {each.id: (sorted(each.waiting), each.is_connected) for each in self.patrons if each.waiting}
                raise AssertionError(f"{otherwise}: {waiting}")
            await asyncio.sleep(0.05)

    async def _until_async(self, floor: Floor, table: str, coups: object) -> None:
        give_up_at = self.loop.time() + SECONDS_TO_PLAY_ON
        while await _coups(floor, table) == coups:
            if self.loop.time() > give_up_at:
                raise AssertionError(f"{table} does not play on: {await floor.tables[table].watch()}")
            await asyncio.sleep(0.05)


async def _coups(floor: Floor, table: str) -> object:
    return (await floor.tables[table].watch()).last
