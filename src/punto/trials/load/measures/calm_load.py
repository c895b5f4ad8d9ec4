"""Measured on a calm floor: connections and their memory, bets, settlement, reconnecting clients."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from punto.trials.load.bets import Acknowledged, ClosedLoop, OpenLoop
from punto.trials.load.busy import busy
from punto.trials.load.client import Address, Client
from punto.trials.load.coming_back import come_back
from punto.trials.load.crowd import bring_in, leave, seat_at
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.plan import BETS_A_SECOND, Plan, fitted
from punto.trials.load.reading import Reading, at_least, delays
from punto.trials.load.server_process import ServerProcess
from punto.trials.load.settlement import settle_one

BETTORS = 1_000
COMING_BACK = 500
SETTLED_COUPS = 3
MANY_BETS = (
    "player", "banker", "tie", "player-pair", "banker-pair",
    "any-pair", "perfect-pair", "player-natural", "banker-natural", "lucky-six",
)  # fmt: skip


@dataclass
class CalmLoad:
    address: Address
    plan: Plan
    server: ServerProcess | None  # if we started it, to observe it from outside
    say: Callable[[str], None]

    async def run(self) -> list[Reading]:
        self.say(f"letting {self.plan.patrons:,} guests in")
        guests = await let_in(self.address, self.plan.patrons)
        self.plan = await fitted(self.plan, self.address, guests[0])
        self.say("connecting them")
        clients, readings = await self._connect(guests)
        for part in (self._bets, self._settlement):
            readings += await part(guests, clients)
        await leave(clients)
        return readings + await self._coming_back(guests)

    async def _connect(self, guests: Sequence[Guest]) -> tuple[list[Client], list[Reading]]:
        before = self.server.memory_bytes if self.server else 0
        clients = await bring_in(self.address, guests)
        await seat_at(clients, self.plan.calm)
        readings = [at_least("patrons connected", len(clients), 5_000, "")]
        if self.server:
            each = (self.server.memory_bytes - before) / len(clients) / 1_000
            readings.append(Reading(what="memory of one connection", measured=each, unit="kB", limit=30))
        return clients, readings

    async def _reconnected(self, guests: Sequence[Guest], clients: list[Client]) -> list[Client]:
        """The bettors, on new sockets that follow no table yet; the others stay connected."""
        await leave(clients[:BETTORS])
        clients[:BETTORS] = await bring_in(self.address, guests[:BETTORS])
        return clients[:BETTORS]

    async def _bets(self, guests: Sequence[Guest], clients: list[Client]) -> list[Reading]:
        bettors, felts = await self._reconnected(guests, clients), self.plan.felts
        at = {client: felts[number % len(felts)] for number, client in enumerate(bettors)}
        for felt in felts:
            await seat_at([client for client in bettors if at[client] == felt], felt)
        seconds, rate = self.plan.part_seconds, self.plan.bets_a_second
        self.say(f"{len(bettors):,} patrons bet as fast as they are answered")
        with busy(self.server) as worked:
            closed = await ClosedLoop(bettors, at, self.plan.stake).run(seconds)
        self.say(f"{rate:,.0f} bets leave each second")
        opened = await OpenLoop(bettors, at, self.plan.stake).run(seconds, rate)
        self._say_refusals(closed, opened)
        what = f"bets at {rate:,.0f}/s, from their time to the answer"
        return [
            at_least("bets durable and acknowledged", closed.a_second, 12_000, "/s"),
            *delays("bets as many as go, to the answer", closed.delays_ms),
            *worked.each("a bet", len(closed.delays_ms)),
            Reading(what=f"bets acknowledged at {rate:,.0f}/s", measured=opened.a_second, unit="/s"),
            *delays(what, opened.delays_ms, limit_ms=10 if rate == BETS_A_SECOND else None),
        ]

    def _say_refusals(self, *loops: Acknowledged) -> None:
        for loop in loops:
            for refusal, count in loop.refusals.most_common():
                self.say(f"{count:,} bets were refused: {refusal}")

    async def _settlement(self, guests: Sequence[Guest], clients: list[Client]) -> list[Reading]:
        readings: list[Reading] = []
        bettors = await self._reconnected(guests, clients)
        await seat_at(bettors, self.plan.round)
        for bets in (MANY_BETS[:1], MANY_BETS):
            self.say(f"{SETTLED_COUPS} coups with {len(bettors) * len(bets):,} wagers")
            coups = [await settle_one(bettors, self.plan.round, bets, self.plan.stake) for _ in range(SETTLED_COUPS)]
            best = min(coups, key=lambda coup: coup.last_ms)
            what = f"{best.wagers:,} wagers settled, from the last card to"
            readings += [
                Reading(what=f"{what} the first patron told", measured=best.first_ms, unit="ms"),
                Reading(what=f"{what} the last patron told", measured=best.last_ms, unit="ms"),
            ]
        return readings

    async def _coming_back(self, guests: Sequence[Guest]) -> list[Reading]:
        back = guests[:COMING_BACK]
        self.say(f"{len(back):,} connections break and reconnect")
        took, resumed = await come_back(self.address, back, self.plan.brisk)
        return [
            *delays(f"{len(back):,} clients come back at once and miss nothing", took),
            Reading(what="of them by offset, without a snapshot", measured=resumed, unit=""),
        ]
