"""A floor that really listens: its own thread, its own loop, its own port; for tests that come over the network."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic, TypeVar, cast

import uvicorn
from litestar.types import ASGIApp

Floor = TypeVar("Floor")
Result = TypeVar("Result")

SECONDS_TO_START = 30


class ServedFloor(Generic[Floor]):
    """`with ServedFloor(open, close) as served:` then `served.floor`, `served.url` and `served.run(coroutine)`."""

    floor: Floor
    url: str

    def __init__(
        self,
        open_floor: Callable[[], Awaitable[tuple[Floor, ASGIApp]]],
        close_floor: Callable[[Floor], Awaitable[None]],
    ) -> None:
        self._open_floor = open_floor
        self._close_floor = close_floor
        self._is_up = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="served floor")

    def __enter__(self) -> "ServedFloor[Floor]":
        self._thread.start()
        assert self._is_up.wait(SECONDS_TO_START), "the floor did not open"
        if self._error is not None:
            raise self._error
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """On the floor's own loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        try:
            self.floor, app = await self._open_floor()
        except BaseException as error:
            self._error = error
            self._is_up.set()
            return
        config = uvicorn.Config(cast(Any, app), port=0, lifespan="off", log_config=None, access_log=False)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        self.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        self._is_up.set()
        await self._stop.wait()
        server.should_exit = True
        await serving
        await self._close_floor(self.floor)
