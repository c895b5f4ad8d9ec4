"""`make dev`: the server and the client, each reloading when its sources change, on one address.

Vite serves the page with hot reload and passes /api and /ws on to the server, which restarts whenever a Python or TOML
file of `src` changes: it is open again after one or two seconds. One Ctrl-C ends both.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from dev.changed import ROOT
from hatch_build import WEB, install_packages, node_command

DATABASE = ROOT / "var" / "dev.db"
WATCHED = {".py", ".toml"}
SECONDS_BETWEEN_LOOKS = 0.5
SECONDS_TO_CLOSE = 5
HERE = "127.0.0.1"


def main(port: int) -> int:
    """The page is on `port`, the server on the next one."""
    for taken in (port, port + 1):
        if _is_taken(taken):
            sys.exit(f"make dev: port {taken} is in use; try make dev PORT={port + 100}")
    install_packages()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server, client = _start_server(port + 1), _start_client(port, port + 1)
    try:
        seen, told = _stamps(), False
        while client.poll() is None:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            now = _stamps()
            if now != seen:
                _say(f"{_first_difference(seen, now)} changed, the server restarts")
                seen, told = now, False
                _end(server)
                server = _start_server(port + 1)
            elif not told and server.poll() is not None:
                told = _say("the server has stopped; it starts again at the next change")
            elif not told and _is_open(port + 1):
                told = _say(f"open http://{HERE}:{port}/ (edits of src and web show at once; Ctrl-C ends it)")
        return 1
    except KeyboardInterrupt:
        return 0
    finally:
        _end(client)
        _end(server)


def _start_server(port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "punto", "serve", "--database", str(DATABASE), "--port", str(port)]
    return subprocess.Popen(command, cwd=ROOT, start_new_session=True)  # Ctrl-C reaches us alone; we end both


def _start_client(port: int, server: int) -> subprocess.Popen[bytes]:
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    options = ["--host", HERE, "--port", str(port), "--strictPort", "--logLevel", "warn"]
    environment = {**os.environ, "PUNTO_SERVER": f"http://{HERE}:{server}"}
    return subprocess.Popen(
        [str(node_command()), str(vite), *options], cwd=WEB, env=environment, start_new_session=True
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(SECONDS_TO_CLOSE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _stamps() -> dict[Path, int]:
    files = (Path(folder, name) for folder, _, names in os.walk(ROOT / "src") for name in names)
    return {file: file.stat().st_mtime_ns for file in files if file.suffix in WATCHED and file.exists()}


def _first_difference(before: dict[Path, int], after: dict[Path, int]) -> Path:
    return min(path for path in before.keys() | after.keys() if before.get(path) != after.get(path)).relative_to(ROOT)


def _is_taken(port: int) -> bool:
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((HERE, port))
        except OSError:
            return True
    return False


def _is_open(port: int) -> bool:
    try:
        with urlopen(f"http://{HERE}:{port}/readyz", timeout=1):
            return True
    except OSError:
        return False


def _say(text: str) -> bool:
    sys.stdout.write(f"make dev: {text}\n")
    sys.stdout.flush()
    return True


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
