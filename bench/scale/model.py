"""The capacity model: from what one thing costs and how much goes on, to what a floor needs and what gives way first.

A floor is a row of queues, and each has one number: the work that comes to it in a second, as a share of what it can do
in a second. Above 1 its queue grows for as long as the load lasts. `simulation.py` plays the same load and checks this.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, exp
from math import pow as power

from bench.scale.costs import Costs
from punto.table.config import CLASSIC, Pace

CARDS_OF_A_COUP = 4.94  # eight decks; the simulation deals real coups
MESSAGES_BESIDE_CARDS = 3  # betting opens, betting closes, the round is settled
LOBBY_CHANGES_OF_A_ROUND = 3  # at the same three moments
TOTALS_EVERY_SECONDS = 0.25  # as `TablePublisher` and `ThrottledBroadcast` do
SECONDS_A_DAY = 86_400
TARGET = 0.7  # of a queue's capacity: above it, waiting times leave the milliseconds


class Resource(StrEnum):
    FLOOR = "floor"  # one event loop: every table decides, books and tells there
    STORE = "store"  # transactions follow one another
    EDGES = "edges"  # one event loop each
    BUS = "bus"  # bytes between floor and edges


@dataclass(frozen=True)
class Load:
    patrons: int
    tables: int
    edges: int
    lobby: float = 0.05  # share of the patrons who look at the lobby; all others are at a table
    lobby_page: int | None = None  # tables that a patron in the lobby is told of; None, as it is today: all
    bettors: float = 0.7  # share of those who bet; the others watch
    bets: int = 2  # commands of a bettor in a round
    burst: float = 0.5  # share of the bets that come in the first part of betting
    burst_part: float = 0.2  # how long that part is, as a share of betting
    pace: Pace = CLASSIC

    @property
    def betting_seconds(self) -> float:
        return self.pace.betting_ms / 1000

    @property
    def watching_lobby(self) -> int:
        return round(self.patrons * self.lobby)

    @property
    def lobby_listeners(self) -> float:
        """Of those, who are told of one table's changes."""
        return self.watching_lobby * (1 if self.lobby_page is None else min(1, self.lobby_page / self.tables))

    @property
    def followers(self) -> float:
        """Of one table."""
        return (self.patrons - self.watching_lobby) / self.tables

    def split(self, into: int) -> "Load":
        """What one of several equal floors has to carry; its edges stay as many."""
        return replace(self, patrons=ceil(self.patrons / into), tables=ceil(self.tables / into))


@dataclass(frozen=True)
class Rates:
    """What happens in a second."""

    rounds: float
    bets: float
    settled: float  # patrons told what they won or lost
    events: float  # that the house makes: cards, betting opened and closed, settlement
    totals: float
    lobby_changes: float
    posts: float  # packets to edges; one frame goes to each edge that has a listener
    messages: float  # to sockets, answers to bets apart
    lobby_messages: float  # of those


@dataclass(frozen=True)
class Needs:
    rates: Rates
    utilisation: dict[Resource, float]  # of one floor loop, one store, all edges together, one network interface
    bus_bytes_a_second: float
    commits_a_second: float
    rows_a_day: float
    stored_bytes_a_day: float
    floor_memory_bytes: float
    edge_memory_bytes: float  # of all edges

    @property
    def saturates_first(self) -> Resource:
        return max(self.utilisation, key=lambda each: self.utilisation[each])


def needs(costs: Costs, load: Load) -> Needs:
    rates = rates_of(load)
    settled = rates.settled * load.bets  # wagers
    floor_us = (
        rates.bets * costs.floor_bet_us
        + rates.events * costs.floor_event_us
        + rates.rounds * load.followers * costs.floor_follower_us
        + rates.settled * costs.floor_settled_us
        + rates.totals * costs.floor_totals_us
        + rates.posts * costs.floor_post_us
    )
    changes_us = rates.bets * costs.store_bet_us + rates.events * costs.store_event_us + settled * costs.store_wager_us
    edges_us = rates.bets * costs.edge_bet_us + rates.messages * costs.edge_message_us
    bus = rates.bets * costs.bet_bytes + rates.posts * costs.message_bytes + rates.settled * costs.settlement_bytes
    return Needs(
        rates,
        {
            Resource.FLOOR: floor_us / 1e6,
            Resource.STORE: changes_us / 1e6,
            Resource.EDGES: edges_us / 1e6 / load.edges,
            Resource.BUS: bus / costs.bus_bytes_a_second,
        },
        bus,
        _commits(rates.bets + rates.events, changes_us / 1e6, costs.store_commit_us / 1e6),
        SECONDS_A_DAY
        * (rates.bets * costs.bet_rows + rates.events * costs.event_rows + rates.settled * costs.settled_rows),
        SECONDS_A_DAY * (rates.bets + rates.events) * costs.event_stored_bytes,
        load.patrons * costs.floor_connection_bytes + load.tables * costs.table_bytes,
        load.patrons * costs.edge_connection_bytes,
    )


def rates_of(load: Load) -> Rates:
    rounds = load.tables / round_seconds(load.pace)
    of_house = MESSAGES_BESIDE_CARDS + CARDS_OF_A_COUP
    totals = _totals_of_a_round(load)
    settled = load.followers * load.bettors
    lobby_changes = rounds * LOBBY_CHANGES_OF_A_ROUND
    return Rates(
        rounds=rounds,
        bets=rounds * settled * load.bets,
        settled=rounds * settled,
        events=rounds * of_house,
        totals=rounds * totals,
        lobby_changes=lobby_changes,
        posts=rounds * (of_house + totals) * _edges_with(load.followers, load.edges)
        + lobby_changes * _edges_with(load.lobby_listeners, load.edges),
        messages=rounds * (load.followers * (of_house + totals) + settled) + lobby_changes * load.lobby_listeners,
        lobby_messages=lobby_changes * load.lobby_listeners,
    )


def round_seconds(pace: Pace, cards: float = CARDS_OF_A_COUP) -> float:
    """From one opening of betting to the next; the last card is seen before the result."""
    return (pace.betting_ms + 4 * pace.card_ms + (cards - 3) * pace.third_card_ms + pace.result_ms) / 1000


def _totals_of_a_round(load: Load) -> float:
    """Totals go out at most every quarter of a second, and only when a bet has changed them."""
    bets = load.followers * load.bettors * load.bets
    parts = (load.burst, load.burst_part), (1 - load.burst, 1 - load.burst_part)
    return sum(_turns_with_a_bet(bets * share, load.betting_seconds * part) for share, part in parts)


def _turns_with_a_bet(bets: float, seconds: float) -> float:
    """After each frame the publisher waits a turn; without a bet in it, it sleeps until the next one comes."""
    a_second = bets / seconds
    none = exp(-a_second * TOTALS_EVERY_SECONDS)
    return seconds / (TOTALS_EVERY_SECONDS + none / a_second)


def _edges_with(listeners: float, edges: int) -> float:
    """How many edges hold at least one of so many sockets, which are spread by chance."""
    return edges * (1 - power(1 - 1 / edges, listeners))


def _commits(batches: float, work: float, commit_seconds: float) -> float:
    """Transactions a second of a store that gathers whatever came while the last one was under way."""
    if work >= 1:
        return batches  # it never catches up, and how it gathers no longer matters
    cycle = 1 / batches
    for _ in range(200):
        service = commit_seconds + work * cycle
        cycle = service + exp(-batches * service) / batches
    return 1 / cycle
