"""The real server as a child process on loopback: started, observed from outside, ended by its id.

It leads its own process group, so that a kill can take the store's writer with it.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import punto
from punto.trials.load.client import Address

HOST = "127.0.0.1"
CALM_FLOOR, SWIFT_FLOOR, BUSY_FLOOR, FUZZ_FLOOR, HURT_FLOOR = (
    Path(__file__).with_name("floors") / f"{name}_floor.toml" for name in ("calm", "swift", "busy", "fuzz", "hurt")
)
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG: a server dies with the process that started it
SECONDS_TO_START = 60.0
SECONDS_TO_STOP = 20.0
SECONDS_BETWEEN_LOOKS = 0.005
TROUBLE = (b"Traceback (most recent call last)", b'"level":"error"', b'"level": "error"', b'"level":"critical"')


class ServerDidNotStart(Exception):
    """It ended or did not answer in time; the text is the end of its log."""


class ServerProcess:
    def __init__(
        self,
        config: Path,
        database: str | None,
        folder: Path,
        port: int | None = None,
        *,
        more: Sequence[str] = (),
        source: Path | None = None,
        name: str = "server",
        host: str = HOST,
        inside: Sequence[str] = (),
    ) -> None:
        """Without a database it is an edge. It writes into `folder`; `more` are further options of `punto serve`;
        `source` holds another Punto to run; `name` is what its log is called; `inside` is a command that runs the
        server elsewhere on this machine, where its address is `host`."""
        self.address = Address(host, port or free_port())
        self.database = database or ""
        self.log_path = folder / f"{name}-{time.monotonic_ns()}.log"
        self._command = [*inside, sys.executable, "-m", "punto", "serve", "--config", str(config)]
        self._command += ["--database", database] if database is not None else []
        self._command += ["--host", host, "--port", str(self.address.port), "--no-bots"]
        self._command += ["--key-file", str(folder / "floor.key"), *more]
        self._source = source or Path(punto.__file__).parents[1]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Seconds until it let patrons in."""
        began = time.perf_counter()
        self.launch()
        assert self._process is not None
        while not self.is_ready():
            if self._process.poll() is not None or time.perf_counter() - began > SECONDS_TO_START:
                end = self.log[-2_000:].decode(errors="replace").strip()
                self.kill()
                raise ServerDidNotStart(end or "it wrote nothing")
            time.sleep(SECONDS_BETWEEN_LOOKS)
        return time.perf_counter() - began

    def launch(self) -> None:
        """Start without waiting."""
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=_with_program(self._source),
                preexec_fn=lambda: ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGTERM),
            )

    def wait(self) -> int:
        """Wait until it ends by itself; returns its exit code."""
        assert self._process is not None, "it was started"
        return self._process.wait(SECONDS_TO_START)

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None, "it was started"
        self._process.send_signal(number)

    @property
    def pid(self) -> int:
        assert self._process is not None, "it was started"
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def condition(self) -> str:
        code = self._process.poll() if self._process is not None else None
        return "lives" if code is None else f"ended with {code}"

    @property
    def log(self) -> bytes:
        return self.log_path.read_bytes()

    @property
    def trouble(self) -> list[bytes]:
        """Lines of its log that a healthy server never writes."""
        return [line for line in self.log.splitlines() if any(each in line for each in TROUBLE)]

    @property
    def memory_bytes(self) -> int:
        """Resident memory of the process that holds the sockets."""
        return memory_bytes(self.pid)

    @property
    def busy_seconds(self) -> float:
        """Processor time of that process and the store's writer, which a busy machine does not distort."""
        return sum(busy_seconds(pid) for pid in (self.pid, *children(self.pid)))

    def kill(self) -> None:
        """Kill it at once, with its writer process."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def stop(self) -> int:
        """Stop it as an operator would; returns its exit code."""
        assert self._process is not None, "it was started"
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                self.kill()
        return self._process.wait()

    def is_ready(self) -> bool:
        connection = HTTPConnection(self.address.host, self.address.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()


def _with_program(source: Path) -> dict[str, str]:
    """The child runs this code and no other, wherever ours was imported from."""
    found = [str(source), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))}


def memory_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)


def busy_seconds(pid: int) -> float:
    """Of all its threads, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        port: int = listening.getsockname()[1]
        return port
