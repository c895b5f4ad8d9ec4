"""What was said is kept, found again, forgotten in time and erased with who said it, on every engine."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig, Retention
from punto.server.floor.erase_person import erase_person
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs import housekeeping
from punto.server.jobs.start_jobs import start_jobs
from punto.server.protocol.client import Say
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.talk import talk_record
from punto.server.talk.line import Line, Ruling
from punto.server.talk.talk_record import PLACE, WORDS, TalkFilter, TalkRecord
from tests.server.people.desks import DAY, KEY, NOON
from tests.server.store.engines import Engine

DEMO = demo_floor()
TALKING = replace(
    DEMO,
    bots=False,
    simulated_dealers=frozenset(),
    tables=tuple(replace(each, talk="text") for each in DEMO.tables if each.id == "lotus"),
)


def line(number: int, patron: str, table: str = "lotus", text: str = "hi") -> Line:
    """Said at the instant of its number."""
    return Line(number, table, patron, None, text, number, "said")


LINES = (line(1, "ann"), line(2, "bob"), line(3, "ann", "jade"), line(4, "anna"), line(5, "bob"), line(6, "ann"))

ALL = TalkFilter()


class Lost:
    lines = 0

    def count(self, lines: int) -> None:
        self.lines += lines


async def kept(store: Store, lines: Sequence[Line] = LINES) -> TalkRecord:
    record = TalkRecord(store, Lost().count)
    for each in lines:
        record.note(each)
    await record.flush()
    return record


async def numbers(record: TalkRecord, wanted: TalkFilter = ALL) -> list[int]:
    return [each.id for each in (await record.page(wanted, "", 100)).lines]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (TalkFilter(), [1, 2, 3, 4, 5, 6]),
        (TalkFilter(table="lotus"), [1, 2, 4, 5, 6]),
        (TalkFilter(patron="ann"), [1, 3, 6]),
        (TalkFilter(patron="an"), []),
        (TalkFilter(table="jade", patron="ann"), [3]),
        (TalkFilter(since=2, until=5), [2, 3, 4]),
        (TalkFilter(patron="ann", since=2, until=6), [3]),
        (TalkFilter(table="nowhere"), []),
    ],
)
def test_lines_are_found_by_table_patron_and_time(engine: Engine, wanted: TalkFilter, found: list[int]) -> None:
    async def test(store: Store) -> None:
        record = await kept(store, LINES[::-1])
        assert await numbers(record, wanted) == found
        one_by_one, after = list[int](), ""
        while (page := await record.page(wanted, after, 1)).next is not None:
            one_by_one += [each.id for each in page.lines]
            after = page.next
        assert one_by_one + [each.id for each in page.lines] == found

    engine.run(test)


@pytest.mark.parametrize("wanted", [TalkFilter(table="jade"), TalkFilter(table="jade", patron="ann")])
def test_a_page_looks_at_so_many_lines_and_names_where_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: TalkFilter
) -> None:
    monkeypatch.setattr(talk_record, "TRIPS_MAX", 2)
    monkeypatch.setattr(talk_record, "RECORDS_READ_AT_ONCE", 1)

    async def test() -> None:
        record = await kept(SqliteInProcess(tmp_path / "floor.db"))
        found, after, pages = list[int](), "", 0
        while True:
            page = await record.page(wanted, after, 100)
            found += [each.id for each in page.lines]
            pages += 1
            if page.next is None:
                break
            after = page.next
        assert (found, pages > 1) == ([3], True)

    asyncio.run(test())


def test_a_line_that_staff_decide_about_is_kept_as_it_was_last(engine: Engine) -> None:
    async def test(store: Store) -> None:
        held = replace(LINES[0], state="held")
        record = await kept(store, [held])
        through = replace(held, state="said", let_through=Ruling("sue", 7))
        removed = replace(through, state="removed", removed=Ruling("amy", 8))
        record.note(through)
        record.note(removed)
        await record.flush()
        assert (await record.page(ALL, "", 10)).lines == (removed,)

    engine.run(test)


def test_lines_are_forgotten_after_their_time_and_no_earlier(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_record, "FORGOTTEN_AT_ONCE", 2)

    async def test(store: Store) -> None:
        record = await kept(store)
        await record.forget_before(2)
        assert await numbers(record) == [2, 3, 4, 5, 6]
        await record.forget_before(6)
        assert await numbers(record) == [4, 5, 6], "some at a time"
        await record.forget_before(6)
        await record.forget_before(6)
        assert await numbers(record) == await numbers(record, TalkFilter(patron="ann")) == [6]
        assert len(await store.records(WORDS)) == len(await store.records(PLACE)) == 1

    engine.run(test)


def test_all_that_a_person_said_is_erased_written_or_not(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_record, "FORGOTTEN_AT_ONCE", 2)

    async def test(store: Store) -> None:
        record = await kept(store)
        record.note(line(7, "ann"))
        record.note(line(8, "bob"))
        assert await store.person("talk-key:ann") is not None
        await record.erase("ann")
        assert await store.person("talk-key:ann") is None
        await record.flush()
        assert await numbers(record) == [2, 4, 5, 8]
        assert not [name for kind in (WORDS, PLACE) for name, _ in await store.records(kind) if "ann." in f"{name}."]

    engine.run(test)


def test_words_without_a_place_do_not_arise_when_a_write_fails_between_the_two(tmp_path: Path) -> None:
    class HalfStore(SqliteInProcess):
        async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
            if kind == WORDS:
                raise StoreIsLost
            return await super().keep_record(kind, name, body, version)

    async def test() -> None:
        store = HalfStore(tmp_path / "floor.db")
        record = TalkRecord(store, Lost().count)
        record.note(LINES[0])
        with pytest.raises(StoreIsLost):
            await record.flush()
        assert (await record.page(ALL, "", 10)).lines == ()
        await record.forget_before(2)
        assert await store.records(PLACE) == []

    asyncio.run(test())


class AwayStore(SqliteInProcess):
    is_away = True

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        if self.is_away and kind in (WORDS, PLACE):
            raise StoreIsLost
        return await super().keep_record(kind, name, body, version)


def test_lines_wait_for_a_lost_store_and_those_beyond_the_queue_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk_record, "WAITING_MAX", 3)
    monkeypatch.setattr(talk_record, "SECONDS_BEFORE_TRYING_AGAIN", 0.01)

    async def test() -> None:
        store, lost = AwayStore(tmp_path / "floor.db"), Lost()
        record = TalkRecord(store, lost.count)
        running = asyncio.create_task(record.run())
        for each in LINES[:5]:
            record.note(each)
        record.note(replace(LINES[0], state="removed"))
        await asyncio.sleep(0.05)
        assert (await numbers(record), lost.lines) == ([], 2)
        store.is_away = False
        async with asyncio.timeout(10):
            while len(await numbers(record)) < 3:
                await asyncio.sleep(0.01)
        assert [each.state for each in (await record.page(ALL, "", 10)).lines] == ["removed", "said", "said"]
        record.note(LINES[5])
        await record.close()
        assert (await numbers(record), lost.lines) == ([1, 2, 3, 6], 2)
        store.is_away = True
        record.note(line(7, "ann"))
        await record.close()
        assert lost.lines == 3
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(test())


# --- on a floor -------------------------------------------------------------------------------------------------------


class Clock:
    now = NOON

    def __call__(self) -> int:
        return self.now


async def opened(store: Store, clock: Clock, config: FloorConfig = TALKING) -> Floor:
    return await open_floor(config, store, KEY, clock)


async def said(floor: Floor, clock: Clock, patron: str, *texts: str) -> None:
    for text in texts:
        clock.now += 5_000
        assert floor.talk.say(patron, Say("lotus", None, text)) is None


async def texts_of(floor: Floor) -> list[str]:
    return [each.text for each in (await floor.talk.record.page(ALL, "", 100)).lines]


def test_talk_is_read_back_after_a_restart_of_the_floor(engine: Engine) -> None:
    async def test(store: Store) -> None:
        clock = Clock()
        floor = await opened(store, clock)
        await said(floor, clock, "ann", "first", "second", "third")
        _, second, first = floor.talk.heard("lotus")
        floor.talk.let_through("lotus", first.id, by="sue")
        floor.talk.remove("lotus", second.id, by="sue")
        await floor.stop()
        again = await opened(store, clock)
        assert again.talk.heard("lotus") == (), "a table begins anew"
        await said(again, clock, "bob", "fourth")
        await again.stop()
        lines = (await (await opened(store, clock)).talk.record.page(ALL, "", 100)).lines
        assert [(each.patron, each.text, each.state) for each in lines] == [
            ("ann", "first", "said"),
            ("ann", "second", "removed"),
            ("ann", "third", "held"),
            ("bob", "fourth", "held"),
        ]
        assert (lines[0].let_through, lines[1].removed) == (Ruling("sue", clock.now - 5_000),) * 2

    engine.run(test)


def test_a_running_floor_writes_talk_by_itself_and_what_is_left_when_it_is_handed_over(tmp_path: Path) -> None:
    async def test() -> None:
        store, clock = SqliteInProcess(tmp_path / "floor.db"), Clock()
        floor = await opened(store, clock)
        await floor.start()
        await said(floor, clock, "ann", "first")
        async with asyncio.timeout(10):
            while await texts_of(floor) != ["first"]:
                await asyncio.sleep(0.01)
        await said(floor, clock, "ann", "second")
        await floor.hand_over()
        assert await texts_of(floor) == ["first", "second"]
        await floor.close_handed_over()
        await store.close()

    asyncio.run(test())


def test_housekeeping_forgets_talk_after_the_days_of_the_floors_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(housekeeping, "TIDIES_EVERY_SECONDS", 1)
    assert Retention().talk_kept_days == 90

    async def test() -> None:
        store, clock = SqliteInProcess(tmp_path / "floor.db"), Clock()
        floor = await opened(store, clock)
        await said(floor, clock, "ann", "first", "second")
        await floor.talk.record.flush()
        clock.now += 90 * DAY - 2_500
        start_jobs(floor)
        async with asyncio.timeout(10):
            while await texts_of(floor) != ["second"]:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert await texts_of(floor) == ["second"], "it has some seconds left"
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_what_a_person_said_is_erased_with_the_person(tmp_path: Path) -> None:
    async def test() -> None:
        store, clock = SqliteInProcess(tmp_path / "floor.db"), Clock()
        floor = await opened(store, clock)
        await floor.start()
        ann, bob = await floor.accounts.new_guest(), await floor.accounts.new_guest()
        await said(floor, clock, ann.id, "Zanzibar")
        await said(floor, clock, bob.id, "Bermuda")
        await floor.talk.record.flush()
        await said(floor, clock, ann.id, "Zanzibar again")
        assert await erase_person(floor, ann.id) is None
        assert floor.talk.say(ann.id, Say("lotus", "hello")) == "talk_is_closed", "on a socket that is still open"
        await floor.talk.record.flush()
        assert [each.text for each in floor.talk.heard("lotus")] == await texts_of(floor) == ["Bermuda"]
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_not_even_the_file_of_the_store_holds_the_words_or_the_key_of_an_erased_person(tmp_path: Path) -> None:
    def holds(some: bytes) -> bool:
        return any(some in path.read_bytes() for path in tmp_path.iterdir())

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        record = await kept(store, [line(1, "ann", text="Zanzibar"), line(2, "bob")])
        key = await store.person("talk-key:ann")
        assert key is not None
        assert (holds(key), holds(b"Zanzibar")) == (True, False), "words are sealed"
        await record.erase("ann")
        assert (holds(key), await numbers(record)) == (False, [2])
        await store.close()

    asyncio.run(test())


def test_an_erasure_that_was_only_begun_hides_old_lines_and_no_new_ones(tmp_path: Path) -> None:
    class Interrupted(SqliteInProcess):
        async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
            raise StoreIsLost(kind, name, version)

    async def test() -> None:
        store = Interrupted(tmp_path / "floor.db")
        record = await kept(store)
        with pytest.raises(StoreIsLost):
            await record.erase("ann")
        assert await numbers(record) == [2, 4, 5]
        record.note(line(7, "ann"))
        await record.flush()
        assert await numbers(record) == [2, 4, 5, 7]

    asyncio.run(test())
