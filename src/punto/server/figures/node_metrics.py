"""Metrics of the processes that make up a floor: how far away each is, what it holds, and which runs each table."""

from collections.abc import Callable, Iterator, Mapping, Sized
from typing import get_args

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from punto.server.protocol.nodes import NodeWatch, WhyMoved


class NodeMetrics(Collector):
    def __init__(
        self, look: Callable[[], NodeWatch], without_owner: Callable[[], Sized], moves: Mapping[WhyMoved, int]
    ) -> None:
        self._look = look
        self._without_owner = without_owner
        self._moves = moves

    def collect(self) -> Iterator[Metric]:
        seen, labels = self._look(), ["node", "role"]
        lag = GaugeMetricFamily("punto_node_lag_seconds", "The last beat of a node, there and back.", labels=labels)
        sockets = GaugeMetricFamily("punto_node_sockets", "Sockets that a node holds.", labels=labels)
        tables = GaugeMetricFamily("punto_node_tables", "Tables that a node runs.", labels=labels)
        info = GaugeMetricFamily("punto_node_info", "1: the node is there.", labels=[*labels, "version"])
        for node in seen.nodes:
            who = [node.id, node.role]
            info.add_metric([*who, node.version], 1)
            sockets.add_metric(who, node.sockets)
            tables.add_metric(who, node.tables)
            if node.lag_ms is not None:
                lag.add_metric(who, node.lag_ms / 1000)
        epochs = GaugeMetricFamily("punto_table_epoch", "The epoch in which a node runs it.", labels=["table", "node"])
        for owner in seen.owners:
            if owner.node is not None and owner.epoch is not None:
                epochs.add_metric([owner.table, owner.node], owner.epoch)
        moves = CounterMetricFamily("punto_table_moves", "Tables that moved to another node.", labels=["reason"])
        for why in get_args(WhyMoved):
            moves.add_metric([why], self._moves.get(why, 0))
        yield from (info, lag, sockets, tables, epochs, moves)
        yield GaugeMetricFamily(
            "punto_tables_without_owner", "Open for play, and nobody runs them.", value=len(self._without_owner())
        )
