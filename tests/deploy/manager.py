"""What a service manager does with the units of deploy/systemd, as far as a server notices it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from punto.server.run.service_manager import STOPPING
from tests.cli.operating.test_serve_process import FLOOR
from tests.deploy.unit_file import Unit

DEPLOY = Path(__file__).parents[2] / "deploy"
SECONDS = 120  # for what takes a few on a machine with nothing else to do


class Manager:
    """As much of a service manager as a unit needs: environment, credential, folders and a socket to report to."""

    def __init__(self, folder: Path) -> None:
        self.state, self.credentials, self.settings = (folder / name for name in ("state", "credentials", "etc"))
        for each in (self.state, self.credentials, self.settings):
            each.mkdir()
        (self.settings / "floor.toml").write_text(FLOOR, encoding="utf-8")
        (self.credentials / "key").write_text("ab" * 32)
        (self.credentials / "key").chmod(0o440)  # as a newer systemd shows it
        self._folder = folder

    @contextmanager
    def started(self, name: str, *units: Unit, port: int = 0, **settings: str) -> Iterator["Started"]:
        """By the unit and the drop-ins after it. `settings` stand in punto.env."""
        environment = os.environ | dict(self._variables(*units)) | settings
        environment["CREDENTIALS_DIRECTORY"] = str(self.credentials)
        environment["NOTIFY_SOCKET"] = str(self._folder / name)
        environment.pop("PUNTO_KEY", None)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reports:
            reports.bind(environment["NOTIFY_SOCKET"])
            reports.settimeout(SECONDS)
            with subprocess.Popen(
                self._command(units, environment, port),
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            ) as process:
                try:
                    yield Started(process, reports)
                finally:
                    process.kill()

    def _variables(self, *units: Unit) -> Iterator[tuple[str, str]]:
        lines = [each for unit in units for each in unit["Service"].get("Environment", ())]
        lines += (DEPLOY / "systemd" / "punto.env").read_text(encoding="utf-8").splitlines()
        for line in lines:
            if line and not line.startswith("#"):
                name, _, value = line.partition("=")
                yield name, str(self._folder / "cache") if name == "XDG_CACHE_HOME" else value

    def _command(self, units: Sequence[Unit], environment: Mapping[str, str], port: int) -> list[str]:
        """The words of ExecStart as systemd would pass them on, with what is elsewhere on this machine."""
        moved = {
            "/opt/punto/bin/punto": str(Path(sys.executable).with_name("punto")),
            "/var/lib/punto": str(self.state),
            "/etc/punto": str(self.settings),
            "%d": str(self.credentials),
            "8000": str(port),
        }
        command = [each for unit in units for each in unit["Service"].get("ExecStart", ())][-1]
        words: list[str] = []
        for word in command.split():  # $NAME becomes as many words as it has, ${NAME} one
            several = re.fullmatch(r"\$(\w+)", word)
            words += environment[several[1]].split() if several else [_expanded(word, environment)]
        for there, here in moved.items():
            words = [word.replace(there, here) for word in words]
        return words


def _expanded(word: str, environment: Mapping[str, str]) -> str:
    return re.sub(r"\$\{(\w+)\}", lambda found: environment[found[1]], word)


class Started(NamedTuple):
    process: subprocess.Popen[bytes]
    reports: socket.socket

    @property
    def report(self) -> str:
        """The next one."""
        return self.reports.recv(200).decode()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.report == STOPPING
        assert self.process.wait(SECONDS) == 0
