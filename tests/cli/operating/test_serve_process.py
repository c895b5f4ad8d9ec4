"""`punto serve` as an operator meets it: a first start, a signal, a second start, and what is missing then."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FLOOR = """
name = "Small floor"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 10_000
hand_pay_above = 50_000
bots = true

[[tables]]
id = "jade"
title = "Jade"
book = "interblock"
pace = { betting_ms = 4_000, hurry_ms = 1_000, card_ms = 20, result_ms = 100, shoe_change_ms = 100 }
chips = [1, 5]
min = 1
max = 100

[[tables]]
id = "lotus"
title = "Lotus"
book = "seven-luck"
kind = "live"
dealer = "simulated"
pace = { betting_ms = 1_000, hurry_ms = 500, card_ms = 20, result_ms = 100, shoe_change_ms = 100 }
chips = [1, 5]
min = 1
max = 100
"""
SECONDS = 30


class Served:
    def __init__(self, process: subprocess.Popen[str], said: str) -> None:
        self.process = process
        self.said = said
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said
        self.port = int(found[1])

    def ask(self, path: str, method: str = "GET", body: object = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        content = None if body is None else json.dumps(body)
        connection.request(method, path, content, headers={"Content-Type": "application/json"})
        answer = connection.getresponse()
        said = answer.read().decode()
        assert answer.headers.get("server") is None  # nobody is told what we are made of
        connection.close()
        return answer.status, said

    def stop(self, how: signal.Signals) -> tuple[int, str, list[dict[str, object]]]:
        """The exit code, what it said last, and its log."""
        self.process.send_signal(how)
        said, log = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, said, [json.loads(line) for line in log.splitlines()]


@contextmanager
def serve(folder: Path, *options: str, log: int = subprocess.PIPE) -> Iterator[Served]:
    (folder / "floor.toml").write_text(FLOOR, encoding="utf-8")
    command = [sys.executable, "-m", "punto", "serve", "--config", str(folder / "floor.toml"), "--port", "0"]
    command += ["--database", str(folder / "data" / "floor.db"), *options]
    environment = {name: value for name, value in os.environ.items() if name != "PUNTO_KEY"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[3] / "src")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as process:
        try:
            yield Served(process, _until_open(process))
        finally:
            if process.poll() is None:
                process.kill()


def _until_open(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    said = ""
    while "Ctrl-C closes the floor." not in said:
        line = process.stdout.readline()
        assert line, f"it ended: {said if process.stderr is None else process.stderr.read()}"
        said += line
    return said


def test_its_log_begins_below_what_it_says_at_a_terminal(tmp_path: Path) -> None:
    with serve(tmp_path, "--no-bots", log=subprocess.STDOUT) as floor:
        assert "floor_is_open" not in floor.said
        floor.process.send_signal(signal.SIGTERM)
        assert "floor_is_open" in floor.process.communicate(timeout=SECONDS)[0]


HANGS_UP_WHILE_IT_LOADS = """
import os, signal, sys

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whatever the tests were started under

class Finder:
    def find_spec(self, name, *_):
        if name == "punto.cli":
            os.kill(os.getpid(), signal.SIGHUP)

sys.meta_path.insert(0, Finder())
sys.argv = ["punto", *sys.argv[1:]]
from punto.__main__ import main
main()
"""


@pytest.mark.parametrize(("arguments", "code"), [(["serve", "--example"], 0), (["books"], -signal.SIGHUP)])
def test_a_floor_that_is_told_to_read_its_file_before_it_has_loaded_lives(arguments: list[str], code: int) -> None:
    """Whatever else runs in a terminal ends with it."""
    ran = subprocess.run([sys.executable, "-c", HANGS_UP_WHILE_IT_LOADS, *arguments], capture_output=True, timeout=60)
    assert ran.returncode == code, ran.stderr


def test_a_floor_is_opened_stopped_and_opened_again(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        assert f"The password of admin is in {tmp_path / 'data' / 'floor.db.admin-password'}" in first.said
        assert first.ask("/readyz")[0] == 200
        assert "Small floor" in first.ask("/status")[1]
        assert first.ask("/api/guest", "POST")[0] in (200, 201)
        shoes = _rounds_until(first, 2)
        code, said, log = first.stop(signal.SIGTERM)
    assert code == 0
    assert said.endswith("The floor is closed. Every accepted bet is stored.\n")
    assert [line for line in log if line["level"] in ("warning", "error")] == []
    assert (tmp_path / "data" / "floor.db.key").stat().st_mode & 0o777 == 0o600

    with serve(tmp_path, "--no-bots") as second:
        assert "password" not in second.said
        lobby = {table["table"]: table for table in json.loads(second.ask("/api/lobby")[1])["tables"]}
        assert lobby["lotus"]["shoe"] == shoes  # the same shoe goes on
        assert lobby["lotus"]["round"] >= 2
        code, _, log = second.stop(signal.SIGINT)
    assert code == 0
    assert [line for line in log if line["level"] in ("warning", "error")] == []


def _rounds_until(served: Served, rounds: int) -> int:
    """Wait for so many rounds at the live table; the number of its shoe."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        lotus = json.loads(served.ask("/api/lobby")[1])["tables"][1]
        if lotus["round"] > rounds:
            return int(lotus["shoe"])
        time.sleep(0.2)
    raise AssertionError("the live table did not get on")


def test_sealed_shoes_without_their_key_are_not_given_another(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        assert first.stop(signal.SIGTERM)[0] == 0
    key = tmp_path / "data" / "floor.db.key"
    moved = key.rename(tmp_path / "key")
    with (
        pytest.raises(AssertionError, match=r"is missing: the shoes of .* are sealed with the key in it"),
        serve(tmp_path),
    ):
        pass
    assert not key.exists()
    with serve(tmp_path, "--key-file", str(moved)) as again:
        assert again.stop(signal.SIGTERM)[0] == 0
    moved.chmod(0o644)
    with pytest.raises(AssertionError, match="others may read it"), serve(tmp_path, "--key-file", str(moved)):
        pass
