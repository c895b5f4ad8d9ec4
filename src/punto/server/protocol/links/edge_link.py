"""What a floor and its edges say to each other. An edge holds sockets and requests, and knows them by number; what they
mean is the floor's business. Of what patrons say an edge reads bets alone, because most messages are bets.
"""

import msgspec

from punto.server.protocol.links.posted import Greeting, Posted

VERSION = 1  # of this protocol; a floor refuses an edge that speaks another

Headers = list[tuple[bytes, bytes]]


class Asking(Posted, frozen=True):
    """Who asks for what: the head of a request, or a socket's handshake."""

    method: str
    scheme: str
    http_version: str
    path: str
    raw_path: bytes
    query: bytes
    headers: Headers
    client: tuple[str, int] | None
    server: tuple[str, int | None] | None


# --- from an edge to the floor ----------------------------------------------------------------------------------------


class Hello(Greeting, frozen=True, tag=1):
    file_digest: bytes = b""  # of the floor's file as the edge has read it


class Opened(Posted, frozen=True, tag=2):
    """A socket asks to be let in; or one that another floor had let in, which its patron still has open."""

    number: int
    asking: Asking
    is_open: bool


class Said(Posted, frozen=True, tag=3):
    number: int
    data: bytes


class Gone(Posted, frozen=True, tag=4):
    """A socket was closed, or who sent a request does not wait for its answer."""

    number: int


class Asked(Posted, frozen=True, tag=5):
    number: int
    asking: Asking
    body: bytes


class Took(Posted, frozen=True, tag=6):
    """A part of a response has been written; one more may come."""

    number: int


class EdgeBeat(Posted, frozen=True, tag=7):
    """The edge lives. What it has counted since it began, and how long the last beat took there and back."""

    sockets: int
    messages_sent: int
    slow_readers: int
    floods: int
    round_trip_us: int
    sent_at: float  # by the edge's own clock; it comes back in the floor's answer


class Bet(Posted, frozen=True, tag=8):
    """A socket said `place_wager`, which the edge has read. Only of a socket whose patron it was told; answered by
    `BetAccepted`, or by a frame."""

    number: int
    id: str
    table: str
    bet: str
    stake: int
    round: tuple[int, int] | None
    digest: bytes  # of its content, as the floor would take it


ToFloor = Hello | Opened | Said | Gone | Asked | Took | EdgeBeat | Bet


# --- from the floor to an edge ----------------------------------------------------------------------------------------


class Welcomed(Posted, frozen=True, tag=31):
    epoch: int


class NotWelcome(Posted, frozen=True, tag=32):
    why: str


class Accepted(Posted, frozen=True, tag=33):
    number: int
    patron: str = ""  # whose bets the edge reads. Empty: it reads none


class Refused(Posted, frozen=True, tag=34):
    number: int
    status: int
    headers: Headers
    body: bytes


class Sent(Posted, frozen=True, tag=35):
    """A frame for one socket."""

    number: int
    frame: bytes


class Joined(Posted, frozen=True, tag=36):
    """From here on, a socket hears what its edge is told on a channel."""

    number: int
    channel: str


class Parted(Posted, frozen=True, tag=37):
    number: int
    channel: str


class Published(Posted, frozen=True, tag=38):
    """A frame for every socket that joined a channel, but those listed."""

    channel: str
    frame: bytes
    but: tuple[int, ...] = ()


class CutOff(Posted, frozen=True, tag=39):
    """Every socket that joined a channel is dropped, as below."""

    channel: str
    store_is_lost: bool = False


class Held(Posted, frozen=True, tag=40):
    """No more is read from a socket, or it is read again."""

    number: int
    is_held: bool


class Dropped(Posted, frozen=True, tag=41):
    """Nobody knows what became of what a socket said. The edge shows it again, and its client resumes. Or a response
    will not be whole."""

    number: int
    store_is_lost: bool = False


class Ended(Posted, frozen=True, tag=42):
    number: int
    code: int
    reason: str


class Started(Posted, frozen=True, tag=43):
    """A response begins."""

    number: int
    status: int
    headers: Headers


class Continued(Posted, frozen=True, tag=44):
    number: int
    body: bytes
    has_more: bool


class FloorBeat(Posted, frozen=True, tag=45):
    came_with: float  # `sent_at` of the edge's beat that this one answers at once; 0: it answers none


class Leaving(Posted, frozen=True, tag=46):
    """This floor goes. Sockets stay open for the next."""


class BetAccepted(Posted, frozen=True, tag=47):
    """The edge writes the frame."""

    number: int
    id: str
    table: str


ToEdge = (
    Welcomed
    | NotWelcome
    | Accepted
    | Refused
    | Sent
    | Joined
    | Parted
    | Published
    | CutOff
    | Held
    | Dropped
    | Ended
    | Started
    | Continued
    | FloorBeat
    | Leaving
    | BetAccepted
)

read_at_floor = msgspec.msgpack.Decoder(list[ToFloor]).decode
read_at_edge = msgspec.msgpack.Decoder(list[ToEdge]).decode
