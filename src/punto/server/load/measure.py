"""Every measurement of a load in its order, against a server that runs already."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from punto.server.load.bets import Acknowledged, ClosedLoop, OpenLoop
from punto.server.load.broadcast import dropped, listen, stop_reading
from punto.server.load.client import Address, Client
from punto.server.load.coming_back import come_back
from punto.server.load.crowd import bring_in, leave, seat_at
from punto.server.load.guests import Guest, let_in
from punto.server.load.reading import Reading, at_least, delays
from punto.server.load.settlement import settle_one

FOLLOWERS = 2_000  # of a broadcast
BETTORS = 1_000
COMING_BACK = 500
SLOW_BUFFER_BYTES = 4_096
BETS_A_SECOND = 3_000
SETTLED_COUPS = 3
MANY_BETS = (
    "player", "banker", "tie", "player-pair", "banker-pair",
    "any-pair", "perfect-pair", "player-natural", "banker-natural", "lucky-six",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    patrons: int = 5_000
    seconds: float = 20.0  # all in all, of what is measured over a time
    bets_a_second: float = BETS_A_SECOND  # of the open loop
    slow_share: float = 0.1
    swift: tuple[str, ...] = ("swift-1", "swift-2")
    felts: tuple[str, ...] = ("felt-1", "felt-2", "felt-3", "felt-4")
    round: str = "round"
    calm: str = "classic"

    @property
    def part_seconds(self) -> float:
        """There are four of them: with and without slow readers, closed and open loop."""
        return self.seconds / 4


@dataclass
class Load:
    address: Address
    plan: Plan
    memory_bytes: Callable[[], int] | None  # of the server, where it is known
    say: Callable[[str], None]

    async def run(self) -> list[Reading]:
        self.say(f"letting {self.plan.patrons:,} guests in")
        guests = await let_in(self.address, self.plan.patrons)
        self.say("connecting them")
        clients, readings = await self._connect(guests)
        for part in (self._bets, self._settlement, self._broadcast):
            readings += await part(guests, clients)
            for reading in readings[-3:]:
                self.say(f"{reading.what}: {reading.measured:,.4g} {reading.unit}")
        await leave(clients)
        readings += await self._coming_back(guests)
        return readings

    async def _connect(self, guests: Sequence[Guest]) -> tuple[list[Client], list[Reading]]:
        before = self.memory_bytes() if self.memory_bytes else 0
        clients = await bring_in(self.address, guests)
        await seat_at(clients, self.plan.calm)
        readings = [at_least("patrons connected", len(clients), 5_000, "")]
        if self.memory_bytes:
            each = (self.memory_bytes() - before) / len(clients) / 1_000
            readings.append(Reading(what="memory of one connection", measured=each, unit="kB", limit=30))
        return clients, readings

    async def _come_anew(self, guests: Sequence[Guest], clients: list[Client], count: int) -> list[Client]:
        """The first so many again, over new sockets that follow no table yet."""
        await leave(clients[:count])
        clients[:count] = await bring_in(self.address, guests[:count])
        return clients[:count]

    # --- bets ---------------------------------------------------------------------------------------------------------

    async def _bets(self, guests: Sequence[Guest], clients: list[Client]) -> list[Reading]:
        bettors = await self._come_anew(guests, clients, BETTORS)
        felts = self.plan.felts
        at = {client: felts[number % len(felts)] for number, client in enumerate(bettors)}
        for felt in felts:
            await seat_at([client for client in bettors if at[client] == felt], felt)
        seconds, rate = self.plan.part_seconds, self.plan.bets_a_second
        closed = await ClosedLoop(bettors, at).run(seconds)
        opened = await OpenLoop(bettors, at).run(seconds, rate)
        self._say_refusals(closed, opened)
        what = f"bets at {rate:,.0f}/s, from their time to the answer"
        return [
            at_least("bets durable and acknowledged", closed.a_second, 12_000, "/s"),
            *delays("bets as many as go, to the answer", closed.delays_ms),
            Reading(what=f"bets acknowledged at {rate:,.0f}/s", measured=opened.a_second, unit="/s"),
            *delays(what, opened.delays_ms, limit_ms=10 if rate == BETS_A_SECOND else None),
        ]

    def _say_refusals(self, *loops: Acknowledged) -> None:
        for loop in loops:
            for refusal, count in loop.refusals.most_common():
                self.say(f"{count:,} bets were refused: {refusal}")

    # --- settlement ---------------------------------------------------------------------------------------------------

    async def _settlement(self, guests: Sequence[Guest], clients: list[Client]) -> list[Reading]:
        readings: list[Reading] = []
        bettors = await self._come_anew(guests, clients, BETTORS)
        await seat_at(bettors, self.plan.round)
        for bets in (MANY_BETS[:1], MANY_BETS):
            coups = [await settle_one(bettors, self.plan.round, bets) for _ in range(SETTLED_COUPS)]
            best = min(coups, key=lambda coup: coup.last_ms)
            what = f"{best.wagers:,} wagers settled, from the last card to"
            readings += [
                Reading(what=f"{what} the first patron told", measured=best.first_ms, unit="ms"),
                Reading(what=f"{what} the last patron told", measured=best.last_ms, unit="ms"),
            ]
        return readings

    # --- broadcast ----------------------------------------------------------------------------------------------------

    async def _broadcast(self, guests: Sequence[Guest], clients: list[Client]) -> list[Reading]:
        followers = await self._come_anew(guests, clients, FOLLOWERS)
        for table in self.plan.swift:
            await seat_at(followers, table)
        alone = await listen(followers, self.plan.part_seconds)
        what = f"broadcast to {len(followers):,} sockets"
        readings = [
            at_least(what, alone.messages_a_second, 100_000, "messages/s"),
            *delays(f"{what}, from the event to its receipt", alone.delays_ms, limit_ms=50),
        ]
        return readings + await self._with_slow_readers(guests, clients, followers)

    async def _with_slow_readers(
        self, guests: Sequence[Guest], clients: list[Client], followers: list[Client]
    ) -> list[Reading]:
        count = int(len(followers) * self.plan.slow_share)
        if not count:
            return []
        await leave(followers[:count])
        slow = await bring_in(self.address, guests[:count], buffer=SLOW_BUFFER_BYTES)
        clients[:count] = slow
        for table in self.plan.swift:
            await seat_at(slow, table)
        stop_reading(slow)
        heard = await listen(followers[count:], self.plan.part_seconds)
        gone = await dropped(slow)
        what = f"broadcast to {len(followers):,} sockets, {count:,} of them not reading"
        return [
            Reading(what=f"{what}: to the others", measured=heard.messages_a_second, unit="messages/s"),
            *delays(f"{what}, to the others", heard.delays_ms, limit_ms=50),
            Reading(what=f"{what}: of them dropped", measured=gone, unit=""),
        ]

    # --- coming back --------------------------------------------------------------------------------------------------

    async def _coming_back(self, guests: Sequence[Guest]) -> list[Reading]:
        await asyncio.sleep(1)
        back = guests[:COMING_BACK]
        took, resumed = await come_back(self.address, back, self.plan.swift[0])
        return [
            *delays(f"{len(back):,} clients come back at once and miss nothing", took),
            Reading(what="of them by offset, without a snapshot", measured=resumed, unit=""),
        ]
