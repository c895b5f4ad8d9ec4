"""Which pit plays which table: evenly spread, moved between coups only, and never kept from the floor."""

import asyncio
import dataclasses
from pathlib import Path

import pytest
import structlog
from msgspec.structs import replace

from punto.rules.rulebook import RuleBook
from punto.server.pits import pit as pit_module
from punto.server.pits import pit_desk
from punto.server.protocol.links.pit_link import VERSION
from punto.table.events import CardDealt
from tests.server.pits.pit_house import FIRST, MINUTE, STAKE, PitHouse, with_pits
from tests.server.tables.test_table_door import DEMO

FOUR = ("first", "second", "third", "fourth")
SIX = (*FOUR, "fifth", "sixth")
MS_OF_A_SLOW_MACHINE = 1_000  # that may pass by the wall's clock meanwhile


def test_tables_are_spread_evenly_over_two_pits(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        await house.lent_to("a", "b")
        assert house.shares() == {"a": 2, "b": 2}
        assert all(len(hired.tasks) == 2 for hired in house.pits)

    with_pits(tmp_path, test, FOUR)


def test_a_pit_that_joins_gets_its_share(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        await house.lent_to("a", "b")
        house.hire("c")

        def is_even() -> bool:
            house.lending.desk.spread()
            return house.shares() == {"a": 2, "b": 2, "c": 2}

        await house.until(is_even)
        await house.lending.until_lent(*SIX)
        assert house.given_back() == ["joined", "joined"]

    with_pits(tmp_path, test, SIX)


def test_no_table_is_moved_while_another_is_on_its_way(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        await house.lent_to("a", "b")
        moves: list[str] = []  # where to: empty for one that is on its way
        house.lending.desk.on_move.append(lambda move: moves.append(move.there))
        house.hire("c")
        await house.until(lambda: "c" in house.shares())
        for _ in range(3):
            house.lending.desk.spread()
        await house.until(lambda: house.shares()["c"])
        await house.lending.until_lent(*SIX)
        assert moves[:2] == ["", "c"]  # another may follow when the first has come
        assert ["", ""] not in [moves[at : at + 2] for at in range(len(moves))]

    with_pits(tmp_path, test, SIX)


def test_a_table_is_moved_between_coups_only(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        await house.lent_to("a")
        ann = await house.patron()
        for table in FOUR:
            assert await house.bets(ann, table) is None
        epochs = [await house.epoch(table) for table in FOUR]
        house.hire("b")
        for _ in range(50):
            house.lending.desk.spread()
            await house.settled_down("first")
        assert house.shares() == {"a": 4, "b": 0}
        assert [await house.epoch(table) for table in FOUR] == epochs, "bets lie on all of them"
        await house.next_coup(*FOUR)

        def is_even() -> bool:
            house.lending.desk.spread()
            return house.shares() == {"a": 2, "b": 2}

        await house.until(is_even)
        assert len(await house.settled(ann)) == 4

    with_pits(tmp_path, test, FOUR)


def test_a_table_is_not_moved_while_cards_are_dealt(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        (a,) = await house.lent_to("a")
        card_dealt = asyncio.Event()
        house.stop_after(a, "first", CardDealt, card_dealt)
        house.let_pass(MINUTE)
        await card_dealt.wait()
        epoch = await house.epoch("first")
        house.hire("b")
        for _ in range(10):
            house.lending.desk.spread()
            await house.settled_down("first")
        assert house.of("first") is a
        assert await house.epoch("first") == epoch
        a.store.gate.set()

    with_pits(tmp_path, test, ("first",))


def test_a_table_with_bets_is_lent_after_its_coup(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        assert await house.bets(ann, "first") is None
        house.hire("a")
        await house.lending.until_lent("second")
        assert not house.is_lent("first")
        await house.next_coup("first")
        await house.lending.until_lent("first")
        assert len(await house.settled(ann)) == 1

    with_pits(tmp_path, test)


# --- pits that cannot play --------------------------------------------------------------------------------------------


HOUSE_BOOK = dataclasses.replace(DEMO.book_of(FIRST), id="house-book")
FEWER_BETS = dataclasses.replace(HOUSE_BOOK, bets=HOUSE_BOOK.bets[:3])


@pytest.mark.parametrize("books", [(), (FEWER_BETS,)], ids=["no such book", "another book of that name"])
def test_a_pit_without_the_same_book_gives_the_table_up_and_the_floor_plays_on(
    tmp_path: Path, books: tuple[RuleBook, ...]
) -> None:
    async def test(house: PitHouse) -> None:
        ann, desk = await house.patron(), house.lending.desk
        pit = house.hire("a", replace(DEMO, books=(*DEMO.books, *books)))
        await house.until(lambda: house.lending.moves)
        assert [(move.table, move.why) for move in house.lending.moves] == [("first", "given_up")]
        desk.spread()
        assert await house.bets(ann, "first") is None
        await house.next_coup("first")
        desk.spread()
        await house.settled_down("first")
        assert (len(await house.settled(ann)), pit.tasks, house.floor.tables.lent()) == (1, {}, {})

    with_pits(tmp_path, test, ("first",), book=HOUSE_BOOK)


def test_a_table_that_a_pit_gave_up_is_lent_to_it_again_after_a_while(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        desk = house.lending.desk
        house.hire("a", DEMO)
        await house.until(lambda: house.lending.moves)
        house.clock.passed += pit_desk.MS_BEFORE_ANOTHER_TRY // 2
        desk.spread()
        await house.settled_down("first")
        assert len(house.lending.moves) == 1, "not yet"
        house.clock.passed += pit_desk.MS_BEFORE_ANOTHER_TRY
        desk.spread()
        await house.until(lambda: len(house.lending.moves) == 2)

    with_pits(tmp_path, test, ("first",), book=HOUSE_BOOK)


def test_a_table_that_one_pit_cannot_play_is_lent_to_another(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        house.hire("a", DEMO)
        await house.until(lambda: house.lending.moves)
        able = house.hire("b")
        await house.lending.until_lent("first")
        assert house.of("first") is able

    with_pits(tmp_path, test, ("first",), book=HOUSE_BOOK)


def test_a_pit_of_another_link_version_is_not_hired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: PitHouse) -> None:
        monkeypatch.setattr(pit_module, "VERSION", VERSION + 1)
        with structlog.testing.capture_logs() as logs:
            pit = house.hire("a")
            await house.until(lambda: len(logs) == 2)
        assert [each["event"] for each in logs] == ["pit_is_not_hired", "floor_does_not_hire"]
        house.lending.desk.spread()
        await house.settled_down("first")
        assert (house.lending.desk.pits, house.floor.tables.lent(), pit.tasks) == ((), {}, {})

    with_pits(tmp_path, test)


# --- pits that leave --------------------------------------------------------------------------------------------------


def test_a_pit_that_leaves_hands_its_tables_back_in_the_middle_of_a_coup(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        (a,) = await house.lent_to("a")
        ann, ear = await house.patron(), house.follow("first")
        for table in ("first", "second"):
            assert await house.bets(ann, table) is None
        house.sends(ann, "first", id="on its way")
        await a.pit.leave()
        house.sends(ann, "second", id="after it")
        await house.until(lambda: len(house.answers) == 2)
        assert [answer and answer.refusal for answer in house.answers] == [None, None]
        assert (house.floor.tables.lent(), house.shares(), a.tasks) == ({}, {}, {})
        assert house.given_back() == ["left", "left"], "the floor took them before the link ended"
        await house.next_coup("first", "second")
        assert sorted(await house.settled(ann)) == [("first", 2 * STAKE), ("second", 2 * STAKE)]
        assert ear.versions == list(range(ear.versions[0], ear.versions[0] + len(ear.versions)))

    with_pits(tmp_path, test)


def test_a_pit_that_leaves_while_cards_are_dealt_hands_the_rest_of_the_coup_back(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        (a,) = await house.lent_to("a")
        ann, card_dealt = await house.patron(), asyncio.Event()
        assert await house.bets(ann, "first") is None
        house.stop_after(a, "first", CardDealt, card_dealt)
        house.let_pass(MINUTE)
        await card_dealt.wait()
        leaving = asyncio.create_task(a.pit.leave())
        await house.until(lambda: not house.floor.tables.lent())
        a.store.gate.set()
        await leaving
        await house.next_coup("first")
        cards = [event for event in await house.events("first") if isinstance(event, CardDealt)]
        assert await house.settled(ann) == [("first", STAKE)]
        assert 4 <= len(cards) <= 6

    with_pits(tmp_path, test, ("first",))


def gives_up_in_time(house: PitHouse) -> None:
    house.lending.desk.spread()
    house.clock.passed += pit_desk.MS_TO_ANSWER - MS_OF_A_SLOW_MACHINE
    house.lending.desk.spread()
    assert house.is_lent("first"), "not yet"
    assert not house.lending.desk._tasks, "not yet"
    house.clock.passed += 2 * MS_OF_A_SLOW_MACHINE
    house.lending.desk.spread()


def test_a_pit_that_does_not_answer_loses_its_table(tmp_path: Path) -> None:
    """Its link is there, and its way to the store is not."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (pit,) = await house.lent_to("a")
        pit.store.gate.clear()
        house.sends(ann, "first", id="a bet")
        await house.until(lambda: pit.store.at_gate)
        gives_up_in_time(house)
        await house.until(lambda: house.answers)
        assert [answer and answer.refusal for answer in house.answers] == [None]
        assert not house.is_lent("first")
        pit.store.gate.set()

    with_pits(tmp_path, test)


def test_a_table_that_waits_for_the_floors_store_is_given_up_once(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        (pit,) = await house.lent_to("a")
        pit.store.gate.clear()
        house.let_pass(MINUTE)
        await house.until(lambda: pit.store.at_gate)
        house.store.loses = "before"
        gives_up_in_time(house)
        await house.until(lambda: house.store.tries)
        for _ in range(3):
            house.clock.passed += pit_desk.MS_TO_ANSWER + 100
            house.lending.desk.spread()
        house.store.loses = "nothing"
        await house.until(lambda: not house.lending.desk._tasks)
        assert house.given_back() == ["given_up"]
        pit.store.gate.set()

    with_pits(tmp_path, test, ("first",))


@pytest.mark.parametrize("is_due", [True, False])
def test_a_pit_that_cannot_take_the_step_that_is_due_loses_its_table(tmp_path: Path, *, is_due: bool) -> None:
    """As it was found: without a bet that waited, a round stood still for as long as the pit had no store."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (pit,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        pit.store.gate.clear()
        if not is_due:
            house.let_pass(MINUTE // 2)  # while betting is open, nothing is
            house.lending.desk.spread()
            house.clock.passed += pit_desk.MS_TO_ANSWER + 100
            house.lending.desk.spread()
            assert house.lending.desk._waiting == {}
        else:
            house.let_pass(MINUTE)
            await house.until(lambda: pit.store.at_gate)
            gives_up_in_time(house)
            await house.until(lambda: not house.is_lent("first"))
            await house.next_coup("first")
            assert await house.settled(ann) == [("first", STAKE)]
        pit.store.gate.set()

    with_pits(tmp_path, test, ("first",))
