"""The demonstration stream as the server sees it: a process that runs while somebody watches a simulated dealer.

Tables are shown to it as they are dealt. Without the libraries of the `video` extra there is no stream, which the log
says once, and patrons play without a picture.
"""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec
import structlog
from msgspec.structs import replace

from punto.server.picture.libraries import HOW_TO_INSTALL, missing_libraries
from punto.server.picture.scene import MOVE_MS, Scene, card_in_hand, scene_of
from punto.server.picture.studio_calls import (
    LINE_MAX,
    AnyCall,
    FromProcess,
    HangUp,
    Offer,
    ReadFile,
    Reply,
    ShowScene,
)
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.table.config import TableConfig, TableKind
from punto.table.events import ChoiceMade
from punto.table.state import Instant, Table

SECONDS_TO_ANSWER = 12.0
SECONDS_UNWATCHED = 30.0  # after which the process ends
OFFER_MAX = 32_000  # characters

log = structlog.get_logger("punto.picture")


def is_shown(config: TableConfig) -> bool:
    """A table whose picture is our own."""
    own = (f"/whep/{config.id}", f"/hls/{config.id}/index.m3u8")
    return config.kind is TableKind.LIVE and (config.whep_url == own[0] or config.hls_url == own[1])


class Studio:
    def __init__(self, clock: Callable[[], Instant]) -> None:
        self._clock = clock
        self._tables: dict[str, Table] = {}
        self._scenes: dict[str, Scene] = {}
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._number = 0
        self._ends: asyncio.TimerHandle | None = None
        self._missing = missing_libraries()
        self._has_complained = False
        self.move_seconds = 0.0 if self._missing else MOVE_MS / 1000  # that a card takes to its place

    # --- what there is to see -----------------------------------------------------------------------------------------

    def read(self, read: ReadLog) -> None:
        if self._missing and is_shown(read.table.config) and not self._has_complained:
            self._has_complained = True
            log.warning("no_picture", missing=" and ".join(self._missing), install=HOW_TO_INSTALL)
        self._see(read.table)

    def happened(self, happened: Happened) -> None:
        """Of every event but bets."""
        if not isinstance(happened.event, ChoiceMade):
            self._see(happened.after)

    def _see(self, table: Table) -> None:
        if is_shown(table.config):
            self._tables[table.config.id] = table
            self._show(scene_of(table))

    def takes_card(self, table_id: str, card: str) -> float:
        """The dealer takes a card out of the shoe. How many seconds later it lies on the felt."""
        table = self._tables.get(table_id)
        if table is None:
            return 0.0
        self._show(replace(self._scenes[table_id], in_hand=card_in_hand(table, card, self._clock())))
        return self.move_seconds

    def _show(self, scene: Scene) -> None:
        self._scenes[scene.table] = scene
        if self._process is not None:
            self._say(ShowScene(self._clock(), scene))

    # --- who watches --------------------------------------------------------------------------------------------------

    async def offer(self, table: str, sdp: str) -> tuple[str, str] | None:
        """A session and the answer to a browser's offer; None: no picture now."""
        if len(sdp) > OFFER_MAX:
            return None
        reply = await self._ask(table, lambda number: Offer(self._clock(), number, table, sdp))
        return (reply.session, reply.sdp) if reply and reply.sdp else None

    async def hang_up(self, session: str) -> None:
        if self._process is not None:
            self._say(HangUp(self._clock(), session))

    async def file(self, table: str, name: str) -> bytes | None:
        reply = await self._ask(table, lambda number: ReadFile(self._clock(), number, table, name))
        return reply.content if reply else None

    async def _ask(self, table: str, call: Callable[[int], AnyCall]) -> Reply | None:
        if table not in self._scenes or not await self._start():
            return None
        self._number += 1
        number, answered = self._number, asyncio.get_running_loop().create_future()
        self._waiting[number] = answered
        self._say(call(number))
        self._end_later()
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                reply: Reply = await answered
                return reply
        except (TimeoutError, BrokenPipeError):
            return None
        finally:
            del self._waiting[number]

    # --- the process --------------------------------------------------------------------------------------------------

    async def _start(self) -> bool:
        async with self._starting:
            if self._process is None:
                if self._missing:
                    return False
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "punto.server.picture.studio_process"),
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=LINE_MAX,
                    start_new_session=True,
                )
                self._reading = asyncio.create_task(self._listen(self._process))
                for scene in self._scenes.values():
                    self._say(ShowScene(self._clock(), scene))
                log.info("studio_started", pid=self._process.pid)
        return True

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(ValueError):  # a line that never ends
            while line := await process.stdout.readline():
                self._heard(msgspec.json.decode(line, type=FromProcess))
        if self._process is process:
            self._process = None
        for answered in self._waiting.values():
            if not answered.done():
                answered.set_exception(BrokenPipeError())
        log.info("studio_ended", code=await process.wait())

    def _heard(self, message: FromProcess) -> None:
        if message.viewers is not None and message.viewers.viewers:
            self._cancel_end()
        elif message.viewers is not None:
            self._end_later()
        if message.reply is not None:
            answered = self._waiting.get(message.reply.number)
            if answered is not None and not answered.done():
                answered.set_result(message.reply)

    def _say(self, call: AnyCall) -> None:
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(msgspec.json.encode(call) + b"\n")

    def _end_later(self) -> None:
        self._cancel_end()
        self._ends = asyncio.get_running_loop().call_later(SECONDS_UNWATCHED, self._end)

    def _cancel_end(self) -> None:
        if self._ends is not None:
            self._ends.cancel()
            self._ends = None

    def _end(self) -> None:
        """Its input ends, and so does it."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()

    async def close(self) -> None:
        self._cancel_end()
        self._end()
        if self._reading is not None:
            await asyncio.wait({self._reading}, timeout=3)
