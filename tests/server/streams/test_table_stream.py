"""A table on a real store: batches, repeats, restarts and rivals."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.protocol.refusals import AnyRefusal
from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.store.values import Change, Refused, StoreRefusal
from punto.server.streams.happened import stream_of
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.table.commands import ClearAll, Command, PlaceWager, Tick
from punto.table.refusals import Refusal
from punto.table.state import Betting
from punto.trials.torture.audit import Auditor
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.floor import CURRENCY, PATRONS, TABLES, Shoes, house_request
from punto.trials.torture.simulation import buy_in

JADE, BOOK = TABLES[0]
CONFIG = replace(JADE, pace=replace(JADE.pace, shoe_change_ms=0))
NOW = 1_000_000
BET_100 = Request(PlaceWager("p1", "player", 100), "p1:1")


def on_a_table(test: Callable[[SqliteInProcess, TableStream], Awaitable[None]], folder: Path) -> None:
    """Run a test on a table whose betting is open."""

    async def run() -> None:
        store = SqliteInProcess(str(folder / "floor.db"))
        await buy_in(store, Auditor(TABLES, CURRENCY))
        stream = await TableStream.open(store, CONFIG, BOOK)
        for _ in range(3):
            await stream.handle([house_request(stream.table, Shoes(1), NOW)], NOW)
        assert isinstance(stream.table.phase, Betting)
        await test(store, stream)
        await store.close()

    asyncio.run(run())


def test_commands_that_wait_are_stored_together_and_answered_in_order(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        before = stream.version
        commands: list[Command] = [PlaceWager(patron, "tie", 40) for patron in PATRONS]
        answers = await stream.handle([Request(each, f"{index}") for index, each in enumerate(commands)], NOW)
        assert [answer.version for answer in answers] == [before + 1 + place for place in range(len(PATRONS))]
        assert (await store.balances(["purse:EUR:p4"])) == {"purse:EUR:p4": 1_960}

    on_a_table(test, tmp_path)


def test_the_same_id_twice_gets_the_first_answer_whatever_happened_between(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        (first,) = await stream.handle([BET_100], NOW)
        await stream.handle([Request(ClearAll("p1"), "p1:2")], NOW)
        await stream.handle([Request(Tick())], NOW + 60_000)  # betting is closed by now
        assert await stream.handle([BET_100], NOW + 60_000) == [first]
        assert (await store.balances(["purse:EUR:p1"])) == {"purse:EUR:p1": 2_000}

    on_a_table(test, tmp_path)


@pytest.mark.parametrize("command", [PlaceWager("p1", "player", 100), ClearAll("p1")])
def test_the_same_id_twice_in_one_batch_is_done_once(tmp_path: Path, command: Command) -> None:
    """Clearing twice would be refused the second time, betting twice would be done twice."""

    async def test(_store: SqliteInProcess, stream: TableStream) -> None:
        await stream.handle([Request(PlaceWager("p1", "player", 100), "p1:0")], NOW)
        request = Request(command, "p1:1")
        first, other, again = await stream.handle([request, Request(PlaceWager("p2", "tie", 20), "p2:1"), request], NOW)
        assert first == again
        assert first.refusal is None
        assert other.refusal is None
        assert stream.table.seat("p1").staked in (0, 200)

    on_a_table(test, tmp_path)


def test_a_purse_that_another_table_has_emptied_is_short(tmp_path: Path) -> None:
    """What is decided on an old balance is refused by the store, and the rest of the batch is decided again."""

    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        await spend_elsewhere(store, 1_950)
        with_old_balance(store)
        requests = [BET_100, Request(PlaceWager("p2", "tie", 20), "p2:1"), Request(ClearAll("p1"), "p1:2")]
        answers = await stream.handle(requests, NOW)
        assert [answer.refusal for answer in answers] == [Refusal.CREDIT_IS_SHORT, None, Refusal.NOTHING_TO_CLEAR]

    on_a_table(test, tmp_path)


def test_a_restart_resumes_where_it_stopped(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        await stream.handle([BET_100], NOW)
        again = await TableStream.open(store, CONFIG, BOOK)
        assert (again.table, again.version) == (stream.table, stream.version)
        assert await again.handle([BET_100], NOW) == [TableAnswer(stream.version)]
        with pytest.raises(StreamIsTaken):
            await stream.handle([Request(PlaceWager("p1", "player", 20), "p1:9")], NOW)

    on_a_table(test, tmp_path)


def test_a_change_with_an_old_epoch_is_refused_by_the_store(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        old = await store.claim(stream_of("jade"))
        await store.claim(stream_of("jade"))
        outcomes = await store.commit([Change(stream_of("jade"), old.epoch, stream.version, (b"{}",))])
        assert outcomes == [Refused(StoreRefusal.EPOCH_IS_OLD)]

    on_a_table(test, tmp_path)


# --- batches under way ------------------------------------------------------------------------------------------------


async def finished(stream: TableStream) -> list[AnyRefusal | None]:
    refusals = []
    while stream.is_under_way:
        refusals += [answer.refusal for answer in await stream.finish()]
    return refusals


def with_old_balance(store: SqliteInProcess) -> None:
    """The table believes that p1 has 2,000, of which 50 are left."""
    balances = store.balances

    async def stale(accounts: list[str]) -> dict[str, int]:
        return {**await balances(accounts), "purse:EUR:p1": 2_000}

    store.balances = stale  # type: ignore[method-assign, assignment]


async def spend_elsewhere(store: SqliteInProcess, amount: int) -> None:
    claim = await store.claim("elsewhere")
    spent = {"purse:EUR:p1": -amount, "house:EUR": amount}
    await store.commit([Change("elsewhere", claim.epoch, 0, (b"{}",), spent)])


def test_a_batch_is_decided_on_the_state_the_previous_one_leads_to(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        before = stream.table
        await stream.begin([Request(PlaceWager("p1", "player", 1_000), "p1:1")], NOW)
        await stream.begin([Request(PlaceWager("p1", "banker", 1_000), "p1:2")], NOW)
        await stream.begin([Request(PlaceWager("p1", "tie", 20), "p1:3")], NOW)
        await stream.begin([Request(ClearAll("p1"), "p1:4"), Request(PlaceWager("p1", "tie", 40), "p1:5")], NOW)
        assert stream.table is before, "nothing is believed before it is durable"
        assert not stream.has_room
        assert await finished(stream) == [None, None, Refusal.CREDIT_IS_SHORT, None, None]
        assert stream.table.seat("p1").stakes == (("tie", 40),)
        assert (await store.balances(["purse:EUR:p1"])) == {"purse:EUR:p1": 1_960}

    on_a_table(test, tmp_path)


def test_when_a_batch_turns_out_differently_the_next_ones_are_decided_again(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        await spend_elsewhere(store, 1_950)
        with_old_balance(store)
        await stream.begin([BET_100, Request(PlaceWager("p2", "tie", 20), "p2:1")], NOW)
        await stream.begin([Request(ClearAll("p1"), "p1:2"), Request(PlaceWager("p3", "tie", 20), "p3:1")], NOW)
        assert await finished(stream) == [Refusal.CREDIT_IS_SHORT, None, Refusal.NOTHING_TO_CLEAR, None]
        assert {patron for patron, seat in stream.table.seats.items() if seat.stakes} == {"p2", "p3"}

    on_a_table(test, tmp_path)


def test_a_refusal_on_a_state_that_never_came_about_is_decided_again(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        await spend_elsewhere(store, 1_950)
        with_old_balance(store)
        await stream.begin([Request(PlaceWager("p1", "player", 1_000), "p1:1")], NOW)
        await stream.begin([Request(PlaceWager("p1", "banker", 1_000), "p1:2")], NOW)
        await stream.begin([Request(PlaceWager("p1", "tie", 40), "p1:3")], NOW)  # nothing would be left for it
        assert await finished(stream) == [Refusal.CREDIT_IS_SHORT, Refusal.CREDIT_IS_SHORT, None]
        assert stream.table.seat("p1").stakes == (("tie", 40),)

    on_a_table(test, tmp_path)


def test_the_same_id_in_two_batches_under_way_is_done_once(tmp_path: Path) -> None:
    async def test(_store: SqliteInProcess, stream: TableStream) -> None:
        await stream.begin([BET_100], NOW)
        await stream.begin([BET_100, Request(PlaceWager("p2", "tie", 20), "p2:1")], NOW)
        await stream.begin([Request(PlaceWager("p3", "tie", 20), "p3:1")], NOW)
        (first,) = await stream.finish()
        again, other = await stream.finish()
        assert first == again
        assert not stream.has_room, "what comes next is decided after what must be decided again"
        (last,) = await stream.finish()
        assert (other.refusal, last.refusal) == (None, None)
        assert stream.table.seat("p1").stakes == (("player", 100),)
        assert stream.has_room

    on_a_table(test, tmp_path)


@pytest.mark.parametrize("batches", [1, 2])
def test_another_command_under_the_id_of_one_under_way_is_refused_by_name(tmp_path: Path, batches: int) -> None:
    """Whether it would be done, or refused for another reason, or has a round where the first had none."""

    async def test(_store: SqliteInProcess, stream: TableStream) -> None:
        others = [
            Request(PlaceWager("p1", "player", 500), "p1:1"),
            Request(PlaceWager("p1", "player", 7), "p1:1"),
            Request(BET_100.command, "p1:1", round=(1, 1)),
            Request(Tick(), "p1:1"),
        ]
        for requests in [[BET_100, *others]] if batches == 1 else [[BET_100], others]:
            await stream.begin(requests, NOW)
        assert await finished(stream) == [None, *["id_was_used"] * len(others)]
        assert stream.table.seat("p1").stakes == (("player", 100),)
        assert [answer.refusal for answer in await stream.handle([*others, BET_100], NOW)] == [
            *["id_was_used"] * len(others),
            None,
        ]

    on_a_table(test, tmp_path)


def test_an_id_that_was_refused_may_be_used_again(tmp_path: Path) -> None:
    async def test(_store: SqliteInProcess, stream: TableStream) -> None:
        refused, bet = Request(ClearAll("p1"), "p1:1"), Request(PlaceWager("p1", "tie", 40), "p1:1")
        answers = [*await stream.handle([refused], NOW), *await stream.handle([bet], NOW)]
        assert [answer.refusal for answer in answers] == ["nothing_to_clear", None]

    on_a_table(test, tmp_path)


def test_a_store_that_is_lost_loses_all_that_was_under_way(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        async def lost(_: object) -> list[object]:
            raise StoreIsLost

        commit, store.commit = store.commit, lost  # type: ignore[method-assign, assignment]
        await stream.begin([BET_100], NOW)
        await stream.begin([Request(PlaceWager("p2", "tie", 20), "p2:1")], NOW)
        for _ in range(2):
            with pytest.raises(StoreIsLost):
                await stream.finish()
        store.commit = commit  # type: ignore[method-assign]
        assert [answer.refusal for answer in await stream.handle([BET_100], NOW)] == [None]

    on_a_table(test, tmp_path)
