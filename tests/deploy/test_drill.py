"""The drill is run for real on the PostgreSQL of the tests; what it must notice is tried in tables."""

import subprocess
import sys
from pathlib import Path

import pytest

from deploy.drill.findings import open_stakes, what_is_wrong
from punto.server.staff.set_back import FLOOR_WAS_SET_BACK
from punto.table.events import (
    BettingOpened,
    CardDealt,
    CoupCancelled,
    Event,
    ShoeAbandoned,
    ShoeOpened,
    ShoeRevealed,
    WagersChanged,
)
from tests.server.store.postgres_server import programs

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "deploy" / "postgresql"
STEPS = (
    "a base backup is made while they bet",
    "this is the moment",
    "rounds that will be lost, and of which the heads file knows",
    "a new data folder is made of the base backup",
    "PostgreSQL replays the archive to the moment",
    "Punto refuses the database, which has lost its end",
    "punto accept-loss",
    "shoes are abandoned and revealed, open rounds cancelled",
    "rounds of a new shoe",
    "punto audit",
    "Nothing is wrong.",
    "The drill has succeeded.",
)


def test_a_lost_floor_is_restored_to_a_moment_and_deals_no_card_that_was_seen() -> None:
    command = [sys.executable, "-m", "deploy.drill", "--postgres", str(programs())]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    places = [ran.stdout.find(step) for step in STEPS]
    assert -1 not in places
    assert places == sorted(places)


OPENED = ShoeOpened(shoe=1, commitment="", fingerprint="", at=0)
NEXT = ShoeOpened(shoe=2, commitment="", fingerprint="", at=9)
BETTING = BettingOpened(coup=3, at=0, closes_at=5)
BET = WagersChanged(patron="p1", action="place", stakes=(("player", 100), ("tie", 20)), added=120)
CANCELLED = CoupCancelled(by="", reason="", returned=(("p1", 120),), used_cards=False, at=0)
ABANDONED = ShoeAbandoned(shoe=1, by="", reason=FLOOR_WAS_SET_BACK, at=0)
REVEALED = ShoeRevealed(shoe=1, secret="", at=0)
DEALT = CardDealt(side="player", card="9h", at=0)
RESTORED: list[Event] = [OPENED, BETTING, BET]


@pytest.mark.parametrize(
    ("since", "wrong"),
    [
        ([CANCELLED, ABANDONED, REVEALED, NEXT, DEALT], []),
        ([CANCELLED, REVEALED, NEXT], ["shoe 1 was not abandoned"]),
        ([CANCELLED, ABANDONED, NEXT], ["shoe 1 was not revealed"]),
        ([CANCELLED, ABANDONED, REVEALED], ["no new shoe was opened"]),
        ([DEALT, CANCELLED, ABANDONED, REVEALED, NEXT], ["shoe 1 was dealt on"]),
        ([ABANDONED, REVEALED, NEXT], ["of the open round {'p1': 120} had to be returned, and was []"]),
    ],
)
def test_what_a_floor_that_was_set_back_must_not_do_is_noticed(since: list[Event], wrong: list[str]) -> None:
    assert list(what_is_wrong(RESTORED, since)) == wrong


def test_stakes_lie_open_until_the_round_ends() -> None:
    assert open_stakes(RESTORED) == {"p1": 120}
    assert open_stakes([*RESTORED, CANCELLED]) == {}


def script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(SCRIPTS / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_segment_is_archived_once_and_never_replaced_by_another(tmp_path: Path) -> None:
    segment, copy = tmp_path / "segment", tmp_path / "wal" / "0001"
    copy.parent.mkdir()
    segment.write_bytes(b"changes")
    assert script("archive-wal", segment, copy).returncode == 0
    assert script("archive-wal", segment, copy).returncode == 0, "PostgreSQL asks twice after a crash"
    segment.write_bytes(b"others")
    ran = script("archive-wal", segment, copy)
    assert ran.returncode == 1
    assert "is another segment" in ran.stderr
    assert [each.name for each in copy.parent.iterdir()] == ["0001"]
    assert copy.read_bytes() == b"changes"


def test_a_segment_that_cannot_be_copied_whole_gets_no_name(tmp_path: Path) -> None:
    ran = script("archive-wal", tmp_path / "gone", tmp_path / "0001")
    assert ran.returncode != 0
    assert not (tmp_path / "0001").exists()


def test_nothing_is_restored_over_a_folder_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    ran = script("restore-to", "2026-11-17 20:15:00+00", tmp_path, tmp_path, tmp_path / "data")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert list((tmp_path / "data").iterdir()) == []


def test_without_postgresql_the_drill_says_what_to_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "deploy.drill", "--postgres", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert "name their folder with --postgres" in ran.stderr
