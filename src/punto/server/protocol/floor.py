"""What a connection is sent wherever the patron is: welcome, purse, protection, lobby, and notices to staff."""

from typing import Literal

from msgspec import Struct

from punto.server.protocol.parts import MainMark, MainMarksFrom, Phase, Told
from punto.server.protocol.refusals import RefusalName
from punto.table.reasons import Reason


class Welcome(Told, frozen=True):
    """The first message on a socket."""

    protocol: int
    boot: str  # private numbers start anew with each boot of the server
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


class Pong(Told, frozen=True):
    sent_at: float
    server_time: int


class Problem(Told, frozen=True):
    """A message that could not be understood, came too fast, or from a session that is locked. Nothing was done."""

    reason: Literal["invalid_message", "too_many_messages", "unknown_table", "too_many_tables", "sign_in_again"]
    detail: str


class Purse(Told, frozen=True):
    number: int
    balance: int


class RealityCheck(Told, frozen=True):
    """Shown at the floor's interval: how long, and how much was won or lost since the session began."""

    elapsed_ms: int
    net: int
    staked: int


class PlayIsOver(Told, frozen=True):
    """A limit of the patron's own, a cool-off or an exclusion has begun. Bets that lie are settled."""

    reason: RefusalName


class DisputeNotice(Told, frozen=True):
    """To supervisors: a dispute was raised or has been decided. `GET /api/staff/disputes` lists the open ones."""

    table: str
    shoe: int
    round: int
    state: Literal["raised", "dismissed", "voided", "corrected"]
    open: int  # at this table now


class TableInLobby(Struct, frozen=True):
    """A table in short."""

    table: str
    title: str
    book: str
    book_title: str
    kind: Literal["timed", "on_demand", "live"]
    stake_min: int
    stake_max: int
    has_squeeze: bool
    has_video: bool
    pace_ms: int | None  # how long betting is open
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: Reason | None
    patrons: int
    bots: int
    wins: tuple[int, int, int]  # Player, tie, Banker
    good_roads: tuple[str, ...]


class LobbyTable(TableInLobby, frozen=True):
    main: tuple[MainMark, ...]


class Lobby(Told, frozen=True):
    server_time: int
    tables: tuple[LobbyTable, ...]


class LobbyChange(Told, frozen=True):
    """How one table of the lobby now is; a result follows when the table's own screens have shown its cards."""

    table: str
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: Reason | None
    patrons: int
    bots: int
    wins: tuple[int, int, int]
    good_roads: tuple[str, ...]
    main: MainMarksFrom | None
