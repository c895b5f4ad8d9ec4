"""What can be known of a table before sitting down: limits, chips, pace, and the rules of the house."""

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from punto.server.floor_config import House
from punto.server.protocol import TableInfo
from punto.server.rest.floor_here import FloorHere
from punto.server.rest.guards import ANYONE
from punto.server.table_snapshot import table_info
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


ROUTES = [one_table]
