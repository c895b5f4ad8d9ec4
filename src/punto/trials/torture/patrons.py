"""What patrons send (twice, late, long after it was answered) and what they must be told.

An accepted command has one answer for as long as answers are certain to be kept. Later the answer may be forgotten, but
the command is never done again. A different command under a used id is never done at all.
"""

import random
from typing import NamedTuple

import msgspec

from punto.server.protocol.refusals import ServerRefusal
from punto.server.streams.request import Request, TableAnswer, named_id
from punto.table.state import Table
from punto.trials.torture.floor import PATRONS, patron_command

HOURS_KEPT = 1
SURELY_KEPT_MS = HOURS_KEPT * 3_600_000 // 2
NAMES_ITS_ROUND = 0.35  # share of commands that do
PATIENCE = 0.9  # share of answers that reach the patron


class Sent(NamedTuple):
    table: str
    request: Request
    at: int  # in elapsed time, not by the clock


class Patrons:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._ids = 0
        self._in_flight: list[Sent] = []
        self._waiting: dict[str, Sent] = {}  # by patron: not answered yet
        self._accepted: dict[str, tuple[Sent, TableAnswer]] = {}  # by id
        self._done_again: dict[str, int] = {}  # ids that may have been done again, their answer forgotten: since when

    # --- sending ------------------------------------------------------------------------------------------------------

    def press(self, table: Table, passed_ms: int) -> str | None:
        """Arrives once, twice or never, and may name its round. None when every patron is waiting for an answer."""
        free = [patron for patron in PATRONS if patron not in self._waiting]
        if not free:
            return None
        patron = self._chance.choice(free)
        self._ids += 1
        command, name = patron_command(table, patron, self._chance), named_id(f"{self._ids}", patron, table.config.id)
        meant_for = (table.shoe, table.coup) if self._chance.random() < NAMES_ITS_ROUND else None
        sent = Sent(table.config.id, Request(command, name, round=meant_for), passed_ms)
        self._waiting[patron] = sent
        copies = self._chance.choice((0, 1, 1, 1, 2))
        self._in_flight += [sent] * copies
        return f"{name} sends {type(command).__name__}, {copies} arrive"

    def resend(self) -> str:
        """Resend a command that has no answer yet."""
        if not self._waiting:
            return "nobody waits"
        sent = self._waiting[self._chance.choice(sorted(self._waiting))]
        self._in_flight.append(sent)
        return f"{sent.request.id} is sent again"

    def replay_old(self, tables: dict[str, Table]) -> str:
        """Resend a command that was answered, perhaps in another shoe, and sometimes change it."""
        if not self._accepted:
            return "nothing was answered yet"
        name = self._chance.choice(list(self._accepted))
        sent, _ = self._accepted[name]
        if self._chance.random() < 0.3:
            other = patron_command(tables[sent.table], name.split(":")[1], self._chance)
            sent = sent._replace(request=msgspec.structs.replace(sent.request, command=other))
        self._in_flight.append(sent)
        return f"{name} comes once more, as {type(sent.request.command).__name__}"

    def arriving(self, table: Table, passed_ms: int) -> list[Sent]:
        """Some of the commands in flight to a table, in random order. Their answers may be lost."""
        arriving = [sent for sent in self._in_flight if sent.table == table.config.id]
        self._chance.shuffle(arriving)
        arriving = arriving[: self._chance.randint(0, 4)]
        for sent in arriving:
            self._in_flight.remove(sent)
            first = self._accepted.get(sent.request.id)
            if first is not None and self._may_be_new(first[0], table, passed_ms):
                self._done_again.setdefault(sent.request.id, passed_ms)
        return arriving

    # --- hearing ------------------------------------------------------------------------------------------------------

    def hear(self, sent: Sent, answer: TableAnswer, table: Table, passed_ms: int) -> None:
        name = sent.request.id
        first = self._accepted.get(name)
        if first is not None and name not in self._done_again and not self._may_be_new(first[0], table, passed_ms):
            self._check(sent, answer, *first, is_kept=passed_ms - first[0].at < SURELY_KEPT_MS)
        elif answer.refusal is None:  # refusals are not kept
            done_at = self._done_again.pop(name, passed_ms)  # it is kept since then, though this patron hears it now
            if first is None or answer != first[1]:
                self._accepted[name] = sent if first is None else sent._replace(at=done_at), answer
        patron = name.split(":")[1]
        if self._waiting.get(patron) is sent and self._chance.random() < PATIENCE:
            del self._waiting[patron]

    def _may_be_new(self, first: Sent, table: Table, passed_ms: int) -> bool:
        """Once its answer may be forgotten, only its round tells that a command is old."""
        named, running = first.request.round, (table.shoe, table.coup)
        return passed_ms - first.at >= SURELY_KEPT_MS and (named is None or named == running)

    def _check(self, sent: Sent, answer: TableAnswer, first: Sent, told: TableAnswer, *, is_kept: bool) -> None:
        if sent.request.digest != first.request.digest:
            right = answer.refusal is ServerRefusal.ID_WAS_USED if is_kept else answer.refusal is not None
            assert right, f"{sent.request.id} was used, and a different command under it was answered {answer}"
        else:
            right = answer == told or (not is_kept and answer.refusal is not None)
            assert right, f"{sent.request.id} was answered {told} and then {answer}"

    # --- troubles -----------------------------------------------------------------------------------------------------

    def drop_in_flight(self) -> None:
        self._in_flight.clear()

    def answers_so_far(self) -> dict[str, tuple[Sent, TableAnswer]]:
        return dict(self._accepted)

    def set_back(self, told: dict[str, tuple[Sent, TableAnswer]]) -> None:
        """Answers given after the copy was taken are lost."""
        self._accepted = dict(told)
