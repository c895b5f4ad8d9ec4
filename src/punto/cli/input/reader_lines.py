"""Lines of a card reader from a serial port, a file or standard input, each with the moment it came.

A thread reads, so that a line has its true moment even while the floor does not answer. A port that is unplugged is
opened again until it is back; what was read in between nobody knows, and `Lost` says so.
"""

import os
import re
import select
import sys
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from punto.cli.input.refuse import BadInput

WAITING_MAX = 10_000  # lines that the floor has not answered yet; then the reader has to wait
BYTES_AT_ONCE = 4_096
LINE_BYTES_KEPT = 200  # more than a floor takes: a longer line is rubbish, whatever follows
REOPENS_EVERY_SECONDS = 1.0
LOOKS_EVERY_SECONDS = 0.5  # whether it should stop
LINE_END = re.compile(rb"\r\n|\r|\n")
SPEEDS = {9600: termios.B9600, 19200: termios.B19200, 38400: termios.B38400, 57600: termios.B57600}
SPEEDS |= {1200: termios.B1200, 2400: termios.B2400, 4800: termios.B4800, 115200: termios.B115200}


class Line(NamedTuple):
    text: str
    read_at: int  # in milliseconds


class Lost(NamedTuple):
    """The reader was unplugged and is back."""


class Ended(NamedTuple):
    """The input has no more lines."""


Heard = Line | Lost | Ended


class ReaderLines:
    def __init__(self, source: str, speed: int, say: Callable[[str], None]) -> None:
        self.heard: Queue[Heard] = Queue(WAITING_MAX)
        self._source = source
        self._speed = speed
        self._say = say
        self._stops = threading.Event()
        self._thread = threading.Thread(target=self._read, name="card reader", daemon=True)

    def start(self) -> None:
        """Raises BadInput when there is nothing to read from; a port that goes later comes back."""
        self._descriptor = self._opened()
        self._thread.start()

    def stop(self) -> None:
        self._stops.set()

    def _opened(self) -> int:
        if self._source == "-":
            if sys.stdin is None:
                raise BadInput("standard input is closed")
            return sys.stdin.fileno()
        try:
            descriptor = os.open(self._source, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError as error:
            raise BadInput(f"{self._source}: {error.strerror}") from None
        if os.isatty(descriptor):
            _set_raw(descriptor, SPEEDS[self._speed])
        return descriptor

    def _read(self) -> None:
        is_port = os.isatty(self._descriptor) and self._source != "-"
        self._read_until_it_ends()
        while is_port and not self._stops.is_set():
            self._say("the reader is gone; waiting for it")
            if self._reopen():
                self._say("the reader is back")
                self.heard.put(Lost())
                self._read_until_it_ends()
        if self._source != "-" and self._descriptor >= 0:
            os.close(self._descriptor)
        self.heard.put(Ended())

    def _read_until_it_ends(self) -> None:
        begun = b""
        while not self._stops.is_set():
            try:
                ready, _, _ = select.select([self._descriptor], [], [], LOOKS_EVERY_SECONDS)
                chunk = os.read(self._descriptor, BYTES_AT_ONCE) if ready else None
            except BlockingIOError:
                continue
            except OSError:  # unplugged
                return
            if chunk == b"":
                self._put([begun] if begun else [])
                return
            *lines, begun = LINE_END.split(begun + (chunk or b""))
            begun = begun[:LINE_BYTES_KEPT]
            self._put(lines)

    def _put(self, lines: list[bytes]) -> None:
        now = time.time_ns() // 1_000_000
        for line in lines:
            text = line[:LINE_BYTES_KEPT].decode(errors="replace")
            if text.strip() and not text.startswith("#"):
                self.heard.put(Line(text, now))

    def _reopen(self) -> bool:
        os.close(self._descriptor)
        self._descriptor = -1
        while not self._stops.wait(REOPENS_EVERY_SECONDS):
            if Path(self._source).exists():
                try:
                    self._descriptor = self._opened()
                except BadInput:
                    continue
                return True
        return False


def _set_raw(descriptor: int, speed: int) -> None:
    """Bytes as they come, eight bits, no echo."""
    settings = termios.tcgetattr(descriptor)
    settings[0] = settings[1] = settings[3] = 0  # nothing is changed on the way in or out, and no line is edited
    settings[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
    settings[4] = settings[5] = speed
    termios.tcsetattr(descriptor, termios.TCSANOW, settings)
