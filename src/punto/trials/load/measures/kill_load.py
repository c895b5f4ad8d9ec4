"""A busy floor is killed and started again: how soon does it take patrons?"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from punto.trials.load.bets import ClosedLoop
from punto.trials.load.coming_back import Follower
from punto.trials.load.crowd import bring_in, leave, seat_at
from punto.trials.load.guests import let_in
from punto.trials.load.plan import Plan
from punto.trials.load.reading import Reading
from punto.trials.load.server_process import ServerProcess

PATRONS = 200
SECONDS_OF_PLAY = 8.0


@dataclass
class KillLoad:
    server: ServerProcess
    plan: Plan
    say: Callable[[str], None]
    limit_seconds: float

    async def run(self) -> list[Reading]:
        address, table = self.server.address, self.plan.brisk
        guests = await let_in(address, min(PATRONS, self.plan.patrons))
        follower = Follower(address, guests[0], table)
        await follower.come()
        bettors = await bring_in(address, guests[1:])
        await seat_at(bettors, table)
        self.say(f"{len(bettors):,} patrons play for {SECONDS_OF_PLAY:g} s, then the server is killed")
        playing = asyncio.create_task(ClosedLoop(bettors, dict.fromkeys(bettors, table)).run(60))
        await asyncio.sleep(SECONDS_OF_PLAY)
        self.server.kill()
        began = time.perf_counter()
        await asyncio.to_thread(self.server.start)
        ready = time.perf_counter() - began
        await follower.come()
        back = time.perf_counter() - began
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        await leave(bettors)
        await follower.lose()
        assert follower.resumed == 1, "a client resumes from its offset"
        return [
            Reading(what="back after kill -9, until it is ready", measured=ready, unit="s", limit=self.limit_seconds),
            Reading(what="back after kill -9, until a client has resumed by offset", measured=back, unit="s"),
        ]
