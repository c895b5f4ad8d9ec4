"""Measures how late a stream is, without a screen: decodes it as a browser would and reads the clock in the picture."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from urllib.error import URLError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import av
import numpy as np
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError

from punto.server.picture.clock_strip import Grey, read_strip

SECONDS_TO_ANSWER = 10.0
ANSWERS = 5


class Unreachable(Exception):
    """The floor, or its stream."""


class FloorClock:
    """The server's clock as we know it: ours, and how far it is ahead."""

    def __init__(self, floor: str) -> None:
        self._floor = floor
        self._ahead_ms = 0.0

    def set(self) -> None:
        """By the quickest of some answers: the time one takes is what we cannot know."""
        self._ahead_ms = min(self._asked() for _ in range(ANSWERS))[1]

    def _asked(self) -> tuple[float, float]:
        before = time.time()
        served = ask_json(f"{self._floor}/api/lobby")["server_time"]
        assert isinstance(served, int)
        after = time.time()
        return after - before, served - (before + after) / 2 * 1000

    def __call__(self) -> int:
        return round(time.time() * 1000 + self._ahead_ms)


def ask_json(url: str, body: object = None, key: str = "") -> dict[str, object]:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    sent = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, sent, headers), timeout=SECONDS_TO_ANSWER) as answer:
            found: dict[str, object] = json.loads(answer.read())
            return found
    except (URLError, OSError, ValueError) as error:
        raise Unreachable(f"{url}: {error}") from error


def grey(frame: av.VideoFrame) -> Grey:
    return np.asarray(frame.to_ndarray(format="gray"), dtype=np.uint8)


async def delays_of(frames: AsyncIterator[av.VideoFrame], clock: FloorClock) -> AsyncIterator[int]:
    """In milliseconds, for each frame whose clock can be read."""
    async for frame in frames:
        now = clock()
        taken = read_strip(grey(frame), now)
        if taken is not None:
            yield now - taken


async def frames_by_whep(url: str, floor: str) -> AsyncIterator[av.VideoFrame]:
    peer, tracks = RTCPeerConnection(RTCConfiguration(iceServers=[])), asyncio.Queue[MediaStreamTrack]()
    peer.addTransceiver("video", direction="recvonly")
    peer.on("track", tracks.put_nowait)
    session = ""
    try:
        await peer.setLocalDescription(await peer.createOffer())
        session, answer = await asyncio.to_thread(_offer, url, floor, peer.localDescription.sdp)
        await peer.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        track = await asyncio.wait_for(tracks.get(), SECONDS_TO_ANSWER)
        while True:
            frame = await track.recv()
            assert isinstance(frame, av.VideoFrame)
            yield frame
    except (MediaStreamError, TimeoutError) as error:
        raise Unreachable(f"{url}: no picture") from error
    finally:
        await peer.close()
        if session:
            with suppress(URLError, OSError):
                await asyncio.to_thread(urlopen, Request(session, headers={"origin": floor}, method="DELETE"))


def _offer(url: str, floor: str, sdp: str) -> tuple[str, str]:
    request = Request(url, sdp.encode(), {"content-type": "application/sdp", "origin": floor})
    try:
        with urlopen(request, timeout=SECONDS_TO_ANSWER) as answer:
            return urljoin(url, answer.headers.get("location", "")), answer.read().decode()
    except (URLError, OSError) as error:
        raise Unreachable(f"{url}: {error}") from error


async def frames_by_hls(url: str) -> AsyncIterator[av.VideoFrame]:
    try:
        container = await asyncio.to_thread(av.open, url, "r", timeout=SECONDS_TO_ANSWER)
    except (av.error.FFmpegError, OSError) as error:
        raise Unreachable(f"{url}: {error}") from error
    with container:
        frames = container.decode(video=0)
        while (frame := await asyncio.to_thread(next, frames, None)) is not None:
            yield frame
