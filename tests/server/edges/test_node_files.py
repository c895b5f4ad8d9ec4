"""A floor names the edges and pits that have read another file, each once."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from punto import __version__
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.config.settings_digest import file_digest
from punto.server.edges.edge import Edge
from punto.server.edges.edge_desk import EdgeDesk
from punto.server.edges.node_files import NodeFiles
from punto.server.protocol.links.edge_link import VERSION, Hello
from punto.server.protocol.links.pit_link import VERSION as PIT_VERSION
from punto.server.protocol.links.pit_link import PitHello
from punto.server.telling.bus import InProcessBus
from punto.table.events import SCHEMA
from tests.server.edges.test_edge import MemoryLink, clock, no_sockets
from tests.server.edges.virtual_time import run
from tests.server.pits.pit_house import PitHouse, with_pits
from tests.server.pits.test_hiring import says

FLOOR = demo_floor()
LIMITED = replace(FLOOR, safety=replace(FLOOR.safety, messages_a_second=3))


def named(nodes: list[tuple[str, FloorConfig]], program: str = __version__) -> list[str]:
    files = NodeFiles(lambda: FLOOR)
    with capture_logs() as logs:
        for node, config in nodes:
            digest = file_digest(config)
            files.came(Hello(node, VERSION, program, digest), digest)
    assert {(each["event"], each["log_level"]) for each in logs} <= {("another_floor_file", "warning")}
    return [each["node"] for each in logs]


def test_each_node_with_another_file_is_named_once() -> None:
    """As it was found: an edge kept to the limits of a file that nobody had copied again, and no log said so."""
    came = [("edge-1", FLOOR), ("edge-2", LIMITED), ("edge-2", LIMITED), ("edge-3", LIMITED)]
    assert named(came) == ["edge-2", "edge-3"]


@pytest.mark.parametrize(
    "same",
    [
        replace(FLOOR, files=("/elsewhere/floor.toml",)),
        replace(FLOOR, public_url="https://floor.example"),
        replace(FLOOR, bots=not FLOOR.bots),
        replace(FLOOR, safety=replace(FLOOR.safety, hosts=("floor.example",))),
    ],
)
def test_where_the_file_lies_and_what_a_command_line_overrides_make_no_difference(same: FloorConfig) -> None:
    assert named([("edge-1", same)]) == []


def test_of_another_release_nothing_is_said() -> None:
    assert named([("edge-1", LIMITED)], program="0.0.1") == []
    files = NodeFiles(lambda: FLOOR)
    with capture_logs() as logs:
        files.came(Hello("edge-1", VERSION, __version__), b"")
    assert logs == []


def test_an_edge_and_its_floor_compare_their_files() -> None:
    async def test() -> None:
        with capture_logs() as logs:
            for name, config in (("same", FLOOR), ("other", LIMITED)):
                edge = Edge(name, __version__, config.safety, file_digest=file_digest(config))
                to_floor, to_edge = MemoryLink(), MemoryLink()
                desk = EdgeDesk(no_sockets, InProcessBus(), 1, clock, NodeFiles(lambda: FLOOR))
                to_floor.other, to_edge.other = desk.link_made(to_edge), edge.link_made(to_floor)
                while not edge.epoch:
                    await asyncio.sleep(0.01)
                edge.unlink()
        assert [each["node"] for each in logs if each["event"] == "another_floor_file"] == ["other"]

    run(test())


def test_a_pit_and_its_floor_compare_their_files(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        desk, own = house.lending.desk, house.floor.config
        other = replace(own, name="Another")
        with capture_logs() as logs:
            for name, config in (("same", own), ("other", other)):
                says(desk, PitHello(name, PIT_VERSION, __version__, SCHEMA, file_digest(config)))
        assert [each["node"] for each in logs if each["event"] == "another_floor_file"] == ["other"]
        assert house.hire("real", other).pit._file_digest == file_digest(other)

    with_pits(tmp_path, test, ("first",))
