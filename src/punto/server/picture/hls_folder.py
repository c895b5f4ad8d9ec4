"""A table as HLS, written by FFmpeg's own muxer into a folder that is removed afterwards, while somebody reads it."""

import asyncio
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Protocol

import av

from punto.server.picture.draw_scene import draw_scene
from punto.server.picture.scene import Scene
from punto.server.picture.studio_calls import FRAMES_A_SECOND
from punto.server.picture.table_art import HEIGHT, WIDTH
from punto.table.state import Instant

PLAYLIST = "index.m3u8"
NAMES = re.compile(r"(index\.m3u8|init\.mp4|part[0-9]{1,9}\.m4s)")
SECONDS_WATCHED = 15.0  # after the last request
SECONDS_TO_BEGIN = 8.0
SECONDS_A_PART = 1


class Seen(Protocol):
    def now(self) -> Instant: ...

    def scene(self, table: str) -> Scene: ...


class HlsFolder:
    def __init__(self, table: str, camera: Seen, on_change: Callable[[], None]) -> None:
        self._table = table
        self._camera = camera
        self._on_change = on_change
        self._asked_at = 0.0
        self._folder: Path | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_watched(self) -> bool:
        return self._folder is not None

    async def read(self, name: str) -> bytes | None:
        """A file of the stream, which begins with the first that is asked for."""
        if not NAMES.fullmatch(name):
            return None
        self._asked_at = time.monotonic()
        if self._folder is None:
            self._begin()
        assert self._folder is not None
        file, give_up_at = self._folder / name, time.monotonic() + (SECONDS_TO_BEGIN if name == PLAYLIST else 0)
        while not file.is_file() and time.monotonic() < give_up_at:
            await asyncio.sleep(0.05)
        return file.read_bytes() if file.is_file() else None

    def _begin(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="punto-hls-"))
        self._task = asyncio.create_task(self._encode(self._folder))
        self._on_change()

    async def _encode(self, folder: Path) -> None:
        options = {
            "hls_time": str(SECONDS_A_PART),
            "hls_list_size": "5",
            "hls_segment_type": "fmp4",
            "hls_flags": "delete_segments+temp_file",
            "hls_fmp4_init_filename": "init.mp4",
            "hls_segment_filename": str(folder / "part%d.m4s"),
        }
        try:
            with av.open(str(folder / PLAYLIST), "w", format="hls", options=options) as container:
                await self._frames(container)
        finally:
            self._folder = None
            shutil.rmtree(folder, ignore_errors=True)
            self._on_change()

    async def _frames(self, container: "av.container.OutputContainer") -> None:
        stream = container.add_stream("libx264", rate=FRAMES_A_SECOND)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.gop_size = FRAMES_A_SECOND * SECONDS_A_PART
        stream.bit_rate = 700_000
        stream.options = {"preset": "ultrafast", "tune": "zerolatency", "profile": "baseline"}
        began, count = time.monotonic(), 0
        while time.monotonic() - self._asked_at < SECONDS_WATCHED:
            frame = av.VideoFrame.from_ndarray(draw_scene(self._camera.scene(self._table), self._camera.now()), "rgb24")
            frame.pts, frame.time_base = count, Fraction(1, FRAMES_A_SECOND)
            for packet in stream.encode(frame):
                container.mux(packet)
            count += 1
            await asyncio.sleep(max(0.0, began + count / FRAMES_A_SECOND - time.monotonic()))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
