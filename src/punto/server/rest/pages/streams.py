"""The demonstration stream from the floor's own port: WHEP for browsers with WebRTC, HLS for the others."""

from http import HTTPStatus

from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from punto.server.config.floor_config import FloorConfig
from punto.server.picture.picture_delays import PictureDelays
from punto.server.picture.studio import Studio
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ANYONE
from punto.server.rest.problems import Asked, RequestRefused

SDP = "application/sdp"
PLAYLIST = "index.m3u8"
HLS_BEHIND_MS = 5_000  # expected, of a player two parts behind the last whole one; each part is a second
TYPES = {".m3u8": "application/vnd.apple.mpegurl", ".mp4": "video/mp4", ".m4s": "video/iso.segment"}


@post("/whep/{table:str}", status_code=201, roles=ANYONE, include_in_schema=False)
async def whep(request: Asked, config: Desk[FloorConfig], studio: Desk[Studio], table: FromPath[str]) -> Response[str]:
    """The body is an SDP offer, the answer an SDP answer; `Location` is deleted to hang up."""
    try:
        offer = (await request.body()).decode()
    except UnicodeDecodeError:
        raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, "an offer is text") from None
    answer = await studio.offer(table, offer)
    if answer is None:
        raise NotFoundException("there is no picture of this table now")
    session, sdp = answer
    headers = {"location": f"{config.base_path}/whep/{table}/{session}"}
    return Response(sdp, status_code=HTTPStatus.CREATED, media_type=SDP, headers=headers)


@delete("/whep/{table:str}/{session:str}", status_code=204, roles=ANYONE, include_in_schema=False)
async def hang_up(studio: Desk[Studio], table: FromPath[str], session: FromPath[str]) -> None:  # noqa: ARG001
    """Who knows the session has it."""
    await studio.hang_up(session)


@get("/hls/{table:str}/{name:str}", roles=ANYONE, include_in_schema=False)
async def hls(
    studio: Desk[Studio], pictures: Desk[PictureDelays], table: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """While somebody plays it, everybody is told of cards as late as its picture comes, measured or expected."""
    content = await studio.file(table, name)
    if content is None:
        raise NotFoundException("there is no such part of a stream")
    if name == PLAYLIST:
        pictures.used(table, "hls", HLS_BEHIND_MS)
    media_type = TYPES.get(name[name.rfind(".") :], "application/octet-stream")
    return Response(content, media_type=media_type, headers={"cache-control": "no-store"})


ROUTES = [whep, hang_up, hls]
