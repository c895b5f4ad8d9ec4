"""A floor names the edges and pits that have read another file, each once."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from punto import __version__
from punto.rules.invalid_input import InvalidInput
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.config.settings_digest import file_digest
from punto.server.edges.edge import Edge
from punto.server.edges.edge_desk import EdgeDesk
from punto.server.edges.node_files import NodeFiles
from punto.server.floor.open_floor import open_floor
from punto.server.floor.reload import Reloading
from punto.server.protocol.links.edge_link import VERSION, Hello
from punto.server.protocol.links.pit_link import VERSION as PIT_VERSION
from punto.server.protocol.links.pit_link import PitHello
from punto.server.run.serve_floor import now_ms
from punto.server.telling.bus import InProcessBus
from punto.table.events import SCHEMA
from tests.server.edges.test_edge import MemoryLink, clock, no_sockets
from tests.server.edges.virtual_time import run
from tests.server.held_store import HeldStore
from tests.server.people.desks import KEY
from tests.server.pits.pit_house import PitHouse, with_pits
from tests.server.pits.test_hiring import says

FLOOR = demo_floor()
LIMITED = replace(FLOOR, safety=replace(FLOOR.safety, messages_a_second=3))


def named(
    nodes: list[tuple[str, FloorConfig]],
    program: str = __version__,
    floor: Callable[[], bytes] = lambda: file_digest(FLOOR),
) -> list[str]:
    files = NodeFiles(floor)
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
    files = NodeFiles(lambda: file_digest(FLOOR))
    with capture_logs() as logs:
        files.came(Hello("edge-1", VERSION, __version__), b"")
    assert logs == []


def test_new_limits_of_a_supervisor_are_no_other_file(tmp_path: Path) -> None:
    """As it was found: from then on every node that linked was named, and another copy of the file changed nothing."""
    table = FLOOR.tables[0]
    halved = {bet: replace(limit, stake_max=limit.stake_max // 2) for bet, limit in table.limits.items()}
    file = replace(FLOOR, tables=(table,))
    nodes = [("same", file), ("other", replace(file, name="Another"))]

    async def test() -> None:
        store = HeldStore(tmp_path / "floor.db")
        floor = await open_floor(file, store, KEY, now_ms)
        await floor.supervising.set_limits(replace(table, limits=halved), shoe=9, by="sue", now=1)
        assert floor.config.tables[0].limits == halved
        assert named(nodes, floor=lambda: floor.file_digest) == ["other"], "at once"
        again = await open_floor(file, store, KEY, now_ms)
        assert again.config.tables[0].limits == halved
        assert named(nodes, floor=lambda: again.file_digest) == ["other"], "after a restart"
        await Reloading(again, lambda: file).now()
        assert again.config.tables[0].limits == halved
        assert named(nodes, floor=lambda: again.file_digest) == ["other"], "after a reload"
        await store.close()

    asyncio.run(test())


def test_what_a_reload_has_read_counts_also_where_it_needs_a_restart(tmp_path: Path) -> None:
    """As it was found: nodes with the new file were named, and those with the old one were not."""
    file = replace(FLOOR, tables=FLOOR.tables[:1])
    changed = replace(file, safety=LIMITED.safety)

    def faulty() -> FloorConfig:
        raise InvalidInput("floor.toml: wrong")

    async def test() -> None:
        store = HeldStore(tmp_path / "floor.db")
        floor = await open_floor(file, store, KEY, now_ms)
        nodes = [("old", file), ("new", changed)]
        assert named(nodes, floor=lambda: floor.file_digest) == ["new"]
        await Reloading(floor, lambda: changed).now()
        assert floor.config.safety == file.safety
        assert named(nodes, floor=lambda: floor.file_digest) == ["old"]
        with capture_logs():
            await Reloading(floor, faulty).now()
        assert named(nodes, floor=lambda: floor.file_digest) == ["old"], "one with faults is not taken up"
        await store.close()

    asyncio.run(test())


def test_an_edge_and_its_floor_compare_their_files() -> None:
    async def test() -> None:
        with capture_logs() as logs:
            for name, config in (("same", FLOOR), ("other", LIMITED)):
                edge = Edge(name, __version__, config.safety, file_digest=file_digest(config))
                to_floor, to_edge = MemoryLink(), MemoryLink()
                desk = EdgeDesk(no_sockets, InProcessBus(), 1, clock, NodeFiles(lambda: file_digest(FLOOR)))
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
