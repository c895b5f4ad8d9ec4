"""A socket that an edge holds: it reads within bounds, writes what the floor sends, and outlives the floor."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus

from punto.server.config.floor_config import Safety
from punto.server.protocol.closing_codes import POLICY, RESTART
from punto.server.protocol.floor import Problem
from punto.server.protocol.frames import frame_of
from punto.server.protocol.links.edge_link import Accepted, Asking, Refused
from punto.server.protocol.refusals import ServerRefusal
from punto.server.safety.token_bucket import Rate, TokenBucket
from punto.server.sockets.patron_connection import PROBLEMS_MAX
from punto.server.sockets.websocket import Socket
from punto.server.telling.writing import Writing

_TOO_MANY = frame_of(Problem(ServerRefusal.TOO_MANY_MESSAGES, "wait a second"))


class EdgeSocket:
    __slots__ = (
        "_bucket",
        "_on_dropped",
        "_on_said",
        "_on_slow",
        "_rate",
        "_too_many",
        "_unsent",
        "_waiting_max",
        "_wire",
        "_writing",
        "answer",
        "asking",
        "away_since",
        "is_at_floor",
        "is_shown",
        "number",
        "patron",
    )

    def __init__(
        self,
        number: int,
        asking: Asking,
        safety: Safety,
        writing: Writing,
        on_said: Callable[["EdgeSocket", bytes], None],
        on_slow: Callable[[], None],
        on_dropped: Callable[["EdgeSocket"], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self.number = number
        self.asking = asking
        self.answer: asyncio.Future[Accepted | Refused | None] = loop.create_future()  # None: the floor went meanwhile
        self.is_shown = False  # to the floor that is linked now
        self.is_at_floor = False  # what it says is heard
        self.away_since: float | None = None  # since when it is not, though it is open
        self.patron = ""  # as the floor calls them; empty: it reads all they say itself
        self._wire: Socket | None = None
        self._unsent: list[bytes] = []
        self._writing = writing
        self._on_said = on_said
        self._on_slow = on_slow
        self._on_dropped = on_dropped
        self._waiting_max = safety.write_buffer_bytes_max
        self._rate = Rate(safety.messages_a_second, 2.0 * safety.messages_a_second)
        self._bucket = TokenBucket(self._rate.burst, loop.time())
        self._too_many = 0

    @property
    def is_open(self) -> bool:
        return self._wire is not None

    def answered(self, answer: Accepted | Refused) -> None:
        """By the floor it asked, or by the next one."""
        self.is_at_floor = isinstance(answer, Accepted)
        if self.is_at_floor:
            self.away_since = None
        self.patron = answer.patron if isinstance(answer, Accepted) else ""
        if not self.answer.done():
            self.answer.set_result(answer)
        elif isinstance(answer, Refused):
            is_signed_out = answer.status == HTTPStatus.UNAUTHORIZED  # its session ended with the floor before
            self.end(POLICY if is_signed_out else RESTART, "signed out" if is_signed_out else "the floor has changed")

    def floor_went(self) -> None:
        self.is_shown = self.is_at_floor = False
        if self.away_since is None:
            self.away_since = self.answer.get_loop().time()
        self.hold(on=False)
        if not self.answer.done():
            self.answer.set_result(None)

    def opened(self, wire: Socket) -> None:
        self._wire = wire
        wire.receiver = self._receive
        if self._unsent:
            self._writing.write_soon(self)

    # --- out ----------------------------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        if not self._unsent:
            self._writing.write_soon(self)
        self._unsent.append(frame)

    def flush(self) -> int:
        """Write what waits, or drop a client that does not read. How many messages were written."""
        if self._wire is None:  # it is being accepted
            return 0
        frames, self._unsent = self._unsent, []
        if not frames:
            return 0
        if not self._wire.write(self._writing.joined(frames), self._waiting_max):
            self._on_slow()
            self._wire.drop()
            return 0
        return len(frames)

    def hold(self, *, on: bool) -> None:
        if self._wire is not None:
            (self._wire.hold if on else self._wire.resume)()

    def drop(self) -> None:
        if self._wire is not None:
            self._on_dropped(self)

    def end(self, code: int, reason: str) -> None:
        if self._wire is not None:
            self.flush()
            self._wire.end(code, reason)

    # --- in -----------------------------------------------------------------------------------------------------------

    def _receive(self, data: bytes) -> None:
        if not self._bucket.take(self._rate, self.answer.get_loop().time()):
            self._too_many += 1
            if self._too_many > PROBLEMS_MAX:
                self.end(POLICY, "too many messages that could not be handled")
            else:
                self.send(_TOO_MANY)
        elif self.is_at_floor:  # else the client says it again to the next floor
            self._on_said(self, data)
