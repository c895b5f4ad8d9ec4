"""`punto device`: keys of card readers, made and revoked beside a floor."""

from pathlib import Path

import pytest

from punto.server.dealing.devices import Devices
from tests.cli.terminal import Terminal
from tests.server.people.desks import KEY, Desks, with_desks


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of a floor, and its key."""
    monkeypatch.delenv("PUNTO_KEY", raising=False)

    async def fill(desks: Desks) -> None:
        await desks.accounts.first_admin()

    with_desks(tmp_path, fill)
    key = tmp_path / "floor.db.key"
    key.touch(0o600)
    key.write_text(KEY.hex())
    return tmp_path / "floor.db"


def tables_opened_by(floor: Path, key: str) -> list[str]:
    async def look(desks: Desks) -> list[str]:
        devices = Devices(desks.store, desks.clock, KEY)
        await devices.recall()
        device = devices.identify([(b"Authorization", f"Bearer {key}".encode())])
        return [device.table] if device else []

    return with_desks(floor.parent, look)


def test_a_key_is_made_shown_once_listed_and_revoked(terminal: Terminal, floor: Path) -> None:
    ran = terminal.run("device", "make", "amber", "--title", "Shoe A", "--database", str(floor))
    assert (ran.code, ran.refused) == (0, "")
    key = ran.printed.splitlines()[0]
    assert tables_opened_by(floor, key) == ["amber"]
    listed = terminal.run("device", "list", "--database", str(floor)).printed
    device = listed.split()[0]
    assert listed == f"{device}  amber  Shoe A\n"
    assert key.startswith(f"{device}.")
    assert terminal.run("device", "revoke", device, "--database", str(floor)).code == 0
    assert tables_opened_by(floor, key) == []


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        (("sell",), "punto: device: 'sell' is not one of make, list, revoke\n"),
        (("make",), "punto: device: for which TABLE?\n"),
        (("revoke",), "punto: device: which DEVICE?\n"),
        (("revoke", "0123456789"), "punto: device: there is no device '0123456789'\n"),
    ],
)
def test_what_is_refused(terminal: Terminal, floor: Path, arguments: tuple[str, ...], refused: str) -> None:
    ran = terminal.run("device", *arguments, "--database", str(floor))
    assert (ran.code, ran.refused) == (2, refused)
