"""SIGHUP: a floor reads its file again, takes up what it can, says what it cannot, and never dies of it."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from punto.books.add_bets import add_bets
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import Alarms, HouseRules
from punto.server.floor.new_limits import LIMITS, SetLimits
from punto.server.floor.open_floor import open_floor
from punto.server.floor.reload import Reloading
from punto.server.floor.reload_plan import plan_reload
from punto.server.floor.removed_tables import BookIsAnother
from punto.server.jobs.start_jobs import start_jobs
from punto.server.protocol import client as protocol_client
from punto.server.protocol.client import OpenTable, WatchLobby
from punto.server.protocol.floor import Lobby
from punto.server.protocol.table_opened import TableClosed, TableOpened
from punto.server.protocol.table_private import Answer, Settlement
from punto.server.protocol.table_public import BettingOpened
from punto.server.run.serve_floor import now_ms
from punto.server.streams.happened import stream_of
from punto.table.commands import AbandonShoe, ClearAll, PlaceWager
from punto.table.state import Betting, ShowingResult
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.held_store import HeldStore
from tests.server.people.desks import KEY
from tests.server.real_server import FLOOR, Patron, run, table
from tests.server.seated import seated
from tests.server.table_behind import task_of
from tests.server.tables.test_table_task import DEMO, OWN, STAKE, TIMED, a_patron, until

PACE = "betting_ms = 800, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 100"
HURRIED = "betting_ms = 100, hurry_ms = 0, card_ms = 0, result_ms = 0, shoe_change_ms = 100"
SHORT = "cut_card = 208"


# --- what can be taken up ---------------------------------------------------------------------------------------------


def test_what_cannot_be_taken_up_is_named_and_stays() -> None:
    now = demo_floor()
    first, second, *rest = now.tables
    wanted = replace(
        now,
        name="Another name",
        alarms=Alarms(return_coups_min=5),
        house=HouseRules(auto_repeat=False),
        hand_pay_above=1,
        tables=(replace(first, title="New", denominations=(20,)), *rest, replace(second, id="added")),
    )
    plan = plan_reload(now, wanted)
    assert plan.needs_a_restart == ("hand_pay_above", "house", f"tables.{first.id}.denominations")
    assert plan.changed == (replace(first, title="New"),)
    assert [table.id for table in plan.added] == ["added"]
    assert plan.removed == (second,)
    assert (plan.config.name, plan.config.alarms) == ("Another name", Alarms(return_coups_min=5))
    assert (plan.config.house, plan.config.hand_pay_above) == (now.house, now.hand_pay_above)


def test_a_file_in_another_currency_is_left_alone() -> None:
    now = demo_floor()
    plan = plan_reload(now, replace(now, currency="EUR", name="Other", tables=now.tables[:1]))
    assert (plan.config, plan.needs_a_restart, plan.removed) == (now, ("currency",), ())


def test_the_same_file_changes_nothing() -> None:
    plan = plan_reload(demo_floor(), demo_floor())
    assert (plan.config, *plan[1:]) == (demo_floor(), (), (), (), ())


# --- a floor ----------------------------------------------------------------------------------------------------------


def test_new_limits_hold_from_the_next_shoe_on(tmp_path: Path) -> None:
    async def test() -> None:
        config = replace(DEMO, tables=(TIMED, OWN))
        floor = await open_floor(config, store := HeldStore(tmp_path / "floor.db"), KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        task = task_of(floor, TIMED.id)
        own = await seated(floor, OWN.id, await a_patron(floor))
        halved = replace(TIMED, title="Halved", limits={
            bet: replace(limit, stake_max=limit.stake_max // 2) for bet, limit in TIMED.limits.items()
        })  # fmt: skip
        async with asyncio.timeout(20):
            await until(task, Betting)
            await Reloading(floor, lambda: replace(config, tables=(halved, replace(OWN, title="Mine")))).now()
            assert task.table.config == TIMED, "the shoe is played as it was begun"
            for each in (task, own):
                await until(each, Betting)
                await each.ask(AbandonShoe("supervisor", "a test"))
                while each.table.config.title not in ("Halved", "Mine"):
                    await asyncio.sleep(0.002)
                await until(each, Betting)
            assert task.table.config == task.config == halved
            assert own.table.config == replace(OWN, id=own.id, title="Mine")
            assert {each.table: each.title for each in floor.lobby.tables} == {TIMED.id: "Halved", OWN.id: "Mine"}
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_alarms_and_the_name_are_taken_up_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        config = replace(DEMO, tables=(TIMED,))
        floor = await open_floor(config, store := HeldStore(tmp_path / "floor.db"), KEY, now_ms)
        await Reloading(floor, lambda: replace(config, name="New", alarms=Alarms(return_deviations_max=9))).now()
        assert floor.config.name == "New"
        assert floor.metrics.returns._alarms.return_deviations_max == 9
        await store.close()

    asyncio.run(test())


def test_a_table_that_comes_back_with_another_book_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        config = replace(DEMO, tables=(TIMED, OWN))
        floor = await open_floor(config, store := HeldStore(tmp_path / "floor.db"), KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        other = next(book for book in DEMO.books if book.id != TIMED.book)
        reloading = Reloading(floor, lambda: replace(config, tables=(OWN,)))
        await reloading.now()
        async with asyncio.timeout(20):
            while TIMED.id in floor.tables:
                await asyncio.sleep(0.01)
        await floor.store.keep_record("floor", "tables", msgspec.json.encode(config.tables))  # as if it were not closed
        await Reloading(floor, lambda: replace(config, tables=(OWN, replace(TIMED, book=other.id)))).now()
        assert [each.id for each in floor.config.tables] == [OWN.id]
        assert (await floor.staff_log.events(0, 100))[-1][1].refusal == "file_is_wrong"
        await floor.stop()
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("bets", ["dragon-7", None])
def test_another_book_is_refused_as_a_restart_would_refuse_it_and_costs_no_limits(
    tmp_path: Path, bets: str | None
) -> None:
    """A restart is no remedy: the table needs another id, and the file says nothing about limits that were set."""
    other = next(book for book in DEMO.books if book.id != TIMED.book)
    book = add_bets(DEMO.book_of(TIMED), [bets]) if bets else other
    limit = replace(TIMED.limits["player"], stake_max=TIMED.limits["player"].stake_max // 2)
    config = replace(DEMO, tables=(TIMED, OWN))
    file = replace(
        config,
        name="New",
        books=(*DEMO.books, book),
        tables=(replace(TIMED, book=book.id, limits=TIMED.limits | {"player": limit}), OWN),
    )

    async def test() -> None:
        store = HeldStore(tmp_path / "floor.db")
        set_limits = SetLimits(TIMED.limits, TIMED.limits, None, TIMED.difference_max, shoe=9, by="sue", at=1)
        await store.keep_record(LIMITS, TIMED.id, msgspec.json.encode(set_limits))
        floor = await open_floor(config, store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        await floor.removed_tables.close()  # notes what the tables play
        with structlog.testing.capture_logs() as logged:
            await Reloading(floor, lambda: file).now()
        [said] = [line for line in logged if line["event"] == "floor_file_is_wrong"]
        assert said["faults"] == (
            f"table {TIMED.id!r} has played {TIMED.book!r}: give the table that plays {book.id!r} another id",
        )
        assert floor.config.name == config.name
        await floor.stop()
        with pytest.raises(BookIsAnother):
            await open_floor(file, store, KEY, now_ms)
        assert await store.record(LIMITS, TIMED.id) is not None
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("times", [1, 3])
def test_a_table_that_is_put_back_while_it_closes_has_one_task(tmp_path: Path, times: int) -> None:
    async def test() -> None:
        tasks: set[asyncio.Task[None]] = set()
        config = replace(DEMO, tables=(TIMED, OWN))
        floor = await open_floor(config, store := HeldStore(tmp_path / "floor.db"), KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        closing, patron = task_of(floor, TIMED.id), await a_patron(floor)
        async with asyncio.timeout(20):
            await until(closing, Betting)
            assert (await closing.ask(PlaceWager(patron, "player", STAKE))).refusal is None
            for _ in range(times):
                await Reloading(floor, lambda: replace(config, tables=(OWN,))).now()
                await Reloading(floor, lambda: config).now()
                tasks |= set(floor.background.tasks)
            assert floor.tables[TIMED.id] is closing, "its round is not over"
            while floor.tables.get(TIMED.id) in (None, closing):
                await asyncio.sleep(0.002)
            again = task_of(floor, TIMED.id)
            epoch = (await store.streams())[stream_of(TIMED.id)].epoch
            await until(again, ShowingResult)
            await until(again, Betting)
        assert (await store.streams())[stream_of(TIMED.id)].epoch == epoch, "nobody else has claimed it"
        assert again.table.wagers == ()
        assert [task.exception() for task in tasks if task.done() and task.exception()] == []
        assert floor.tables[TIMED.id] is again
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_a_place_of_own_tables_that_is_put_back_while_they_close_is_shown_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        tasks: set[asyncio.Task[None]] = set()
        config = replace(DEMO, tables=(TIMED, OWN))
        floor = await open_floor(config, store := HeldStore(tmp_path / "floor.db"), KEY, now_ms)
        await floor.start()
        patron = await a_patron(floor)
        door = await floor.places.door(OWN.id, patron)
        assert door is not None
        async with asyncio.timeout(20):
            await until(task_of(floor, door.id), Betting)
            assert (await door.ask(PlaceWager(patron, "player", STAKE))).refusal is None
            for _ in range(2):
                await Reloading(floor, lambda: replace(config, tables=(TIMED,))).now()
                tasks |= set(floor.background.tasks)
                await asyncio.sleep(0)
                await Reloading(floor, lambda: config).now()
                assert OWN.id in {each.table for each in floor.lobby.tables}
            assert (await door.ask(ClearAll(patron))).refusal is None
            while door.id in floor.tables:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)
        assert [task.exception() for task in tasks if task.done() and task.exception()] == []
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_a_table_is_taken_away_though_the_store_is_lost_meanwhile(tmp_path: Path) -> None:
    async def test() -> None:
        config = replace(DEMO, tables=(TIMED, OWN))
        floor = await open_floor(config, store := HeldStore(tmp_path / "floor.db"), KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        async with asyncio.timeout(20):
            await until(task_of(floor, TIMED.id), Betting)
            store.is_lost = True
            await Reloading(floor, lambda: replace(config, tables=(OWN,))).now()
            while TIMED.id in floor.tables:
                await asyncio.sleep(0.01)
            store.is_lost = False
            while True:
                kept = msgspec.json.decode(await store.record("floor", "tables") or b"[]", type=list[dict[str, object]])
                if [each["id"] for each in kept] == [OWN.id]:
                    break
                await asyncio.sleep(0.01)
        await floor.stop()
        await store.close()

    asyncio.run(test())


# --- a process --------------------------------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, *tables: str) -> Iterator[ServerProcess]:
    (folder / "floor.toml").write_text(FLOOR + "".join(tables), encoding="utf-8")
    server = ServerProcess(folder / "floor.toml", str(folder / "floor.db"), folder)
    server.start()
    try:
        yield server
        assert server.is_alive
    finally:
        assert server.stop() == 0


async def reloaded(server: ServerProcess, event: str, times: int = 1) -> dict[str, Any]:
    os.kill(server.pid, signal.SIGHUP)
    return await written(server, event, times)


async def written(server: ServerProcess, event: str, times: int) -> dict[str, Any]:
    """The line that the server writes about it."""
    async with asyncio.timeout(20):
        while True:
            lines = [line for line in server.log.splitlines() if f'"{event}"'.encode() in line]
            if len(lines) >= times:
                return msgspec.json.decode(lines[-1], type=dict[str, Any])
            await asyncio.sleep(0.02)


def test_a_floor_takes_its_file_up_while_it_runs(tmp_path: Path) -> None:
    first, gone = table("first", HURRIED, more=SHORT), table("gone", PACE)

    async def test(server: ServerProcess) -> None:
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "first", "gone")
        patron.say(WatchLobby(on=True))
        await patron.hears(lambda heard: isinstance(heard, BettingOpened) and heard.table == "gone")
        patron.say(protocol_client.PlaceWager(id="1", table="gone", bet="player", stake=500))
        await patron.hears(lambda heard: isinstance(heard, Answer) and heard.outcome == "accepted")
        wanted = FLOOR.replace("Test floor", "New name").replace("[safety]", "[safety]\nsockets_max = 9_000")
        wanted += first.replace("5_000", "4_000") + table("new", PACE)
        (tmp_path / "floor.toml").write_text(wanted, encoding="utf-8")
        began = len(patron.heard)
        said = await reloaded(server, "floor_is_reloaded")
        assert said["added"] == ["new"]
        assert said["changed_at_the_next_shoe"] == ["first"]
        assert said["removed_after_the_round"] == ["gone"]
        assert said["needs_a_restart"] == ["safety"]
        await patron.hears(lambda heard: isinstance(heard, Settlement) and heard.table == "gone", began)
        closed = await patron.hears(lambda heard: isinstance(heard, TableClosed), began)
        assert closed == TableClosed("gone", "removed")
        lobby = await patron.hears(lambda heard: isinstance(heard, Lobby), began)
        assert isinstance(lobby, Lobby)
        assert {each.table for each in lobby.tables} == {"first", "new"}
        patron.say(OpenTable("new"))
        await patron.hears(lambda heard: isinstance(heard, BettingOpened) and heard.table == "new", began)
        opened = await patron.hears(_is_opened("first"), began)
        assert isinstance(opened, TableOpened)
        assert {field.stake_max for field in opened.info.fields} == {400_000}

    with serving(tmp_path, first, gone) as server:
        run(test(server))
        assert server.trouble == []


def _is_opened(name: str) -> Any:
    return lambda heard: isinstance(heard, TableOpened) and heard.info.table == name


def test_a_wrong_file_changes_nothing_and_every_fault_of_it_is_said(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        wrong = FLOOR.replace('name = "Test floor"', "name = 5") + table("first", PACE).replace("chips", "chipz")
        (tmp_path / "floor.toml").write_text(wrong, encoding="utf-8")
        said = await reloaded(server, "floor_file_is_wrong")
        path = tmp_path / "floor.toml"
        assert said["faults"][0] == f"{path}:2: name: expected a text, got a whole number"
        assert "chipz: no such key; is chips meant?" in said["faults"][1]
        assert len(said["faults"]) == 2
        path.unlink()
        said = await reloaded(server, "floor_file_is_wrong", times=2)
        assert said["faults"] == [f"{path}: No such file or directory"]
        (guest,) = await let_in(server.address, 1)
        patron = await Patron(guest).come(server.address, "first")
        await patron.hears(lambda heard: isinstance(heard, BettingOpened))

    with serving(tmp_path, table("first", PACE)) as server:
        run(test(server))


def test_the_demo_floor_says_that_there_is_nothing_to_reload(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        said = await reloaded(server, "nothing_to_reload")
        assert "--config" in said["reason"]
        os.killpg(server.pid, signal.SIGHUP)  # a terminal tells everybody, the store's writer too
        await written(server, "nothing_to_reload", times=2)
        await let_in(server.address, 1)

    server = ServerProcess(tmp_path / "none.toml", str(tmp_path / "floor.db"), tmp_path)
    del server._command[4:6]
    server.start()
    try:
        run(test(server))
        assert server.is_alive
        assert server.trouble == []
    finally:
        assert server.stop() == 0


def test_a_signal_while_the_floor_opens_is_no_death(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(FLOOR + table("first", PACE), encoding="utf-8")
    server = ServerProcess(tmp_path / "floor.toml", str(tmp_path / "floor.db"), tmp_path)
    is_open, sent = threading.Event(), []

    def send() -> None:
        while not is_open.wait(0.01):
            if server.is_alive and _ignores_hup(server.pid):
                os.kill(server.pid, signal.SIGHUP)
                sent.append(server.pid)

    sender = threading.Thread(target=send)
    sender.start()
    try:
        server.start()
    finally:
        is_open.set()
        sender.join()
    assert sent
    assert server.stop() == 0


def _ignores_hup(pid: int) -> bool:
    """Before Python has begun to run our program, nobody could."""
    status = Path(f"/proc/{pid}/status").read_text()
    ignored = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")), 16)
    return bool(ignored >> (signal.SIGHUP - 1) & 1)
