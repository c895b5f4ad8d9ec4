"""What the server and the process that makes the demonstration streams say to each other: a line of JSON each."""

from msgspec import Struct

from punto.server.picture.scene import Scene
from punto.table.state import Instant

FRAMES_A_SECOND = 12
LINE_MAX = 8_000_000  # bytes; a segment of the stream in base64 has much less


class Call(Struct, frozen=True, tag=True):
    """With the server's time: the clock in the picture is the server's."""

    now: Instant


class ShowScene(Call, frozen=True):
    scene: Scene


class Offer(Call, frozen=True):
    number: int
    table: str
    sdp: str


class HangUp(Call, frozen=True):
    session: str


class ReadFile(Call, frozen=True):
    number: int
    table: str
    name: str


AnyCall = ShowScene | Offer | HangUp | ReadFile


class Reply(Struct, frozen=True):
    number: int
    session: str = ""
    sdp: str = ""  # empty: refused
    content: bytes | None = None


class Viewers(Struct, frozen=True):
    """Sent when it changes: how many streams are being made."""

    viewers: int


class FromProcess(Struct, frozen=True):
    reply: Reply | None = None
    viewers: Viewers | None = None
