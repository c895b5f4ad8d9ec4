"""Metrics of nodes: lag, sockets and tables of each, who runs each table, and moves by reason."""

from prometheus_client import CollectorRegistry, generate_latest

from punto.server.figures.node_metrics import NodeMetrics
from punto.server.protocol.nodes import NodeSeen, NodeWatch, PlaceOwner

SEEN = NodeWatch(
    server_time=0,
    nodes=(
        NodeSeen(id="jade-7", role="floor", version="1.4", since=0, epoch=3, sockets=2, tables=1),
        NodeSeen(id="jade-9", role="pit", version="1.3", since=0, epoch=3, lag_ms=1.5, tables=1),
    ),
    owners=(
        PlaceOwner("coral", "Coral", None, None, None, 1),
        PlaceOwner("amber", "Amber", "jade-7", 3, 0, 1),
        PlaceOwner("ruby", "Ruby", "jade-9", 8, 0, 1),
    ),
    moves=(),
)


def test_each_node_each_owner_and_each_reason_of_a_move() -> None:
    registry = CollectorRegistry()
    registry.register(NodeMetrics(lambda: SEEN, lambda: ["coral"], {"died": 2}))
    lines = [line for line in generate_latest(registry).decode().splitlines() if not line.startswith("#")]
    assert lines == [
        'punto_node_info{node="jade-7",role="floor",version="1.4"} 1.0',
        'punto_node_info{node="jade-9",role="pit",version="1.3"} 1.0',
        'punto_node_lag_seconds{node="jade-9",role="pit"} 0.0015',
        'punto_node_sockets{node="jade-7",role="floor"} 2.0',
        'punto_node_sockets{node="jade-9",role="pit"} 0.0',
        'punto_node_tables{node="jade-7",role="floor"} 1.0',
        'punto_node_tables{node="jade-9",role="pit"} 1.0',
        'punto_table_epoch{node="jade-7",table="amber"} 3.0',
        'punto_table_epoch{node="jade-9",table="ruby"} 8.0',
        'punto_table_moves_total{reason="joined"} 0.0',
        'punto_table_moves_total{reason="left"} 0.0',
        'punto_table_moves_total{reason="died"} 2.0',
        'punto_table_moves_total{reason="handed_over"} 0.0',
        "punto_tables_without_owner 1.0",
    ]
