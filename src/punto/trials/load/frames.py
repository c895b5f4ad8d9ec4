"""WebSocket frames as a client writes and reads them (RFC 6455), and nothing more.

A client masks what it sends; our server sends every message in one frame. Reading is the hot path of a load client that
follows thousands of sockets.
"""

import random
from base64 import b64encode
from hashlib import sha1
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL = 0x80
FINAL_TEXT = FINAL | TEXT
_MASKED = 0x80
_LENGTH_IN_TWO, _LENGTH_IN_EIGHT = 126, 127
_ACCEPT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3

_chance = random.Random()


class Control(NamedTuple):
    """A control frame: ping, pong, close."""

    opcode: int
    payload: bytes


class Read(NamedTuple):
    messages: tuple[bytes, ...]
    controls: tuple[Control, ...]
    rest: bytes  # the start of a frame that is still incomplete


def masked(payload: bytes, first_byte: int = FINAL_TEXT) -> bytes:
    length = len(payload)
    if length < _LENGTH_IN_TWO:
        head = bytes((first_byte, _MASKED | length))
    elif length < 1 << 16:
        head = bytes((first_byte, _MASKED | _LENGTH_IN_TWO)) + length.to_bytes(2, "big")
    else:
        head = bytes((first_byte, _MASKED | _LENGTH_IN_EIGHT)) + length.to_bytes(8, "big")
    key = _chance.randbytes(4)
    pad = (key * (length // 4 + 1))[:length]
    hidden = int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")
    return head + key + hidden.to_bytes(length, "big")


def read_frames(data: bytes) -> Read:
    messages: list[bytes] = []
    controls: list[Control] = []
    at, end = 0, len(data)
    while end - at >= 2:
        length, start = data[at + 1], at + 2
        if length == _LENGTH_IN_TWO:
            start += 2
            length = int.from_bytes(data[at + 2 : start], "big") if start <= end else end
        elif length == _LENGTH_IN_EIGHT:
            start += 8
            length = int.from_bytes(data[at + 2 : start], "big") if start <= end else end
        stop = start + length
        if stop > end:
            break
        if data[at] == FINAL_TEXT:
            messages.append(data[start:stop])
        else:
            controls.append(Control(data[at] & 0x0F, data[start:stop]))
        at = stop
    return Read(tuple(messages), tuple(controls), data[at:])


def opening(host: str, path: str, key: bytes, cookie: str) -> bytes:
    """The opening request of a browser on our own page."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key.decode()}",
        "Sec-WebSocket-Version: 13",
        f"Origin: http://{host}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def accepted_key(key: bytes) -> bytes:
    """The accept key that a correct server sends back."""
    return b64encode(sha1(key + _ACCEPT).digest())
