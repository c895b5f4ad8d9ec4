"""`punto password`: whom it finds, and what it refuses without touching anything."""

import asyncio
from pathlib import Path

import pytest

from punto.server.protocol.refusals import PeopleRefusal
from punto.server.staff.new_passwords import NEW_PASSWORD, take_up_new_passwords
from punto.server.staff.staff_log import StaffLog
from tests.cli.terminal import Terminal
from tests.server.people.desks import KEY, Desks, with_desks


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of a floor with an administrator, and its key."""
    monkeypatch.delenv("PUNTO_KEY", raising=False)
    with_desks(tmp_path, lambda desks: desks.accounts.first_admin())
    key = tmp_path / "floor.db.key"
    key.touch(0o600)
    key.write_text(KEY.hex())
    return tmp_path / "floor.db"


def test_the_password_that_is_shown_is_the_one_the_floor_takes_up(terminal: Terminal, floor: Path) -> None:
    desks = Desks(floor)  # the floor has its database open all the while
    ran = terminal.run("password", "admin", "--database", str(floor))
    assert (ran.code, ran.refused) == (0, "")

    async def take_up() -> None:
        await desks.open()
        desks.staff_log = await StaffLog.open(desks.store, desks.clock)
        await take_up_new_passwords(desks)
        back = await desks.accounts.log_in("admin", ran.printed.splitlines()[0], "10.0.0.1")
        assert not isinstance(back, PeopleRefusal)
        await desks.store.close()

    asyncio.run(take_up())


def test_what_it_refuses(terminal: Terminal, floor: Path, tmp_path: Path) -> None:
    other_key = tmp_path / "other.key"
    other_key.touch(0o600)
    other_key.write_text("ab" * 32)
    database = ("--database", str(floor))
    for arguments, says in [
        (("nobody", *database), "there is no account named 'nobody' under this key"),
        (("admin", *database, "--key-file", str(other_key)), "there is no account named 'admin' under this key"),
        (("admin", *database, "--key-file", "no.key"), "key file no.key: there is no such file"),
        (("admin", "--database", "no.db", "--key-file", str(other_key)), "no.db: there is no such file"),
        (("admin", "--database", "/"), "/: this is a folder, not a file"),
        (("admin", "--database", "postgresql://ann:secret@127.0.0.1:1/x"), "needs PUNTO_KEY or --key-file"),
    ]:
        ran = terminal.run("password", *arguments)
        assert (ran.code, ran.printed) == (2, ""), arguments
        assert ran.refused.startswith("punto: password: "), ran.refused
        assert says in ran.refused
        assert "secret" not in ran.refused
    assert sorted(path.name for path in tmp_path.glob("*.key")) == ["floor.db.key", "other.key"]

    async def nothing_left(desks: Desks) -> None:
        assert await desks.store.records(NEW_PASSWORD) == []

    with_desks(tmp_path, nothing_left)
