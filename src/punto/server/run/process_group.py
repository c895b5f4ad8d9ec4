"""One floor in several processes: a parent that starts them, one that runs the floor, and edges that hold its sockets.
The one that runs the floor holds none, so nobody's socket ends with it.

Each child is a fork of the parent, which has loaded the program already, so a new one is there at once. The parent
serves nobody: it starts again what dies and passes signals on. It owns the ports of edges and the socket of the link,
so whoever connects while a child is being started again waits a moment instead of being refused.
"""

import ctypes
import gc
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import structlog
from msgspec import Struct, json

from punto.server.run.cannot_serve import CannotServe
from punto.server.run.listening import SECONDS_BETWEEN_TRIES, SECONDS_TO_WAIT, bound_socket, why_not_bound
from punto.server.run.options import Opened, Options
from punto.server.run.service_manager import OPEN, SOCKET, STANDING_BY, STOPPING, tell_service_manager

SIGNALS = (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG
SECONDS_BETWEEN_STARTS = 1.0  # of a child that dies at once
WAITING_MAX = 2_048
PIPE_BYTES = 4_096

log = structlog.get_logger("punto.processes")


class Part(NamedTuple):
    """What a child of the group is, and what its parent has handed to it."""

    edge: int | None = None  # its number; None: this one holds no sockets
    pit: int | None = None  # its number; None: this one is no pit
    port: int = 0
    listening: socket.socket | None = None  # an edge's port
    links: socket.socket | None = None  # a floor takes its edges' links here
    link_path: str = ""  # where an edge finds that socket
    pit_links: socket.socket | None = None  # the same for pits
    pit_path: str = ""
    opened: Opened | None = None  # tells the parent that the floor is open
    waits: Callable[[], None] | None = None  # tells the parent that this floor is ready and another runs
    is_again: bool = False  # one before it has died

    @property
    def is_floor(self) -> bool:
        return self.edge is None and self.pit is None


class _IsOpen(Struct, array_like=True, tag=True):
    """A floor tells its parent."""

    port: int
    password: str | None
    is_file: bool


class _Waits(Struct, array_like=True, tag=True):
    """Likewise: it is ready, and another runs the floor."""

    process: int


class _Child(NamedTuple):
    part: Part
    started_at: float


def part_of_group(options: Options, opened: Opened) -> Part | int:
    """In a child: its part. In the parent: the exit code, once all have ended."""
    return _Group(options, opened).run()


class _Group:
    def __init__(self, options: Options, opened: Opened) -> None:
        self._options = options
        self._opened = opened
        self._parent = os.getpid()
        self._children: dict[int, _Child] = {}
        self._edges = options.processes if options.is_edge else options.processes - 1
        self._reserved: socket.socket | None = None
        self._folder: Path  # of the links, once the port is ours; only its owner may enter
        self._links: socket.socket | None = None
        self._pit_links: socket.socket | None = None
        self._ports: list[socket.socket] = []
        self._report = os.pipe()
        os.set_blocking(self._report[0], False)
        self._is_stopping = False
        self._code = 0

    def run(self) -> Part | int:
        if not self._options.stands_by:
            self._reserve(self._options.port)
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        self._folder = Path(tempfile.mkdtemp(prefix="punto-"))
        if not self._options.bus:
            self._links, self._pit_links = _listening(self._link_path), _listening(self._pit_path)
        gc.freeze()  # what the children share stays shared
        part = self._first()
        if part is None and self._options.stands_by:
            tell_service_manager(STANDING_BY)
        while part is None and self._children:
            part = self._wait()
        if part is None:
            shutil.rmtree(self._folder, ignore_errors=True)
            return self._code
        return part

    @property
    def _link_path(self) -> Path:
        return self._folder / "link"

    @property
    def _pit_path(self) -> Path:
        return self._folder / "pits"

    def _first(self) -> Part | None:
        if not self._options.is_edge:
            return self._start_floor(is_again=False)
        part = self._start_edges()
        if part is None:
            tell_service_manager(OPEN)
            self._opened(self._port, None)
        return part

    def _wait(self) -> Part | None:
        """For one thing to happen. In a child that it has begun, what that child is."""
        match signal.sigwait(SIGNALS):
            case signal.SIGCHLD:
                return self._bury()
            case signal.SIGUSR1:
                return self._hear_floor()
            case signal.SIGUSR2:
                return self._start_next_floor()
            case signal.SIGHUP:
                self._signal(signal.SIGHUP, self._floors)
            case _:
                self._stop()
        return None

    # --- ports --------------------------------------------------------------------------------------------------------

    def _reserve(self, port: int) -> None:
        """Children share the port. Nobody else may have it, which only a socket that shares it with nobody can tell."""
        with why_not_bound(self._options.host, port):
            if port:
                bound_socket(self._options.host, port).close()
            self._reserved = bound_socket(self._options.host, port, is_shared=True)

    def _reserve_left(self, port: int) -> None:
        """Whoever ran the floor before us may still be closing."""
        give_up_at = time.monotonic() + SECONDS_TO_WAIT
        while self._reserved is None:
            try:
                self._reserve(port)
            except CannotServe:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(SECONDS_BETWEEN_TRIES)

    @property
    def _port(self) -> int:
        assert self._reserved is not None, "the port is known"
        return int(self._reserved.getsockname()[1])

    # --- starting -----------------------------------------------------------------------------------------------------

    def _start_floor(self, *, is_again: bool) -> Part | None:
        port = self._options.port if self._reserved is None else self._port
        part = Part(
            port=port,
            links=self._links,
            pit_links=self._pit_links,
            opened=self._tell_opened,
            waits=self._tell_waiting,
            is_again=is_again,
        )
        return self._fork(part)

    def _start_next_floor(self) -> Part | None:
        """It gets ready while the one before it plays on; only then is that one asked to leave."""
        if self._is_stopping or not self._ports or len(self._floors) != 1:
            log.warning("hand_over_is_not_possible_now", floors=len(self._floors), is_stopping=self._is_stopping)
            return None
        return self._start_floor(is_again=True)

    @property
    def _floors(self) -> list[int]:
        return [pid for pid, child in self._children.items() if child.part.is_floor]

    @property
    def _others(self) -> list[int]:
        return [pid for pid, child in self._children.items() if not child.part.is_floor]

    def _start_edges(self) -> Part | None:
        for number in range(1, self._edges + 1):
            port = bound_socket(self._options.host, self._port, is_shared=True)
            port.listen(WAITING_MAX)
            self._ports.append(port)
            part = self._fork(Part(edge=number, port=self._port, listening=port, link_path=str(self._link_path)))
            if part is not None:
                return part
        return None

    def _start_pits(self) -> Part | None:
        for number in range(1, self._options.pits + 1):
            part = self._fork(Part(pit=number, pit_path=str(self._pit_path)))
            if part is not None:
                return part
        return None

    def _fork(self, part: Part) -> Part | None:
        sys.stdout.flush()
        child = os.fork()
        if child:
            self._children[child] = _Child(part, time.monotonic())
            return None
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGTERM)
        if os.getppid() != self._parent:  # it died before we could ask to die with it
            os._exit(1)
        os.environ.pop(SOCKET, None)  # the service manager talks to the parent
        for port in self._ports:
            if port is not part.listening:
                port.close()
        if not part.is_floor:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us once the floor has closed
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        return part

    def _tell_opened(self, port: int, password: str | Path | None) -> None:
        self._tell(_IsOpen(port, str(password) if password else None, isinstance(password, Path)))

    def _tell_waiting(self) -> None:
        self._tell(_Waits(os.getpid()))

    def _tell(self, said: "_IsOpen | _Waits") -> None:
        os.write(self._report[1], json.encode(said) + b"\n")
        os.kill(self._parent, signal.SIGUSR1)

    def _hear_floor(self) -> Part | None:
        part = None
        with suppress(BlockingIOError):  # two signals may come as one
            for line in os.read(self._report[0], PIPE_BYTES).splitlines():
                match json.decode(line, type=_IsOpen | _Waits):
                    case _IsOpen(port, password, is_file):
                        part = part or self._floor_is_open(port, Path(password) if is_file and password else password)
                    case _Waits(process):
                        self._signal(signal.SIGUSR2, [pid for pid in self._floors if pid != process])
        return part

    def _floor_is_open(self, port: int, password: str | Path | None) -> Part | None:
        if self._ports or not self._children:
            return None  # opened again, after a death or a hand-over
        if self._reserved is None:
            self._reserve_left(port)
        part = self._start_edges() or self._start_pits()
        if part is None:
            tell_service_manager(OPEN)
            self._opened(port, password)
        return part

    # --- ending -------------------------------------------------------------------------------------------------------

    def _bury(self) -> Part | None:
        while self._children:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            child = self._children.pop(pid, None)
            if child is not None and (part := self._replace(child, os.waitstatus_to_exitcode(status))) is not None:
                return part
        return None

    def _replace(self, child: _Child, code: int) -> Part | None:
        is_floor = child.part.is_floor
        if is_floor and self._floors:  # one was handed the floor, or could not get ready for it
            log.log(logging.ERROR if code else logging.INFO, "floor_process_ended", status=code)
            return None
        if self._is_stopping or (is_floor and code >= 0 and not self._ports and not self._options.is_edge):
            if is_floor:  # stopped, or it could not open
                self._code = code if code >= 0 else 1
                self._is_stopping = True
                self._signal(signal.SIGTERM, self._others)
            return None
        log.error("process_ended", edge=child.part.edge, pit=child.part.pit, exit_code=code)
        time.sleep(max(0.0, min(SECONDS_BETWEEN_STARTS, child.started_at + SECONDS_BETWEEN_STARTS - time.monotonic())))
        return self._start_floor(is_again=True) if is_floor else self._fork(child.part._replace(is_again=True))

    def _stop(self) -> None:
        """The floor first, so that patrons see the end of their coup; its end stops the edges."""
        tell_service_manager(STOPPING)
        self._is_stopping = True
        self._signal(signal.SIGTERM, self._floors or self._others)

    def _signal(self, number: signal.Signals, children: Sequence[int]) -> None:
        for pid in children:
            os.kill(pid, number)


def _listening(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen(WAITING_MAX)
    return listening
