"""The picture of a live table: how late it is, as screens of staff and probes measure it."""

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.dealing.dealing import Dealing
from punto.server.picture.picture_delays import PictureDelays
from punto.server.protocol.parts import PictureDelay
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.staff import PictureState
from punto.server.rest.desks import Desk
from punto.server.rest.guards import DEALER, DEVICE
from punto.server.rest.problems import Asked, RequestRefused
from punto.table.config import PictureWay


class PictureReport(Struct, frozen=True, forbid_unknown_fields=True):
    delay_ms: PictureDelay | None  # by the clock in the picture; null: no picture comes
    by: PictureWay | None = None  # null: the first way that the table names; of a loss, every way


@get("/api/dealing/{table:str}/picture", roles=DEALER, summary="How late a table's picture is")
async def picture(pictures: Desk[PictureDelays], table: FromPath[str]) -> PictureState:
    return _known(pictures.of(table))


@post("/api/dealing/{table:str}/picture", status_code=200, roles=DEALER, summary="Report how late the picture is")
async def report_picture(
    pictures: Desk[PictureDelays], table: FromPath[str], data: JSONBody[PictureReport]
) -> PictureState:
    """Every few seconds, by a console that shows it. Cards wait for the worst of half a minute."""
    return _known(pictures.report(table, data.delay_ms, data.by))


@post("/api/scanners/{table:str}/picture", status_code=200, roles=DEVICE, summary="Report the picture, by a probe")
async def probe_picture(
    request: Asked,
    dealing: Desk[Dealing],
    pictures: Desk[PictureDelays],
    table: FromPath[str],
    data: JSONBody[PictureReport],
) -> PictureState:
    device = dealing.devices.identify(request.scope["headers"])
    if device is None or device.table != table:
        raise RequestRefused(ServerRefusal.DEVICE_KEY_IS_WRONG)
    return _known(pictures.report(table, data.delay_ms, data.by))


def _known(state: PictureState | None) -> PictureState:
    if state is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN, "this table has no picture")
    return state


ROUTES: list[ControllerRouterHandler] = [picture, report_picture, probe_picture]
