"""One line of a card reader: a code, with or without a running number. `docs/scanners.md` describes the protocol.

Whatever a reader sends is one of three things, and only a code can ever become a card.
"""

import re

from msgspec import Struct

LINE_BYTES_MAX = 64
LINE_ENDS = "\r\n"
LINE = re.compile(r"(?P<code>[!-:<-~]+)(;(?P<sequence>[0-9]{1,9}))?")


class Code(Struct, frozen=True):
    text: str
    sequence: int | None = None  # counts the reader's lines, so that a lost one is noticed


class KeepAlive(Struct, frozen=True):
    """The reader is there and has read nothing."""


class Rubbish(Struct, frozen=True):
    why: str


ScanLine = Code | KeepAlive | Rubbish


def read_line(text: str) -> ScanLine:
    line = text.strip(LINE_ENDS)
    if len(line.encode(errors="replace")) > LINE_BYTES_MAX:
        return Rubbish(f"longer than {LINE_BYTES_MAX} bytes")
    if not line.isascii() or not (line.isprintable() or not line):
        return Rubbish("signs that are not printable ASCII")
    if not line.strip() or line.startswith("#"):
        return KeepAlive()
    found = LINE.fullmatch(line.strip())
    if found is None:
        return Rubbish("not a code, or a code; a running number")
    return Code(found["code"], int(found["sequence"]) if found["sequence"] else None)
