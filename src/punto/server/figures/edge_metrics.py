"""Metrics of the processes that hold a floor's sockets, as each last told the floor; and of the floor's lease."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector


class EdgeFigures(NamedTuple):
    edge: str
    sockets: int
    messages_sent: int
    slow_readers: int
    floods: int
    round_trip_seconds: float


class EdgeMetrics(Collector):
    def __init__(self, epoch: int, edges: Callable[[], Iterable[EdgeFigures]]) -> None:
        self._epoch = epoch
        self._edges = edges

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("punto_floor_epoch", "How often the floor has been taken.", value=self._epoch)
        sockets = GaugeMetricFamily("punto_edge_sockets", "Sockets that an edge holds.", labels=["edge"])
        way = GaugeMetricFamily("punto_edge_round_trip_seconds", "To an edge and back.", labels=["edge"])
        sent = CounterMetricFamily("punto_edge_messages_sent", "Messages that an edge has written.", labels=["edge"])
        dropped = CounterMetricFamily("punto_edge_dropped", "Sockets that an edge cut off.", labels=["edge", "reason"])
        for each in self._edges():
            sockets.add_metric([each.edge], each.sockets)
            way.add_metric([each.edge], each.round_trip_seconds)
            sent.add_metric([each.edge], each.messages_sent)
            dropped.add_metric([each.edge, "slow_reader"], each.slow_readers)
            dropped.add_metric([each.edge, "too_many_control_frames"], each.floods)
        yield from (sockets, way, sent, dropped)
