"""A message as the bytes of one WebSocket frame: made once, whoever it is for and however many they are."""

from struct import Struct

import msgspec

from punto.server.protocol.server_message import ServerMessage

FINAL_TEXT = 0x81
LENGTH_IN_TWO, LENGTH_IN_EIGHT = 126, 127
_SHORT_HEADERS = [bytes((FINAL_TEXT, length)) for length in range(LENGTH_IN_TWO)]
_HEADER, _LONG_HEADER = Struct("!BBH"), Struct("!BBQ")
_ENCODER = msgspec.json.Encoder()


def framed(message: bytes) -> bytes:
    """A whole text message as the one frame that a server sends."""
    length = len(message)
    if length < LENGTH_IN_TWO:
        return _SHORT_HEADERS[length] + message
    if length < 1 << 16:
        return _HEADER.pack(FINAL_TEXT, LENGTH_IN_TWO, length) + message
    return _LONG_HEADER.pack(FINAL_TEXT, LENGTH_IN_EIGHT, length) + message


def frame_of(message: ServerMessage) -> bytes:
    return framed(_ENCODER.encode(message))
