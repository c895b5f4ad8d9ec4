"""The floor at a glance, for whoever has no socket: every table with its limits, its phase and how its shoe goes."""

from typing import Literal

from litestar import get
from msgspec import Struct

from punto.server.protocol import LobbyTable, Phase
from punto.server.rest.floor_here import FloorHere
from punto.server.rest.guards import ANYONE


class TableInLobby(Struct, frozen=True):
    table: str
    title: str
    book: str
    book_title: str
    kind: Literal["timed", "on_demand", "live"]
    stake_min: int
    stake_max: int
    has_squeeze: bool
    has_video: bool
    betting_ms: int | None
    shoe: int
    round: int
    phase: Phase
    ends_at: int | None
    paused: str | None
    patrons: int
    bots: int
    player_wins: int
    ties: int
    banker_wins: int
    good_roads: tuple[str, ...]


class LobbyAnswer(Struct, frozen=True):
    floor: str
    is_demo: bool
    server_time: int
    currency: str
    currency_digits: int
    currency_symbol: str
    play_credits: int | None  # what a guest gets
    tables: tuple[TableInLobby, ...]


@get("/api/lobby", roles=ANYONE, tags=["floor"], summary="Every table of the floor.")
async def lobby(floor: FloorHere) -> LobbyAnswer:
    config = floor.config
    return LobbyAnswer(
        floor=config.name,
        is_demo=config.is_demo,
        server_time=floor.clock(),
        currency=config.currency,
        currency_digits=config.currency_digits,
        currency_symbol=config.currency_symbol,
        play_credits=config.play_credits,
        tables=tuple(map(_in_lobby, floor.lobby.tables)),
    )


def _in_lobby(table: LobbyTable) -> TableInLobby:
    player_wins, ties, banker_wins = table.wins
    own = {"betting_ms", "player_wins", "ties", "banker_wins"}
    shared = {name: getattr(table, name) for name in TableInLobby.__struct_fields__ if name not in own}
    return TableInLobby(**shared, betting_ms=table.pace_ms, player_wins=player_wins, ties=ties, banker_wins=banker_wins)


ROUTES = [lobby]
