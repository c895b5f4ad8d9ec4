"""Viewers by WebRTC: each has a peer connection with an encoder of its own, so their number is bounded."""

import asyncio
import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from aiortc import (
    MediaStreamTrack,
    RTCConfiguration,
    RTCPeerConnection,
    RTCSessionDescription,
)
from aiortc.mediastreams import MediaStreamError
from av import VideoFrame

from punto.server.picture.draw_scene import draw_scene
from punto.server.picture.scene import Scene
from punto.server.picture.studio_calls import FRAMES_A_SECOND
from punto.table.state import Instant

VIEWERS_MAX = 8
CLOCK_RATE = 90_000
SECONDS_TO_CONNECT = 15


class Seen(Protocol):
    def now(self) -> Instant: ...

    def scene(self, table: str) -> Scene: ...


class TableTrack(MediaStreamTrack):
    """A table as video frames, drawn when they are asked for."""

    kind = "video"

    def __init__(self, table: str, camera: Seen) -> None:
        super().__init__()
        self._table = table
        self._camera = camera
        self._count = 0
        self._began = 0.0

    async def recv(self) -> VideoFrame:
        if self.readyState != "live":
            raise MediaStreamError
        loop = asyncio.get_running_loop()
        self._began = self._began or loop.time()
        self._count += 1
        wait = self._began + self._count / FRAMES_A_SECOND - loop.time()
        if wait > 0:
            await asyncio.sleep(wait)
        frame = VideoFrame.from_ndarray(draw_scene(self._camera.scene(self._table), self._camera.now()), "rgb24")
        frame.pts = round((loop.time() - self._began) * CLOCK_RATE)
        frame.time_base = Fraction(1, CLOCK_RATE)
        return frame


class WhepSessions:
    def __init__(self, camera: Seen) -> None:
        self._camera = camera
        self._open: dict[str, RTCPeerConnection] = {}

    def __len__(self) -> int:
        return len(self._open)

    async def answer(self, table: str, offer: str, on_change: Callable[[], None]) -> tuple[str, str]:
        """A session and the answer to an offer; empty when there are too many viewers, or the offer is no offer."""
        if len(self._open) >= VIEWERS_MAX:
            return "", ""
        peer, session = RTCPeerConnection(RTCConfiguration(iceServers=[])), secrets.token_hex(16)
        self._open[session] = peer

        async def changed() -> None:
            if peer.connectionState in ("failed", "closed", "disconnected"):
                await self.hang_up(session)
                on_change()

        peer.on("connectionstatechange", changed)
        try:
            await peer.setRemoteDescription(RTCSessionDescription(offer, "offer"))
            peer.addTrack(TableTrack(table, self._camera))
            await peer.setLocalDescription(await peer.createAnswer())
        except Exception:  # whatever a browser, or somebody else, has sent
            await self.hang_up(session)
            return "", ""
        asyncio.get_running_loop().call_later(SECONDS_TO_CONNECT, self._give_up, session, on_change)
        on_change()
        return session, peer.localDescription.sdp

    def _give_up(self, session: str, on_change: Callable[[], None]) -> None:
        peer = self._open.get(session)
        if peer is not None and peer.connectionState != "connected":
            task = asyncio.ensure_future(self.hang_up(session))
            task.add_done_callback(lambda _: on_change())

    async def hang_up(self, session: str) -> None:
        peer = self._open.pop(session, None)
        if peer is not None:
            await peer.close()

    async def close(self) -> None:
        for session in list(self._open):
            await self.hang_up(session)
