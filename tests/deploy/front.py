"""A real nginx with the files of deploy/nginx, in front of a real Punto: on free ports, with its own certificate."""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from punto.trials.load.server_process import HOST, ServerProcess, free_port
from tests.deploy.certificate import certify

NAME = "floor.example"
FILES = Path(__file__).parents[2] / "deploy" / "nginx"
UNPACKED = Path(sys.prefix) / "nginx" / "usr" / "sbin"  # by `make nginx`
NGINX = shutil.which("nginx", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", str(UNPACKED))))
SECONDS = 60.0


class Answered(NamedTuple):
    status: int
    headers: Message
    body: bytes


class Front(NamedTuple):
    server: ServerProcess
    https: int
    http: int
    trusts: ssl.SSLContext
    path: str = ""  # of the floor

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.https}"

    def ask(
        self,
        path: str,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        *,
        source: str = HOST,
    ) -> Answered:
        """Over TLS, by a client at some loopback address."""
        line = HTTPConnection(NAME, self.https)
        line.sock = self.secured(source)
        try:
            line.request(method, f"{self.path}{path}", body, {"Origin": self.origin, **(headers or {})})
            answer = line.getresponse()
            return Answered(answer.status, answer.headers, answer.read())
        finally:
            line.close()

    def secured(self, source: str = HOST, name: str = NAME) -> ssl.SSLSocket:
        return self.trusts.wrap_socket(connected(self.https, source), server_hostname=name)


def connected(port: int, source: str = HOST) -> socket.socket:
    return socket.create_connection((HOST, port), SECONDS, (source, 0))


@contextmanager
def fronted(folder: Path, config: Path, path: str = "") -> Iterator[Front]:
    https, http = free_port(), free_port()
    more = ("--public-url", f"https://{NAME}:{https}{path}")
    server = ServerProcess(config, str(folder / "floor.db"), folder, more=more)
    certify(folder, NAME)
    _write_files(folder, https=https, http=http, upstream=server.address.authority)
    server.start()
    assert NGINX
    with (folder / "nginx.log").open("wb") as log:
        nginx = subprocess.Popen([NGINX, "-c", str(folder / "nginx.conf"), "-g", "daemon off;"], stderr=log)
    try:
        _wait_until_it_listens(nginx, https, folder / "nginx.log")
        yield Front(server, https, http, ssl.create_default_context(cafile=folder / "fullchain.pem"), path)
    finally:
        nginx.terminate()
        nginx.wait()
        server.stop()


def _write_files(folder: Path, *, https: int, http: int, upstream: str) -> None:
    """The delivered ones, with other ports and folders; each of these must be found where it is replaced."""
    temporary = "".join(f"    {each}_temp_path {folder}/{each};\n" for each in ("client_body", "proxy", "fastcgi"))
    temporary += "".join(f"    {each}_temp_path {folder}/{each};\n" for each in ("uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""  # the folder of a test is its owner's
    changes = {
        "nginx.conf": {
            "worker_processes auto;": f"{user}worker_processes 1;",
            "/run/nginx.pid": f"{folder}/nginx.pid",
            "error_log /var/log/nginx/error.log;": "error_log stderr;",
            "worker_rlimit_nofile 65536;": "",
            "worker_connections 50000;": "worker_connections 256;",
            "http {\n": f"http {{\n{temporary}",
            "/etc/nginx/punto": str(folder),
        },
        "upstream.conf": {"127.0.0.1:8000": upstream},
        "punto.conf": {
            "listen 80": f"listen {HOST}:{http}",
            "listen [::]:80": f"listen [::1]:{http}",
            "listen 443": f"listen {HOST}:{https}",
            "listen [::]:443": f"listen [::1]:{https}",
            "/etc/punto/tls": str(folder),
        },
    }
    for name, replaced in changes.items():
        text = (FILES / name).read_text(encoding="utf-8")
        for delivered, here in replaced.items():
            assert delivered in text, f"{name} has no {delivered!r}"
            text = text.replace(delivered, here)
        if not _has_ipv6():
            text = "".join(line for line in text.splitlines(keepends=True) if "listen [::1]" not in line)
        (folder / name).write_text(text, encoding="utf-8")


def _has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def _wait_until_it_listens(nginx: subprocess.Popen[bytes], port: int, log: Path) -> None:
    give_up_at = time.monotonic() + SECONDS
    while True:
        try:
            connected(port).close()
            return
        except OSError:
            assert nginx.poll() is None, log.read_text()
            assert time.monotonic() < give_up_at, log.read_text()
            time.sleep(0.02)
