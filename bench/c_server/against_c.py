"""Punto and a C server broadcast the same, in turns, to the same number of followers.

First one follower of Punto records what it is written at each moment. The C server (`broadcast.c`, built here by gcc)
then writes the same bytes at the same pace, one write for each client and moment. Compared is processor time: of
everything that serves, and of the core that has most to do when Punto has two cores. C has one thread.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import uvloop

from bench.cores import TURN_SECONDS, messages, middle
from bench.edges import bring_crowd
from bench.figure import Figure, at_least
from bench.packing import fullest, packed
from bench.processes import Times, spent_between, times_of
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import allow_many_files, bring_in, leave, seat_at
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.plan import SWIFT
from punto.trials.load.server_process import HOST, SWIFT_FLOOR, ServerProcess, busy_seconds, free_port

PATRONS = 800
TURNS = 15
RECORDED_SECONDS = 2.0
RATIO_MIN = 0.9
SOURCE = Path(__file__).with_name("broadcast.c")
LENGTH_BYTES = 4


class Recorder(Client):
    """Keeps what came in each write."""

    __slots__ = ("writes",)

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.writes: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        if self._opened is None:
            self.writes.append(data)
        super().data_received(data)


class CServer:
    def __init__(self, folder: Path, writes: list[bytes], seconds: float) -> None:
        program, script = folder / "broadcast", folder / "script"
        subprocess.run(["gcc", "-O2", "-D_GNU_SOURCE", "-o", str(program), str(SOURCE)], check=True)
        script.write_bytes(b"".join(len(each).to_bytes(LENGTH_BYTES, "little") + each for each in writes))
        self.address = Address(HOST, free_port())
        every_us = round(seconds / len(writes) * 1e6)
        self._process = subprocess.Popen([str(program), str(self.address.port), str(script), str(every_us)])

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def against_c_figures() -> Iterator[Figure]:
    allow_many_files(4 * PATRONS)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-against-c-")))
        server = ServerProcess(SWIFT_FLOOR, str(folder / "floor.db"), folder, more=("--processes", "2"))
        server.start()
        stack.callback(server.kill)
        pairs = uvloop.run(_played(stack, folder, server))
    ours, in_c = middle([ours for ours, _ in pairs]), median(theirs for _, theirs in pairs)
    cores = packed(ours, 2)
    _say(f"a message: C {in_c:.2f} µs; {', '.join(f'{name} {us:.2f}' for name, us in ours.items())} µs")
    _say(f"cores: {' | '.join(' + '.join(core) for core in cores)}; load {os.getloadavg()[0]:.1f}")
    whole = median(theirs / sum(ours.values()) for ours, theirs in pairs)
    yield at_least("broadcast against a C server, by all processor time", whole, RATIO_MIN, "times")
    fuller = median(theirs / fullest(ours, cores) for ours, theirs in pairs)
    yield at_least("broadcast of two cores against a C server's one", fuller, RATIO_MIN, "times")


async def _played(stack: ExitStack, folder: Path, server: ServerProcess) -> list[tuple[Times, float]]:
    """Microseconds of a message: by process of Punto, and of the C server."""
    followers = await bring_crowd(server, PATRONS, (SWIFT,))
    writes = await _recorded(server)
    c_server = CServer(folder, writes, RECORDED_SECONDS)
    stack.callback(c_server.kill)
    time.sleep(0.2)  # until it listens
    strangers = await bring_in(c_server.address, [Guest("", "", "")] * PATRONS)
    pairs = []
    for _ in range(TURNS + 1):
        os.kill(c_server.pid, signal.SIGSTOP)
        ours = await _costs(followers, lambda: times_of(server, None))
        os.killpg(server.pid, signal.SIGSTOP)
        os.kill(c_server.pid, signal.SIGCONT)
        theirs = await _costs(strangers, lambda: {"C": busy_seconds(c_server.pid)})
        os.killpg(server.pid, signal.SIGCONT)
        pairs.append((ours, theirs["C"]))
    await leave(followers)
    await leave(strangers)
    return pairs[1:]  # the first warms both up


async def _recorded(server: ServerProcess) -> list[bytes]:
    """What one more follower was written in so many seconds."""
    (guest,) = await let_in(server.address, 1)
    recorder = await Recorder.connect(server.address, guest.cookie)
    assert isinstance(recorder, Recorder)
    for table in SWIFT:
        await seat_at([recorder], table)
    recorder.writes = []
    await messages([recorder], RECORDED_SECONDS)
    writes = recorder.writes
    await leave([recorder])
    return writes


async def _costs(clients: list[Client], times: Callable[[], Times]) -> Times:
    before = times()
    heard = await messages(clients, TURN_SECONDS)
    return {name: seconds / heard * 1e6 for name, seconds in spent_between(before, times()).items()}


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
