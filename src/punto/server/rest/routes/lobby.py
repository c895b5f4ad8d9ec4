"""The lobby without a socket: every table with its limits, its phase and the state of its shoe."""

from typing import Literal

from litestar import get
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.floor import LobbyTable, TableInLobby
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import ANYONE
from punto.server.telling.lobby import Lobby


class LobbyAnswer(Struct, frozen=True):
    floor: str
    is_demo: bool
    server_time: int
    currency: str
    currency_digits: int
    currency_symbol: str
    play_credits: int | None  # what a guest gets
    has_guests: bool
    registration: Literal["open", "staff", "operator"]
    identity: Literal["none", "document"]  # required in addition to a name
    tables: tuple[TableInLobby, ...]


@get("/api/lobby", roles=ANYONE, tags=["floor"], summary="All tables of the floor.")
async def lobby(config: Desk[FloorConfig], clock: Desk[Clock], lobby: Desk[Lobby]) -> LobbyAnswer:
    return LobbyAnswer(
        floor=config.name,
        is_demo=config.is_demo,
        server_time=clock(),
        currency=config.currency,
        currency_digits=config.currency_digits,
        currency_symbol=config.currency_symbol,
        play_credits=config.play_credits,
        has_guests=config.has_guests,
        registration=config.people.registration,
        identity=config.people.identity,
        tables=tuple(map(_without_roads, lobby.tables)),
    )


def _without_roads(table: LobbyTable) -> TableInLobby:
    return TableInLobby(*(getattr(table, name) for name in TableInLobby.__struct_fields__))


ROUTES = [lobby]
