"""The web client: the patrons' page at `/`, the consoles at `/staff`, wall displays, assets, manifest and icons.

Assets have hashed names and are cached for ever; the page itself is not, so a new release appears with the next visit.
Without a built client the floor's plain status page is shown.
"""

import gzip
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from punto.server.config.floor_config import FloorConfig
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import ANYONE
from punto.server.rest.pages.status import status_page
from punto.server.telling.lobby import Lobby

INSTALLED = Path(__file__).parents[3] / "client"
BUILT_HERE = Path(__file__).parents[5] / "web" / "dist"  # a source tree after `npm run build`
FOREVER = "public, max-age=31536000, immutable"  # the name changes with the content
A_DAY = "public, max-age=86400"
NEVER = "no-cache"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED = {".js", ".css", ".svg", ".webmanifest"}


@dataclass(frozen=True)
class ClientFile:
    content: bytes
    compressed: bytes | None
    media_type: str


def built_client() -> dict[str, ClientFile]:
    """The files of the built client by path; empty if it was not built."""
    for folder in (INSTALLED, BUILT_HERE):
        index = folder / "index.html"
        if index.is_file():
            return client_files(folder, index.stat().st_mtime_ns)
    return {}


@lru_cache(maxsize=2)
def client_files(folder: Path, built_at: int) -> dict[str, ClientFile]:  # noqa: ARG001 (a new build is read again)
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path) for path in paths}


def _read(path: Path) -> ClientFile:
    content = path.read_bytes()
    media_type = TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    return ClientFile(content, gzip.compress(content, 9) if path.suffix in COMPRESSED else None, media_type)


def page_under(index: str, base_path: str) -> str:
    """The page with its links under the floor's base path, which it also passes to the client."""
    page = index.replace('"./', f'"{base_path}/')
    return page.replace('name="punto-base" content=""', f'name="punto-base" content="{base_path}"')


@get("/", roles=ANYONE, include_in_schema=False, media_type=MediaType.HTML)
async def page(config: Desk[FloorConfig], clock: Desk[Clock], lobby: Desk[Lobby]) -> Response[str]:
    index = built_client().get("index.html")
    if index is None:
        return status_page(config, clock, lobby)
    body = page_under(index.content.decode(), config.base_path)
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": NEVER})


@get(["/staff", "/staff/{place:path}"], roles=ANYONE, include_in_schema=False, media_type=MediaType.HTML)
async def staff_page(config: Desk[FloorConfig], place: FromPath[str | None] = None) -> Response[str]:  # noqa: ARG001
    """One page for every console: the client reads its address, and the server asks who it is for each request."""
    return _page_of_its_own("staff.html", config)


@get("/display/{table:str}", roles=ANYONE, include_in_schema=False, media_type=MediaType.HTML)
async def display_page(config: Desk[FloorConfig], table: FromPath[str]) -> Response[str]:  # noqa: ARG001
    return _page_of_its_own("display.html", config)


@get("/assets/{name:str}", roles=ANYONE, include_in_schema=False)
async def asset(request: Request[None, None, State], name: FromPath[str]) -> Response[bytes]:
    return _answer(request, f"assets/{name}", FOREVER)


@get(
    ["/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png", "/favicon.ico"],
    roles=ANYONE,
    include_in_schema=False,
)
async def around(request: Request[None, None, State]) -> Response[bytes]:
    name = request.scope["path"].removeprefix("/")
    return _answer(request, "icon.svg" if name == "favicon.ico" else name, A_DAY)


@get("/service-worker.js", roles=ANYONE, include_in_schema=False)
async def service_worker(request: Request[None, None, State]) -> Response[bytes]:
    """Keeps the client's shell in a patron's browser. It has one name, so it is asked for anew each time."""
    return _answer(request, "service-worker.js", NEVER)


def _page_of_its_own(name: str, config: FloorConfig) -> Response[str]:
    found = built_client().get(name)
    if found is None:
        raise NotFoundException("the client has not been built")
    body = page_under(found.content.decode(), config.base_path)
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": NEVER})


def _answer(request: Request[None, None, State], name: str, kept: str) -> Response[bytes]:
    found = built_client().get(name)
    if found is None:
        raise NotFoundException(f"there is no {name!r}")
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    content = found.content
    if found.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = found.compressed, "gzip"
    return Response(content, media_type=found.media_type, headers=headers)


ROUTES = [page, staff_page, display_page, asset, around, service_worker]
