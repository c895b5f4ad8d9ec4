"""`punto serve` as patrons meet it: a process of its own, on a port and a database of its own."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.browser.free_port import free_port

FLOOR = Path(__file__).with_name("floor.toml")
SECONDS_TO_OPEN = 60
SECONDS_TO_CLOSE = 20


@contextmanager
def served_punto(folder: Path, config: Path = FLOOR, *options: str) -> Iterator[str]:
    """The address of a floor that is open for as long as the block runs."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "punto", "serve", "--config", str(config), "--port", str(port)]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--database", str(folder / "floor.db"), *options], stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _wait_until_open(server, address, folder / "server.log")
            yield address
        finally:
            server.terminate()
            server.wait(SECONDS_TO_CLOSE)


def _wait_until_open(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    gives_up_at = time.monotonic() + SECONDS_TO_OPEN
    while time.monotonic() < gives_up_at:
        assert server.poll() is None, f"the server did not start: {log.read_text()}"
        try:
            with urlopen(f"{address}/readyz") as answer:
                if answer.status == 200:
                    return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    raise AssertionError(f"the server was not ready after {SECONDS_TO_OPEN} s: {log.read_text()}")
