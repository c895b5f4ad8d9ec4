"""Messages as WebSocket frames: encoded once, however many receive them."""

from struct import Struct

import msgspec

from punto.server.protocol.server_message import ServerMessage

FINAL_TEXT = 0x81
LENGTH_IN_TWO, LENGTH_IN_EIGHT = 126, 127
_SHORT_HEADERS = [bytes((FINAL_TEXT, length)) for length in range(LENGTH_IN_TWO)]
_HEADER, _LONG_HEADER = Struct("!BBH"), Struct("!BBQ")
_ENCODER = msgspec.json.Encoder()


def framed(message: bytes) -> bytes:
    """A text message as a single unmasked frame."""
    length = len(message)
    if length < LENGTH_IN_TWO:
        return _SHORT_HEADERS[length] + message
    if length < 1 << 16:
        return _HEADER.pack(FINAL_TEXT, LENGTH_IN_TWO, length) + message
    return _LONG_HEADER.pack(FINAL_TEXT, LENGTH_IN_EIGHT, length) + message


def frame_of(message: ServerMessage) -> bytes:
    return framed(_ENCODER.encode(message))
