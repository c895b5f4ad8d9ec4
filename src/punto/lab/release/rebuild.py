"""The wheel built twice, in two folders, and compared bit for bit.

Each build has its own copy of the sources and builds the client anew. Only the client's npm packages are shared: they
are those of the lock file, whose hashes npm checks, and no part of a build changes them.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import punto
from punto.lab.release.source_tree import SourceTree

FOLDERS = ("first", "second, somewhere else")  # of different length, and with a blank
PACKAGES = Path("web") / "node_modules"
BUILT_STAMP = ".built-from"  # what the hook leaves to build a client once only
CLIENT = "punto/client/"
SECONDS_MAX = 1_200.0
EPOCH_DEFAULT = 1_577_836_800  # 2020, for a tree without a commit


class CannotBuild(Exception):
    """The text is the end of what the build wrote."""


@dataclass(frozen=True)
class BuiltWheel:
    name: str
    content: bytes
    members: Mapping[str, str]  # path to SHA-256

    @property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()

    @property
    def client_sums(self) -> str:
        client = {name.removeprefix(CLIENT): value for name, value in self.members.items() if name.startswith(CLIENT)}
        return "".join(f"{value}  {name}\n" for name, value in sorted(client.items()))


@dataclass(frozen=True)
class Builds:
    epoch: int  # SOURCE_DATE_EPOCH of both
    first: BuiltWheel
    second: BuiltWheel

    @property
    def are_equal(self) -> bool:
        return self.first.content == self.second.content

    @property
    def differing(self) -> tuple[str, ...]:
        """Members whose content is not the same in both."""
        one, other = self.first.members, self.second.members
        return tuple(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))


def build_twice(tree: SourceTree, work: Path, say: Callable[[str], None]) -> Builds:
    """Raises CannotBuild."""
    epoch = tree.committed_at or EPOCH_DEFAULT
    packages = tree.root / PACKAGES
    built = []
    for number, name in enumerate(FOLDERS, start=1):
        say(f"  building the wheel, {number} of {len(FOLDERS)}")
        folder = work / name
        for file in tree.files:
            place = folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(tree.root / file, place)
            place.chmod((tree.root / file).stat().st_mode)
        if packages.is_dir():
            _share(packages, folder / PACKAGES)
        built.append(_build(folder, epoch))
        packages = folder / PACKAGES
    return Builds(epoch, *built)


def _share(packages: Path, place: Path) -> None:
    shutil.copytree(
        packages, place, symlinks=True, ignore=shutil.ignore_patterns(BUILT_STAMP), copy_function=_link_or_copy
    )


def _link_or_copy(one: str, other: str) -> None:
    try:
        os.link(one, other)
    except OSError:  # another file system
        shutil.copy2(one, other)


def _build(folder: Path, epoch: int) -> BuiltWheel:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "out"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    try:
        ran = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX
        )
    except subprocess.TimeoutExpired:
        raise CannotBuild(f"it took longer than {SECONDS_MAX:.0f} seconds") from None
    if ran.returncode != 0:
        lines = ran.stdout.decode(errors="replace").strip().splitlines()
        raise CannotBuild(lines[-1] if lines else f"exit code {ran.returncode}")
    (wheel,) = (folder / "out").glob("*.whl")
    return read_wheel(wheel)


def read_wheel(path: Path) -> BuiltWheel:
    with ZipFile(path) as archive:
        members = {name: sha256(archive.read(name)).hexdigest() for name in archive.namelist()}
    return BuiltWheel(path.name, path.read_bytes(), members)


def differs_from_running(wheel: BuiltWheel) -> tuple[str, ...]:
    """Members of the package that this very Punto, which makes the pack, does not have alike. The client of a source
    tree is not in its package, and is passed over."""
    home = Path(punto.__file__).parent.parent
    return tuple(
        name
        for name, value in wheel.members.items()
        if name.startswith("punto/") and not name.startswith(CLIENT) and _sum_of(home / name) != value
    )


def _sum_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
