"""A floor on PostgreSQL and NATS: it hangs, or its engines are restarted, while patrons bet at an edge."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvloop

from punto.cli.operating.serve import FLOOR_WAS_TAKEN
from punto.trials.edges.harm import Harm
from punto.trials.edges.hurt_floor import Hurt, hurt_floor
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess
from tests.server.edges.nats_server import NatsServer
from tests.server.store.postgres_server import PostgresServer

FELTS = ("felt-1", "felt-2")
PATRONS = 6
SECONDS_OF_SILENCE = 3.0  # longer than a store is waited for without a word; PostgreSQL closes no session for it
STANDING_BY = b'"standing_by"'


class Place:
    """Both engines, an edge, and floors that are started one after another."""

    def __init__(self, folder: Path, nats: NatsServer, postgres: PostgresServer) -> None:
        self.nats = nats
        self.postgres = postgres
        self.servers: list[ServerProcess] = []
        self._folder = folder

    def server(self, *options: str, database: str | None = None) -> ServerProcess:
        more = ("--bus", self.nats.address, *options)
        self.servers.append(ServerProcess(CALM_FLOOR, database, self._folder, more=more))
        return self.servers[-1]

    def floor(self) -> ServerProcess:
        return self.server("--standby", database=self.postgres.address)

    async def standing_by(self) -> None:
        """Another floor waits."""
        floor = self.floor()
        floor.launch()
        while STANDING_BY not in floor.log:
            await asyncio.sleep(0.02)

    def hurt(self, *hurts: Hurt) -> Harm:
        edge = self.server("--edge")
        edge.start()
        harm = uvloop.run(hurt_floor([edge.address], FELTS, PATRONS, hurts))
        assert (harm.lost, harm.doubled, harm.refusals, harm.dropped) == (0, 0, [], 0)
        assert harm.told_to_wait == PATRONS
        assert len(harm.seconds_to_resume) == PATRONS * len(hurts)
        return harm


@contextmanager
def place(folder: Path) -> Iterator[Place]:
    with NatsServer() as nats, PostgresServer.made() as postgres:
        made = Place(folder, nats, postgres)
        try:
            yield made
        finally:
            for server in made.servers:
                server.kill()


def test_both_engines_are_restarted_in_either_order(tmp_path: Path) -> None:
    with place(tmp_path) as here:
        floor = here.floor()
        floor.start()

        async def restart(*engines: NatsServer | PostgresServer) -> None:
            for engine in engines:
                await asyncio.to_thread(engine.stop)
            for engine in engines:
                await asyncio.sleep(0.5)
                await asyncio.to_thread(engine.start)

        here.hurt(lambda: restart(here.nats, here.postgres), lambda: restart(here.postgres, here.nats))
        assert b"Traceback" not in floor.log
        assert floor.log.count(b'"store_is_well_again"') == 2


def test_patrons_wait_and_know_why_while_postgres_hangs(tmp_path: Path) -> None:
    """As it was found: nobody was told until a statement had waited for 15 seconds."""
    with place(tmp_path) as here:
        floor = here.floor()
        floor.start()

        async def hang() -> None:
            with here.postgres.hanging():
                await asyncio.sleep(SECONDS_OF_SILENCE)

        here.hurt(hang)
        assert floor.log.count(b'"store_is_well_again"') == 1


def test_a_floor_that_hangs_is_replaced_and_wakes_up_fenced(tmp_path: Path) -> None:
    with place(tmp_path) as here:
        first = here.floor()
        first.start()

        async def hang() -> None:
            await here.standing_by()
            first.signal(signal.SIGSTOP)

        async def wake_up() -> None:
            first.signal(signal.SIGCONT)
            assert await asyncio.to_thread(first.wait) == FLOOR_WAS_TAKEN

        here.hurt(hang, wake_up)


@pytest.mark.parametrize("number", [signal.SIGUSR2, signal.SIGTERM])
def test_a_floor_leaves_to_one_that_stands_by(tmp_path: Path, number: signal.Signals) -> None:
    with place(tmp_path) as here:
        first = here.floor()
        first.start()

        async def leave() -> None:
            await here.standing_by()
            first.signal(number)
            assert await asyncio.to_thread(first.wait) == 0, "it has left by itself, and says so"

        here.hurt(leave)


def test_a_floor_is_not_left_alone_when_its_store_is_lost_at_a_hand_over(tmp_path: Path) -> None:
    with place(tmp_path) as here:
        first = here.floor()
        first.start()

        async def leave() -> None:
            await here.standing_by()
            first.signal(signal.SIGUSR2)
            await asyncio.sleep(0.05)
            await asyncio.to_thread(here.postgres.stop)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(here.postgres.start)

        here.hurt(leave)
