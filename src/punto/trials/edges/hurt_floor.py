"""Hurts a floor in every way that happens, again and again, while patrons bet; counts what was lost or doubled."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from punto.trials.edges.harm import Harm
from punto.trials.edges.patrons import Patrons
from punto.trials.load.client import Address
from punto.trials.load.server_process import ServerProcess, children

SECONDS_OF_PLAY = 1.0  # before each hurt

Hurt = Callable[[], Awaitable[None]]  # returns once whoever was hurt answers nobody any more


async def hurt_floor(addresses: Sequence[Address], tables: Sequence[str], patrons: int, hurts: Sequence[Hurt]) -> Harm:
    """Patrons are spread over addresses and tables, whose betting must stay open meanwhile."""
    crowd, harm = await Patrons.come(addresses, tables, patrons), Harm()
    for hurt in hurts:
        await asyncio.sleep(SECONDS_OF_PLAY)
        crowd.begin()
        await hurt()
        await crowd.all_bet(since=time.perf_counter())
        harm.add(crowd.harm())
    await crowd.stop()
    afterwards = crowd.harm()
    afterwards.seconds_to_resume.clear()
    harm.add(afterwards)
    harm.told_to_wait = crowd.told_to_wait
    harm.count_money(crowd.accepted, {player.patron: player.bettor.staked for player in crowd.players})
    return harm


def floor_of(group: ServerProcess) -> int:
    """The process of a group that runs the floor: it alone has children, for the store and for counting."""
    return next(pid for pid in children(group.pid) if children(pid))


async def _has_ended(pid: int) -> None:
    while Path(f"/proc/{pid}").exists():
        await asyncio.sleep(0.002)


def kill_floor(group: ServerProcess) -> Hurt:
    async def hurt() -> None:
        floor = floor_of(group)
        os.kill(floor, signal.SIGKILL)
        await _has_ended(floor)

    return hurt


def hand_over(group: ServerProcess) -> Hurt:
    """It leaves in the middle of its coups, once the next is ready."""

    async def hurt() -> None:
        floor = floor_of(group)
        group.signal(signal.SIGUSR2)
        await _has_ended(floor)

    return hurt
