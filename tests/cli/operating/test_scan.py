"""`punto scan`: lines in order, each once, whatever the floor and the port do meanwhile."""

import json
import os
import pty
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from punto.cli.input import reader_lines
from punto.cli.input.reader_lines import Ended, Line, Lost, ReaderLines
from punto.cli.output import scan_post
from tests.cli.terminal import Terminal

KEY = "0123456789." + "k" * 43


class Floor(ThreadingHTTPServer):
    """Answers what it is told to, and notes what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, object]]] = []
        self.statuses: list[int] = []  # of the next answers; then 200. 0: hang up after having taken note

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def lines(self) -> list[str]:
        return [str(body["line"]) for path, body in self.asked if path.endswith("/scan")]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Floor

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        assert self.headers["authorization"] == f"Bearer {KEY}"
        self.server.asked.append((self.path, body))
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if not status:
            self.close_connection = True
            return
        is_scan = self.path.endswith("/scan")
        told = {"happened": "placed", "card": str(body["line"]).partition(";")[0]} if is_scan else {"happened": "alive"}
        content = json.dumps(told if status == 200 else {"name": "some_refusal"}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's word)
        pass


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    monkeypatch.setenv("PUNTO_DEVICE_KEY", KEY)
    monkeypatch.setattr(scan_post, "WAIT_SECONDS", (0.0,))
    server = Floor()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def scanned(terminal: Terminal, floor: Floor, folder: Path, text: str, *more: str) -> tuple[int, str]:
    file = folder / "lines.txt"
    file.write_bytes(text.encode())
    ran = terminal.run("scan", "amber", str(file), "--floor", f"{floor.url}/casino/", *more)
    return ran.code, ran.printed


def test_lines_are_numbered_and_sent_in_order(terminal: Terminal, floor: Floor, tmp_path: Path) -> None:
    code, printed = scanned(terminal, floor, tmp_path, "9h\r\n# here\n\n2d\rKc\nsmudge d\n5s")
    assert code == 0
    assert floor.lines == ["9h;1", "2d;2", "Kc;3", "smudge d", "5s;4"]
    assert printed.splitlines()[:2] == ["9h;1 placed 9h", "2d;2 placed 2d"]
    assert {path for path, _ in floor.asked} == {"/casino/api/scanners/amber/scan", "/casino/api/scanners/amber/alive"}
    begun = [body for path, body in floor.asked if path.endswith("alive") and body]
    assert begun == [{"begins": 1}]
    ids = [body["id"] for path, body in floor.asked if path.endswith("scan")]
    assert len(set(ids)) == 5
    assert all(isinstance(body.get("read_at"), int) for path, body in floor.asked if path.endswith("scan"))


def test_a_reader_that_numbers_its_lines_keeps_its_numbers(terminal: Terminal, floor: Floor, tmp_path: Path) -> None:
    scanned(terminal, floor, tmp_path, "9h;57\n2d;58\n")
    assert floor.lines == ["9h;57", "2d;58"]
    assert [body for path, body in floor.asked if path.endswith("alive") and body] == [{"begins": 57}]


@pytest.mark.parametrize("trouble", [[0], [503], [500, 0, 503], [429]])
def test_a_line_is_sent_again_under_its_id_until_it_is_answered(
    terminal: Terminal, floor: Floor, tmp_path: Path, trouble: list[int]
) -> None:
    floor.statuses = [200, 200, *trouble]  # there, begins, then the first line
    code, printed = scanned(terminal, floor, tmp_path, "9h\n2d\n")
    assert code == 0
    assert floor.lines == [*["9h;1"] * (len(trouble) + 1), "2d;2"]
    assert len({body["id"] for path, body in floor.asked if path.endswith("scan")}) == 2
    assert printed == "9h;1 placed 9h\n2d;2 placed 2d\n"


@pytest.mark.parametrize(("status", "code"), [(401, 3), (404, 4)])
def test_a_floor_that_wants_no_more_ends_it_with_its_own_code(
    terminal: Terminal, floor: Floor, tmp_path: Path, status: int, code: int
) -> None:
    floor.statuses = [200, 200, status]
    assert scanned(terminal, floor, tmp_path, "9h\n2d\n")[0] == code
    assert floor.lines == ["9h;1"]


def test_a_line_that_the_floor_refuses_is_said_and_the_next_one_sent(
    terminal: Terminal, floor: Floor, tmp_path: Path
) -> None:
    floor.statuses = [200, 200, 400]
    assert scanned(terminal, floor, tmp_path, "9h\n2d\n") == (0, "9h;1 refused some_refusal\n2d;2 placed 2d\n")


def test_the_key_may_be_in_a_file_and_is_never_an_argument(
    terminal: Terminal, floor: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUNTO_DEVICE_KEY")
    refused = terminal.run("scan", "amber", "-", "--floor", floor.url).refused
    assert refused == "punto: no device key: name a --key-file or set PUNTO_DEVICE_KEY\n"
    file = tmp_path / "reader.key"
    file.write_text(f"{KEY}\n")
    assert scanned(terminal, floor, tmp_path, "9h\n", "--key-file", str(file))[0] == 0


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        (("amber", "none.txt"), "punto: none.txt: No such file or directory\n"),
        (("amber", "-", "--speed", "7"), "punto: --speed: 7 is not one of 1200, 2400, 4800, 9600, 19200"),
        (("amber", "-", "--floor", "ftp://x"), "punto: --floor: 'ftp://x' is no address such as https://casino"),
        (("amber", "-", "--key-file", "none.key"), "punto: --key-file: none.key: No such file or directory\n"),
    ],
)
def test_what_is_refused(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], refused: str
) -> None:
    monkeypatch.setenv("PUNTO_DEVICE_KEY", KEY)
    ran = terminal.run("scan", *arguments)
    assert ran.code == 2
    assert ran.refused.startswith(refused)


def test_a_port_that_is_unplugged_is_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair of terminals stands for the port; what the cable does is a link that goes and comes back."""
    monkeypatch.setattr(reader_lines, "REOPENS_EVERY_SECONDS", 0.01)
    port = tmp_path / "ttyUSB0"
    said: list[str] = []
    cable, inside = pty.openpty()
    port.symlink_to(os.ttyname(inside))
    lines = ReaderLines(str(port), 9600, said.append)
    lines.start()
    try:
        os.write(cable, b"9h\r\n2d\r\n")
        assert [_text(lines), _text(lines)] == ["9h", "2d"]
        port.unlink()
        os.close(inside)
        os.close(cable)
        cable, inside = pty.openpty()
        port.symlink_to(os.ttyname(inside))
        assert isinstance(lines.heard.get(timeout=30), Lost)
        os.write(cable, b"Kc\n")
        assert _text(lines) == "Kc"
        assert said == ["the reader is gone; waiting for it", "the reader is back"]
    finally:
        lines.stop()
        os.close(cable)
        os.close(inside)


def test_a_floor_that_hangs_up_while_it_is_written_to_ends_nothing(
    terminal: Terminal, floor: Floor, tmp_path: Path
) -> None:
    """A command that writes into a closed pipe dies of it by default, and so did this one."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        scanned(terminal, floor, tmp_path, "9h\n")
        assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python begins


def test_a_line_without_end_is_cut_and_never_fills_memory(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_bytes(b"9" * 100_000 + b"\n2d\n\xff\xfe\n")
    lines = ReaderLines(str(file), 9600, lambda _: None)
    lines.start()
    assert len(_text(lines)) == reader_lines.LINE_BYTES_KEPT
    assert _text(lines) == "2d"
    assert _text(lines) == "��"
    assert isinstance(lines.heard.get(timeout=30), Ended)


def _text(lines: ReaderLines) -> str:
    heard = lines.heard.get(timeout=30)
    assert isinstance(heard, Line)
    return heard.text
