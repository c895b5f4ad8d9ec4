"""What a live table tells waits for its picture: every byte that patrons are sent is read, on a clock that the test
moves, over a log that has every kind of event.

No card may leave before its own instant and the delay are past, nothing may be lost or change its place, and what
somebody who comes now is shown is exactly what the others have been told.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from punto.books import SQUEEZE
from punto.server.streams.happened import Happened, is_public
from punto.server.streams.read_log import ReadLog
from punto.server.telling.bus import InProcessBus
from punto.server.telling.delay_line import DelayLine, waits_for_the_picture
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.config import SQUEEZE_PACE, TableKind
from punto.table.events import BettingClosed, BettingOpened, CardDealt, Event, WagersChanged
from punto.table.evolve import evolve
from punto.table.state import Table
from tests.server.telling.test_what_everybody_is_told import Ear, Patrons, log
from tests.table.playing import config_for

DELAY_MS = 400
STEP_MS = 70  # between two events: several wait at a time
Frames = list[tuple[int, str, bytes]]  # when it was sent, to whom, and the frame


class LiveTable:
    """A table that tells late, patrons who hear everything, and somebody new at every step of the clock."""

    def __init__(self, delay_ms: int, *, has_lead: bool = False) -> None:
        config = config_for(SQUEEZE, pace=SQUEEZE_PACE, has_squeeze=True, has_lead=has_lead, kind=TableKind.LIVE)
        self.now = 1_000_000
        self.delay_ms = delay_ms
        self.table = Table(config, SQUEEZE)
        self.log: list[Happened] = []
        self.told: list[Happened] = []
        self.sent: Frames = []
        self.snapshots: list[tuple[int, int, bytes]] = []  # when, after how many were told, and what it shows
        bus = InProcessBus()
        self._ears = [Ear(bus, patron) for patron in ("eve", "zerlinda", "quux")]
        self.publisher = TablePublisher(table_info(config, SQUEEZE), "log", bus, Lobby(bus), Patrons())
        self.line = self._new_line()
        self.publisher.resume(ReadLog(self.table, 1, 0), 0)
        for ear in self._ears:
            self.publisher.follow(ear.patron, None, 10_000, 0)

    def _new_line(self) -> DelayLine:
        return DelayLine(self._tell, lambda: self.delay_ms, lambda: self.now, lambda: None)

    def _tell(self, happened: Happened) -> bool:
        is_told = self.publisher.happened(happened, lambda *_: 10_000)
        self.told.append(happened)
        self._hear()
        return is_told

    def _hear(self) -> None:
        for ear in self._ears:
            self.sent += [(self.now, ear.patron, frame) for frame in ear.frames]
            ear.frames.clear()

    def happens(self, event: Event) -> None:
        before, self.table = self.table, evolve(self.table, event)
        self.log.append(Happened(before, event, self.table, len(self.log) + 1, {}))
        self.line.happened(self.log[-1])

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.now += 1
            self.line.go_on()
            seen = self.publisher.follow("eve", None, 10_000, self.now * 50)
            self.publisher.leave("eve")
            self.snapshots.append((self.now, len(self.told), seen[0]))

    def restart(self) -> None:
        """What is stored is read again, by a publisher that knows nothing."""
        self.line.close()
        ears, self._ears, bus = self._ears, [], InProcessBus()
        self.publisher = TablePublisher(self.publisher.info, "log", bus, Lobby(bus), Patrons())
        self.line = self._new_line()
        read = ReadLog(self.table, 1, len(self.log), tuple(self.log))
        told = self.line.resume(read, None)
        self.told = self.log[: told.version]
        self.publisher.resume(told, sum(map(is_public, self.told)))
        self._ears = [Ear(bus, ear.patron) for ear in ears]
        for ear in self._ears:
            self.publisher.follow(ear.patron, None, 10_000, 0)
        self.line.go_on()


def run(test: Callable[[], None]) -> None:
    async def in_a_loop() -> None:  # the line asks for a timer, which the test runs ahead of
        test()

    asyncio.run(in_a_loop())


def timed(event: Event, now: int) -> Event:
    return structs.replace(event, at=now) if "at" in event.__struct_fields__ else event


def played(delay_ms: int, *, restarts: frozenset[int] = frozenset()) -> LiveTable:
    table = LiveTable(delay_ms)
    for number, event in enumerate(log()):
        table.happens(timed(event, table.now))
        if number in restarts:
            table.restart()
        table.wait(STEP_MS)
    table.wait(DELAY_MS + 1)
    assert table.line.is_clear
    return table


def messages(frames: Frames) -> list[tuple[str, bytes]]:
    return [(patron, frame) for _, patron, frame in frames]


def content(frame: bytes) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(frame[frame.index(b'{"type"') :])
    return decoded


def test_nothing_of_a_card_is_sent_before_its_picture_and_nothing_is_lost() -> None:
    def play() -> None:
        late, at_once = played(DELAY_MS), played(0)
        assert [each.version for each in late.told] == [each.version for each in late.log], "in the order of the log"
        assert sorted(messages(late.sent)) == sorted(messages(at_once.sent)), "and each byte of it, once"
        early = {frame: when for when, _, frame in reversed(at_once.sent)}
        waited = [when - early[frame] for when, _, frame in late.sent]
        assert max(waited) == DELAY_MS
        cards = [(when, content(frame)["at"]) for when, _, frame in late.sent if b'"type":"card_dealt"' in frame]
        assert len(cards) == 3 * len([each for each in late.log if isinstance(each.event, CardDealt)])
        assert all(when == at + DELAY_MS for when, at in cards)

    run(play)


def test_who_comes_now_is_shown_what_the_others_have_been_told() -> None:
    def play() -> None:
        late, at_once = played(DELAY_MS), played(0)
        shown_after = {told: frame for _, told, frame in at_once.snapshots}
        seen = [(told, frame) for _, told, frame in late.snapshots if told in shown_after]
        assert len({told for told, _ in seen}) > 10
        for told, frame in seen:
            assert content(frame)["state"] == content(shown_after[told])["state"]

    run(play)


def test_bets_and_their_closing_wait_for_nothing_but_what_is_before_them() -> None:
    def play() -> None:
        table = LiveTable(DELAY_MS)
        events = log()
        first = next(place for place, event in enumerate(events) if isinstance(event, BettingClosed))
        for event in events[: first + 1]:
            waits_behind = not table.line.is_clear
            table.happens(timed(event, table.now))
            if isinstance(event, BettingOpened | WagersChanged | BettingClosed):
                assert waits_behind or table.told[-1].event == table.log[-1].event
            table.wait(DELAY_MS + 1)
        assert table.told == table.log

    run(play)


def test_a_reader_whose_clock_is_slow_shows_no_card_before_its_picture() -> None:
    def play() -> None:
        table, events = LiveTable(DELAY_MS), log()
        first = next(place for place, event in enumerate(events) if isinstance(event, CardDealt))
        for event in events[:first]:
            table.happens(timed(event, table.now))
            table.wait(DELAY_MS + 1)
        table.happens(timed(events[first], table.now - 5_000))
        table.wait(DELAY_MS - 1)
        assert table.told == table.log[:first]
        table.wait(1)
        assert table.told == table.log

    run(play)


@pytest.mark.parametrize("place", range(0, 40, 3))
def test_what_was_not_told_before_a_restart_is_told_after_it(place: int) -> None:
    def play() -> None:
        late = played(DELAY_MS, restarts=frozenset((place,)))
        assert [each.version for each in late.told] == [each.version for each in late.log]
        due = {each.version: getattr(each.event, "at", 0) + DELAY_MS for each in late.log if held(each)}
        assert due
        for when, _, frame in late.sent:
            message = content(frame)
            if message["type"] == "card_dealt":
                assert when >= message["at"] + DELAY_MS

    run(play)


def held(happened: Happened) -> bool:
    return waits_for_the_picture(happened.event) and hasattr(happened.event, "at")


def test_a_delay_that_grows_holds_back_what_already_waits() -> None:
    def play() -> None:
        table = LiveTable(DELAY_MS)
        events = log()
        first = next(place for place, event in enumerate(events) if isinstance(event, CardDealt))
        for event in events[:first]:
            table.happens(timed(event, table.now))
            table.wait(DELAY_MS + 1)
        dealt_at = table.now
        table.happens(timed(events[first], dealt_at))
        table.wait(DELAY_MS - 1)
        table.delay_ms = 3 * DELAY_MS
        table.wait(2 * DELAY_MS)
        assert table.told[-1] is not table.log[-1]
        table.wait(2)
        assert table.told[-1] is table.log[-1]
        assert table.now - dealt_at >= 3 * DELAY_MS

    run(play)


def test_a_delay_that_shrinks_counts_from_the_next_round_on() -> None:
    def play() -> None:
        table, events = LiveTable(DELAY_MS), log()
        cards = [place for place, event in enumerate(events) if isinstance(event, CardDealt)]
        rounds = [place for place, event in enumerate(events) if isinstance(event, BettingOpened)]
        second = next(place for place in cards if place > rounds[1])
        waited: dict[int, int] = {}
        for place, event in enumerate(events[: second + 1]):
            table.delay_ms = DELAY_MS if place <= cards[0] else 1
            table.happens(timed(event, table.now))
            began = table.now
            while not table.line.is_clear:
                table.wait(1)
            waited[place] = table.now - began
        assert waited[cards[1]] == DELAY_MS, "the same round"
        assert waited[second] == 1

    run(play)


def test_a_message_that_cannot_be_made_does_not_stop_those_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> None:
        table = LiveTable(DELAY_MS)
        told: list[int] = []

        def tell(happened: Happened) -> bool:
            if happened.version == 1:
                raise ZeroDivisionError
            told.append(happened.version)
            return True

        monkeypatch.setattr(table.line, "_tell", tell)
        table.line.happened(Happened(table.table, CardDealt("player", "9h", table.now), table.table, 1, {}))
        table.line.happened(Happened(table.table, CardDealt("banker", "9d", table.now), table.table, 2, {}))
        table.now += DELAY_MS
        table.line.go_on()
        assert told == [2]

    run(play)
