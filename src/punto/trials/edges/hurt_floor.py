"""Hurts a floor in every way that happens, again and again, while patrons bet; counts what was lost or doubled."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from punto.trials.edges.staying_patron import StayingPatron
from punto.trials.load.client import Address
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.server_process import ServerProcess, children

SECONDS_OF_PLAY = 1.0  # before each hurt
SECONDS_TO_RESUME = 30.0
SECONDS_STOPPED = 6.0  # longer than a floor may be silent

Hurt = Callable[[], Awaitable[None]]  # returns once nothing is answered any more


@dataclass
class Harm:
    """What came of it."""

    seconds_to_resume: list[float] = field(default_factory=list)  # from the last answer to the next, of each patron
    accepted: int = 0  # units that were acknowledged
    lost: int = 0  # of those, units that do not lie
    doubled: int = 0  # units that lie and were not acknowledged
    dropped: int = 0  # sockets that were closed
    told_to_wait: int = 0  # patrons
    refusals: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time in which this share of them had resumed."""
        times = sorted(self.seconds_to_resume)
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0


async def hurt_floor(addresses: Sequence[Address], tables: Sequence[str], patrons: int, hurts: Sequence[Hurt]) -> Harm:
    """Patrons are spread over addresses and tables, whose betting must stay open meanwhile."""
    names, harm = count(time.time_ns() // 1_000), Harm()
    guests: list[Guest] = await let_in(addresses[0], patrons)
    players = [
        StayingPatron(addresses[number % len(addresses)], guest, tables[number % len(tables)], lambda: next(names))
        for number, guest in enumerate(guests)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    await _all_bet(players, since=0.0)
    for hurt in hurts:
        await asyncio.sleep(SECONDS_OF_PLAY)
        await hurt()
        before = {player: player.bettor.answered_at for player in players}
        after = await _all_bet(players, since=time.perf_counter())
        harm.seconds_to_resume += [at - before[player] for player, at in after.items()]
    await asyncio.gather(*(player.stop() for player in players))
    await asyncio.gather(*playing)
    for player in players:
        bettor = player.bettor
        harm.accepted += bettor.accepted
        harm.lost += max(0, bettor.accepted - bettor.staked)
        harm.doubled += max(0, bettor.staked - bettor.accepted)
        harm.dropped += player.dropped
        harm.told_to_wait += bettor.was_told_to_wait
        harm.refusals += bettor.refusals
    return harm


async def _all_bet(players: Sequence[StayingPatron], since: float) -> dict[StayingPatron, float]:
    """When each had a bet answered that counts from `since` on."""
    give_up_at, at = time.perf_counter() + SECONDS_TO_RESUME, dict[StayingPatron, float]()
    while len(at) < len(players):
        assert time.perf_counter() < give_up_at, f"{len(players) - len(at)} of {len(players)} patrons never resumed"
        for player in players:
            if player not in at and player.bettor.answered_at > since:
                at[player] = player.bettor.answered_at
        await asyncio.sleep(0.005)
    return at


def floor_of(group: ServerProcess) -> int:
    """The process of a group that runs the floor: it alone has children, for the store and for counting."""
    return next(pid for pid in children(group.pid) if children(pid))


async def _end(pid: int, number: signal.Signals) -> None:
    os.kill(pid, number)
    while Path(f"/proc/{pid}").exists():
        await asyncio.sleep(0.002)


def kill_floor(group: ServerProcess) -> Hurt:
    async def hurt() -> None:
        await _end(floor_of(group), signal.SIGKILL)

    return hurt


def hand_over(group: ServerProcess) -> Hurt:
    """It leaves in the middle of its coups, and the next is started."""

    async def hurt() -> None:
        await _end(floor_of(group), signal.SIGUSR2)

    return hurt


def suspend(floor: int, seconds: float = SECONDS_STOPPED) -> None:
    """It hangs for longer than anybody waits for it, and wakes up when another runs the floor."""
    os.kill(floor, signal.SIGSTOP)
    asyncio.get_running_loop().call_later(seconds, os.kill, floor, signal.SIGCONT)
