"""How uvicorn serves an application of ours: our sockets, our bounds, and nothing written to a log."""

from collections.abc import Callable

import uvicorn
from litestar.types import ASGIApp

from punto.server.config.floor_config import FloorConfig
from punto.server.run.request_timeout import counted
from punto.server.safety.open_connections import OpenConnections
from punto.server.sockets.websocket import Socket

SECONDS_TO_CLOSE = 5  # for responses still being sent when everything else has stopped
SECONDS_KEPT_ALIVE = 20
HEADERS_BYTES_MAX = 16_384
WAITING_CONNECTIONS_MAX = 2_048


def server_config(app: ASGIApp, config: FloorConfig, on_refused: Callable[[], None]) -> uvicorn.Config:
    safety, is_behind_proxy = config.safety, config.public_url is not None
    return uvicorn.Config(
        app,
        loop="none",
        # a proxy limits connections itself; sockets are counted where they open
        http=counted(None if is_behind_proxy else OpenConnections(safety.connections_per_address, on_refused)),
        ws=Socket,
        ws_max_size=safety.message_bytes_max,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=is_behind_proxy,  # else clients could forge their address
        h11_max_incomplete_event_size=HEADERS_BYTES_MAX,
        backlog=WAITING_CONNECTIONS_MAX,
        timeout_keep_alive=SECONDS_KEPT_ALIVE,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
    )
