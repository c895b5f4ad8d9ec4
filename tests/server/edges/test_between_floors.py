"""A command that a client sent to one floor, and that reaches the next before its table is open there."""

import asyncio
from pathlib import Path

from punto.server.edges.edge import Edge
from punto.server.edges.nats_link import follow_floors
from punto.trials.load.bets import STAKE, wager
from tests.server.edges.simulated_bus import SimulatedBus
from tests.server.edges.simulation import CONFIG, SimulatedPatron, World
from tests.server.edges.virtual_time import run


class Hasty(SimulatedPatron):
    """Bets once more in the moment in which a floor welcomes it, before it opens its table."""

    answers: list[bytes]

    def reads(self, frames: bytes) -> None:
        if b'"type":"welcome"' in frames:
            self._say(wager(900 + self.kinds[b"welcome"], CONFIG.tables[0].id, STAKE))
        super().reads(frames)
        self.answers += [b"900" for _ in range(frames.count(b'"id":"900"'))]
        self.answers += [b"901" for _ in range(frames.count(b'"id":"901"'))]


def test_it_is_refused_by_the_floor_it_was_meant_for_and_left_to_be_repeated_by_the_next(tmp_path: Path) -> None:
    async def test() -> None:
        world = World(0, tmp_path)
        first, edge = await world.next_floor(), Edge("edge", "test", CONFIG.safety)
        following = asyncio.create_task(follow_floors(SimulatedBus(world.network), edge))
        account = await first.floor.accounts.new_guest()
        await first.floor.cashier.play_credits(account.id)
        cookie = await first.floor.sessions.begin(account)
        patron = Hasty(edge, cookie, CONFIG.tables[0].id, lambda: 1, world.loop.time)
        patron.answers = []
        staying = asyncio.create_task(patron.stay())
        await asyncio.sleep(5)
        assert patron.answers == [b"900"], "a table that is not open"
        first.kill()
        await world.next_floor()
        async with asyncio.timeout(60):  # the bus loses some of what is said
            while patron.kinds[b"welcome"] < 2 or not patron.bettor.is_seated:
                await asyncio.sleep(0.1)
        await asyncio.sleep(0)
        assert patron.answers == [b"900"], "the client repeats it once its table is open"
        for task in (following, staying):
            task.cancel()

    run(test())
