"""A digest of what decides how a floor runs: every file of the program, the libraries, the configuration, the books.

It is a list of parts, each with its hash or version, and one hash over the list. Two digests of the same floor differ
in the parts that were changed, so a change can be named.
"""

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

from msgspec import Struct

import punto
from punto.server.config.floor_config import FloorConfig
from punto.server.config.settings_digest import digest_of, settings_of, without_overrides

PACKAGE = Path(punto.__file__).parent
BUILT_HERE = PACKAGE.parents[1] / "web" / "dist"  # the client of a source tree; an installed one is in the package
PROGRAM, LIBRARY, CONFIGURATION, BOOK = "program ", "library ", "configuration ", "book "
SETTINGS = f"{CONFIGURATION}settings in force"  # with what the command line overrides
SETTINGS_SHARED = f"{SETTINGS} without overrides"  # the same on every machine with the same file
SETTINGS_OF_TABLE = f"{SETTINGS} of table "
READS_SETTINGS = ("server/config/", "table/")  # of the program: only the same files say the same of the same settings
MISSING = "missing"


class Digest(Struct, frozen=True):
    parts: dict[str, str]  # the kind and name of each to its hash or version

    @property
    def hash(self) -> str:
        lines = (f"{name}\t{value}\n" for name, value in sorted(self.parts.items()))
        return sha256("".join(lines).encode()).hexdigest()


def take_digest(config: FloorConfig, fingerprints: Mapping[str, str]) -> Digest:
    """Reads every file again: a digest says what is on the disk now. `fingerprints` are those of the floor's books."""
    return Digest(
        {
            "python": sys.version,
            **dict(_program()),
            **dict(_libraries()),
            **{f"{CONFIGURATION}{file}": _hash(Path(file)) for file in config.files},
            **settings_parts(config),
            **{f"{BOOK}{book}": value for book, value in fingerprints.items()},
        }
    )


def changes(before: Digest, after: Digest) -> tuple[str, ...]:
    """The parts that differ, in words."""
    said = []
    for name in sorted(before.parts.keys() | after.parts.keys()):
        was, now = before.parts.get(name), after.parts.get(name)
        if was != now:
            said.append(f"{name}: {'added' if was is None else 'gone' if now in (None, MISSING) else 'changed'}")
    return tuple(said)


def settings_parts(config: FloorConfig) -> dict[str, str]:
    """A part for each table, so that it can be told which differs."""
    tables = {f"{SETTINGS_OF_TABLE}{table.id}": digest_of(table).hex() for table in config.tables}
    return {SETTINGS: _hash_of(config), SETTINGS_SHARED: _hash_of(without_overrides(config)), **tables}


def settings_program() -> dict[str, str]:
    """The part of the program that reads floor files."""
    return dict(_program(READS_SETTINGS))


def _hash_of(config: FloorConfig) -> str:
    values = settings_of(config)
    del values["tables"]
    return digest_of(values).hex()


def _program(folders: tuple[str, ...] = ("",)) -> Iterator[tuple[str, str]]:
    for root, called in ((PACKAGE, ""), (BUILT_HERE, "client/")):
        for path in sorted(root.rglob("*")) if root.is_dir() else ():
            name = f"{called}{path.relative_to(root).as_posix()}"
            if path.is_file() and path.suffix != ".pyc" and name.startswith(folders):
                yield f"{PROGRAM}{name}", _hash(path)


def _libraries() -> Iterator[tuple[str, str]]:
    """By version and by the list of files that was installed."""
    for library in distributions():
        name = library.metadata["Name"]
        if name and name.lower() != "punto":
            record = library.read_text("RECORD") or ""
            yield f"{LIBRARY}{name.lower()}", f"{library.version} {sha256(record.encode()).hexdigest()}"


def _hash(file: Path) -> str:
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return MISSING
