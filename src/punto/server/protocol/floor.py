"""Messages that belong to no table: welcome, purse, responsible play, lobby, and notices to staff."""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.parts import GoodRoad, HandView, MainMark, MainMarksFrom, Phase, Told
from punto.server.protocol.refusals import RefusalName
from punto.table.reasons import Reason


class Welcome(Told, frozen=True):
    """The first message on a socket. It comes again when another server has taken over the floor behind the socket: the
    client then opens its tables again, since what it has seen, and repeats what was not answered, with the same ids."""

    protocol: int
    boot: str  # private numbers restart with each boot of the server
    server_time: int
    patron: str
    name: str
    role: str
    floor: str
    is_demo: bool
    currency: str
    currency_digits: int
    currency_symbol: str
    tables_at_once: int
    auto_repeat: bool
    keep_bets_on: bool
    quick_reveal: bool
    reality_check_minutes: int | None
    session_in_sight: bool  # time played and net result stand on the screen all the time


WhyAway = Literal["floor", "store"]  # nobody runs it, or the way there is lost; it runs and cannot reach its store


class FloorAway(Told, frozen=True):
    """The floor cannot be reached from here, or cannot reach its store, so nothing that is sent is heard. The socket
    stays open; `welcome` comes again. Repeated every two seconds."""

    why: WhyAway = "floor"


class Pong(Told, frozen=True):
    sent_at: float
    server_time: int


class Problem(Told, frozen=True):
    """A message was invalid, came too fast, or came from a locked session. Nothing was done."""

    reason: RefusalName
    detail: str


class Purse(Told, frozen=True):
    number: int
    balance: int


class RealityCheck(Told, frozen=True):
    """Sent at the floor's interval: how long the session has lasted and what was won or lost."""

    elapsed_ms: int
    net: int
    staked: int


class PlayIsOver(Told, frozen=True):
    """An own limit was reached, or a cool-off or exclusion has begun. Bets already placed are settled."""

    reason: RefusalName


class DisputeNotice(Told, frozen=True):
    """To supervisors: a dispute was raised or decided. `GET /api/staff/disputes` lists the open ones."""

    table: str
    shoe: int
    round: int
    state: Literal["raised", "dismissed", "voided", "corrected"]
    open: int  # open disputes at this table


class LastHands(Struct, frozen=True):
    """How a table's last round of this shoe ended, in brief."""

    winner: Literal["player", "banker", "tie"]
    player: HandView
    banker: HandView


class TableInLobby(Struct, frozen=True):
    """A table in brief."""

    table: str
    title: str
    book: str
    book_title: str
    kind: Literal["timed", "on_demand", "live"]
    stake_min: int
    stake_max: int
    has_squeeze: bool
    has_video: bool
    dealer: Literal["person", "simulated"] | None  # of a live table
    pace_ms: int | None  # how long betting is open
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: Reason | None
    patrons: int
    bots: int
    wins: tuple[int, int, int]  # Player, tie, Banker
    good_roads: tuple[GoodRoad, ...]
    leading_ties: int  # of a shoe without a win yet
    last: LastHands | None


class LobbyTable(TableInLobby, frozen=True):
    main: tuple[MainMark, ...]


class Lobby(Told, frozen=True):
    server_time: int
    tables: tuple[LobbyTable, ...]


class LobbyChange(Told, frozen=True):
    """The new state of one table in the lobby. A result waits until the table's own screens have shown the cards."""

    table: str
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: Reason | None
    patrons: int
    bots: int
    wins: tuple[int, int, int]
    good_roads: tuple[GoodRoad, ...]
    leading_ties: int
    last: LastHands | None
    main: MainMarksFrom | None


class TableWithGoodRoads(Struct, frozen=True):
    table: str
    title: str
    book: str
    good_roads: tuple[GoodRoad, ...]


class GoodRoadsNow(Told, frozen=True):
    """To whoever watches good roads, when one comes or goes: every table that shows one."""

    tables: tuple[TableWithGoodRoads, ...]
