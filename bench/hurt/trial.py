"""One cluster and its patrons, hurt in the kinds that were asked for, so many times each; counted after every kind.

A repetition that goes wrong is recorded, the cluster is made whole again, and the trial goes on.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.hurt.kinds import Kind, NotFenced, Stage
from punto.trials.edges.harm import Harm
from punto.trials.edges.nodes import FLOOR, NotWhole, Role
from punto.trials.edges.patrons import NeverResumed, Patrons
from punto.trials.edges.stored_stakes import StoredStakes
from punto.trials.load.server_process import HURT_FLOOR

SECONDS_OF_BETTING = 4.0  # that a hurt is given, so that no end of betting is taken for a wait; rounds end elsewhere
SECONDS_BETWEEN_LOOKS = 0.05
OPEN_TABLES, ROUND_TABLES = ("felt-1", "felt-2"), ("round-1", "round-2")

Say = Callable[[str], None]


class Pace(NamedTuple):
    """In seconds."""

    pause: float = 0.1  # between two bets of a patron
    play: float = 1.0  # before each hurt


USUAL = Pace()


@dataclass
class Outcome:
    """Of one kind."""

    kind: Kind
    role: Role
    times: int = 0
    harm: Harm = field(default_factory=Harm)
    rounds: int = 0  # that ended meanwhile
    seconds: float = 0.0  # all repetitions
    troubles: list[str] = field(default_factory=list)  # repetitions that went wrong, and money that does not agree

    @property
    def name(self) -> str:
        """As it was asked for."""
        return self.kind.name if self.role is FLOOR else f"{self.kind.name}:{self.role.name}"


class Trial:
    def __init__(self, stage: Stage, patrons: int, pace: Pace, say: Say) -> None:
        self.outcomes: list[Outcome] = []
        self._stage = stage
        self._number = patrons
        self._pace = pace
        self._say = say
        self._stored = StoredStakes(stage.cluster.engines.database, (*OPEN_TABLES, *ROUND_TABLES))
        self._accepted: dict[str, int] = {}  # of patrons, as of the last count
        self._staked: dict[str, int] = {}

    async def run(self, hurts: Sequence[tuple[Kind, Role]], times: int) -> None:
        """What came of each is in `outcomes`, also when the cluster could not be made whole again: NotWhole."""
        cluster = self._stage.cluster
        await cluster.make_whole()
        patrons = await Patrons.come(cluster.doors, OPEN_TABLES, self._number, ROUND_TABLES, self._pace.pause)
        try:
            for kind, role in hurts:
                self.outcomes.append(Outcome(kind, role))
                await self._hurt(patrons, self.outcomes[-1], times)
        finally:
            await patrons.leave()
        self.outcomes[-1].troubles += [f"audit: {line}" for line in await asyncio.to_thread(self._audit)]

    async def _hurt(self, patrons: Patrons, outcome: Outcome, times: int) -> None:
        patrons.go_on()
        began = time.perf_counter()
        for number in range(1, times + 1):
            self._stage.number, outcome.times = number, number
            await self._once(patrons, outcome)
        outcome.seconds = time.perf_counter() - began
        await self._count(patrons, outcome)

    async def _once(self, patrons: Patrons, outcome: Outcome) -> None:
        await asyncio.sleep(self._pace.play)
        give_up_at = time.perf_counter() + 2 * SECONDS_OF_BETTING
        while patrons.seconds_of_betting < SECONDS_OF_BETTING and time.perf_counter() < give_up_at:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        await patrons.bet_again()  # so that the pause between two rounds is not taken for a wait
        patrons.harm()  # what happened between two hurts belongs to the first, and was waited for there
        patrons.begin()
        problems, began = list[str](), time.strftime("%H:%M:%S")
        try:
            await outcome.kind.do(self._stage, outcome.role)
        except (NotWhole, NotFenced, OSError, AssertionError) as wrong:
            problems.append(f"{type(wrong).__name__}: {wrong}")
        since = time.perf_counter()
        try:
            await patrons.all_bet(since)
        except NeverResumed as wrong:
            problems.append(str(wrong))
            patrons.open_again(since)
        once = patrons.harm()
        problems += await self._mend()
        afterwards = patrons.harm()
        afterwards.seconds_to_resume.clear()
        afterwards.seconds_at_rounds.clear()
        once.add(afterwards)
        outcome.harm.add(once)
        outcome.troubles += [f"{outcome.name} {outcome.times} at {began}: {problem}" for problem in problems]
        self._say(
            f"{began} {outcome.name} {outcome.times}: "
            f"p50 {once.at(0.5):.2f} p99 {once.at(0.99):.2f} max {once.at(1):.2f} s, "
            f"closed {once.dropped}, given up {once.given_up}, gaps {once.gaps}, late {once.late}, "
            f"refused {once.refusals_in_words}{''.join(f'; {problem}' for problem in problems)}"
        )

    async def _mend(self) -> list[str]:
        """What was wrong with the cluster afterwards; then it is whole, or was started anew."""
        problems, cluster = list[str](), self._stage.cluster
        try:
            await self._stage.check_zombie()
        except NotFenced as wrong:
            problems.append(str(wrong))
        try:
            await cluster.make_whole()
        except NotWhole as wrong:
            problems.append(str(wrong))
            await asyncio.to_thread(cluster.end)
            await cluster.make_whole()  # what cannot be started at all ends the trial
        return problems

    async def _count(self, patrons: Patrons, outcome: Outcome) -> None:
        """Everybody rests, and what each was told is held against the log."""
        rounds = self._stored.settled
        try:
            await patrons.rest()
        except NeverResumed as wrong:
            outcome.troubles.append(f"{outcome.name}, at the end: {wrong}")
        await self._stored.read_on()
        accepted, staked = patrons.accepted, dict(self._stored.of_patrons)
        outcome.harm.count_money(_since(self._accepted, accepted), _since(self._staked, staked))
        outcome.rounds = self._stored.settled - rounds
        outcome.troubles += self._stored.settled_twice
        self._accepted, self._staked = accepted, staked
        self._say(
            f"{outcome.name}: {outcome.harm.accepted:,} units accepted, {outcome.harm.lost} lost, "
            f"{outcome.harm.doubled} doubled, {outcome.rounds} rounds ended; "
            f"sockets closed so far: {patrons.close_codes}"
        )

    def _audit(self) -> list[str]:
        command = [sys.executable, "-m", "punto", "audit", "--config", str(HURT_FLOOR)]
        command += ["--database", self._stage.cluster.engines.database]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        self._say(ran.stdout.strip())
        return (ran.stdout + ran.stderr).splitlines() if ran.returncode else []


def _since(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    return {patron: units - before.get(patron, 0) for patron, units in now.items()}
