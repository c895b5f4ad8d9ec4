"""Holds back what a live table tells until the picture of its cards has arrived at the patrons.

A table decides and stores at once, and staff see it at once. What carries a card, or follows from one, is told as long
after the floor has heard of it as the picture takes: a reader whose clock is slow says that it read a card long ago,
and told by that clock the card would come before its picture. Everything behind it waits for its turn, so the order of
the log is kept. Bets and their closing wait for nothing else. The delay is asked again each time, since it is measured:
a longer one counts at once, a shorter one from the next round on, so that no card of a round hurries after another.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, assert_never

import structlog

from punto.server.streams.happened import Happened, is_public
from punto.server.streams.read_log import ReadLog
from punto.table import events
from punto.table.decisions.dealing import SYSTEM
from punto.table.events import Event
from punto.table.state import Instant

log = structlog.get_logger("punto.table")


def waits_for_the_picture(event: Event) -> bool:
    """Whether an event shows a card, or could only happen because of one."""
    match event:
        case events.WagersChanged() | events.ChoiceMade() | events.TipGiven():
            return False
        case events.CoupCancelled(used_cards=used_cards):
            return used_cards
        case events.Paused(by=by):
            return by == SYSTEM  # a card that stopped the table
        case (
            events.CardsBurned()
            | events.CardDealt()
            | events.StageOpened()
            | events.StageEnded()
            | events.CoupSettled()
            | events.CoupVoided()
            | events.CoupCorrected()
            | events.ShoeEnded()
            | events.ShoeRevealed()
            | events.DividerSeen()
            | events.CardSetAside()
            | events.CoupRebuilt()
        ):
            return True
        case (
            events.ShoeCommitted()
            | events.ContributionMade()
            | events.ShoeOpened()
            | events.ShoeAbandoned()
            | events.BettingOpened()
            | events.BettingClosed()
            | events.CardsStruck()  # never at a live table
            | events.HandTurned()  # as when a lead turns a card
            | events.CardOpened()  # holders know the face, and the others see it turned on the screen
            | events.Resumed()
            | events.DisputeRaised()
            | events.DisputeDismissed()
            | events.DealerChanged()
        ):
            return False
    assert_never(event)


class _Waiting(NamedTuple):
    at: Instant  # from which its delay counts
    least_ms: int  # the delay of its round so far
    happened: Happened


class DelayLine:
    def __init__(
        self,
        tell: Callable[[Happened], bool],
        delay_ms: Callable[[], int],
        clock: Callable[[], Instant],
        on_clear: Callable[[], None],
    ) -> None:
        self._tell = tell
        self._delay_ms = delay_ms
        self._clock = clock
        self._on_clear = on_clear
        self._waiting: deque[_Waiting] = deque()
        self._round_ms = 0  # the longest delay of the round that is dealt
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_clear(self) -> bool:
        """Everything that is stored has been told."""
        return not self._waiting

    def happened(self, happened: Happened) -> bool:
        """Whether everybody is told, now or later."""
        self._hear(happened.event)
        if not self._waiting and not waits_for_the_picture(happened.event):
            return self._tell(happened)
        self._waiting.append(_Waiting(self._clock(), self._round_ms, happened))
        if self._timer is None:
            self.go_on()
        return is_public(happened)

    def resume(self, log: ReadLog, told_up_to: int | None) -> ReadLog:
        """A log was read: the part of it that has been told, or may be. The rest waits until `go_on`."""
        self.close()
        told = [each.version for each in log.tail if each.version <= told_up_to] if told_up_to is not None else None
        cut = self._first_not_due(log) if told is None else len(told)
        rest = log.tail[cut:]
        for each in rest:
            self._hear(each.event)
            self._waiting.append(_Waiting(self._instant_of(each.event), self._round_ms, each))
        return ReadLog(rest[0].before, log.epoch, rest[0].version - 1, log.tail[:cut]) if rest else log

    def go_on(self) -> None:
        """Tell what is due, and wait for the next."""
        self._timer = None
        while self._waiting:
            at, least_ms, happened = self._waiting[0]
            left_ms = self._due(at, happened.event, least_ms) - self._clock()
            if left_ms > 0:
                self._timer = asyncio.get_running_loop().call_later(left_ms / 1000, self.go_on)
                return
            self._waiting.popleft()
            try:
                self._tell(happened)
            except Exception:  # clients notice the gap and ask again
                log.exception("telling_failed", version=happened.version)
        self._on_clear()

    def close(self) -> None:
        """What has not been told is told when the log is read again."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _hear(self, event: Event) -> None:
        """A round's delay never becomes shorter."""
        if isinstance(event, events.BettingOpened):
            self._round_ms = 0
        elif waits_for_the_picture(event):
            self._round_ms = max(self._round_ms, self._delay_ms())

    def _due(self, at: Instant, event: Event, least_ms: int = 0) -> Instant:
        return at + max(least_ms, self._delay_ms()) if waits_for_the_picture(event) else 0

    def _instant_of(self, event: Event) -> Instant:
        at: Instant = getattr(event, "at", 0)
        return at or self._clock()

    def _first_not_due(self, log: ReadLog) -> int:
        now = self._clock()
        is_due = (self._due(getattr(each.event, "at", 0), each.event) <= now for each in log.tail)
        return next((place for place, each in enumerate(is_due) if not each), len(log.tail))
