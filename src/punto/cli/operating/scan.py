"""`punto scan`: brings the lines of a card reader to a floor, in order, each until it is answered."""

import os
import signal
import sys
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.refuse import BadInput

if TYPE_CHECKING:
    from punto.cli.input.reader_lines import Line, ReaderLines
    from punto.cli.output.scan_post import Answer, ScanPost

KEY_VARIABLE = "PUNTO_DEVICE_KEY"
KEY_IS_REFUSED, TABLE_IS_UNKNOWN = 3, 4  # exit codes
HEART_BEAT_SECONDS = 3.0


def scan(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A serial port such as /dev/ttyUSB0, a file, or - for stdin.")
    ],
    floor: Annotated[str, typer.Option(metavar="URL", help="The floor's address.")] = "http://localhost:8000",
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"A file with the device key; default: {KEY_VARIABLE}.")
    ] = None,
    speed: Annotated[int, typer.Option(help="Of a serial port, in baud.")] = 9600,
) -> None:
    """Send what a card reader reads to TABLE of a floor.

    Lines are numbered, sent in order and retried until the floor has answered. A port that is unplugged is opened
    again. The exit code is 3 when the floor refuses the key, 4 when it knows no such table.
    """
    from punto.cli.input.reader_lines import SPEEDS, ReaderLines
    from punto.cli.output.scan_post import ScanPost

    if speed not in SPEEDS:
        raise BadInput(f"--speed: {speed} is not one of {', '.join(map(str, sorted(SPEEDS)))}")
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a floor that hangs up must not end this; it is asked again
    post = ScanPost(floor, table, _device_key(key_file), _complain)
    lines = ReaderLines(source, speed, _complain)
    lines.start()
    try:
        _Sender(post).run(lines)
    finally:
        lines.stop()
        post.close()


class _Sender:
    """Numbers the lines. A reader that numbers its own keeps its numbers."""

    def __init__(self, post: "ScanPost") -> None:
        from secrets import token_hex

        self._post = post
        self._run = token_hex(6)  # ids of another run are other ids
        self._sent = 0
        self._number = 0
        self._begins = True  # the next number must be announced

    def run(self, lines: "ReaderLines") -> None:
        from punto.cli.input.reader_lines import Ended, Line, Lost

        _check(self._post.alive({}))
        while True:
            try:
                heard = lines.heard.get(timeout=HEART_BEAT_SECONDS)
            except Empty:
                self._beat()
                continue
            match heard:
                case Line():
                    self._send(heard)
                case Lost():
                    self._begins = True
                    self._beat()
                case Ended():
                    return

    def _beat(self) -> None:
        answer = self._post.try_alive()
        if answer is not None:
            _check(answer)

    def _send(self, line: "Line") -> None:
        from punto.server.dealing.scan_line import Code, read_line

        text = line.text
        code = read_line(text)
        if isinstance(code, Code):
            self._number = self._number + 1 if code.sequence is None else code.sequence
            text = f"{code.text};{self._number}"
            if self._begins:
                _check(self._post.alive({"begins": self._number}))
                self._begins = False
        self._sent += 1
        body: dict[str, object] = {"line": text, "read_at": line.read_at, "id": f"{self._run}-{self._sent}"}
        answer = _check(self._post.scan(body))
        sys.stdout.write(f"{_shown(text)} {_in_words(answer)}\n")
        sys.stdout.flush()


def _check(answer: "Answer") -> dict[str, object]:
    """The body, unless the floor wants no more of this reader."""
    status, body = answer
    if status == 401:
        _complain("the floor refuses this key")
        raise typer.Exit(KEY_IS_REFUSED)
    if status == 404:
        _complain("the floor deals no such table by hand")
        raise typer.Exit(TABLE_IS_UNKNOWN)
    return body


def _in_words(body: dict[str, object]) -> str:
    happened = body.get("happened", "refused")
    why = body.get("reason") or body.get("card") or body.get("name") or ""
    return f"{happened}{f' {why}' if why else ''}{', the table stands still' if body.get('is_stopped') else ''}"


def _shown(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:64])


def _complain(text: str) -> None:
    sys.stderr.write(f"punto: {text}\n")


def _device_key(file: Path | None) -> str:
    """Never an argument: other users of the machine see those."""
    if file is not None:
        try:
            key = file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"--key-file: {file}: {getattr(error, 'strerror', None) or 'not a key'}") from None
    else:
        key = os.environ.get(KEY_VARIABLE, "").strip()
    if not key or not key.isascii() or not key.isprintable():
        raise BadInput(f"no device key: name a --key-file or set {KEY_VARIABLE}")
    return key
