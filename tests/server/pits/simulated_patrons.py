"""Patrons of the simulation: they bet at two tables at once, and ask again by the same id whatever was not answered.

Their line is not simulated any finer: what a floor tells reaches them at once, commands and answers take a while, and
with the floor or the table's interruption the line is gone, with everything on it.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from punto.server.people.identity import Identity, Role
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import StoreIsLost
from punto.server.streams.request import Request, TableAnswer, named_id
from punto.server.tables.table_door import TableDoor, TableIsGone
from punto.server.telling.bus import ForOthers, Interrupted, Notice, table_channel
from punto.table.commands import ClearAll, ClearLast, DoubleStakes, PatronCommand, PlaceWager, RepeatStakes
from punto.trials.load.crowd import kind_of
from punto.trials.load.seen_table import SeenTable

if TYPE_CHECKING:
    from tests.server.pits.simulated_world import FloorNode, World

SECONDS_ON_THE_LINE = (0.0005, 0.005, 0.05)
UNANSWERED_MAX = 3
CUT = 0.03  # the share of commands after which the patron's own line breaks
NOT_DECIDED = (ServerRefusal.TABLE_IS_OUT_OF_ORDER, ServerRefusal.TABLE_IS_BUSY)  # an earlier answer may stand


class Sent(Struct, frozen=True):
    table: str
    request: Request

    @property
    def stake(self) -> int:
        """At the most, as far as the command itself tells."""
        command = self.request.command
        return command.stake if isinstance(command, PlaceWager) else 0


class Accepted(Struct, frozen=True):
    sent: Sent
    version: int


class Line:
    """A patron's line to one floor, until it breaks: also what a floor knows as a socket."""

    edge = None

    def __init__(self, patron: "SimulatedPatron", node: "FloorNode") -> None:
        self.patron = patron.id
        self.node = node
        self.is_cut = False
        self.tables: dict[str, TableDoor] = {}
        self.identity = Identity(account=patron.id, role=Role.PATRON, session=patron.id)
        self._of = patron
        self._is_open = False

    def hear(self, frame: bytes, _table: str) -> None:
        if not self.is_cut:
            self._of.reads(_text(frame))

    def heed(self, notice: Notice) -> None:
        if isinstance(notice, Interrupted):
            self.drop()
        assert isinstance(notice, Interrupted | ForOthers), notice

    def send(self, frame: bytes) -> None:
        """Private messages, which are not checked here."""

    def drop(self) -> None:
        if not self.is_cut:
            self.is_cut = True
            self._of.is_cut(self)

    def end(self, _code: int, _reason: str) -> None:
        self.drop()

    async def open(self) -> None:
        """In the floor's node."""
        floor = self.node.floor
        if self.is_cut or floor is None:
            return
        floor.online.came(cast(Any, self), self.patron, "")
        for table, seen in self._of.seen.items():
            door = floor.tables[table]
            with suppress(TableIsGone, StoreIsLost):
                frames = await door.follow(self.patron, seen.since)
                self.tables[table] = door
                floor.bus.subscribe(table_channel(table), self)
                for frame in frames:
                    self.hear(frame, table)
        self._is_open = True
        if self.is_cut:
            self.close()
        elif len(self.tables) < len(self._of.seen):
            self.drop()
        else:
            self._of.is_seated(self)

    def close(self) -> None:
        """In the floor's node, as far as that lives."""
        floor = self.node.floor
        if floor is not None and self._is_open:
            self._is_open = False
            for table, door in self.tables.items():
                floor.bus.unsubscribe(table_channel(table), self)
                door.leave(self.patron)
            floor.online.went(cast(Any, self), self.patron)


class SimulatedPatron:
    def __init__(self, id: str, tables: list[str], world: "World", *, stake_max: int | None) -> None:  # noqa: A002
        self.id = id
        self.stake_max = stake_max  # own limit, a day
        self.seen = {table: SeenTable(table) for table in tables}
        self.accepted: dict[str, Accepted] = {}
        self.refused: dict[str, Sent] = {}
        self.waiting: dict[str, Sent] = {}
        self.asked_again = 0
        self._world = world
        self._chance: random.Random = world.chance
        self._numbers = count(1)
        self._loop = asyncio.get_running_loop()
        self._line: Line | None = None
        self._is_seated = False

    # --- the line -----------------------------------------------------------------------------------------------------

    def connect(self, node: "FloorNode") -> None:
        if self._line is not None and not self._line.is_cut:
            self._line.drop()
        self._line = line = Line(self, node)
        node.post(lambda: node.run(line.open()))

    def is_cut(self, line: Line) -> None:
        self._is_seated = False
        line.node.post(line.close)
        self._world.later(self._chance.random() * 0.3, self._world.reconnect, self)

    def cut(self) -> None:
        """The floor died."""
        if self._line is not None:
            self._line.drop()

    @property
    def is_connected(self) -> bool:
        return self._line is not None and not self._line.is_cut

    @property
    def floor(self) -> "FloorNode | None":
        return self._line.node if self._line is not None and not self._line.is_cut else None

    def is_seated(self, line: Line) -> None:
        if line is self._line and not line.is_cut:
            self._is_seated = True
            for sent in self.waiting.values():
                self.asked_again += 1
                self._send(sent)

    def reads(self, message: bytes) -> None:
        """Public messages have no gaps, and say the same to everybody, whoever tells them."""
        for table, seen in self.seen.items():
            if kind_of(message) != b"seat" and f'"table":"{table}"'.encode() in message:
                before = seen.version
                try:
                    seen.hear(message)
                except AssertionError as gap:
                    self._world.watch.broken.append(f"{self.id} missed something: {gap}")
                    seen.version = before
                if seen.version == before + 1 and kind_of(message) != b"table_opened":
                    self._world.told(table, seen.version, message)

    # --- commands -----------------------------------------------------------------------------------------------------

    def act(self) -> None:
        if self._is_seated and len(self.waiting) < UNANSWERED_MAX:
            self.ask(self._chance.choice(sorted(self.seen)), self._command())

    def _command(self) -> PatronCommand:
        """With own limits only what names its stake, so that a refusal can be checked."""
        other: list[PatronCommand] = [ClearAll(self.id), ClearLast(self.id)]
        if self.stake_max is None:
            other += [DoubleStakes(self.id), RepeatStakes(self.id)]
        if self._chance.random() < 0.2:
            return self._chance.choice(other)
        bet = self._chance.choice(("player", "banker"))
        return PlaceWager(self.id, bet, self._chance.choice((1, 2, 3, 5, 8)) * 100)

    def ask(self, table: str, command: PatronCommand) -> str:
        name = named_id(str(next(self._numbers)), self.id, table)
        sent = self.waiting[name] = Sent(table, Request(command, name))
        self._send(sent)
        if self._chance.random() < CUT:
            self._world.later(self._chance.random() * 0.05, self.cut)
        return name

    def _send(self, sent: Sent) -> None:
        line = self._line
        if line is not None and not line.is_cut:
            self._later(line, line.node.post, self._arrives, line, sent)

    def _arrives(self, line: Line, sent: Sent) -> None:
        """In the floor's node."""
        if not line.is_cut and sent.table in line.tables:
            line.tables[sent.table].submit(
                sent.request, lambda answer: self._later(line, self._hear, line, sent, answer)
            )

    def _later(self, line: Line, act: Callable[..., None], *arguments: object) -> None:
        """Unless the line breaks meanwhile."""

        def arrive() -> None:
            if not line.is_cut:
                act(*arguments)

        self._world.later(self._chance.choice(SECONDS_ON_THE_LINE), arrive)

    def _hear(self, line: Line, sent: Sent, answer: TableAnswer | None) -> None:
        name = sent.request.id
        if answer is None:  # nobody knows: the floor drops such a socket
            line.drop()
        elif answer.refusal is None:
            earlier = self.accepted.setdefault(name, Accepted(sent, answer.version))
            self._check(earlier.version == answer.version, f"{name} was done at {earlier.version}, then {answer}")
            self._check(name not in self.refused, f"{name} was refused, and then done")
            self.waiting.pop(name, None)
        elif answer.refusal in NOT_DECIDED:
            self._world.later(0.2, self._try_again, line, sent)
        elif name in self.waiting:  # else the first of two was answered
            self._world.refused(self, sent, answer)
            self._check(name not in self.accepted, f"{name} was done, and then {answer.refusal}")
            self.refused[name] = sent
            del self.waiting[name]

    def _try_again(self, line: Line, sent: Sent) -> None:
        if line is self._line:  # another one has asked for everything that waits
            self._send(sent)

    def _check(self, holds: bool, words: str) -> None:  # noqa: FBT001
        self._world.watch.check(holds, words)


def _text(frame: bytes) -> bytes:
    """The message in a frame."""
    length = frame[1]
    return frame[2 if length < 126 else 4 if length == 126 else 10 :]
