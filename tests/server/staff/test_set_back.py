"""A floor that was restored or rewound: whatever a table was doing, no card that anybody could know is dealt again."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace as replace_table
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import msgspec
import pytest
from msgspec.structs import replace

from punto.ledger.accounts import purse
from punto.server.config.demo_floor import demo_floor
from punto.server.config.table_ids import own_table
from punto.server.floor.floor import Floor
from punto.server.floor.on_demand_tables import OWN_TABLE
from punto.server.floor.open_floor import open_floor
from punto.server.floor.removed_tables import FLOOR, TABLES
from punto.server.keeping.audit import audit
from punto.server.keeping.backup import back_up, restore
from punto.server.staff.set_back import FLOOR_WAS_SET_BACK
from punto.server.staff.staff_events import On, StaffActed
from punto.server.store.interface import Store
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams import log_notes
from punto.server.streams.happened import stream_of
from punto.server.streams.log_notes import LogNotes
from punto.server.tables.house.shoe_secrets import Bound
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import table_state
from punto.table.commands import CardDrawn, Contribute, Pause, PlaceWager
from punto.table.config import Pace, TableConfig, TableKind
from punto.table.decisions.dealing import SYSTEM
from punto.table.events import CoupCancelled, CoupSettled, Event, ShoeAbandoned, ShoeCommitted, ShoeOpened, ShoeRevealed
from punto.table.state import Betting, Dealing, NeedsBurn, NeedsShoe, ShowingResult, Squeezing, Table
from punto.table.stored.event_codec import decode_event, encode_event
from punto.table.view import TableView
from tests.server.people.desks import KEY
from tests.server.played_table import Clock, PlayedTable
from tests.server.seated import seated

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
PACE = Pace(betting_ms=5_000, hurry_ms=1_000, card_ms=100, result_ms=1_000, shoe_change_ms=2_000)
BY_KIND = {table.kind: replace(table, pace=PACE) for table in reversed(DEMO.tables)}
TIMED, LIVE, OWN = (BY_KIND[kind] for kind in (TableKind.TIMED, TableKind.LIVE, TableKind.ON_DEMAND))
SQUEEZE = next(table for table in DEMO.tables if table.has_squeeze and table.kind is TableKind.TIMED)
NOON, PURSE, ANN, DIGEST = 1_800_000_000_000, 1_000_000, "ann", "ab" * 32
ELSEWHERE = replace(TIMED, id="elsewhere")


class Engine(NamedTuple):
    open: Callable[[], Awaitable[Store]]
    address: str
    schema: str = "punto"


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    file, schema = tmp_path / "floor.db", f"test_{uuid4().hex}"

    async def open_file() -> Store:
        return SqliteInProcess(file)

    if request.param == "sqlite":
        return Engine(open_file, str(file))
    address = request.getfixturevalue("postgres_address")
    return Engine(lambda: PostgresStore.open(address, schema), address, schema)


async def opened(store: Store, clock: Clock, *tables: TableConfig) -> Floor:
    return await open_floor(replace(DEMO, tables=tables), store, KEY, clock)


async def played(store: Store, config: TableConfig, clock: Clock) -> PlayedTable:
    """A table of a floor that has been opened before, and a patron with money."""
    place = replace(config, id=config.id.partition("~")[0])
    floor = await opened(store, clock, place)
    if not await floor.cashier.balance(ANN):
        await floor.cashier.buy_in(ANN, PURSE, by="amy", id="1")
    await floor.stop()
    return await PlayedTable(store, config, DEMO.book_of(place), clock).open()


async def with_a_bet(game: PlayedTable) -> None:
    await game.until(lambda table: isinstance(table.phase, Betting))
    await game.send(PlaceWager(ANN, "player", game.table.config.limits["player"].stake_min))


async def after_one_coup(game: PlayedTable) -> None:
    await with_a_bet(game)
    await game.until(lambda table: isinstance(table.phase, ShowingResult))


async def bound_with_a_contribution(game: PlayedTable) -> None:
    await game.until(lambda table: table.commitment is not None)
    await game.send(Contribute(ANN, DIGEST))


async def not_yet_burned(game: PlayedTable) -> None:
    await game.until(lambda table: isinstance(table.phase, NeedsBurn))


async def betting(game: PlayedTable) -> None:
    await after_one_coup(game)
    await with_a_bet(game)


async def dealing(game: PlayedTable) -> None:
    await betting(game)
    await game.until(lambda table: isinstance(table.phase, Dealing) and table.banker.size > 0)


async def squeezing(game: PlayedTable) -> None:
    await betting(game)
    await game.until(lambda table: isinstance(table.phase, Squeezing))


async def paused(game: PlayedTable) -> None:
    await dealing(game)
    await game.send(Pause("sue", "a card is bent"))


async def parked(game: PlayedTable) -> None:
    await betting(game)
    await game.send(Pause(SYSTEM, "restart"))


CASES = {
    "bound": (TIMED, bound_with_a_contribution),
    "not burned": (TIMED, not_yet_burned),
    "betting": (TIMED, betting),
    "dealing": (TIMED, dealing),
    "squeezing": (SQUEEZE, squeezing),
    "result": (TIMED, after_one_coup),
    "paused": (TIMED, paused),
    "parked": (TIMED, parked),
    "live, dealing": (LIVE, dealing),
    "own, betting": (replace(OWN, id=own_table(OWN.id, ANN)), betting),
}


@pytest.mark.parametrize("case", CASES)
def test_no_shoe_of_before_is_dealt_on_whatever_its_table_was_doing(engine: Engine, case: str) -> None:
    asyncio.run(_set_back(engine, *CASES[case]))


async def _set_back(engine: Engine, config: TableConfig, bring: Callable[[PlayedTable], Awaitable[None]]) -> None:
    store, clock = await engine.open(), Clock(NOON)
    game = await played(store, config, clock)
    await bring(game)
    table, settled = game.table, [event for event in game.events if isinstance(event, CoupSettled)]
    shoe = table.shoe + 1 if isinstance(table.phase, NeedsShoe) else table.shoe
    bound_by, purses = table.commitment, await store.balances([purse(ANN, DEMO.currency)])
    staked = sum(wager.stake for wager in table.wagers)
    known = await game.order() if shoe == table.shoe else []
    await store.renew_log_id("The floor was restored from monday.db.")

    after = await _table_after_a_start(store, config, clock)
    assert isinstance(after.phase, NeedsShoe)
    assert (after.shoe, after.commitment, after.wagers) == (shoe, None, ())
    assert after.unrevealed_shoes[-1] == (shoe, bound_by)
    shown = table_state(TableView(after), (), RoadBoard(shows_naturals=True).whole, (), (0, 0), str)
    assert (shown.phase, shown.abandoned) == ("shoe_change", FLOOR_WAS_SET_BACK), "patrons who come back read why"
    now = await store.balances([purse(ANN, DEMO.currency)])
    assert sum(now.values()) == sum(purses.values()) + staked, "what was settled stands, what lay goes back"
    coup = table.coup if staked else None
    assert await _staff_notes(store, clock, config) == [
        (FLOOR_WAS_SET_BACK, On(thing="floor"), "The floor was restored from monday.db.", None),
        ("abandon_shoe", On(config.id, shoe, coup), FLOOR_WAS_SET_BACK, staked or None),
    ]

    again = await PlayedTable(store, config, DEMO.book_of(config), clock).open()
    await with_a_bet(again)
    revealed = [event for event in again.events if isinstance(event, ShoeRevealed)]
    assert revealed[-1].shoe == shoe
    assert again.table.shoe == shoe + 1
    assert await again.order() != known
    await again.until(lambda table: isinstance(table.phase, ShowingResult))
    fresh, used = await again.order(), again.table.cards_used
    assert again.cards == fresh[used - len(again.cards) : used]
    assert len(settled) == sum(isinstance(event, CoupSettled) for event in await _log(store, config)) - 1
    await audit(store)
    await store.close()


async def _table_after_a_start(store: Store, config: TableConfig, clock: Clock) -> Table:
    place = replace(config, id=config.id.partition("~")[0])
    floor = await opened(store, clock, place)
    try:
        task = await seated(floor, config.id, ANN)
        if place.kind is TableKind.ON_DEMAND:
            await task._end(task.runner)  # it plays on by itself
        return task.table
    finally:
        await floor.record.close()


async def _staff_notes(store: Store, clock: Clock, config: TableConfig) -> list[tuple[object, ...]]:
    floor = await opened(store, clock, replace(config, id=config.id.partition("~")[0]))
    events = [event for _, event in await floor.staff_log.events(0, 100)]
    await floor.record.close()
    return [
        (event.action, event.on, event.reason, event.amount)
        for event in events
        if isinstance(event, StaffActed) and event.by == SYSTEM
    ]


async def _log(store: Store, config: TableConfig) -> list[Event]:
    return [decode_event(each.body) for each in await store.read(stream_of(config.id))]


def test_cards_that_were_dealt_after_a_copy_do_not_come_again_when_it_is_restored(
    engine: Engine, tmp_path: Path
) -> None:
    """Back up in mid-shoe, play three rounds, restore, start: as the fault was found."""
    asyncio.run(_restored(engine, tmp_path / "copy.db"))


async def _restored(engine: Engine, copy: Path) -> None:
    store, clock = await engine.open(), Clock(NOON)
    game = await played(store, TIMED, clock)
    await betting(game)
    await back_up(engine.address, copy, schema=engine.schema)
    game.events.clear()
    for _ in range(3):
        await after_one_coup(game)
    known = game.cards
    await store.close()
    await restore(copy, engine.address, replaces=True, schema=engine.schema)
    store = await engine.open()
    for _ in range(2):  # a crash before the first start had done anything more than open
        assert (await _table_after_a_start(store, TIMED, clock)).shoe == 1
    again = await PlayedTable(store, TIMED, DEMO.book_of(TIMED), clock).open()
    for _ in range(3):
        await after_one_coup(again)
    assert again.table.shoe == 2
    assert again.cards[: len(known)] != known
    log = await _log(store, TIMED)
    abandoned = [(event.shoe, event.by, event.reason) for event in log if isinstance(event, ShoeAbandoned)]
    assert abandoned == [(1, SYSTEM, FLOOR_WAS_SET_BACK)]
    (cancelled,) = [event for event in log if isinstance(event, CoupCancelled)]
    assert (cancelled.reason, cancelled.returned) == (FLOOR_WAS_SET_BACK, ((ANN, TIMED.limits["player"].stake_min),))
    await audit(store)
    await store.close()


def test_a_copy_that_is_served_without_being_restored_deals_no_known_card(engine: Engine, tmp_path: Path) -> None:
    async def test() -> None:
        store, clock = await engine.open(), Clock(NOON)
        await betting(await played(store, TIMED, clock))
        await store.close()
        await back_up(engine.address, tmp_path / "copy.db", schema=engine.schema)
        copy = SqliteInProcess(tmp_path / "copy.db")
        await _table_after_a_start(copy, TIMED, clock)
        log = await _log(copy, TIMED)
        assert [event.reason for event in log if isinstance(event, ShoeAbandoned)] == [FLOOR_WAS_SET_BACK]
        await copy.close()

    asyncio.run(test())


def test_a_secret_that_was_prepared_before_the_copy_is_not_the_next_shoes(engine: Engine) -> None:
    """It is sealed in the copy, and was committed to only afterwards: dealt in the history that was lost."""

    async def test() -> None:
        store, clock = await engine.open(), Clock(NOON)
        game = await played(store, TIMED, clock)
        lost = await game.shoes.prepare(TIMED.id, 1, DEMO.book_of(TIMED).deck)
        await store.renew_log_id("restored")
        again = await played(store, TIMED, clock)
        await again.until(lambda table: table.commitment is not None)
        assert again.table.commitment != lost
        await store.close()

    asyncio.run(test())


def test_a_shoe_whose_number_comes_again_is_dealt_by_its_own_secret(tmp_path: Path) -> None:
    """To a routine that has dealt the other one, as when a store goes back under a running floor."""

    async def test() -> None:
        store, clock = SqliteInProcess(tmp_path / "floor.db"), Clock(NOON)
        game = await played(store, TIMED, clock)
        await dealing(game)
        deck = DEMO.book_of(TIMED).deck
        bound = Bound(TIMED.id, game.table.shoe, await game.shoes.prepare(TIMED.id, game.table.shoe, deck))
        other = replace_table(game.table, commitment=bound.commitment)
        cards = [await game.shoes.order(bound, other.contributed, deck), await game.order()]
        used = game.table.cards_used
        commands = [await game._routine._next_card(table) for table in (other, game.table)]
        assert commands == [CardDrawn(order[used]) for order in cards]
        assert await game._routine._cards(other) == cards[0] != cards[1]
        await store.close()

    asyncio.run(test())


def test_a_table_that_left_the_floor_abandons_and_shows_its_shoe(engine: Engine) -> None:
    async def test() -> None:
        store, clock = await engine.open(), Clock(NOON)
        game = await played(store, TIMED, clock)
        await dealing(game)
        await store.keep_record(FLOOR, TABLES, msgspec.json.encode((TIMED,)))
        await store.renew_log_id("restored")
        floor = await opened(store, clock, ELSEWHERE)
        await floor.removed_tables.close()
        await floor.stop()
        last = [type(event) for event in await _log(store, TIMED)][-3:]
        assert last == [CoupCancelled, ShoeAbandoned, ShoeRevealed]
        await audit(store)
        await store.close()

    asyncio.run(test())


def test_a_table_that_was_put_away_is_not_overlooked_when_its_patron_comes_back(engine: Engine) -> None:
    """No record stands for it any more; only its shoe does."""

    async def test() -> None:
        store, clock = await engine.open(), Clock(NOON)
        own = replace(OWN, id=own_table(OWN.id, ANN))
        game = await played(store, own, clock)
        await after_one_coup(game)
        await game.until(lambda table: isinstance(table.phase, Betting))
        assert await store.records(OWN_TABLE) == []
        await store.renew_log_id("restored")
        assert isinstance((await _table_after_a_start(store, own, clock)).phase, NeedsShoe)
        await store.close()

    asyncio.run(test())


def test_a_shoe_is_played_on_after_an_ordinary_stop(engine: Engine) -> None:
    async def test() -> None:
        store, clock = await engine.open(), Clock(NOON)
        game = await played(store, TIMED, clock)
        await dealing(game)
        after = await _table_after_a_start(store, TIMED, clock)
        assert (after.phase, after.cards_out) == (game.table.phase, game.table.cards_out)
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("is_set_back", [False, True])
def test_a_shoe_of_the_first_release_is_played_on_until_the_store_is_set_back(
    engine: Engine, *, is_set_back: bool
) -> None:
    """It carries no mark."""

    async def test() -> None:
        store, clock = await engine.open(), Clock(NOON)
        game = await played(store, TIMED, clock)
        log_id, game.shoes.log_id = game.shoes.log_id, _no_log_id  # type: ignore[method-assign]
        await dealing(game)
        assert await log_id() != ""
        marks = {each.log_id for each in await _log(store, TIMED) if isinstance(each, ShoeCommitted | ShoeOpened)}
        assert marks == {""}
        if is_set_back:
            await store.renew_log_id("restored")
        after = await _table_after_a_start(store, TIMED, clock)
        assert isinstance(after.phase, NeedsShoe if is_set_back else Dealing)
        await store.close()

    asyncio.run(test())


async def _no_log_id() -> str:
    return ""


def test_the_mark_survives_in_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_notes, "EVENTS_BETWEEN", 0)

    async def test() -> None:
        store, clock = SqliteInProcess(tmp_path / "floor.db"), Clock(NOON)
        game = await played(store, TIMED, clock)
        notes = LogNotes(store, TIMED, DEMO.book_of(TIMED), "f")
        game.observers += [lambda happened: notes.count(happened.event), notes.keep]
        await after_one_coup(game)
        await asyncio.gather(*notes._tasks)
        again = LogNotes(store, TIMED, DEMO.book_of(TIMED), "f")
        assert await again.last() is not None
        assert again.log_id == await store.log_id()
        await store.close()

    asyncio.run(test())


def test_an_event_of_the_first_release_folds_without_a_mark() -> None:
    body = encode_event(ShoeCommitted(1, "c0ffee", "52x8", 5)).replace(b',"log_id":""', b"")
    assert b"log_id" not in body
    assert decode_event(body) == ShoeCommitted(1, "c0ffee", "52x8", 5)
