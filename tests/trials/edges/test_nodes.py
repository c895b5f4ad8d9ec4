"""Nodes of a cluster as values: names, places, and where patrons are sent."""

from pathlib import Path

import pytest

from punto.trials.edges.nodes import EDGE, FLOOR, HERE, ROLES, Cluster, Engines, Place, nodes_of

ENGINES = Engines("postgresql://floor", "nats://bus")


def test_nodes_are_named_and_placed_in_order() -> None:
    places = [Place(f"10.0.0.{number}", ("inside", f"{number}"), f"link-{number}") for number in (1, 2, 3)]
    nodes = nodes_of([FLOOR, FLOOR, EDGE], places)
    assert [(node.name, node.place) for node in nodes] == list(
        zip(["floor-1", "floor-2", "edge-3"], places, strict=True)
    )
    assert [node.place for node in nodes_of([FLOOR, EDGE])] == [HERE, HERE]


def test_patrons_are_sent_to_edges_alone(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, ENGINES, nodes_of([FLOOR, EDGE, EDGE]))
    assert cluster.doors == [node.address for node in cluster.nodes[1:]]
    assert [node.name for node in cluster.of(FLOOR)] == ["floor-1"]
    assert not any(node.is_alive or node.serves or node.stands_by for node in cluster.nodes)


@pytest.mark.parametrize("name", sorted(ROLES))
def test_every_role_finds_its_engines(name: str) -> None:
    role = ROLES[name]
    assert role.name == name
    assert role.options(ENGINES)[-2:] == ("--bus", ENGINES.bus)
