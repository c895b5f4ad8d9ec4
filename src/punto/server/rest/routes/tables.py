"""A table before sitting down: limits, chips, pace, house rules and roads."""

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig, HouseRules
from punto.server.protocol.parts import RoadsChange
from punto.server.protocol.table_opened import TableInfo
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.seen_table import seen_table
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import table_info
from punto.table.config import Pace


class TableAnswer(Struct, frozen=True):
    info: TableInfo
    currency: str
    pace: Pace
    house: HouseRules
    cut_card: int
    plays_one_more: bool
    exposure_max: int | None
    video_delay_ms: int


@get("/api/tables/{table:str}", roles=ANYONE, tags=["floor"], summary="Limits, chips, pace and house rules of a table.")
async def one_table(config: Desk[FloorConfig], table: FromPath[str]) -> TableAnswer:
    found = config.table(table)
    if found is None:
        raise NotFoundException("this floor has no such table")
    return TableAnswer(
        info=table_info(found, config.book_of(found)),
        currency=found.currency,
        pace=found.pace,
        house=config.house,
        cut_card=found.cut_card,
        plays_one_more=found.plays_one_more,
        exposure_max=found.exposure_max,
        video_delay_ms=found.video_delay_ms,
    )


@get("/api/tables/{table:str}/roads", roles=ANYONE, tags=["floor"], summary="All roads of a table's shoe.")
async def roads_of_a_table(
    config: Desk[FloorConfig], lobby: Desk[Lobby], tables: Desk[Tables], visitor: Visitor, table: FromPath[str]
) -> RoadsChange:
    """For a preview in the lobby, which itself shows only the Main Road."""
    table_id, place = seen_table(config, table, visitor)
    board = RoadBoard(shows_naturals=place.shows_naturals)
    found = tables.get(table_id)
    if not found:
        return board.whole
    scores = (await found.look_as_told()).scores
    return board.change(scores[:-1] if lobby.holds_result_of(table_id) else scores)


ROUTES = [one_table, roads_of_a_table]
