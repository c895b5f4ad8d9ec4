"""The first administrator's password: at a terminal it is shown, anywhere else it is in a file, and never in a log."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punto.cli.operating.serve import first_start
from punto.server.staff.first_password import CannotKeepPassword, keep_password, password_file
from tests.cli.operating.test_serve_process import FLOOR, SECONDS, serve

LAST_LINE = "Ctrl-C closes the floor."


def test_without_a_terminal_it_is_in_a_file_until_it_was_used(tmp_path: Path) -> None:
    file = tmp_path / "data" / "floor.db.admin-password"
    with serve(tmp_path) as first:
        password = file.read_text().strip()
        assert len(password) >= 12
        assert file.stat().st_mode & 0o777 == 0o600
        assert str(file) in first.said
        _, said, log = first.stop(signal.SIGTERM)
        assert password not in first.said + said + str(log)
    with serve(tmp_path) as second:
        assert "First start" not in second.said
        assert file.exists(), "nobody has used it yet"
        wrong = {"name": "admin", "password": "not the right one"}
        assert second.ask("/api/login", "POST", wrong)[0] == 401
        assert file.exists()
        assert second.ask("/api/login", "POST", {"name": "admin", "password": password})[0] == 200
        assert not file.exists()


def test_a_new_password_from_the_terminal_makes_the_file_go(tmp_path: Path) -> None:
    file = tmp_path / "data" / "floor.db.admin-password"
    with serve(tmp_path) as first:
        first.stop(signal.SIGTERM)
    database = str(tmp_path / "data" / "floor.db")
    command = [sys.executable, "-m", "punto", "password", "admin", "--database", database]
    environment = {name: value for name, value in os.environ.items() if name != "PUNTO_KEY"}
    subprocess.run(command, check=True, capture_output=True, env=environment, timeout=SECONDS)
    keep_password(file, "an older one")
    with serve(tmp_path) as second:
        assert second.ask("/readyz")[0] == 200
        assert not file.exists()


def test_at_a_terminal_it_is_shown_and_kept_nowhere(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(FLOOR, encoding="utf-8")
    command = [sys.executable, "-m", "punto", "serve", "--config", str(tmp_path / "floor.toml"), "--port", "0"]
    command += ["--database", str(tmp_path / "floor.db")]
    environment = {name: value for name, value in os.environ.items() if name != "PUNTO_KEY"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, env=environment) as process:
        os.close(theirs)
        said = b""
        while LAST_LINE.encode() not in said:
            said += os.read(ours, 4_096)
        process.send_signal(signal.SIGTERM)
        assert process.stderr
        log = process.stderr.read().decode()
    os.close(ours)
    found = re.search(r"Sign in as admin with the password (\S{12,})", said.decode())
    assert found
    assert found[1] not in log
    assert not list(tmp_path.glob("*.admin-password"))


def test_where_the_file_is(tmp_path: Path) -> None:
    assert password_file(Path("/srv/floor.db.heads"), {}) == Path("/srv/floor.db.admin-password")
    assert password_file(Path("/etc/punto/floor.key.heads"), {}) == Path("/etc/punto/floor.admin-password")
    home = {"XDG_DATA_HOME": "/data"}  # on PostgreSQL, with the key in the environment and no place for heads
    assert password_file(None, home) == Path("/data/punto/floor.admin-password")
    assert str(tmp_path) in first_start(tmp_path / "x")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotKeepPassword, match=r"the first password: .*file/x.admin-password: "):
        keep_password(tmp_path / "file" / "x.admin-password", "secret")


def test_the_file_is_new_each_time_and_follows_no_link(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(0o644)
    (tmp_path / "x.admin-password").symlink_to(elsewhere)
    keep_password(tmp_path / "x.admin-password", "secret")
    assert elsewhere.read_text() == ""
    assert (tmp_path / "x.admin-password").stat().st_mode & 0o777 == 0o600
