"""A table's wall display: what anybody may see of it, and the code to join by phone. Without a log-in.

It is asked for every second, so it needs no socket; cards are in it when patrons have been told them, not before.
"""

from io import BytesIO

from litestar import get
from litestar.params import FromPath
from litestar.response import Response
from litestar.types import ControllerRouterHandler

from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.table_opened import TableOpened
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.problems import Asked, RequestRefused
from punto.server.rest.seen_table import seen_table

SVG = "image/svg+xml"


@get("/api/tables/{table:str}/display", roles=ANYONE, tags=["floor"], summary="What a table's wall display shows.")
async def display(
    config: Desk[FloorConfig], tables: Desk[Tables], visitor: Visitor, table: FromPath[str]
) -> TableOpened:
    table_id, _ = seen_table(config, table, visitor)
    found = tables.get(table_id)
    if found is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    return await found.shown()


@get(
    "/api/tables/{table:str}/join.svg",
    roles=ANYONE,
    tags=["floor"],
    summary="The table's address as a QR code.",
    media_type=SVG,
)
async def join_code(config: Desk[FloorConfig], request: Asked, visitor: Visitor, table: FromPath[str]) -> Response[str]:
    table_id, _ = seen_table(config, table, visitor)
    floor = (config.public_url or str(request.base_url)).rstrip("/")
    return Response(_qr_code(f"{floor}/#/table/{table_id}"), media_type=SVG)


def _qr_code(address: str) -> str:
    """One path."""
    import segno

    picture = BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, border=0, nl=False
    )
    return picture.getvalue().decode()


ROUTES: list[ControllerRouterHandler] = [display, join_code]
