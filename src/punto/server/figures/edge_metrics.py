"""Metrics of what the edges of a floor have written and cut off, as each last told; and of the floor's lease."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector


class EdgeFigures(NamedTuple):
    edge: str
    messages_sent: int
    slow_readers: int
    floods: int


class EdgeMetrics(Collector):
    def __init__(self, epoch: int, edges: Callable[[], Iterable[EdgeFigures]]) -> None:
        self._epoch = epoch
        self._edges = edges

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("punto_floor_epoch", "How often the floor has been taken.", value=self._epoch)
        sent = CounterMetricFamily("punto_edge_messages_sent", "Messages that an edge has written.", labels=["edge"])
        dropped = CounterMetricFamily("punto_edge_dropped", "Sockets that an edge cut off.", labels=["edge", "reason"])
        for each in self._edges():
            sent.add_metric([each.edge], each.messages_sent)
            dropped.add_metric([each.edge, "slow_reader"], each.slow_readers)
            dropped.add_metric([each.edge, "too_many_control_frames"], each.floods)
        yield from (sent, dropped)
