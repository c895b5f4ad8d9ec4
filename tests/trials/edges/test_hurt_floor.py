"""A floor in several processes is killed, stopped and cut off from its bus while patrons bet on their sockets."""

import asyncio
from pathlib import Path

import uvloop

from punto.trials.edges.harm import Harm
from punto.trials.edges.hurt_floor import hand_over, hurt_floor, kill_floor
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess
from tests.server.edges.nats_server import NatsServer

FELTS = ("felt-1", "felt-2")
PATRONS = 6


def unharmed(harm: Harm, patrons: int, hurts: int) -> None:
    assert (harm.lost, harm.doubled, harm.refusals, harm.late, harm.gaps) == (0, 0, [], 0, 0)
    assert harm.accepted > 0
    assert len(harm.seconds_to_resume) == patrons * hurts


def test_nobody_is_dropped_and_no_bet_lost_or_doubled_when_the_floor_dies_or_is_replaced(tmp_path: Path) -> None:
    group = ServerProcess(CALM_FLOOR, str(tmp_path / "floor.db"), tmp_path, more=("--processes", "2"))
    try:
        group.start()
        hurts = [kill_floor(group), hand_over(group)]
        harm = uvloop.run(hurt_floor([group.address], FELTS, PATRONS, hurts))
        unharmed(harm, PATRONS, len(hurts))
        assert (harm.dropped, harm.told_to_wait) == (0, PATRONS)
        ready, leaves = group.log.rindex(b'"standing_by"'), group.log.rindex(b'"floor_stops"')
        assert ready < leaves, "the next floor is ready before the one before it leaves"
        assert group.stop() == 0
    finally:
        group.kill()


def test_a_floor_serves_its_own_patrons_while_the_bus_is_gone_and_edges_come_back(tmp_path: Path) -> None:
    with NatsServer() as nats:
        on_bus = ("--bus", nats.address)
        floor = ServerProcess(CALM_FLOOR, str(tmp_path / "floor.db"), tmp_path, more=on_bus)
        edge = ServerProcess(CALM_FLOOR, None, tmp_path, more=("--edge", *on_bus))

        async def restart() -> None:
            """For longer than a link may be silent."""
            nats.stop()
            await asyncio.sleep(2.5)
            nats.start()

        try:
            floor.start()
            edge.start()
            harm = uvloop.run(hurt_floor([edge.address, floor.address], FELTS, PATRONS, [restart]))
            unharmed(harm, PATRONS, 1)
            assert harm.dropped == 0
            assert harm.told_to_wait == PATRONS // 2, "those at the floor itself have noticed nothing"
        finally:
            edge.kill()
            floor.kill()
