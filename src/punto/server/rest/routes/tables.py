"""What can be known of a table before sitting down: limits, chips, pace, the rules of the house, and its roads."""

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from punto.server.config.floor_config import House
from punto.server.protocol.parts import RoadsChange
from punto.server.protocol.table_opened import TableInfo
from punto.server.rest.floor_here import FloorHere
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.seen_table import seen_table
from punto.server.telling.road_changes import RoadBoard
from punto.server.telling.table_state import table_info
from punto.table.config import Pace


class TableAnswer(Struct, frozen=True):
    info: TableInfo
    currency: str
    pace: Pace
    house: House
    cut_card: int
    plays_one_more: bool
    exposure_max: int | None
    video_delay_ms: int


@get("/api/tables/{table:str}", roles=ANYONE, tags=["floor"], summary="Limits, chips, pace and house rules of a table.")
async def one_table(floor: FloorHere, table: FromPath[str]) -> TableAnswer:
    config = floor.config.table(table)
    if config is None:
        raise NotFoundException("this floor has no such table")
    return TableAnswer(
        info=table_info(config, floor.config.book_of(config)),
        currency=config.currency,
        pace=config.pace,
        house=floor.config.house,
        cut_card=config.cut_card,
        plays_one_more=config.plays_one_more,
        exposure_max=config.exposure_max,
        video_delay_ms=config.video_delay_ms,
    )


@get("/api/tables/{table:str}/roads", roles=ANYONE, tags=["floor"], summary="Every road of the shoe on a table.")
async def roads_of_a_table(floor: FloorHere, visitor: Visitor, table: FromPath[str]) -> RoadsChange:
    """For a look from the lobby, which itself shows the Main Road alone."""
    table_id, config = seen_table(floor, table, visitor)
    board = RoadBoard(shows_naturals=config.shows_naturals)
    found = floor.find(table_id)
    if not found:
        return board.whole
    scores = found.table.scores
    return board.change(scores[:-1] if floor.lobby.holds_result_of(table_id) else scores)


ROUTES = [one_table, roads_of_a_table]
