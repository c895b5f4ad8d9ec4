"""The process that makes the demonstration streams: it draws tables and encodes them, so that no table waits for it.

It reads calls from standard input and answers on standard output. A table is drawn only while somebody watches: by
WebRTC each viewer has an encoder, by HLS all share one.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable

import msgspec

from punto.server.picture.hls_folder import HlsFolder
from punto.server.picture.scene import Scene
from punto.server.picture.studio_calls import (
    LINE_MAX,
    AnyCall,
    FromProcess,
    HangUp,
    Offer,
    ReadFile,
    Reply,
    ShowScene,
    Viewers,
)
from punto.server.picture.whep_sessions import WhepSessions
from punto.table.state import Instant

_CALLS = msgspec.json.Decoder(AnyCall)


class Camera:
    """What there is to see, by the server's clock."""

    def __init__(self) -> None:
        self.scenes: dict[str, Scene] = {}
        self._ahead_ms = 0.0  # of our clock

    def set_clock(self, now: Instant) -> None:
        self._ahead_ms = now - time.time() * 1000

    def now(self) -> Instant:
        return round(time.time() * 1000 + self._ahead_ms)

    def scene(self, table: str) -> Scene:
        return self.scenes.get(table) or Scene(table, table, "")


async def run(say: Callable[[FromProcess], None], read_line: Callable[[], Awaitable[bytes]]) -> None:
    camera = Camera()
    sessions, folders, working = WhepSessions(camera), dict[str, HlsFolder](), set[asyncio.Task[None]]()

    def count() -> None:
        say(FromProcess(viewers=Viewers(len(sessions) + sum(each.is_watched for each in folders.values()))))

    async def carry_out(call: AnyCall) -> None:
        match call:
            case ShowScene(scene=scene):
                camera.scenes[scene.table] = scene
            case Offer(number=number, table=table, sdp=sdp):
                session, answer = await sessions.answer(table, sdp, count)
                say(FromProcess(Reply(number, session, answer)))
            case HangUp(session=session):
                await sessions.hang_up(session)
            case ReadFile(number=number, table=table, name=name):
                folder = folders.setdefault(table, HlsFolder(table, camera, count))
                say(FromProcess(Reply(number, content=await folder.read(name))))

    try:
        while line := await read_line():
            call = _CALLS.decode(line)
            camera.set_clock(call.now)
            task = asyncio.create_task(carry_out(call))
            working.add(task)
            task.add_done_callback(working.discard)
            await asyncio.sleep(0)
    finally:
        await sessions.close()
        for folder in folders.values():
            folder.close()


async def main() -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LINE_MAX)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

    def say(message: FromProcess) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
        sys.stdout.buffer.flush()

    await run(say, reader.readline)


if __name__ == "__main__":
    asyncio.run(main())
