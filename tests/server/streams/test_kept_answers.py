"""How long answers are kept, by clocks that behave and clocks that do not."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change
from punto.server.streams.kept_answers import FORGOTTEN_AT_ONCE, TRANSACTIONS_AT_ONCE, KeptAnswers

HOUR = 3_600_000
DAY = 24 * HOUR
NOON = 1_790_000_000_000


class Shelf:
    """Answers on a real store, a clock that can be put wrong, and time that passes all the same."""

    def __init__(self, file: Path, kept_max: int) -> None:
        self.store = SqliteInProcess(file)
        self.now = NOON
        self._kept_max = kept_max
        self.restart()

    def restart(self) -> None:
        self.kept = KeptAnswers(self.store, hours=24, kept_max=self._kept_max)

    async def answer(self, *commands: str) -> None:
        claim = await self.store.claim("t1")
        await self.store.commit(
            [
                Change("t1", claim.epoch, claim.version + place, (b"{}",), {}, command, b"done", at=self.now)
                for place, command in enumerate(commands)
            ]
        )

    async def passes(self, ms: int) -> int:
        self.now += ms
        return await self.kept.forget_old(self.now, ms)

    async def there(self, *commands: str) -> str:
        return " ".join([each for each in commands if await self.store.answer_to(each)])


def on_a_shelf(folder: Path, test: Callable[[Shelf], Awaitable[None]], kept_max: int = 1_000_000) -> None:
    async def run() -> None:
        shelf = Shelf(folder / "floor.db", kept_max)
        await test(shelf)
        await shelf.store.close()

    asyncio.run(run())


def test_an_answer_is_kept_for_a_day(tmp_path: Path) -> None:
    async def test(shelf: Shelf) -> None:
        await shelf.passes(0)
        await shelf.answer("a")
        await shelf.passes(HOUR)
        await shelf.answer("b")
        await shelf.passes(23 * HOUR)
        assert await shelf.there("a", "b") == "a b"
        await shelf.passes(1)
        assert await shelf.there("a", "b") == "b"
        await shelf.passes(HOUR)
        assert await shelf.there("a", "b") == ""

    on_a_shelf(tmp_path, test)


@pytest.mark.parametrize("leap", [2 * DAY, -2 * DAY, 50 * 365 * DAY])
@pytest.mark.parametrize("restarts", [False, True])
def test_a_clock_that_jumps_deletes_no_answer_that_is_minutes_old(tmp_path: Path, leap: int, *, restarts: bool) -> None:
    """There and back again, with answers before, between and after; nothing older stands before them."""

    async def test(shelf: Shelf) -> None:
        await shelf.passes(DAY)
        for name in ("before", "between", "after"):
            await shelf.answer(name)
            await shelf.passes(60_000)
            shelf.now += {"before": leap, "between": -leap, "after": 0}[name]
            if restarts:
                shelf.restart()
            await shelf.passes(1_000)
        for _ in range(60):
            await shelf.passes(60_000)
        assert await shelf.there("before", "between", "after") == "before between after"

    on_a_shelf(tmp_path, test)


@pytest.mark.parametrize("leap", [0, 2 * DAY, -2 * DAY])
def test_an_answer_is_kept_for_at_least_half_a_day(tmp_path: Path, leap: int) -> None:
    async def test(shelf: Shelf) -> None:
        await shelf.passes(DAY)
        await shelf.answer("a")
        shelf.now += 2 * DAY
        for _ in range(12):
            await shelf.passes(HOUR)
        assert await shelf.there("a") == "a"
        await shelf.passes(HOUR)
        assert await shelf.there("a") == ""
        await shelf.answer("b")
        shelf.now += leap
        shelf.restart()
        for _ in range(11):
            await shelf.passes(HOUR)
        assert await shelf.there("b") == "b"

    on_a_shelf(tmp_path, test)


def test_answers_beyond_the_bound_are_deleted_a_few_at_a_time(tmp_path: Path) -> None:
    answers = FORGOTTEN_AT_ONCE * TRANSACTIONS_AT_ONCE + 300

    async def test(shelf: Shelf) -> None:
        await shelf.passes(0)
        await shelf.answer(*(f"c{number}" for number in range(answers)))
        commits = 0
        forget = shelf.store.forget_answers

        async def counted(before: int, kept_max: int, limit: int) -> int:
            nonlocal commits
            commits += 1
            return await forget(before, kept_max, limit)

        shelf.store.forget_answers = counted  # type: ignore[method-assign]
        assert await shelf.passes(1_000) == FORGOTTEN_AT_ONCE * TRANSACTIONS_AT_ONCE
        assert commits == TRANSACTIONS_AT_ONCE
        assert await shelf.passes(1_000) == 290
        assert await shelf.passes(1_000) == 0
        assert await shelf.there(f"c{answers - 11}", f"c{answers - 10}") == f"c{answers - 10}"

    on_a_shelf(tmp_path, test, kept_max=10)
