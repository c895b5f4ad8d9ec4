"""Measured on a swift floor: broadcasts to many sockets, also when some of them do not read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from punto.trials.load.broadcast import dropped, listen, stop_reading
from punto.trials.load.busy import busy
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import bring_in, leave, seat_at
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.plan import Plan, fitted
from punto.trials.load.reading import Reading, at_least, delays
from punto.trials.load.server_process import ServerProcess

FOLLOWERS = 2_000
MESSAGES_A_SECOND = 50  # to each, 100,000 in total
SLOW_BUFFER_BYTES = 4_096
SECONDS_UNTIL_DROPPED = 10.0  # a slow reader's buffers must fill first


@dataclass
class SwiftLoad:
    address: Address
    plan: Plan
    server: ServerProcess | None
    say: Callable[[str], None]

    async def run(self) -> list[Reading]:
        count = min(FOLLOWERS, self.plan.patrons)
        self.say(f"letting {count:,} guests in")
        guests = await let_in(self.address, count)
        self.plan = await fitted(self.plan, self.address, guests[0])
        readings = await self._steady_broadcast(guests) if self.plan.steady else []
        followers = await self._followers(guests, self.plan.swift)
        try:
            return readings + await self._broadcast(followers) + await self._with_slow_readers(guests, followers)
        finally:
            await leave(followers)

    async def _followers(self, guests: Sequence[Guest], tables: Sequence[str]) -> list[Client]:
        self.say(f"{len(guests):,} clients follow {' and '.join(tables)}")
        followers = await bring_in(self.address, guests)
        for table in tables:
            await seat_at(followers, table)
        return followers

    async def _steady_broadcast(self, guests: Sequence[Guest]) -> list[Reading]:
        """The latency at the load that a floor must be able to carry."""
        followers = await self._followers(guests, self.plan.steady)
        heard = await listen(followers, self.plan.part_seconds)
        await leave(followers)
        what = f"broadcast to {len(followers):,} sockets at a steady pace"
        return [
            at_least(what, heard.messages_a_second, MESSAGES_A_SECOND * len(followers), "messages/s"),
            *delays(f"{what}, from the event to its receipt", heard.delays_ms, limit_ms=50),
        ]

    async def _broadcast(self, followers: list[Client]) -> list[Reading]:
        with busy(self.server) as worked:
            heard = await listen(followers, self.plan.part_seconds)
        what = f"broadcast to {len(followers):,} sockets, as many as go"
        return [
            at_least(what, heard.messages_a_second, MESSAGES_A_SECOND * len(followers), "messages/s"),
            *delays(f"{what}, from the event to its receipt", heard.delays_ms),
            *worked.each("a message", int(heard.messages_a_second * self.plan.part_seconds)),
        ]

    async def _with_slow_readers(self, guests: Sequence[Guest], followers: list[Client]) -> list[Reading]:
        """Some followers reconnect as clients that never read."""
        count = int(len(followers) * self.plan.slow_share)
        if not count:
            return []
        self.say(f"{count:,} of them stop reading")
        await leave(followers[:count])
        followers[:count] = slow = await bring_in(self.address, guests[:count], buffer=SLOW_BUFFER_BYTES)
        for table in self.plan.swift:
            await seat_at(slow, table)
        await stop_reading(slow, self.plan.swift[0])
        heard = await listen(followers[count:], max(self.plan.part_seconds, SECONDS_UNTIL_DROPPED))
        gone = await dropped(slow)
        what = f"broadcast to {len(followers):,} sockets, {count:,} of them not reading"
        return [
            Reading(what=f"{what}: to the others", measured=heard.messages_a_second, unit="messages/s"),
            *delays(f"{what}, to the others", heard.delays_ms),
            Reading(what=f"{what}: of them dropped", measured=gone, unit=""),
        ]
