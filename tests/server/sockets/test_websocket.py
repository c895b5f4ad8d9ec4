"""Frames as the WebSocket standard wants them, read back by the library's own parser."""

from collections.abc import Generator

import pytest
from websockets.frames import Frame, Opcode

from punto.server.protocol.frames import framed
from punto.server.sockets.websocket import frame_extent


def parsed(data: bytes) -> Frame:
    """Feed a frame to the parser of the websockets library."""
    position = 0

    def read_exact(count: int) -> Generator[None, None, bytes]:
        nonlocal position
        part, position = data[position : position + count], position + count
        return part
        yield

    parsing = Frame.parse(read_exact, mask=False, max_size=None, extensions=[])
    try:
        next(parsing)
    except StopIteration as done:
        assert position == len(data)
        frame = done.value
        assert isinstance(frame, Frame)
        return frame
    raise AssertionError("the parser wants more")


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_every_length_has_its_header(length: int) -> None:
    message = b"x" * length
    frame = parsed(framed(message))
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, message, True)


@pytest.mark.parametrize("length", [0, 5, 125, 126, 4_000, 65_536])
def test_the_extent_of_a_frame_is_read_off_its_header(length: int) -> None:
    whole = Frame(Opcode.TEXT, b"x" * length).serialize(mask=True)
    for have in range(len(whole)):
        extent = frame_extent(b"??" + whole[:have], 2)
        assert extent is None or extent[1] == 2 + len(whole)
    start, end = frame_extent(b"??" + whole, 2) or (0, 0)
    assert (end - start, end) == (length, 2 + len(whole))
