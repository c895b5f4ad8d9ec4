"""Which tests to run for a change, the nearest first, so that a run cut short has still run the best ones.

Tests mirror the rooms: for `src/punto/rules/coup.py` come `tests/rules/test_coup.py`, then every test that imports it,
then the rest of `tests/rules`. Browser tests take minutes and are never chosen.
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from dev.changed import ROOT

SOURCES = PurePosixPath("src/punto")
TESTS = PurePosixPath("tests")
BROWSER = TESTS / "browser"
DEPLOY = PurePosixPath("deploy")  # mostly no Python: its tests run what is there
DOCUMENTS = {".md", ".ipynb"}


def nearest_tests(changed: Iterable[str]) -> list[str]:
    """Test files from the root, each once."""
    paths = [PurePosixPath(path) for path in changed]
    found = [*_own(paths), *_mirrors(paths), *_importers(paths), *_rooms(paths), *_documents(paths)]
    return [str(path) for path in dict.fromkeys(found) if BROWSER not in path.parents]


def own_tests(source: PurePosixPath) -> list[str]:
    """The folder that mirrors a room. A file, or a room without such a folder, has the tests named after it and those
    that import it."""
    mirror = TESTS / source.relative_to(SOURCES)
    if (ROOT / mirror).is_dir():
        return [str(mirror)]
    files = [source] if source.suffix else _python_files(source)
    found = dict.fromkeys([*_mirrors(files), *_importers(files)])
    return [str(path) for path in found if BROWSER not in path.parents]


def room_of(source: PurePosixPath) -> PurePosixPath | None:
    """The folder of tests that mirrors a source file or folder, or the nearest one above it."""
    room = TESTS / source.relative_to(SOURCES)
    while room != TESTS:
        if (ROOT / room).is_dir():
            return room
        room = room.parent
    return None


def is_test(path: PurePosixPath) -> bool:
    return TESTS in path.parents and path.name.startswith("test_") and path.suffix == ".py"


def _own(paths: list[PurePosixPath]) -> Iterator[PurePosixPath]:
    yield from filter(is_test, paths)


def _mirrors(paths: list[PurePosixPath]) -> Iterator[PurePosixPath]:
    for path in paths:
        room = room_of(path) if SOURCES in path.parents else None
        if room is not None and (ROOT / room / f"test_{path.name}").is_file():
            yield room / f"test_{path.name}"


def _importers(paths: list[PurePosixPath]) -> Iterator[PurePosixPath]:
    modules = {f"from {_module(path)} import" for path in paths if path.suffix == ".py" and not is_test(path)}
    for path in _test_files(TESTS):
        text = (ROOT / path).read_text(encoding="utf-8")
        if any(module in text for module in modules):
            yield path


def _rooms(paths: list[PurePosixPath]) -> Iterator[PurePosixPath]:
    for path in paths:
        room = room_of(path.parent) if SOURCES in path.parents else None
        if room is not None:
            yield from _test_files(room)
        elif DEPLOY in path.parents:
            yield from _test_files(TESTS / DEPLOY)


def _documents(paths: list[PurePosixPath]) -> Iterator[PurePosixPath]:
    if any(path.suffix in DOCUMENTS for path in paths):
        yield from _test_files(TESTS / "docs")


def _test_files(folder: PurePosixPath) -> list[PurePosixPath]:
    return _python_files(folder, "test_*.py")


def _python_files(folder: PurePosixPath, named: str = "*.py") -> list[PurePosixPath]:
    return [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in sorted((ROOT / folder).rglob(named))]


def _module(path: PurePosixPath) -> str:
    """As an import names it: `punto.rules.bet`, `tests.server.whole_floor`."""
    return ".".join(path.with_suffix("").parts).removeprefix("src.").removesuffix(".__init__")
