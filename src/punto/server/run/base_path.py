"""A floor under a path of a larger site: strips that path, whether or not a proxy in front has already done so."""

from litestar.types import ASGIApp, Receive, Scope, Send


class BasePath:
    """ASGI. `path` is empty, or begins with a slash and ends with none."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["path"]
        if self._path and (asked == self._path or asked.startswith(f"{self._path}/")):
            bare = asked.removeprefix(self._path) or "/"
            scope = {**scope, "path": bare, "raw_path": bare.encode()}  # type: ignore[assignment] # the same kind of scope
        await self._app(scope, receive, send)
