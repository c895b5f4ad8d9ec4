"""Real kills: a process plays until SIGKILL ends it at a random instant; the store is audited before the next one.

Every acknowledged command must be stored once and get the same answer when it is sent again. A different command under
its id must be refused. The money must follow the events.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import msgspec

from punto.server.store.values import Change, Refused, Repeated, StoreRefusal
from punto.server.streams.request import StoredAnswer
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import CURRENCY, TABLES
from punto.trials.torture.process import take_floor
from punto.trials.torture.simulation import buy_in
from punto.trials.torture.stores import Place
from punto.trials.torture.victim import Heard

SECONDS_TO_LIVE = 0.25  # at most, after the first answer


@dataclass
class Toll:
    kills: int = 0
    acknowledged: int = 0
    wagers_settled: int = 0
    slowest_return_seconds: float = 0.0


def kill_many(place: Place, kills: int, seed: int) -> Toll:
    """Raises AssertionError when an acknowledged command is lost, duplicated or changed."""
    toll, auditor, chance = Toll(), Auditor(TABLES, CURRENCY), random.Random(seed)
    asyncio.run(_begin(place, auditor))
    for run in range(kills):
        heard = _killed(place, seed, run, chance)
        start = time.perf_counter()
        asyncio.run(_audit(place, auditor, heard))
        toll.slowest_return_seconds = max(toll.slowest_return_seconds, time.perf_counter() - start)
        toll.kills += 1
        toll.acknowledged += len(heard)
    toll.wagers_settled = auditor.settled
    return toll


async def _begin(place: Place, auditor: Auditor) -> None:
    store = await place.open(in_process=False)
    await buy_in(store, auditor)
    await store.close()


def _killed(place: Place, seed: int, run: int, chance: random.Random) -> list[Heard]:
    """Everything it acknowledged before we killed it, a moment after its first answers."""
    arguments = [msgspec.json.encode(place).decode(), str(seed), str(run)]
    command = [sys.executable, "-m", "punto.trials.torture.victim", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as victim:
        assert victim.stdout
        first = victim.stdout.readline()
        assert first, "the victim started playing"
        time.sleep(chance.uniform(0.0, SECONDS_TO_LIVE))
        if chance.random() < 0.5:
            os.killpg(victim.pid, signal.SIGKILL)  # and its writer process
        else:
            victim.kill()
        *lines, _cut_off = (first + victim.stdout.read()).split(b"\n")
    return [msgspec.json.decode(line, type=Heard) for line in lines]


async def _audit(place: Place, auditor: Auditor, heard: list[Heard]) -> None:
    store = await place.open(in_process=False)
    await take_floor(store)  # from a writer that may have outlived the process
    for outcome, each in zip(await store.commit([_again(each, each.digest) for each in heard]), heard, strict=True):
        assert isinstance(outcome, Repeated), f"{each.id} was acknowledged and is lost"
        assert msgspec.json.decode(outcome.answer, type=StoredAnswer).version == each.version, (
            f"{each.id} has a different answer"
        )
    for outcome, each in zip(await store.commit([_again(each, b"another") for each in heard]), heard, strict=True):
        assert outcome == Refused(StoreRefusal.ID_WAS_USED), f"a different command was done under {each.id}"
    await auditor.check(store, {})
    await store.close()


def _again(heard: Heard, digest: bytes) -> Change:
    """Sent without a claim: nobody needs one to hear an answer again."""
    return Change(heard.stream, 0, 0, (b"{}",), {}, heard.id, b"", digest=digest)
