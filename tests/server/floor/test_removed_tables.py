"""Tables that have left the floor's file with bets on them: every stake goes back, and is said to have."""

import asyncio
from dataclasses import replace as replace_book
from pathlib import Path

import pytest
import structlog
from msgspec.structs import replace

from punto.books import INTERBLOCK
from punto.books.add_bets import add_bets
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.on_demand_tables import OWN_TABLE
from punto.server.floor.open_floor import open_floor
from punto.server.floor.removed_tables import BookIsAnother
from punto.server.jobs.start_jobs import start_jobs
from punto.server.keeping.audit import audit
from punto.server.run.serve_floor import now_ms
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.table_task import TableTask
from punto.table.commands import PlaceWager
from punto.table.config import Pace, TableConfig, TableKind
from punto.table.state import Betting, Dealing, Phase
from tests.server.people.desks import KEY
from tests.server.seated import seated
from tests.server.table_behind import task_of

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
SLOW = Pace(betting_ms=150, hurry_ms=100, card_ms=60_000, result_ms=100, shoe_change_ms=0)
OWN = next(table for table in DEMO.tables if table.kind is TableKind.ON_DEMAND)
TIMED = replace(next(table for table in DEMO.tables if table.kind is TableKind.TIMED), pace=SLOW)
OTHER = replace(OWN, id="elsewhere")
OTHER_BOOK = next(table for table in DEMO.tables if table.kind is TableKind.TIMED and table.book != OWN.book)


def floor_of(*tables: TableConfig) -> FloorConfig:
    return replace(DEMO, tables=tables)


async def until(task: TableTask, phase: type[Phase]) -> None:
    async with asyncio.timeout(20):
        while not isinstance(task.table.phase, phase):
            await asyncio.sleep(0.005)


async def killed_with_a_bet_on(store: SqliteInProcess, config: FloorConfig, phase: type[Phase]) -> tuple[str, int]:
    """A patron whose bet lies when the floor dies, and what the purse held before it."""
    floor = await open_floor(config, store, KEY, now_ms)
    start_jobs(floor)
    await floor.start()
    await floor.removed_tables.close()
    patron = (await floor.accounts.new_guest()).id
    await floor.cashier.play_credits(patron)
    before = await floor.cashier.balance(patron)
    task = await seated(floor, config.tables[0].id, patron)
    await until(task, Betting)
    stake = config.tables[0].limits["player"].stake_min
    assert (await task.ask(PlaceWager(patron, "player", stake))).refusal is None
    await until(task, phase)
    assert await floor.cashier.balance(patron) == before - stake
    for each in (*floor.background.tasks, task.runner):
        assert each is not None
        each.cancel()
    return patron, before


@pytest.mark.parametrize(
    ("earlier", "now", "phase"),
    [
        (OWN, OTHER, Betting),
        (TIMED, OTHER, Betting),
        (TIMED, OTHER, Dealing),
        (OWN, replace(TIMED, id=OWN.id), Betting),  # the id is there, but means another table
        (replace(TIMED, id=OWN.id), OWN, Dealing),
        (OWN, replace(OTHER_BOOK, id=OWN.id), Betting),
    ],
    ids=["own", "timed", "timed, dealt", "own to timed", "timed to own", "own to timed with another book"],
)
def test_every_stake_goes_back(tmp_path: Path, earlier: TableConfig, now: TableConfig, phase: type[Phase]) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, purse = await killed_with_a_bet_on(store, floor_of(earlier), phase)
        floor = await open_floor(floor_of(now), store, KEY, now_ms)
        with structlog.testing.capture_logs() as logged:
            await floor.removed_tables.close()
            await floor.removed_tables.close()
        assert await floor.cashier.balance(patron) == purse
        (said,) = [line for line in logged if line["event"] == "coup_is_cancelled"]
        assert (said["patrons"], said["returned"]) == (1, earlier.limits["player"].stake_min)
        assert said["table"].startswith(earlier.id)
        await floor.record.flush()
        (play,) = await store.plays(patron)
        assert (play.table, play.status, play.staked) == (said["table"], "cancelled", play.returned)
        assert await store.records(OWN_TABLE) == []
        assert not any(balance for account, balance in (await store.every_balance()).items() if "escrow" in account)
        await audit(store)
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_a_table_that_comes_back_goes_on_without_the_bet(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, purse = await killed_with_a_bet_on(store, floor_of(TIMED), Dealing)
        floor = await open_floor(floor_of(OTHER), store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()  # it does so by itself
        async with asyncio.timeout(20):
            while await floor.cashier.balance(patron) != purse:
                await asyncio.sleep(0.005)
        await floor.stop()
        again = await open_floor(floor_of(TIMED), store, KEY, now_ms)
        assert not await again.has_bets(patron)
        await again.start()
        await until(task_of(again, TIMED.id), Betting)
        await again.stop()
        await store.close()

    asyncio.run(test())


def test_a_table_whose_book_is_gone_keeps_its_stakes_until_it_is_back(tmp_path: Path) -> None:
    book = replace_book(INTERBLOCK, id="house-book")
    earlier = replace(floor_of(replace(TIMED, book="house-book")), books=(book, *DEMO.books))

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, purse = await killed_with_a_bet_on(store, earlier, Dealing)
        floor = await open_floor(floor_of(OTHER), store, KEY, now_ms)
        with structlog.testing.capture_logs() as logged:
            await floor.removed_tables.close()
        assert [(line["event"], line["table"]) for line in logged] == [("table_cannot_be_closed", TIMED.id)]
        assert await floor.cashier.balance(patron) < purse
        await floor.stop()
        with_book = await open_floor(replace(floor_of(OTHER), books=earlier.books), store, KEY, now_ms)
        await with_book.removed_tables.close()
        assert await with_book.cashier.balance(patron) == purse
        await with_book.stop()
        await store.close()

    asyncio.run(test())


def test_a_table_of_a_book_from_a_file_with_added_bets_gives_its_stakes_back(tmp_path: Path) -> None:
    """No table plays just that book any more; the file it came from is still named."""
    base = replace_book(INTERBLOCK, id="house-book")
    book = add_bets(base, ["dragon-7"])
    earlier = replace(floor_of(replace(TIMED, book=book.id)), books=(book, *DEMO.books), base_books=(base,))
    now = replace(floor_of(OTHER), books=(add_bets(base, ["panda-8"]), *DEMO.books), base_books=(base,))

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, purse = await killed_with_a_bet_on(store, earlier, Dealing)
        floor = await open_floor(now, store, KEY, now_ms)
        await floor.removed_tables.close()
        assert await floor.cashier.balance(patron) == purse
        await floor.stop()
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("phase", [Betting, Dealing])
def test_a_table_whose_rules_have_changed_gives_the_stakes_back_and_takes_another_shoe(
    tmp_path: Path, phase: type[Phase]
) -> None:
    book = replace_book(INTERBLOCK, id="house-book")
    earlier = replace(floor_of(replace(TIMED, book="house-book")), books=(book, *DEMO.books))
    changed = replace_book(book, bets=tuple(bet for bet in book.bets if bet.id != "tie"))
    without_tie = {bet: limit for bet, limit in TIMED.limits.items() if bet != "tie"}
    now = replace(floor_of(replace(TIMED, book="house-book", limits=without_tie)), books=(changed, *DEMO.books))

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, purse = await killed_with_a_bet_on(store, earlier, phase)
        floor = await open_floor(now, store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        await until(task_of(floor, TIMED.id), Betting)
        assert task_of(floor, TIMED.id).table.shoe == 2
        assert await floor.cashier.balance(patron) == purse
        await floor.stop()
        await audit(store)
        await store.close()

    asyncio.run(test())


def test_a_table_with_another_book_needs_another_id(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await killed_with_a_bet_on(store, floor_of(TIMED), Dealing)
        with pytest.raises(BookIsAnother, match=f"table '{TIMED.id}' has played '{TIMED.book}'.*another id"):
            await open_floor(floor_of(replace(TIMED, book="multicolor")), store, KEY, now_ms)
        await store.close()

    asyncio.run(test())


def test_a_table_that_cannot_be_read_closes_no_other(tmp_path: Path) -> None:
    """Its book has kept its id, and has another deck."""
    book = replace_book(INTERBLOCK, id="house-book")
    played = replace(TIMED, book="house-book")
    beside = replace(TIMED, id="beside", pace=replace(SLOW, card_ms=10))
    earlier = replace(floor_of(played, beside), books=(book, *DEMO.books))
    multicolor = next(book for book in DEMO.books if book.id == "multicolor")
    other_cards = replace_book(multicolor, id="house-book")
    limits = {bet.id: TIMED.limits["player"] for bet in other_cards.bets}
    now = replace(floor_of(replace(played, limits=limits), beside), books=(other_cards, *DEMO.books))

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await killed_with_a_bet_on(store, earlier, Dealing)
        with structlog.testing.capture_logs() as logged:
            floor = await open_floor(now, store, KEY, now_ms)
        assert [line["table"] for line in logged if line["event"] == "table_cannot_be_read"] == [played.id]
        assert set(floor.tables) == {"beside"}
        start_jobs(floor)
        await floor.start()
        await until(task_of(floor, "beside"), Betting)
        await floor.stop()
        await store.close()

    asyncio.run(test())
