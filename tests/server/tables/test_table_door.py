"""The contract of every table's door. `DOORS` lists the kinds there are; a table on another node adds one."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol, cast

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.people.limits.own_limits import WantedLimits
from punto.server.protocol.parts import Offset
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableOpened, TableResumed
from punto.server.protocol.table_private import Seat, StakesReturned, Wagers
from punto.server.protocol.table_public import PublicMessage
from punto.server.run.serve_floor import now_ms
from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Outcome
from punto.server.streams.request import Request, TableAnswer
from punto.server.tables.table_door import TableDoor
from punto.server.telling.bus import Interrupted, Notice, patron_channel, table_channel
from punto.server.telling.listener import Listener
from punto.table.commands import AutoRepeat, CancelCoup, ChooseSqueeze, ClearAll, Pause, PlaceWager, Resume
from punto.table.config import Pace, TableKind
from tests.server.people.desks import KEY
from tests.server.pits.lending_floor import Lending
from tests.server.table_behind import task_of

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
PACE = Pace(betting_ms=60_000, hurry_ms=100, card_ms=1, result_ms=600, shoe_change_ms=0)
TIMED = replace(next(table for table in DEMO.tables if table.kind is TableKind.TIMED), pace=PACE)
STAKE = TIMED.limits["player"].stake_min
_DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def message(frame: bytes) -> ServerMessage:
    return _DECODER.decode(frame[frame.index(b"{") :])


class Ear:
    """Subscribes to a table, and remembers public versions in the order they come."""

    def __init__(self) -> None:
        self.versions: list[int] = []

    def hear(self, frame: bytes, _table: str) -> None:
        heard = message(frame)
        assert isinstance(heard, PublicMessage)
        self.versions.append(heard.version)

    def heed(self, notice: Notice) -> None:
        raise AssertionError(notice)


class PrivateEar:
    """Subscribes to a patron, and remembers what tells fields."""

    def __init__(self) -> None:
        self.wagers: list[Wagers] = []
        self.returned: list[StakesReturned] = []

    def hear(self, frame: bytes, _table: str) -> None:
        match message(frame):
            case Wagers() as wagers:
                self.wagers.append(wagers)
            case StakesReturned() as returned:
                self.returned.append(returned)

    def heed(self, notice: Notice) -> None:
        raise AssertionError(notice)


class DeafSocket:
    tables: Mapping[str, object] = MappingProxyType({})

    def send(self, frame: bytes) -> None:
        pass

    def end(self, code: int, reason: str) -> None:
        pass


PlayedBy = Callable[[Floor, SqliteInProcess], Awaitable[None]]


async def in_this_process(_floor: Floor, _store: SqliteInProcess) -> None:
    pass


async def in_a_pit(floor: Floor, store: SqliteInProcess) -> None:
    """On the same store: what a test does to it happens to both."""
    lending = Lending(floor)
    lending.hire("pit", store)
    await lending.until_lent(TIMED.id)


DOORS: list[PlayedBy] = [in_this_process, in_a_pit]


class House:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.door: TableDoor = floor.tables[TIMED.id]
        self.is_lent = TIMED.id in floor.tables.lent()

    async def patron(self) -> str:
        """Somebody with a purse, and online."""
        patron = (await self.floor.accounts.new_guest()).id
        await self.floor.cashier.play_credits(patron)
        self.floor.online.came(cast(Listener, DeafSocket()), patron, "")
        return patron


class AtATable(Protocol):
    def __call__(
        self, test: Callable[[House], Awaitable[None]], kind_of_store: type[SqliteInProcess] = SqliteInProcess
    ) -> None: ...


@pytest.fixture(params=DOORS, ids=lambda played_by: played_by.__name__)
def at_a_table(request: pytest.FixtureRequest, tmp_path: Path) -> AtATable:
    """Runs a test at a table that takes bets, through each kind of door."""

    def run(test: Callable[[House], Awaitable[None]], kind_of_store: type[SqliteInProcess] = SqliteInProcess) -> None:
        asyncio.run(_run(test, kind_of_store(tmp_path / "floor.db"), request.param))

    return run


async def _run(test: Callable[[House], Awaitable[None]], store: SqliteInProcess, played_by: PlayedBy) -> None:
    floor = await open_floor(replace(DEMO, tables=(TIMED,)), store, KEY, now_ms)
    await floor.start()
    async with asyncio.timeout(20):
        await played_by(floor, store)
        house = House(floor)
        while (await house.door.look()).betting is None:
            await asyncio.sleep(0.002)
        await test(house)
    await floor.stop()
    await store.close()


def test_who_follows_gets_a_snapshot_then_the_seat_then_every_later_message_once(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann, ear = await house.patron(), Ear()
        opened, seat = map(message, await house.door.follow(ann, None))
        house.floor.bus.subscribe(table_channel(house.door.id), ear)
        assert isinstance(opened, TableOpened)
        assert isinstance(seat, Seat)
        for _ in range(2):
            await house.door.ask(Pause("sue", "malfunction"))
            await house.door.ask(Resume("sue"))
        first = opened.offset.version + 1
        assert ear.versions == list(range(first, first + 4))
        house.floor.bus.unsubscribe(table_channel(house.door.id), ear)

        resumed, *missed, _ = map(message, await house.door.follow(ann, Offset(opened.offset.log, first)))
        assert isinstance(resumed, TableResumed)
        assert [each.version for each in missed if isinstance(each, PublicMessage)] == [first + 1, first + 2, first + 3]

    at_a_table(test)


def test_a_patron_is_away_once_the_last_socket_has_left(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann = await house.patron()

        async def repeats() -> bool:
            """Auto-repeat ends when the table hears that its patron has left."""
            await house.door.ask(ChooseSqueeze(ann, on=False))  # answered after what was submitted before it
            return (await house.door.seat(ann)).seat.auto_repeats

        await house.door.follow(ann, None)
        await house.door.follow(ann, None)
        assert (await house.door.ask(AutoRepeat(ann, on=True))).refusal is None
        house.door.leave(ann)
        assert await repeats()
        house.door.leave(ann)
        assert not await repeats()
        await house.door.follow(ann, None)
        assert (await house.door.ask(AutoRepeat(ann, on=True))).refusal is None
        assert await repeats()

    at_a_table(test)


def test_answers_come_in_order_and_say_what_would_have_fitted_on_the_balance_decided_on(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann, answers = await house.patron(), list[TableAnswer | None]()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=3 * STAKE))
        for stake in (STAKE, 3 * STAKE, STAKE):  # together: the second is decided on what the first leaves
            house.door.submit(Request(PlaceWager(ann, "player", stake)), answers.append)
        while len(answers) < 3:
            await asyncio.sleep(0.001)
        first, second, third = answers
        assert first is not None
        assert second is not None
        assert third is not None
        assert (first.refusal, third.refusal) == (None, None)
        assert (second.refusal, second.room) == ("own_limit_is_reached", 2 * STAKE)
        seen = await house.door.seat(ann)
        assert seen.seat.staked == 2 * STAKE
        assert {field.bet: field.room for field in seen.seat.fields}["player"] == STAKE

    at_a_table(test)


def test_fields_told_with_stakes_are_those_that_own_limits_leave(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann, ear = await house.patron(), PrivateEar()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=3 * STAKE))
        house.floor.bus.subscribe(patron_channel(ann), ear)
        await house.door.follow(ann, None)
        for command, room in (
            (PlaceWager(ann, "player", 2 * STAKE), STAKE),
            (PlaceWager(ann, "player", STAKE), 0),
            (ClearAll(ann), 3 * STAKE),
        ):
            assert (await house.door.ask(command)).refusal is None
            told = ear.wagers[-1]
            assert {field.room for field in told.fields} == {room}
            assert told.fields == (await house.door.seat(ann)).seat.fields
        await house.door.ask(PlaceWager(ann, "player", 2 * STAKE))
        assert (await house.door.ask(CancelCoup("sue", "malfunction"))).refusal is None
        assert {field.room for field in ear.returned[-1].fields} == {3 * STAKE}

    at_a_table(test)


def test_a_bet_that_is_too_late_is_told_by_how_much(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann, answers = await house.patron(), list[TableAnswer | None]()
        task_of(house.floor, house.door.id).publisher.closed_at = now_ms() - 500
        house.door.submit(Request(PlaceWager(ann, "player", STAKE), round=(99, 99)), answers.append)
        while not answers:
            await asyncio.sleep(0.001)
        assert answers[0] is not None
        assert answers[0].refusal == "betting_is_closed"
        assert (answers[0].late_ms or 0) >= 500

    at_a_table(test)


class Loses(SqliteInProcess):
    """Is lost at a table's commit: before it has stored, or before it has said so."""

    when: Literal["never", "before", "after"] = "never"

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        when = self.when if changes[0].stream.startswith("table:") else "never"
        if when == "before":
            raise StoreIsLost
        outcomes = await super().commit(changes)
        if when == "after":
            raise StoreIsLost
        return outcomes


class NoticedEar(Ear):
    def __init__(self) -> None:
        super().__init__()
        self.notices: list[Notice] = []

    def heed(self, notice: Notice) -> None:
        self.notices.append(notice)


@pytest.mark.parametrize(("lost", "notices"), [("before", []), ("after", [Interrupted()])])
def test_who_comes_while_a_lost_table_is_read_again_resumes_if_something_was_stored(
    at_a_table: AtATable, lost: Literal["before", "after"], notices: list[Notice]
) -> None:
    async def test(house: House) -> None:
        store, ann, ear = house.floor.store, await house.patron(), NoticedEar()
        assert isinstance(store, Loses)
        store.when = lost
        is_told = house.is_lent and lost == "after"  # a floor asks again, and tells what its pit had stored
        with nullcontext() if is_told else pytest.raises(StoreIsLost):
            await house.door.ask(Pause("sue", "malfunction"))
        store.when = "never"
        await house.door.follow(ann, None)
        house.floor.bus.subscribe(table_channel(house.door.id), ear)
        await house.door.ask(AutoRepeat(ann, on=True))  # answered once the table has been read
        assert ear.notices == ([] if is_told else notices)
        assert ear.versions == []

    at_a_table(test, Loses)


def test_room_that_a_lost_bet_may_have_taken_is_not_given_out_again(at_a_table: AtATable) -> None:
    """As it was found: until the table was read again, the same room was given out at another table."""

    async def test(house: House) -> None:
        if house.is_lent:
            return  # there the loan keeps it: test_lent_table.py
        store, ann, rooms = house.floor.store, await house.patron(), list[int | None]()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=3 * STAKE))
        assert isinstance(store, Loses)
        store.when = "after"

        def lost(_: TableAnswer | None) -> None:
            rooms.append(house.floor.protection.room(ann, now_ms(), "elsewhere"))

        house.door.submit(Request(PlaceWager(ann, "player", STAKE), "a bet"), lost)
        while not rooms:
            await asyncio.sleep(0.001)
        store.when = "never"
        assert rooms == [2 * STAKE]

    at_a_table(test, Loses)


def test_a_table_that_has_stopped_takes_nothing_more(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann = await house.patron()
        await house.floor.tables.park(house.door.id)
        assert (await house.door.ask(PlaceWager(ann, "player", STAKE))).refusal == ServerRefusal.TABLE_IS_OUT_OF_ORDER
        look = await house.door.look()
        assert (look.shoe, look.coup, look.last, look.disputes) == (1, 1, None, ())

    at_a_table(test)


def test_the_index_of_seats_ends_auto_repeat_and_finds_bets(at_a_table: AtATable) -> None:
    async def test(house: House) -> None:
        ann, bob = await house.patron(), await house.patron()
        places = house.floor.places
        await house.door.ask(AutoRepeat(ann, on=True))
        assert not await places.has_bets(ann)
        await house.door.ask(PlaceWager(ann, "player", STAKE))
        assert (await places.has_bets(ann), await places.has_bets(bob)) == (True, False)
        await places.end_auto_repeat(ann)
        await places.end_auto_repeat(bob)
        assert not (await house.door.seat(ann)).seat.auto_repeats
        assert (await house.floor.cashier.cash_out(ann, "c1")).refusal == "bets_lie"
        assert (await house.floor.cashier.cash_out(bob, "c1")).refusal is None

    at_a_table(test)
