"""Answers standard input line by line.

Lines that have arrived are answered together, so a long pipe runs fast, and a person or program that waits for each
answer gets it at once. A refused line ends the command; every row before it has been printed whole.
"""

import sys
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import cast

from punto.cli.input.refuse import BadInput
from punto.rules.invalid_input import InvalidInput, shortened

BYTES_AT_ONCE = 65_536
LINE_BYTES_MAX = 1_048_576
BLANK = " \t\r\v\f\ufeff"  # the last is the byte order mark that some editors write


def answer_lines(answer: Callable[[str], str | None], *, hint: str) -> None:
    """Print `answer(line)`, if any, for each line that is not blank. The hint is shown at a terminal."""
    if sys.stdin and sys.stdin.isatty():
        sys.stderr.write(f"{hint} Ctrl-D ends.\n")
    number, text = 0, ""
    for lines in _batches():
        rows: list[str | None] = []
        try:
            for line in lines:
                number += 1
                if text := line.decode(errors="backslashreplace").strip(BLANK):
                    rows.append(answer(text))
        except InvalidInput as error:
            raise BadInput(f"line {number}, {shortened(text)}: {error}") from None
        finally:
            sys.stdout.write("".join(f"{row}\n" for row in rows if row is not None))
            sys.stdout.flush()


def _batches() -> Iterator[list[bytes]]:
    """Whole lines, as many as have arrived."""
    begun = b""
    seen = 0
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    arriving = cast(BufferedIOBase, sys.stdin.buffer)
    while chunk := arriving.read1(BYTES_AT_ONCE):
        *lines, begun = (begun + chunk).split(b"\n")
        seen += len(lines)
        yield lines
        if len(begun) > LINE_BYTES_MAX:
            raise BadInput(f"line {seen + 1}: longer than {LINE_BYTES_MAX:,} bytes")
    yield [begun]
