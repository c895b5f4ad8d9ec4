"""A program deals a live table: the shoe it committed to, in order."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from punto.books.multicolor import MULTICOLOR
from punto.books.seven_luck import SEVEN_LUCK
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.jobs import simulated_dealer
from punto.server.jobs.simulated_dealer import SimulatedDealer
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.happened import Happened
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.server.tables.house.dealer_routine import DealerRoutine
from punto.server.tables.house.shoe_secrets import Bound, FairShoes
from punto.table.commands import Command, Pause, Resume, Tick
from punto.table.config import BetLimit, Pace, TableConfig, TableKind
from punto.table.events import CardDealt, CardsBurned, CoupSettled, Event, Paused, ShoeOpened
from punto.table.state import Betting, ReadyToOpen, ShowingResult, Table

KEY = bytes(32)
Kind = TypeVar("Kind", bound=Event)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def live_table(book: RuleBook) -> TableConfig:
    return TableConfig(
        id="lotus",
        title="Lotus",
        book=book.id,
        currency="PLAY",
        kind=TableKind.LIVE,
        chips=(1,),
        denominations=(100,),
        limits={bet.id: BetLimit(100, 1_000) for bet in book.bets},
        pace=Pace(betting_ms=10, hurry_ms=5, card_ms=2, result_ms=10, shoe_change_ms=20),
    )


class LiveTable:
    """A table on a real store, whose clock ticks by itself."""

    def __init__(self, stream: TableStream) -> None:
        self._stream = stream
        self._one_at_a_time = asyncio.Lock()

    @property
    def table(self) -> Table:
        return self._stream.table

    async def ask(self, command: Command) -> TableAnswer:
        async with self._one_at_a_time:
            return (await self._stream.handle([Request(command)], now_ms()))[0]

    async def tick(self) -> None:
        while True:
            if isinstance(self.table.phase, ReadyToOpen | Betting | ShowingResult):
                await self.ask(Tick())
            await asyncio.sleep(0.002)


class Watched:
    """What has happened so far, with its table's dealer at work beside it."""

    def __init__(self, folder: Path, book: RuleBook) -> None:
        self.config, self.book = live_table(book), book
        self.store = SqliteInProcess(folder / "floor.db")
        self.shoes = FairShoes(self.store, KEY)
        self._events: list[Event] = []

    def note(self, happened: Happened) -> None:
        self._events.append(happened.event)

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self._events if isinstance(event, kind)]

    async def play(self, coups: int, seconds: float = 20) -> LiveTable:
        """A start, some coups, an end."""
        stream = await TableStream.open(self.store, self.config, self.book, observer=self.note)
        table = LiveTable(stream)
        routine = DealerRoutine(lambda: stream.table, self.config, self.book, self.shoes, HouseRules(), "f" * 64)
        dealer = SimulatedDealer(table, routine, now_ms, Random(1))
        tasks = [asyncio.create_task(dealer.deal()), asyncio.create_task(table.tick())]
        wanted = len(self.all(CoupSettled)) + coups
        try:
            async with asyncio.timeout(seconds):
                while len(self.all(CoupSettled)) < wanted:
                    await asyncio.sleep(0.005)
                    assert not any(task.done() for task in tasks), tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return table


@pytest.fixture(autouse=True)
def _quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_dealer, "HAND_MS", 1)
    monkeypatch.setattr(simulated_dealer, "LOOKS_EVERY_SECONDS", 0.01)


@pytest.mark.parametrize("book", [SEVEN_LUCK, MULTICOLOR], ids=lambda book: book.id)
def test_the_cards_are_those_of_the_shoe_it_committed_to_also_after_a_restart(tmp_path: Path, book: RuleBook) -> None:
    async def play() -> None:
        watched = Watched(tmp_path, book)
        await watched.play(coups=3)
        await watched.play(coups=2)
        bound = Bound("lotus", 1, watched.all(ShoeOpened)[0].commitment)
        order = await watched.shoes.order(bound, (), book.deck)
        burned = watched.all(CardsBurned)
        assert [event.card for event in burned] == ([] if book.burn.for_zero is None else order[:1])
        left = order[1 + burned[0].face_down :] if burned else order
        dealt = [event.card for event in watched.all(CardDealt)]
        assert len(dealt) >= 20
        assert dealt == left[: len(dealt)]
        assert watched.all(Paused) == []
        await watched.store.close()

    asyncio.run(play())


def test_a_pause_stops_the_dealer_and_a_resume_lets_it_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        watched = Watched(tmp_path, SEVEN_LUCK)
        table = await watched.play(coups=1)
        assert (await table.ask(Pause("s1", "a card fell"))).refusal is None
        with pytest.raises(TimeoutError):
            await watched.play(coups=1, seconds=0.3)
        assert len(watched.all(CoupSettled)) == 1
        stream = await TableStream.open(watched.store, watched.config, watched.book, observer=watched.note)
        assert (await LiveTable(stream).ask(Resume("s1"))).refusal is None
        await watched.play(coups=1)
        assert len(watched.all(CoupSettled)) == 2
        await watched.store.close()

    asyncio.run(play())
