"""A copy that cannot be made or restored: one line names the file that prevents it, and nothing else changes."""

import asyncio
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from punto.server.keeping import backup
from punto.server.keeping.backup import back_up, restore
from punto.server.keeping.copy_sqlite import CannotBackUp
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.sqlite.schema import STEPS
from tests.server.keeping.test_backup import filled

NEWER = f"newer.db was written by a later version: its schema is 99, this one knows {len(STEPS)}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store, a copy of it, and files that are neither."""
    monkeypatch.chdir(tmp_path)

    async def play() -> None:
        store = SqliteInProcess("floor.db")
        await filled(store)
        await store.close()
        await back_up("floor.db", Path("copy.db"))

    asyncio.run(play())
    Path("text").write_text("no database")
    Path("empty.db").touch()
    Path("cut.db").write_bytes(Path("floor.db").read_bytes()[:30_000])
    Path("newer.db").write_bytes(Path("floor.db").read_bytes())
    for file, statement in (("newer.db", "pragma user_version = 99"), ("other.db", "create table x (a)")):
        connection = apsw.Connection(file)
        connection.execute(statement)
        connection.close()
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@contextmanager
def files_no_longer_than(length: int) -> Iterator[None]:
    """As good as a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (length, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("database", "file", "says"),
    [
        ("floor.db", "no/new.db", "no: there is no such folder"),
        ("floor.db", "text/new.db", "text: there is no such folder"),
        ("floor.db", "copy.db", "copy.db exists already"),
        ("floor.db", "/proc/new.db", "/proc/new.db: No such file or directory"),
        ("missing.db", "new.db", "missing.db: there is no such file"),
        ("text", "new.db", "text: it is not a database"),
        ("empty.db", "new.db", "empty.db is not a store of Punto"),
        ("other.db", "new.db", "other.db is not a store of Punto"),
        ("cut.db", "new.db", "cut.db: it is damaged"),
        ("newer.db", "new.db", NEWER),
    ],
)
def test_a_copy_that_cannot_be_made(folder: Path, database: str, file: str, says: str) -> None:
    before = contents(folder)
    with pytest.raises(CannotBackUp) as refused:
        asyncio.run(back_up(database, Path(file)))
    assert str(refused.value) == says
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("file", "database", "says"),
    [
        ("missing.db", "new.db", "missing.db: there is no such file"),
        ("text", "new.db", "text: it is not a database"),
        ("other.db", "new.db", "other.db is not a store of Punto"),
        ("cut.db", "new.db", "cut.db: it is damaged"),
        ("newer.db", "new.db", NEWER),
        ("copy.db", "no/new.db", "no: there is no such folder"),
        ("copy.db", "text", "text: it is not a database"),
        ("copy.db", "other.db", "other.db is a database, but not a store of Punto"),
        ("copy.db", "copy.db", "copy.db is the copy itself"),
    ],
)
def test_a_copy_that_cannot_be_restored(folder: Path, file: str, database: str, says: str) -> None:
    """Not even in the place of what is there."""
    before = contents(folder)
    with pytest.raises(CannotBackUp) as refused:
        asyncio.run(restore(Path(file), database, replaces=True))
    assert str(refused.value) == says
    assert contents(folder) == before


def test_an_empty_file_is_filled_and_a_new_one_is_private(folder: Path) -> None:
    for database in ("empty.db", "new.db"):
        found = asyncio.run(restore(Path("copy.db"), database))
        assert asyncio.run(back_up(database, Path(f"again-{database}"))) == found
    assert Path("new.db").stat().st_mode & 0o777 == 0o600
    assert not [path for path in folder.iterdir() if "unfinished" in path.name]


@pytest.mark.parametrize("length", [0, 20_000, 100_000])
def test_a_full_disk_leaves_nothing_behind(folder: Path, length: int) -> None:
    before = contents(folder)
    with files_no_longer_than(length), pytest.raises(CannotBackUp, match=r"^new.db: the disk (is full|cannot be writ)"):
        asyncio.run(back_up("copy.db", Path("new.db")))
    with files_no_longer_than(length), pytest.raises(CannotBackUp, match=r"^new.db: the disk (is full|cannot be writ)"):
        asyncio.run(restore(Path("copy.db"), "new.db"))
    assert contents(folder) == before


def test_a_copy_that_is_interrupted_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(copy: Path) -> None:
        assert copy.stat().st_size > 0
        raise KeyboardInterrupt

    before = contents(folder)
    monkeypatch.setattr(backup, "_audited", interrupted)
    for work in (back_up("floor.db", Path("new.db")), restore(Path("copy.db"), "new.db")):
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(work)
    assert contents(folder) == before


def test_leftovers_of_a_killed_copy_do_no_harm(folder: Path) -> None:
    for work in (back_up("floor.db", Path("one.db")), restore(Path("copy.db"), "two.db")):
        for name in ("one.db.unfinished", "two.db.unfinished", "one.db.unfinished-journal"):
            Path(name).write_bytes(b"half of a copy")
        asyncio.run(work)
    assert {"one.db", "two.db"} < set(os.listdir(folder))
    assert "two.db.unfinished" not in os.listdir(folder)
