"""Floors and pits from a seed: nodes die, hang and wake up as zombies, links are late and cut, commits are lost.

Everything between a table's door and the store is the real thing: floors with their leases, tables, the desk of pits,
links, pits. Only time, the way of packets and requests, and patrons are simulated. While a seed is played and after it,
no coup may have two results and no wager be lost or doubled; `simulation_checks.py` says what else.
"""

import asyncio
import atexit
import random
import secrets
import shutil
import traceback
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import structlog
from msgspec import Struct

from punto.server.floor.open_floor import open_floor
from punto.server.people.sign_in.passwords import Passwords
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.edges.simulation import BEGAN_MS, NoOdds
from tests.server.people.desks import CHEAP, KEY
from tests.server.pits.node_loop import run
from tests.server.pits.simulated_world import CONFIG, TABLES, World
from tests.server.pits.simulation_checks import (
    check_limits,
    check_shown,
    check_store,
    check_told,
    probe_purses,
)

PITS = 2
BLOWS = 4
SECONDS_OF_PLAY = 1.2  # between two blows, on average


class Played(Struct, frozen=True):
    """What happened in one seed."""

    accepted: int
    refused: int
    asked_again: int
    coups: int
    floors: int
    loans: int
    fenced: int
    losses: int
    blows: tuple[str, ...]
    heads: tuple[str, ...]  # of every table: the same seed gives the same log


async def _checked(world: World) -> tuple[int, tuple[str, ...]]:
    """By somebody who reads the store and nothing else, while every node stands still."""
    store = SqliteInProcess(world.file)
    streams = await store.streams()
    coups = await check_store(store, world.patrons, CONFIG)
    await check_limits(store, world.patrons, CONFIG)
    await check_told(store, world.messages, CONFIG)
    await store.close()
    return coups, tuple(streams[f"table:{table}"].head.hex()[:16] for table in TABLES)


async def simulate(seed: int, folder: Path, broken: list[str], blows: int = BLOWS) -> Played:
    """Raises AssertionError with what was broken."""
    world, happened = World(seed, folder, broken), list[str]()
    world.loop.set_exception_handler(lambda _, context: broken.extend(_described(context)))
    with _secrets_from(world.chance):
        try:
            await world.next_floor()
            await world.seat_patrons()
            for _ in range(PITS):
                world.next_pit()
            world.watch.lost = world.chance.choice((0.0, 0.005, 0.02))
            betting = asyncio.create_task(world.bet())
            for _ in range(blows):
                await asyncio.sleep(world.chance.expovariate(1 / SECONDS_OF_PLAY))
                happened.append(await world.blow())
                assert not broken, "it was noticed"
            await asyncio.sleep(1.5)
            await world.settle()
            await betting
            floor = world.holder.floor
            assert floor is not None
            await check_shown(world)
            await probe_purses(world)
            coups, heads = await _checked(world)
            assert not broken, "it was noticed"
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, after {', '.join(happened)}: {[*broken[:3], str(error)]}") from error
        finally:
            world.release()
    return Played(
        accepted=sum(len(each.accepted) for each in world.patrons),
        refused=sum(len(each.refused) for each in world.patrons),
        asked_again=sum(each.asked_again for each in world.patrons),
        coups=coups,
        floors=len(world.floors),
        loans=world.loans,
        fenced=world.watch.fenced,
        losses=world.watch.losses,
        blows=tuple(happened),
        heads=heads,
    )


def play(seed: int, blows: int = BLOWS) -> Played:
    """In a folder of its own, in memory."""
    folder, broken = Path(mkdtemp(prefix="punto-pits-", dir=_memory())), list[str]()
    try:
        shutil.copyfile(_template(), folder / "floor.db")
        with _noticing_errors(broken):
            return run(simulate(seed, folder, broken, blows))
    finally:
        shutil.rmtree(folder)


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@cache
def _template() -> Path:
    """A store with what takes long to count: the fingerprints of the books."""
    folder = Path(mkdtemp(prefix="punto-pits-template-", dir=_memory()))
    atexit.register(shutil.rmtree, folder)

    async def fill() -> None:
        store = SqliteInProcess(folder / "floor.db")
        await open_floor(CONFIG, store, KEY, lambda: BEGAN_MS, NoOdds(), passwords=Passwords(CHEAP))
        await store.close()

    run(fill())
    return folder / "floor.db"


@contextmanager
def _noticing_errors(broken: list[str]) -> Iterator[None]:
    """Whatever a node logs as an error is one."""

    def notice(_logger: object, level: str, event: MutableMapping[str, Any]) -> Any:
        if level in ("error", "exception", "critical"):
            trace = "".join(traceback.format_exc(limit=-3)) if event.get("exc_info") else ""
            broken.append(f"{event} {trace}")
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[notice])
    try:
        yield
    finally:
        structlog.configure(**before)


@contextmanager
def _secrets_from(chance: random.Random) -> Iterator[None]:
    """So that a seed deals the same cards each time."""
    with (
        patch.object(secrets, "token_bytes", chance.randbytes),
        patch.object(secrets, "token_hex", lambda size: chance.randbytes(size).hex()),
    ):
        yield


def _described(context: dict[str, Any]) -> list[str]:
    """Tasks of a killed node are just forgotten."""
    error = context.get("exception")
    return [] if error is None else [f"{context['message']} {''.join(traceback.format_exception(error)[-4:])}"]
