"""Prometheus metrics: latencies, queue lengths, and returns against theory.

No label names a patron: a patron's own table counts under its place. Bots have metrics of their own and appear in no
other.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from punto.ledger.accounts import is_bot
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.return_watch import ReturnWatch
from punto.server.streams.happened import Happened
from punto.table.events import CoupCorrected, CoupSettled, CoupVoided, WagersChanged
from punto.table.taken_back import taken_back

CONTENT_TYPE = "text/plain; version=0.0.4"
SECONDS_BEFORE_A_BOOK = 3.0  # computing odds holds the interpreter for tenths of a second
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # seconds
BATCH = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)

disable_created_metrics()  # type: ignore[no-untyped-call] # a second line per metric that nobody reads
log = structlog.get_logger("punto.metrics")


class Metrics:
    def __init__(self, config: FloorConfig, odds: KnownOdds) -> None:
        self.registry = CollectorRegistry()
        self.returns = ReturnWatch(config.alarms)
        self._config = config
        self._odds = odds
        self._alarmed: set[tuple[str, str]] = set()
        self._speed()
        self._traffic()
        self._game()
        self._now = _Now(self.returns, self._bets, self._bot_bets)
        self.registry.register(self._now)

    def _speed(self) -> None:
        self._answer = Histogram(
            "punto_answer_seconds",
            "From taking a batch of commands to its answers.",
            registry=self.registry,
            buckets=QUICK,
        )
        self._commit = Histogram(
            "punto_commit_seconds", "One transaction of the store.", registry=self.registry, buckets=QUICK
        )
        self._commit_changes = Histogram(
            "punto_commit_changes", "Accepted commands in one transaction.", registry=self.registry, buckets=BATCH
        )
        self._late = Histogram(
            "punto_phase_late_seconds",
            "How late after its bell a phase ended.",
            ["phase"],
            registry=self.registry,
            buckets=QUICK,
        )
        self._request = Histogram(
            "punto_request_seconds",
            "One HTTP request.",
            ["method", "route", "status"],
            registry=self.registry,
            buckets=QUICK,
        )

    def _traffic(self) -> None:
        self._unread = Counter(
            "punto_messages_refused", "Messages that were not understood.", ["reason"], registry=self.registry
        )
        self._sockets = Gauge("punto_sockets", "Open WebSockets.", ["role"], registry=self.registry)
        self._upgrades = Counter(
            "punto_upgrades", "Sockets that were asked for, by answer.", ["status"], registry=self.registry
        )
        self._connections_refused = Counter(
            "punto_connections_refused",
            "Connections that were too many, by bound.",
            ["reason"],
            registry=self.registry,
        )
        self._dropped = Counter(
            "punto_sockets_dropped", "Sockets that the server cut off.", ["reason"], registry=self.registry
        )
        self._talk_lost = Counter(
            "punto_talk_lines_lost", "Lines of talk that could not be kept.", registry=self.registry
        )

    def _game(self) -> None:
        self._commands = Counter("punto_commands", "Commands that tables answered.", ["table"], registry=self.registry)
        self._refusals = Counter("punto_refusals", "Refusals by name.", ["refusal"], registry=self.registry)
        self._bets: dict[str, int] = defaultdict(int)  # by table; the library's counter costs ten times as much
        self._bot_bets: dict[str, int] = defaultdict(int)
        self._rounds = Counter("punto_rounds", "Rounds settled.", ["table"], registry=self.registry)
        self._picture_delay = Gauge(
            "punto_picture_delay_seconds",
            "How late a live table's picture is.",
            ["table", "way"],
            registry=self.registry,
        )
        self._picture_lost = Gauge(
            "punto_picture_lost", "1: no picture of the table comes.", ["table", "way"], registry=self.registry
        )

    # --- what the floor reports ---------------------------------------------------------------------------------------

    def batch_answered(self, table: str, commands: int, milliseconds: float) -> None:
        """A table has answered a batch of commands, this long after taking it."""
        self.commands_answered(table, commands)
        self.answered_in(milliseconds / 1000)

    def commands_answered(self, table: str, commands: int) -> None:
        self._commands.labels(place_of(table)).inc(commands)

    def answered_in(self, seconds: float) -> None:
        self._answer.observe(seconds)

    def refused(self, refusal: str) -> None:
        """By name, from a closed set."""
        self._refusals.labels(refusal).inc()

    def committed(self, changes: int, seconds: float) -> None:
        self._commit.observe(seconds)
        self._commit_changes.observe(changes)

    def rang(self, phase: str, late_seconds: float) -> None:
        """A phase has ended, this late."""
        self._late.labels(phase).observe(max(late_seconds, 0.0))

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        self._request.labels(method, route, str(status)).observe(seconds)

    def picture_seen(self, table: str, way: str, delay_ms: int | None, *, is_lost: bool) -> None:
        if delay_ms is not None:
            self._picture_delay.labels(table, way).set(delay_ms / 1000)
        self._picture_lost.labels(table, way).set(is_lost)

    def socket_came(self, role: str) -> None:
        self._sockets.labels(role).inc()

    def socket_went(self, role: str) -> None:
        self._sockets.labels(role).dec()

    def socket_asked(self, status: int) -> None:
        """A socket was requested; 101: and opened."""
        self._upgrades.labels(str(status)).inc()

    def connection_refused(self, reason: str) -> None:
        """`connections_of_address`, `sockets_of_address`, `upgrades_of_address`, `no_descriptors`."""
        self._connections_refused.labels(reason).inc()

    def dropped(self, reason: str) -> None:
        """`slow_reader`, `too_many_messages` …: a few names, never a client's text."""
        self._dropped.labels(reason).inc()

    def talk_lost(self, lines: int) -> None:
        self._talk_lost.inc(lines)

    def slow_reader_dropped(self) -> None:
        self.dropped("slow_reader")

    def message_refused(self, reason: str) -> None:
        """A message that was invalid or came too fast; the reason is one of the protocol's."""
        self._unread.labels(reason).inc()

    def watch_traffic(self, traffic: Callable[[], tuple[int, int, int]]) -> None:
        """Messages sent and received, and control frames received. Counted elsewhere, which is cheaper."""
        self._now.traffic = traffic

    def take_up(self, config: FloorConfig) -> None:
        """The configuration was reloaded."""
        self._config = config
        self.returns.take_up(config.alarms)

    def watch_queues(self, depths: Callable[[], Mapping[str, int]]) -> None:
        """How many commands wait at each table, read on request."""
        self._now.depths = depths

    def happened(self, happened: Happened) -> None:
        """Called for every stored event, so it must be cheap."""
        event = happened.event
        if isinstance(event, WagersChanged):
            bets = self._bot_bets if is_bot(event.patron) else self._bets
            bets[place_of(happened.after.config.id)] += 1
            return
        if isinstance(event, CoupSettled):
            self._rounds.labels(place_of(happened.after.config.id)).inc()
        self.count_returns(happened)

    def count_returns(self, happened: Happened) -> None:
        """The part of `happened` that also applies to events replayed at startup."""
        table = place_of(happened.after.config.id)
        match happened.event:
            case CoupSettled(wagers=wagers):
                self._judge(table, self.returns.settled(table, wagers))
            case CoupVoided() as event:
                self.returns.taken_back(table, taken_back(happened.before, event).wagers)
            case CoupCorrected(wagers=wagers) as event:
                self.returns.taken_back(table, taken_back(happened.before, event).wagers)
                self.returns.settled(table, wagers)

    async def learn_theory(self, pause_seconds: float = SECONDS_BEFORE_A_BOOK) -> None:
        """Gets the exact odds of every table's book; until then there are no alarms."""
        for table in self._config.tables:
            if self._odds.if_counted(table.book) is None:
                await asyncio.sleep(pause_seconds)
            odds = await self._odds.of(self._config.book_of(table))
            self.returns.expect(table.id, [each for each in odds.bets if each.bet.id in table.limits])

    def _judge(self, table: str, bets: set[str]) -> None:
        for bet in bets:
            found = self.returns.find(table, bet)
            if found.is_alarm == ((table, bet) in self._alarmed):
                continue
            if found.is_alarm:
                self._alarmed.add((table, bet))
                log.warning(
                    "return_alarm",
                    table=table,
                    bet=bet,
                    deviations=round(found.deviations, 2),
                    staked=found.staked,
                    returned=found.returned,
                )
            else:
                self._alarmed.discard((table, bet))
                log.info("return_alarm_over", table=table, bet=bet, deviations=round(found.deviations, 2))

    def page(self) -> bytes:
        return generate_latest(self.registry)


class _Now(Collector):
    """Collected only on request: traffic, bets, queues, and returns against theory."""

    def __init__(self, returns: ReturnWatch, bets: Mapping[str, int], bot_bets: Mapping[str, int]) -> None:
        self.depths: Callable[[], Mapping[str, int]] = dict
        self.traffic: Callable[[], tuple[int, int, int]] = lambda: (0, 0, 0)
        self._returns = returns
        self._bets = bets
        self._bot_bets = bot_bets

    def collect(self) -> Iterator[Metric]:
        sent, received, control = self.traffic()
        yield CounterMetricFamily("punto_messages_sent", "WebSocket messages to clients.", value=sent)
        yield CounterMetricFamily("punto_messages_received", "WebSocket messages from clients.", value=received)
        yield CounterMetricFamily("punto_control_frames", "Pings, pongs and closes from clients.", value=control)
        yield _by_table("punto_bets", "Betting actions of patrons.", self._bets)
        yield _by_table("punto_bot_bets", "Betting actions of bots.", self._bot_bets)
        queues = GaugeMetricFamily("punto_table_queue", "Commands that wait.", labels=["table"])
        for table, depth in self._deepest().items():
            queues.add_metric([table], depth)
        yield queues
        labels = ["table", "bet"]
        staked = GaugeMetricFamily("punto_staked_units", "Staked by patrons.", labels=labels)
        returned = GaugeMetricFamily("punto_returned_units", "Returned to patrons.", labels=labels)
        theory = GaugeMetricFamily("punto_return_theoretical", "What a unit returns by the rules.", labels=labels)
        away = GaugeMetricFamily("punto_return_deviations", "Standard deviations from theory.", labels=labels)
        alarm = GaugeMetricFamily("punto_return_alarm", "1: too far to be chance.", labels=labels)
        for found in self._returns.findings():
            key = [found.table, found.bet]
            staked.add_metric(key, found.staked)
            returned.add_metric(key, found.returned)
            if found.theory is not None:
                theory.add_metric(key, found.theory.mean)
                away.add_metric(key, found.deviations)
                alarm.add_metric(key, int(found.is_alarm))
        yield from (staked, returned, theory, away, alarm)

    def _deepest(self) -> dict[str, int]:
        """Patrons' own tables count under their place: the longest queue."""
        deepest: dict[str, int] = {}
        for table, depth in self.depths().items():
            name = place_of(table)
            deepest[name] = max(depth, deepest.get(name, 0))
        return deepest


def _by_table(name: str, what: str, counted: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, what, labels=["table"])
    for table, count in counted.items():
        family.add_metric([table], count)
    return family
