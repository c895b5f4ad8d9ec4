"""The units of deploy/systemd: systemd itself reads them where it is installed, and a server is started as they say."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from punto.cli.operating.serve import DATABASE_IS_AWAY, FLOOR_IS_HELD, FLOOR_WAS_TAKEN
from punto.server.config.floor_config import Safety
from punto.server.floor.floor import MS_TO_FINISH
from punto.server.run.allow_sockets import OTHER_FILES
from punto.server.run.server_config import SECONDS_TO_CLOSE
from punto.server.run.service_manager import OPEN, STANDING_BY
from tests.deploy.manager import Manager
from tests.deploy.unit_file import Unit, read_unit

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = ("punto.service", "punto-backup.service", "punto-backup.timer")
SERVICE = read_unit(DEPLOY / "systemd" / "punto.service")
STANDBY = read_unit(DEPLOY / "systemd" / "standby.conf")
BACKUP = read_unit(DEPLOY / "systemd" / "punto-backup.service")
COULD_NOT_START = 2
SECONDS = 120  # for what takes a few on a machine with nothing else to do
SANDBOX = re.compile(r"Protect|Private|Restrict(?!Prevent)|SystemCall|NoNew|Capab|Ambient|Lock|RemoveIPC")

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


@pytest.fixture
def units(tmp_path: Path) -> Path:
    for name in UNITS:
        put(name, tmp_path)
    return tmp_path


def put(name: str, folder: Path) -> None:
    """With the programs it starts where they are on this machine."""
    text = (DEPLOY / "systemd" / name).read_text(encoding="utf-8")
    text = text.replace("/opt/punto/bin/punto", str(Path(sys.executable).with_name("punto")))
    text = text.replace("/usr/local/lib/punto/nightly-backup", str(DEPLOY / "nightly-backup"))
    (folder / name).write_text(text, encoding="utf-8")


def analyze(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", "--no-pager", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=SECONDS, check=False)


@needs_systemd
@pytest.mark.parametrize("drop_in", [None, "standby.conf", "pit.conf", "edge.conf"])
def test_systemd_finds_nothing_wrong_with_the_units(units: Path, drop_in: str | None) -> None:
    if drop_in is not None:
        (units / "punto.service.d").mkdir()
        put(drop_in, units / "punto.service.d")
    ran = analyze("verify", "--man=no", *(f"./{name}" for name in UNITS), folder=units)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@needs_systemd
@pytest.mark.parametrize("name", UNITS[:2])
def test_systemd_finds_little_that_a_service_may_do_beyond_its_work(units: Path, name: str) -> None:
    """Its own scale runs from 0 to 10, here in tenths; it calls anything above 5 medium."""
    ran = analyze("security", "--offline=yes", "--threshold=20", f"./{name}", folder=units)
    assert ran.returncode == 0, ran.stdout


def test_a_stop_is_given_the_time_that_the_server_takes_for_it() -> None:
    [limit] = SERVICE["Service"]["TimeoutStopSec"]
    assert int(limit.removesuffix("s")) >= MS_TO_FINISH / 1000 + SECONDS_TO_CLOSE + 10, "and some for the store"
    assert SERVICE["Service"]["KillMode"] == ["mixed"]


def test_a_server_is_not_started_again_where_that_cannot_help() -> None:
    codes = {str(code) for code in (COULD_NOT_START, FLOOR_IS_HELD, FLOOR_WAS_TAKEN)}
    assert [set(each.split()) for each in SERVICE["Service"]["RestartPreventExitStatus"]] == [codes]
    assert STANDBY["Service"]["RestartPreventExitStatus"] == ["", str(COULD_NOT_START)], "of two, one that lost waits"
    assert SERVICE["Unit"]["StartLimitIntervalSec"] == ["0"], "where it can help, for as long as it takes"
    assert str(DATABASE_IS_AWAY) not in codes


def test_there_are_files_for_every_socket() -> None:
    assert int(SERVICE["Service"]["LimitNOFILE"][0]) >= Safety().sockets_max + OTHER_FILES


def test_both_services_stand_in_the_same_sandbox() -> None:
    both = [{key: value for key, value in unit["Service"].items() if SANDBOX.match(key)} for unit in (SERVICE, BACKUP)]
    assert both[0] == both[1]
    assert len(both[0]) > 15


@pytest.fixture
def manager(tmp_path: Path) -> Manager:
    return Manager(tmp_path)


def test_a_server_started_as_the_unit_says_reports_when_it_is_open_and_another_stands_by(manager: Manager) -> None:
    with manager.started("first", SERVICE) as first:
        assert first.report == OPEN
        assert (manager.state / "floor.db").exists()
        assert (manager.state / "floor.heads").exists()
        assert (manager.state / "floor.admin-password").stat().st_mode & 0o777 == 0o600
        with manager.started("second", SERVICE, STANDBY) as second:
            assert second.report == STANDING_BY
            first.stop()
            assert second.report == OPEN
            second.stop()
    assert [each.name for each in manager.credentials.iterdir()] == ["key"], "nothing else is written there"


@pytest.mark.parametrize("drop_ins", [(), (STANDBY,)])
def test_a_server_whose_postgresql_is_not_there_yet_is_started_again(
    manager: Manager, drop_ins: tuple[Unit, ...]
) -> None:
    """After a reboot nobody knows which of the two comes first."""
    nowhere = f"postgresql://punto@/punto?host={manager.state}"
    with manager.started("early", SERVICE, *drop_ins, PUNTO_DATABASE=nowhere) as early:
        code = early.process.wait(SECONDS)
    prevented = [unit["Service"]["RestartPreventExitStatus"][-1] for unit in (SERVICE, *drop_ins)][-1]
    assert code == DATABASE_IS_AWAY
    assert str(code) not in prevented.split()
