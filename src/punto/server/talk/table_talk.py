"""Talk at tables: phrases are heard at once; texts, where a table takes them, once a member of staff lets them through.

The last lines of each table are in memory, to be read at the table; every line goes into the record (`talk_record.py`).
Staff may close a table's talk, take lines away and mute a patron.
"""

from collections import deque
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from itertools import count
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.client import Say
from punto.server.protocol.frames import frame_of
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.talk import Phrase, TalkLine, TalkOpened, TalkRemoved, TalkSaid
from punto.server.safety.token_bucket import Rate, TokenBucket
from punto.server.talk.line import Line, Ruling, State
from punto.server.talk.mutes import Mutes
from punto.server.talk.talk_record import TalkRecord
from punto.server.telling.bus import Bus, table_channel
from punto.table.state import Instant

LINES_KEPT = 50  # of each table
HELD_MAX = 50  # texts that wait for staff, of each table
SPEAKERS_KEPT = 10_000  # whose pace is remembered
PACE = Rate(1 / 3_000, 3)  # a line every three seconds, three at once
REACTION_PACE = Rate(1 / 3_000, 1)  # to a squeeze

JOINERS = "\u200c\u200d"  # invisible, and needed inside words and emoji


def _readable(text: str) -> str:
    """On one line, without signs that nobody sees and that turn or hide what others read."""
    seen = "".join(each for each in text if each.isspace() or each in JOINERS or category(each)[0] != "C")
    return " ".join(seen.split()) if seen.strip(f"{JOINERS} ") else ""


class HeardLine(Struct, frozen=True):
    """A line as staff see it."""

    id: int
    patron: str
    name: str
    phrase: Phrase | None
    text: str
    at: Instant
    state: State
    is_muted: bool


@dataclass
class _Table:
    lines: deque[Line] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    is_closed: bool = False


class TableTalk:
    def __init__(
        self,
        bus: Bus,
        clock: Callable[[], Instant],
        config: Callable[[], FloorConfig],
        mutes: Mutes,
        name_of: Callable[[str], str],
        record: TalkRecord,
        leaving: Container[str] = (),
    ) -> None:
        self.mutes = mutes
        self.record = record
        self._bus = bus
        self._clock = clock
        self._config = config
        self._name_of = name_of
        self._leaving = leaving  # patrons who are being erased, or were
        self._numbers = count(1)
        self._tables: dict[str, _Table] = {}
        self._paces: dict[str, TokenBucket] = {}
        self._reaction_paces: dict[str, TokenBucket] = {}

    # --- patrons ------------------------------------------------------------------------------------------------------

    def say(self, patron: str, message: Say) -> ServerRefusal | None:
        mode, text = self._mode(message.table), _readable(message.text)
        talk = self._tables.setdefault(message.table, _Table()) if mode != "off" else _Table(is_closed=True)
        if talk.is_closed or patron in self._leaving or (message.phrase is None and mode != "text"):
            return ServerRefusal.TALK_IS_CLOSED
        if message.phrase is None and not text:
            return ServerRefusal.INVALID_MESSAGE
        if self.mutes.is_muted(patron):
            return ServerRefusal.TALK_IS_MUTED
        if not self._may_speak(self._paces, patron, PACE):
            return ServerRefusal.TALK_IS_TOO_FAST
        is_held = message.phrase is None
        if is_held and sum(line.state == "held" for line in talk.lines) >= HELD_MAX:
            return ServerRefusal.TALK_IS_TOO_FAST
        line = Line(
            next(self._numbers),
            message.table,
            patron,
            message.phrase,
            "" if message.phrase else text,
            self._clock(),
            "held" if is_held else "said",
        )
        talk.lines.append(line)
        self.record.note(line)
        if not is_held:
            self._publish(line)
        return None

    def why_no_reaction(self, patron: str, table: str) -> ServerRefusal | None:
        """Reactions are no talk, and possible where nobody talks; but not where staff have closed it."""
        talk = self._tables.get(table)
        if talk and talk.is_closed:
            return ServerRefusal.TALK_IS_CLOSED
        if self.mutes.is_muted(patron):
            return ServerRefusal.TALK_IS_MUTED
        may_speak = self._may_speak(self._reaction_paces, patron, REACTION_PACE)
        return None if may_speak else ServerRefusal.TALK_IS_TOO_FAST

    def opened(self, table: str) -> tuple[bytes, ...]:
        """The first frame to who opens a table; none where nobody talks."""
        mode = self._mode(table)
        if mode == "off":
            return ()
        talk = self._tables.get(table) or _Table()
        lines = tuple(self._told(line) for line in talk.lines if line.state == "said")
        return (frame_of(TalkOpened(table, not talk.is_closed, mode == "text", lines)),)

    # --- staff --------------------------------------------------------------------------------------------------------

    def heard(self, table: str) -> tuple[HeardLine, ...]:
        """Newest first, with texts that wait."""
        talk = self._tables.get(table)
        return tuple(map(self._heard, reversed(talk.lines))) if talk else ()

    def is_open(self, table: str) -> bool:
        talk = self._tables.get(table)
        return self._mode(table) != "off" and not (talk and talk.is_closed)

    def waiting(self, table: str) -> int:
        talk = self._tables.get(table)
        return sum(line.state == "held" for line in talk.lines) if talk else 0

    def line(self, table: str, number: int) -> HeardLine | None:
        """None: it is forgotten, or was never said."""
        line = self._find(table, number)
        return None if line is None else self._heard(line)

    def let_through(self, table: str, number: int, *, by: str) -> HeardLine | None:
        """None: no such text waits."""
        line = self._find(table, number)
        if line is None or line.state != "held":
            return None
        ruled = replace(line, state="said", let_through=Ruling(by, self._clock()))
        self._rule(line, ruled)
        self._publish(ruled)
        return self._heard(ruled)

    def remove(self, table: str, number: int, *, by: str) -> HeardLine | None:
        line = self._find(table, number)
        if line is None or line.state == "removed":
            return None
        ruled = replace(line, state="removed", removed=Ruling(by, self._clock()))
        self._rule(line, ruled)
        if line.state == "said":
            self._take_away(table, (number,))
        return self._heard(ruled)

    async def erase(self, patron: str) -> None:
        """All that they said, here and in the record."""
        for table, talk in self._tables.items():
            theirs = [line for line in talk.lines if line.patron == patron]
            for line in theirs:
                talk.lines.remove(line)
            if said := tuple(line.id for line in theirs if line.state == "said"):
                self._take_away(table, said)
        await self.record.erase(patron)

    def close(self, table: str, *, is_closed: bool) -> None:
        self._tables.setdefault(table, _Table()).is_closed = is_closed
        for frame in self.opened(table):
            self._bus.publish(table_channel(table), frame)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _mode(self, table: str) -> str:
        config = self._config().table(table)
        return config.talk if config else "off"

    def _may_speak(self, paces: dict[str, TokenBucket], patron: str, rate: Rate) -> bool:
        pace = paces.pop(patron, None) or TokenBucket(rate.burst, self._clock())
        if len(paces) >= SPEAKERS_KEPT:
            del paces[next(iter(paces))]
        paces[patron] = pace
        return pace.take(rate, self._clock())

    def _find(self, table: str, number: int) -> Line | None:
        talk = self._tables.get(table)
        return next((line for line in talk.lines if line.id == number), None) if talk else None

    def _rule(self, line: Line, ruled: Line) -> None:
        lines = self._tables[line.table].lines
        lines[lines.index(line)] = ruled
        self.record.note(ruled)

    def _publish(self, line: Line) -> None:
        self._bus.publish(table_channel(line.table), frame_of(TalkSaid(line.table, self._told(line))))

    def _take_away(self, table: str, numbers: tuple[int, ...]) -> None:
        self._bus.publish(table_channel(table), frame_of(TalkRemoved(table, numbers)))

    def _told(self, line: Line) -> TalkLine:
        return TalkLine(line.id, self._name_of(line.patron), line.phrase, line.text, line.at)

    def _heard(self, line: Line) -> HeardLine:
        return HeardLine(
            line.id,
            line.patron,
            self._name_of(line.patron),
            line.phrase,
            line.text,
            line.at,
            line.state,
            self.mutes.is_muted(line.patron),
        )
