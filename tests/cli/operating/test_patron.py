"""`punto patron`: an account that the floor takes up, and what is refused before anything is left."""

from pathlib import Path

import pytest

from punto.server.protocol.refusals import PeopleRefusal
from punto.server.staff.new_patrons import NEW_PATRON, take_up_new_patrons
from punto.server.staff.staff_events import StaffActed, StaffWasRefused
from punto.server.staff.staff_log import StaffLog
from tests.cli.terminal import Terminal
from tests.server.people.desks import KEY, Desks, with_desks


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of a floor with an administrator and one patron, and its key."""
    monkeypatch.delenv("PUNTO_KEY", raising=False)

    async def fill(desks: Desks) -> None:
        await desks.accounts.first_admin()
        await desks.registered("Ann")

    with_desks(tmp_path, fill)
    key = tmp_path / "floor.db.key"
    key.touch(0o600)
    key.write_text(KEY.hex())
    return tmp_path / "floor.db"


async def taken_up(desks: Desks) -> None:
    desks.staff_log = await StaffLog.open(desks.store, desks.clock)
    await take_up_new_patrons(desks)


def test_the_account_is_there_once_the_floor_has_taken_it_up(terminal: Terminal, floor: Path) -> None:
    ran = terminal.run("patron", " Bea ", "--document", "AB 123456", "--database", str(floor))
    assert (ran.code, ran.refused) == (0, "")

    async def look(desks: Desks) -> None:
        assert await desks.accounts.find("Bea") is None
        await taken_up(desks)
        bea = await desks.accounts.log_in("bea", ran.printed.splitlines()[0], "10.0.0.1")
        assert not isinstance(bea, PeopleRefusal)
        assert (bea.role, bea.must_change_password, bool(bea.document)) == ("patron", True, True)
        assert await desks.accounts.name_of(bea.id) == "Bea"
        [(_, event)] = await desks.staff_log.events(0, 10)
        assert isinstance(event, StaffActed)
        assert (event.by, event.action, event.on.account) == ("terminal", "create_patron", bea.id)
        await take_up_new_patrons(desks)
        assert (desks.staff_log.version, await desks.store.records(NEW_PATRON)) == (1, [])

    with_desks(floor.parent, look)


def test_a_name_that_was_taken_meanwhile_is_refused_and_nothing_is_left(terminal: Terminal, floor: Path) -> None:
    for _ in range(2):
        assert terminal.run("patron", "Bea", "--database", str(floor)).code == 0

    async def look(desks: Desks) -> None:
        left = [body.decode() for _, body in await desks.store.records(NEW_PATRON)]
        assert len(left) == 2
        await taken_up(desks)
        *_, (_, refused) = await desks.staff_log.events(0, 10)
        assert isinstance(refused, StaffWasRefused)
        assert refused.refusal == PeopleRefusal.NAME_IS_TAKEN
        bea = await desks.accounts.find("Bea")
        assert bea is not None
        assert await desks.store.records(NEW_PATRON) == []

    with_desks(floor.parent, look)


def test_what_it_refuses(terminal: Terminal, floor: Path) -> None:
    database = ("--database", str(floor))
    for arguments, says in [
        (("Ann", *database), "'Ann' is taken"),
        (("admin", *database), "'admin' is reserved for the house"),
        (("x", *database), "'x' is not a valid name"),
        (("Bea", "--document", "-", *database), "'Bea' needs a document number"),
        (("Bea", "--database", "no.db", "--key-file", str(floor) + ".key"), "no.db: there is no such file"),
    ]:
        ran = terminal.run("patron", *arguments)
        assert (ran.code, ran.printed) == (2, ""), arguments
        assert ran.refused.startswith("punto: patron: "), ran.refused
        assert says in ran.refused

    async def nothing_left(desks: Desks) -> None:
        assert await desks.store.records(NEW_PATRON) == []

    with_desks(floor.parent, nothing_left)
