"""Releases of Punto to go from and to: wheels, built from what Git has and installed into folders of their own.

They share the libraries of the interpreter that runs the drill. The web client is left out: nobody looks at it here.
"""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from deploy.drill.steps import DrillFailed

ROOT = Path(__file__).parents[2]
LINK = "edge_link.py"  # says which version edges and floors speak with each other
SIGNALS = "uvicorn_server.py"  # knows SIGUSR2 since a floor can be handed over
LINK_VERSION = re.compile(r"^VERSION = (\d+)", re.MULTILINE)
WITHOUT_CLIENT = {"HATCH_BUILD_NO_HOOKS": "true"}


def installed(revision: str | None, folder: Path) -> Path:
    """Where Python finds this release; without a revision, what lies in this checkout."""
    sources = ROOT if revision is None else _exported(revision, folder / "sources")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder / "dist")]
    _run(build, at=sources)
    [wheel] = (folder / "dist").glob("*.whl")
    _run(
        [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--target", str(folder / "site"), wheel]
    )
    return folder / "site"


def last_release() -> str:
    """The newest tag; where there is none, the oldest commit whose edges and floors fit those of this checkout.
    Raises DrillFailed."""
    if tags := _git("tag", "--sort=-creatordate").split():
        return tags[0]
    spoken = link_version(next(ROOT.glob(f"src/**/{LINK}")).read_text(encoding="utf-8"))
    fitting = None
    anywhere = [f":(glob)src/**/{each}" for each in (LINK, SIGNALS)]
    for revision in _git("rev-list", "--first-parent", "HEAD", "--", *anywhere).split():
        if link_version(_text_of(revision, LINK)) != spoken or "SIGUSR2" not in _text_of(revision, SIGNALS):
            break
        fitting = revision
    if fitting is None:
        raise DrillFailed(f"no commit before this one speaks version {spoken} between edges and floors; name one")
    return fitting


def link_version(text: str) -> str:
    """Empty: there were no edges yet."""
    found = LINK_VERSION.search(text)
    return found[1] if found else ""


def name_of(revision: str) -> str:
    return _git("log", "-1", "--format=%h of %cs, %s", revision).strip()


def _text_of(revision: str, name: str) -> str:
    """Of the file of that name, wherever it stood then. Empty: there was none."""
    paths = _git("ls-tree", "-r", "--name-only", revision, "src").splitlines()
    path = next((each for each in paths if each.endswith(f"/{name}")), None)
    return _git("show", f"{revision}:{path}") if path else ""


def _exported(revision: str, folder: Path) -> Path:
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        raise DrillFailed(f"Git does not know {revision}: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _git(*arguments: str) -> str:
    return _run(["git", *arguments])


def _run(command: Sequence[str | Path], at: Path = ROOT) -> str:
    environment = {**os.environ, **WITHOUT_CLIENT}
    ran = subprocess.run(command, cwd=at, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = " ".join((ran.stderr or ran.stdout).split())  # one line
        raise DrillFailed(f"{' '.join(map(str, command))}: {said[-600:]}")
    return ran.stdout
