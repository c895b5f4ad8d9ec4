"""Plays rounds at a small floor: the same unit costs as the model's, as service times in queues.

What the model only averages happens here one by one: coups are dealt from shoes, bets come in bursts, totals are
throttled, commits gather, frames go to the edges that have listeners, everybody is paid at once. The loop of the floor,
of each edge, the store and the bus are queues; how busy each was and how long work waited there is what comes out.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from bench.scale.costs import Costs
from bench.scale.model import TOTALS_EVERY_SECONDS, Load, Resource, round_seconds
from bench.scale.queues import Clock, GatheringStore, Queue, Then
from punto.books import INTERBLOCK

TOTALS_AFTER_SECONDS = 0.025
CARDS_BEHIND_CUT_CARD = 14
BURST_SHARE = 0.05  # of the time played; a queue 30 % too slow is behind by six times as much


@dataclass(frozen=True)
class Seen:
    seconds: float
    utilisation: dict[Resource, float]  # work that came to a queue, as a share of what it could do
    waiting_p99_ms: dict[Resource, float]  # from coming to a queue to leaving it
    behind_seconds: dict[Resource, float]  # work that still waits at the end; grows for as long as a queue is too slow
    commits_a_second: float
    bet_p99_ms: float  # from the patron's tap to the answer

    @property
    def explodes(self) -> Resource | None:
        """The queue that has most to catch up with, if it is more than a burst leaves."""
        worst = max(self.behind_seconds, key=lambda each: self.behind_seconds[each])
        return worst if self.behind_seconds[worst] > BURST_SHARE * self.seconds else None


def simulate(costs: Costs, load: Load, rounds: int, seed: int = 1) -> Seen:
    """For as long as a table needs for so many rounds; every table begins at a moment of its own."""
    return _Floor(costs, load, random.Random(seed)).play(rounds * round_seconds(load.pace))


class _Floor:
    def __init__(self, costs: Costs, load: Load, chance: random.Random) -> None:
        self.costs, self.load, self.chance, self.clock = costs, load, chance, Clock()
        self.loop, self.bus = Queue(self.clock), Queue(self.clock)
        self.store = GatheringStore(self.clock, costs.store_commit_us / 1e6, max(1, round(costs.commit_changes_max)))
        self.edges = [Queue(self.clock) for _ in range(load.edges)]
        self.bet_times: list[float] = []

    def play(self, seconds: float) -> Seen:
        warm_up = round_seconds(self.load.pace)  # in which one table after another begins
        tables = [_Table(self) for _ in range(self.load.tables)]
        for number in range(self.load.patrons - self.load.watching_lobby):
            tables[number % len(tables)].take(self._edge())
        for _ in range(self.load.watching_lobby):
            edge, page = self._edge(), self.load.lobby_page or len(tables)
            for table in self.chance.sample(tables, min(page, len(tables))):
                table.lobby[edge] += 1
        for table in tables:
            self.clock.at(self.chance.uniform(0, warm_up), table.open)
        self.clock.run(warm_up)
        queues: dict[Resource, Queue | GatheringStore] = {
            Resource.FLOOR: self.loop,
            Resource.STORE: self.store,
            Resource.BUS: self.bus,
        }
        for queue in (*queues.values(), *self.edges):
            queue.forget()
        self.bet_times.clear()
        self.clock.run(warm_up + seconds)
        edge_waits = [wait for edge in self.edges for wait in edge.waits]
        return Seen(
            seconds,
            {each: queue.work / seconds for each, queue in queues.items()}
            | {Resource.EDGES: sum(edge.work for edge in self.edges) / seconds / self.load.edges},
            {each: _p99_ms(queue.waits) for each, queue in queues.items()} | {Resource.EDGES: _p99_ms(edge_waits)},
            {each: queue.behind for each, queue in queues.items()}
            | {Resource.EDGES: max(edge.behind for edge in self.edges)},
            self.store.commits / seconds,
            _p99_ms(self.bet_times),
        )

    def _edge(self) -> int:
        """A new connection lands anywhere."""
        return self.chance.randrange(self.load.edges)

    def publish(self, listeners: dict[int, int], floor_us: float) -> None:
        """A frame is made once, posted to each edge with listeners, and written to each socket there."""
        self.loop.put((floor_us + len(listeners) * self.costs.floor_post_us) / 1e6, lambda: self._post(listeners))

    def _post(self, listeners: dict[int, int]) -> None:
        for edge, sockets in listeners.items():
            self.send(edge, self.costs.message_bytes, sockets * self.costs.edge_message_us)

    def send(self, edge: int, size: float, edge_us: float, then: Then = lambda: None) -> None:
        self.carry(size, lambda: self.edges[edge].put(edge_us / 1e6, then))

    def carry(self, size: float, then: Then) -> None:
        self.bus.put(size / self.costs.bus_bytes_a_second, then)


class _Table:
    def __init__(self, floor: _Floor) -> None:
        self.floor = floor
        self.followers: list[int] = []  # the edge that holds each
        self.listeners: dict[int, int] = defaultdict(int)  # how many at each edge
        self.lobby: dict[int, int] = defaultdict(int)  # who are told of its changes there
        self.bettors: list[int] = []
        self.cards = self._cards_of_coups()
        self.has_new_totals = self.totals_wait = False

    def _cards_of_coups(self) -> Iterator[int]:
        """How many cards each coup takes, shoe after shoe."""
        while True:
            shoe = list(INTERBLOCK.deck.cards)
            self.floor.chance.shuffle(shoe)
            while len(shoe) > CARDS_BEHIND_CUT_CARD:
                dealt = INTERBLOCK.dealing.deal(shoe[-6:][::-1]).result.cards_dealt
                del shoe[-dealt:]
                yield dealt

    def take(self, edge: int) -> None:
        self.followers.append(edge)
        self.listeners[edge] += 1

    def open(self) -> None:
        load, clock, pace = self.floor.load, self.floor.clock, self.floor.load.pace
        self._happens(len(self.followers) * self.floor.costs.floor_follower_us, is_in_lobby=True)
        self.bettors = [edge for edge in self.followers if self.floor.chance.random() < load.bettors]
        for edge in self.bettors:
            for _ in range(load.bets):
                clock.after(self._moment_of_a_bet(), _Bet(self, edge).tap)
        cards = next(self.cards)
        closes = clock.now + load.betting_seconds
        clock.at(closes, lambda: self._happens(is_in_lobby=True))
        for number in range(1, cards + 1):
            seconds = (min(number, 4) * pace.card_ms + max(0, number - 4) * pace.third_card_ms) / 1000
            clock.at(closes + seconds, self._happens)
        clock.at(clock.now + round_seconds(pace, cards) - pace.result_ms / 1000, self._settle)
        clock.at(clock.now + round_seconds(pace, cards), self.open)

    def _moment_of_a_bet(self) -> float:
        load, chance = self.floor.load, self.floor.chance
        border = load.burst_part * load.betting_seconds
        return (
            chance.uniform(0, border) if chance.random() < load.burst else chance.uniform(border, load.betting_seconds)
        )

    def _happens(
        self, more_us: float = 0.0, then: Then = lambda: None, *, wagers: int = 0, is_in_lobby: bool = False
    ) -> None:
        """An event of the house: decided, stored, told."""
        floor, costs = self.floor, self.floor.costs

        def told() -> None:
            floor.publish(self.listeners, costs.floor_event_us / 2)
            if is_in_lobby:
                floor.publish(self.lobby, 0.0)
            then()

        store_us = costs.store_event_us + wagers * costs.store_wager_us
        floor.loop.put((costs.floor_event_us / 2 + more_us) / 1e6, lambda: floor.store.put(store_us / 1e6, told))

    def _settle(self) -> None:
        floor, costs, paid = self.floor, self.floor.costs, self.bettors

        def tell_each() -> None:
            for edge in paid:
                floor.send(edge, costs.settlement_bytes, costs.edge_message_us)

        wagers = len(paid) * floor.load.bets
        self._happens(len(paid) * costs.floor_settled_us, tell_each, wagers=wagers, is_in_lobby=True)

    def totals_changed(self) -> None:
        self.has_new_totals = True
        if not self.totals_wait:
            self.totals_wait = True
            self.floor.clock.after(TOTALS_AFTER_SECONDS, self._publish_totals)

    def _publish_totals(self) -> None:
        self.totals_wait = self.has_new_totals
        if self.has_new_totals:
            self.has_new_totals = False
            self.floor.publish(self.listeners, self.floor.costs.floor_totals_us)
            self.floor.clock.after(TOTALS_EVERY_SECONDS, self._publish_totals)


class _Bet:
    """Its way: edge, bus, floor, store, floor, bus, edge."""

    def __init__(self, table: _Table, edge: int) -> None:
        self.table, self.edge, self.floor = table, edge, table.floor

    def tap(self) -> None:
        self.tapped_at = self.floor.clock.now
        half = self.floor.costs.bet_bytes / 2
        self.floor.edges[self.edge].put(
            self.floor.costs.edge_bet_us / 2e6, lambda: self.floor.carry(half, self._decide)
        )

    def _decide(self) -> None:
        costs = self.floor.costs
        self.floor.loop.put(
            costs.floor_bet_us / 2e6, lambda: self.floor.store.put(costs.store_bet_us / 1e6, self._tell)
        )

    def _tell(self) -> None:
        self.table.totals_changed()
        self.floor.loop.put(self.floor.costs.floor_bet_us / 2e6, self._answer)

    def _answer(self) -> None:
        costs = self.floor.costs
        self.floor.send(self.edge, costs.bet_bytes / 2, costs.edge_bet_us / 2, self._answered)

    def _answered(self) -> None:
        self.floor.bet_times.append(self.floor.clock.now - self.tapped_at)


def _p99_ms(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)] * 1000 if times else 0.0
