"""What is known of a table's card reader, and which of its lines are news.

A reader stutters, repeats itself and loses lines. A code that was read a moment ago, a serial that is already out and a
line that was sent before are ignored; a running number that jumps means that a line is lost, and nothing that follows
may be taken for granted. Which serials are out, the table's own log knows, and the counts of a shoe are stored; the
rest is in memory, and after a restart the reader begins anew.
"""

from collections import OrderedDict
from typing import Literal

from msgspec import Struct

from punto.server.dealing.scan_line import Code
from punto.table.state import Instant

HEART_BEAT_MS = 10_000  # without a word for longer, a reader is silent
REMEMBERED_MAX = 64  # answered lines of a source, for one that sends again what was answered
SOURCES_MAX = 16  # devices and consoles of one table
RUBBISH_MAX = 3  # lines in a row that were no card, before the table stops

ReaderStatus = Literal["ready", "silent", "missing"]
Happening = Literal["placed", "ignored", "refused", "alive"]


class ScanOutcome(Struct, frozen=True):
    """What became of a line."""

    happened: Happening
    reason: str = ""  # why it was ignored or refused; empty: placed
    card: str = ""  # that the code stands for
    is_stopped: bool = False  # the table waits for somebody


NOTHING_YET = ScanOutcome("alive")


class News(Struct, frozen=True):
    """A code that nobody has seen yet."""


class Repeated(Struct, frozen=True):
    """The same line again: its first answer stands."""

    outcome: ScanOutcome


class Ignored(Struct, frozen=True):
    reason: Literal["stutter", "read_before"]


class Jumped(Struct, frozen=True):
    """Lines are missing, or the numbers began anew."""


Judgement = News | Repeated | Ignored | Jumped


class ReaderCounts(Struct, frozen=True):
    """Lines of a shoe, as they are stored."""

    shoe: int
    read: int
    ignored: int
    refused: int


class _Source:
    def __init__(self) -> None:
        self.sequence: int | None = None  # of the last line
        self.answered: OrderedDict[int, tuple[str, ScanOutcome]] = OrderedDict()


class Reader:
    def __init__(self, counts: ReaderCounts | None = None) -> None:
        self.heard_at: Instant | None = None
        self.last_code = ""
        self.last_at: Instant = 0
        self.read = counts.read if counts else 0  # in this shoe, like the next two
        self.ignored = counts.ignored if counts else 0
        self.refused = counts.refused if counts else 0
        self.rubbish_in_a_row = 0
        self.last_outcome = NOTHING_YET
        self.has_device = False  # it can be expected to say that it is there
        self._sources: OrderedDict[str, _Source] = OrderedDict()
        self._sent: OrderedDict[str, tuple[str, ScanOutcome]] = OrderedDict()  # by the sender's id: line and answer

    def status(self, now: Instant) -> ReaderStatus:
        if self.heard_at is None:
            return "missing"
        return "silent" if self.has_device and now - self.heard_at > HEART_BEAT_MS else "ready"

    def silent_at(self) -> Instant | None:
        """When it will be silent, should it say nothing more."""
        return self.heard_at + HEART_BEAT_MS + 1 if self.has_device and self.heard_at is not None else None

    def begins_anew(self, source: str, next_sequence: int) -> bool:
        """The reader counts from here. Whether it had been counting before."""
        known = self._source(source)
        was_counting = known.sequence is not None
        known.sequence = next_sequence - 1
        known.answered.clear()
        return was_counting

    def judge(self, code: Code, source: str, at: Instant, gap_ms: int, *, is_out: bool) -> Judgement:
        """The first of these that fits. `at` is when it was read; `is_out`: the card with this serial is."""
        if code.sequence is not None:
            known = self._source(source)
            before, known.sequence = known.sequence, code.sequence
            if code.sequence in known.answered:
                known.sequence = before
                text, outcome = known.answered[code.sequence]
                return Repeated(outcome) if text == code.text else self._lost_count(known, code.sequence)
            if before is not None and code.sequence != before + 1:
                return self._lost_count(known, code.sequence)
        is_stutter = code.text == self.last_code and abs(at - self.last_at) < gap_ms
        self.last_code, self.last_at = code.text, at
        if is_stutter:
            return Ignored("stutter")
        return Ignored("read_before") if is_out else News()

    def answered(self, code: Code, source: str, outcome: ScanOutcome) -> None:
        match outcome.happened:
            case "placed":
                self.read += 1
                self.rubbish_in_a_row = 0
            case "ignored":
                self.ignored += 1
            case "refused":
                self.refused += 1
            case "alive":
                pass
        if code.sequence is not None:
            answered = self._source(source).answered
            answered[code.sequence] = code.text, outcome
            while len(answered) > REMEMBERED_MAX:
                answered.popitem(last=False)

    def sent_before(self, id: str, line: str) -> ScanOutcome | None:  # noqa: A002 (the word of the protocol)
        """The first answer to the same line under the same id."""
        text, outcome = self._sent.get(id, ("", None))
        return outcome if text == line else None

    def sent(self, id: str, line: str, outcome: ScanOutcome) -> None:  # noqa: A002
        if id:
            self._sent[id] = line, outcome
            while len(self._sent) > REMEMBERED_MAX:
                self._sent.popitem(last=False)

    def rubbish(self) -> bool:
        """One more line that was no card. Whether the table must stop."""
        self.rubbish_in_a_row += 1
        return self.rubbish_in_a_row >= RUBBISH_MAX

    def new_shoe(self) -> None:
        self.read = self.ignored = self.refused = self.rubbish_in_a_row = 0

    def counts(self, shoe: int) -> ReaderCounts:
        return ReaderCounts(shoe, self.read, self.ignored, self.refused)

    def _lost_count(self, source: _Source, sequence: int) -> Jumped:
        """It goes on from here, once somebody has looked."""
        source.sequence = sequence
        source.answered.clear()
        return Jumped()

    def _source(self, name: str) -> _Source:
        known = self._sources.setdefault(name, _Source())
        self._sources.move_to_end(name)
        while len(self._sources) > SOURCES_MAX:
            self._sources.popitem(last=False)
        return known
