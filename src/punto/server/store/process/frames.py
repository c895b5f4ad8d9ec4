"""Messages between a server and the process of its store: each follows its length and the number of its call."""

from struct import Struct

_HEAD = Struct("!II")
NUMBERS = 1 << 32


def framed(number: int, message: bytes) -> bytes:
    return _HEAD.pack(len(message), number) + message


class Frames:
    """Cuts what was received into messages."""

    def __init__(self) -> None:
        self._received = bytearray()

    def add(self, data: bytes) -> None:
        self._received += data

    def next(self) -> tuple[int, bytes] | None:
        """Number and message, once all of it is there."""
        received = self._received
        if len(received) < _HEAD.size:
            return None
        length, number = _HEAD.unpack_from(received)
        end = _HEAD.size + length
        if len(received) < end:
            return None
        message = bytes(received[_HEAD.size : end])
        del received[:end]
        return number, message
