"""The drill from beginning to end: the steps of docs/deploying.md, on a floor that is full of patrons who bet.

The nodes of the last release (a floor, one that stands by, two edges, a pit if it knows pits) become nodes of this one,
each by the signal an operator would send. No bet may be refused for it, and none lost or doubled.
"""

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

from deploy.drill.steps import DrillFailed, Steps
from punto.trials.edges.harm import Harm
from punto.trials.edges.nodes import EDGE, FLOOR, PIT, Cluster, Engines, Node, NotWhole, nodes_of
from punto.trials.edges.patrons import NeverResumed, Patrons
from punto.trials.edges.stored_stakes import StoredStakes
from punto.trials.load.server_process import HURT_FLOOR

OPEN_TABLES, ROUND_TABLES = ("felt-1", "felt-2"), ("round-1", "round-2")
SECONDS_OF_PLAY = 1.0  # before each step
SECONDS_BETWEEN_BETS = 0.1
SECONDS_TO_END = 30.0
NOT_WELCOME = (b"not_welcome_at_floor", b"floor_does_not_hire")  # in the log of who speaks another version of a link
PITS = "punto/server/run/serve_pit.py"


class Upgrade:
    def __init__(self, folder: Path, engines: Engines, old: Path, new: Path, patrons: int, steps: Steps) -> None:
        """`old` and `new` are where Python finds each release."""
        pits = [PIT] if (old / PITS).is_file() else []
        self.cluster = Cluster(folder, engines, nodes_of([FLOOR, FLOOR, EDGE, EDGE, *pits]))
        self._old = old
        self._new = new
        self._number = patrons
        self._steps = steps
        self._harm = Harm()

    async def run(self) -> None:
        try:
            await self._run()
        except (NotWhole, NeverResumed) as wrong:
            raise DrillFailed(str(wrong)) from None

    async def _run(self) -> None:
        cluster, step = self.cluster, self._steps.step
        for node in cluster.nodes:
            node.source = self._old
        with step(f"the last release opens a floor: {', '.join(node.name for node in cluster.nodes)}"):
            await cluster.make_whole()
        patrons = await Patrons.come(cluster.doors, OPEN_TABLES, self._number, ROUND_TABLES, SECONDS_BETWEEN_BETS)
        try:
            floor = await cluster.owner(FLOOR)
            [waiting] = [node for node in cluster.of(FLOOR) if node is not floor]
            for node in (*cluster.of(PIT), *cluster.of(EDGE)):
                await self._step(patrons, f"{node.name}: stopped, and this release started in its place", node)
            await self._step(patrons, f"{waiting.name}, which stands by: the same", waiting)
            await self._step(patrons, f"{floor.name}: SIGUSR2; {waiting.name} goes on with its rounds", floor, waiting)
            await self._count(patrons)
        finally:
            await patrons.leave()

    async def _step(self, patrons: Patrons, what: str, node: Node, successor: Node | None = None) -> None:
        """One node goes to this release, with a SIGTERM, or with a SIGUSR2 where another goes on."""
        await asyncio.sleep(SECONDS_OF_PLAY)
        patrons.harm()
        patrons.begin()
        with self._steps.step(what):
            node.running.signal(signal.SIGTERM if successor is None else signal.SIGUSR2)
            await self._ended(node)
            node.source = self._new
            await self.cluster.make_whole()
            await patrons.all_bet(since=time.perf_counter())
        harm = patrons.harm()
        self._steps.tell(_in_words(harm))
        self._harm.add(harm)
        if successor is not None and await self.cluster.owner(FLOOR) is not successor:
            raise DrillFailed(f"{successor.name} was to run the floor")
        if strangers := [each.name for each in self.cluster.nodes if _is_not_welcome(each.running.log)]:
            raise DrillFailed(f"{', '.join(strangers)}: the two releases do not understand each other")

    async def _ended(self, node: Node) -> None:
        give_up_at = time.monotonic() + SECONDS_TO_END
        while node.is_alive:
            if time.monotonic() > give_up_at:
                raise DrillFailed(f"{node.name} did not end within {SECONDS_TO_END:.0f} s")
            await asyncio.sleep(0.01)
        if code := node.running.wait():
            raise DrillFailed(f"{node.name} ended with {code}")

    async def _count(self, patrons: Patrons) -> None:
        database = self.cluster.engines.database
        with self._steps.step("everybody rests, and each bet that was acknowledged is looked for in the log"):
            await patrons.rest()
            stored = StoredStakes(database, (*OPEN_TABLES, *ROUND_TABLES))
            await stored.read_on()
        harm = self._harm
        harm.count_money(patrons.accepted, stored.of_patrons)
        self._steps.tell(f"{harm.accepted:,} units were accepted, {stored.settled} rounds ended")
        if harm.lost or harm.doubled or stored.settled_twice:
            raise DrillFailed(f"{harm.lost} units lost, {harm.doubled} doubled; {stored.settled_twice}")
        if harm.refusals or harm.late:
            raise DrillFailed(f"refused: {harm.refusals_in_words}; held up past the end of betting: {harm.late}")
        with self._steps.step("punto audit"):
            command = [sys.executable, "-m", "punto", "audit", "--config", str(HURT_FLOOR), "--database", database]
            ran = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        self._steps.tell(ran.stdout)
        if ran.returncode:
            raise DrillFailed("the audit has found something")


def _is_not_welcome(log: bytes) -> bool:
    return any(each in log for each in NOT_WELCOME)


def _in_words(harm: Harm) -> str:
    return (
        f"patrons waited {harm.at(0.5):.2f} s (p50), {harm.at(1):.2f} s (most); {harm.dropped} sockets were closed and "
        f"opened again, {len(harm.refusals)} bets refused, {harm.late} came after the end of betting"
    )
