"""A pit that dies, and one that the floor takes for dead: every bet counts once, and every coup is played once."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from punto.server.store.failures import FloorIsTaken
from punto.server.streams.request import Request, TableAnswer
from punto.table.commands import CancelCoup, PlaceWager
from punto.table.events import BettingClosed, CardDealt, CoupCancelled, CoupSettled
from tests.server.pits.pit_house import MINUTE, STAKE, HiredPit, PitHouse, with_pits
from tests.server.tables.test_table_door import Ear

ONE = ("first",)


def accepted(answers: list[TableAnswer | None]) -> bool:
    return all(answer is not None and answer.refusal is None for answer in answers)


def heard_all_once(ear: Ear) -> bool:
    return ear.versions == list(range(ear.versions[0], ear.versions[0] + len(ear.versions)))


# --- a pit that dies --------------------------------------------------------------------------------------------------


def test_what_lay_in_a_dead_pit_still_lies_and_is_settled_once(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        ear = house.follow("first")
        assert await house.bets(ann, "first") is None
        a.dies()
        await house.until(lambda: not house.floor.tables.lent())
        assert house.table("first").seat(ann).staked == STAKE
        assert await house.bets(ann, "first") is None
        await house.next_coup("first")
        assert await house.settled(ann) == [("first", 2 * STAKE)]
        settled = [event for event in await house.events("first") if isinstance(event, CoupSettled)]
        assert len(settled) == 1
        assert heard_all_once(ear)

    with_pits(tmp_path, test, ONE)


def before_it_came(a: HiredPit) -> None:
    a.to_pit.hold()


def while_it_was_stored(a: HiredPit) -> None:
    a.store.gate.clear()


def before_it_was_answered(a: HiredPit) -> None:
    a.to_floor.is_cut = True


@pytest.mark.parametrize("dies", [before_it_came, while_it_was_stored, before_it_was_answered])
def test_a_bet_that_a_dead_pit_has_not_answered_is_answered_once_and_counts_once(
    tmp_path: Path, dies: Callable[[HiredPit], None]
) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        (a,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        ear, version = house.follow("first"), await house.version("first")
        dies(a)
        house.sends(ann, "first", 2 * STAKE, id="ann's")
        house.sends(bob, "first", 3 * STAKE, id="bob's")
        if dies is while_it_was_stored:
            await house.until(lambda: a.store.at_gate)
        elif dies is before_it_was_answered:
            while await house.version("first") < version + 2:
                await asyncio.sleep(0.002)
        a.dies()
        await house.until(lambda: len(house.answers) == 2)
        a.store.gate.set()
        assert accepted(house.answers)
        assert house.table("first").seat(ann).staked == 3 * STAKE
        assert house.table("first").seat(bob).staked == 3 * STAKE
        house.sends(ann, "first", 2 * STAKE, id="ann's")
        await house.until(lambda: len(house.answers) == 3)
        assert house.answers[2] == house.answers[0], "asked again, the first answer stands"
        await house.next_coup("first")
        assert (await house.settled(ann), await house.settled(bob)) == ([("first", 3 * STAKE)], [("first", 3 * STAKE)])
        assert heard_all_once(ear)

    with_pits(tmp_path, test, ONE)


@pytest.mark.parametrize("dies", [before_it_came, while_it_was_stored, before_it_was_answered])
def test_what_staff_asked_of_a_dead_pit_is_done_once_and_answered(
    tmp_path: Path, dies: Callable[[HiredPit], None]
) -> None:
    """As it was found: it had no id, and was answered with "nothing was done", which nobody knew."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        version = await house.version("first")
        dies(a)
        asked = asyncio.create_task(house.ask("first", CancelCoup("sue", "malfunction")))
        if dies is while_it_was_stored:
            await house.until(lambda: a.store.at_gate)
        elif dies is before_it_was_answered:
            while await house.version("first") == version:
                await asyncio.sleep(0.002)
        await asyncio.sleep(0)
        a.dies()
        assert await asked is None
        a.store.gate.set()
        cancelled = [event for event in await house.events("first") if isinstance(event, CoupCancelled)]
        assert len(cancelled) == 1
        assert await house.balance(ann) == 1_000 * STAKE

    with_pits(tmp_path, test, ONE)


def test_followers_are_told_what_a_dead_pit_had_stored_and_not_said(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        ear = house.follow("first")
        assert await house.bets(ann, "first") is None
        a.to_floor.is_cut = True
        house.let_pass(MINUTE)
        while not any(isinstance(event, CoupSettled) for event in await house.events("first")):
            await asyncio.sleep(0.002)
        told = len(ear.versions)
        a.dies()
        await house.until(lambda: not house.floor.tables.lent())
        assert len(ear.versions) >= told + 6, "betting closed, at least four cards, and the result"
        assert heard_all_once(ear)
        assert await house.settled(ann) == [("first", STAKE)]
        assert house.floor.wallet.known_balance(ann) == await house.balance(ann), "and it is shown"

    with_pits(tmp_path, test, ONE)


@pytest.mark.parametrize("event", [BettingClosed, CardDealt])
def test_a_coup_whose_pit_dies_while_it_is_dealt_is_dealt_on_from_the_same_shoe(
    tmp_path: Path, event: type[BettingClosed | CardDealt]
) -> None:
    async def test(house: PitHouse) -> None:
        ann, is_stored = await house.patron(), asyncio.Event()
        (a,) = await house.lent_to("a")
        ear = house.follow("first")
        assert await house.bets(ann, "first") is None
        house.stop_after(a, "first", event, is_stored)
        house.let_pass(MINUTE)
        await is_stored.wait()
        a.dies()
        await house.until(lambda: not house.floor.tables.lent())
        await house.next_coup("first")
        assert await house.settled(ann) == [("first", STAKE)]
        assert heard_all_once(ear)
        settled = [each for each in await house.events("first") if isinstance(each, CoupSettled)]
        dealt = [each for each in await house.events("first") if isinstance(each, CardDealt)]
        assert len(dealt) == sum(len(f"{each.player} {each.banker}".split()) for each in settled)

    with_pits(tmp_path, test, ONE)


def test_tables_of_a_dead_pit_go_to_another_after_the_coup(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        a, b = await house.lent_to("a", "b")
        mine = next(table for table in ("first", "second") if house.of(table) is a)
        assert await house.bets(ann, mine) is None
        a.dies()
        await house.until(lambda: mine not in house.floor.tables.lent())
        await house.next_coup(mine)
        await house.lending.until_lent("first", "second")
        assert (house.of("first"), house.of("second")) == (b, b)

    with_pits(tmp_path, test)


def test_a_pit_whose_store_is_lost_gives_its_table_up_and_the_floor_plays_on(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        ear = house.follow("first")
        a.store.loses = "after"
        house.sends(ann, "first", id="b1")
        await house.until(lambda: house.answers)
        assert accepted(house.answers)
        assert (house.table("first").seat(ann).staked, a.tasks) == (STAKE, {})
        await house.next_coup("first")
        assert await house.settled(ann) == [("first", STAKE)]
        assert heard_all_once(ear)

    with_pits(tmp_path, test, ONE)


def test_a_pit_that_comes_back_on_a_new_link_is_lent_tables_again(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        (a,) = await house.lent_to("a")
        a.to_floor.is_cut = a.to_pit.is_cut = True  # the floor has not noticed
        house.lending.link(a.pit)
        await house.until(lambda: "first" not in house.floor.tables.lent() or a.tasks)
        await house.lending.until_lent("first")
        assert (house.shares(), list(a.tasks)) == ({"a": 1}, ["first"])
        assert await house.bets(await house.patron(), "first") is None

    with_pits(tmp_path, test, ONE)


# --- a pit that is taken for dead -------------------------------------------------------------------------------------


def test_a_pit_that_was_given_up_stores_nothing_more_and_claims_nothing_more(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        a.is_given_up()
        await house.until(lambda: not house.floor.tables.lent())
        assert sorted(a.tasks) == ["first", "second"], "it does not know yet"
        epoch, version, answers = await house.epoch("first"), await house.version("first"), list[TableAnswer | None]()
        zombie = a.tasks["first"]
        zombie.submit(_request(ann), answers.append)
        await house.until(lambda: answers)
        assert answers == [None]
        assert list(a.tasks) == ["second"], "it has given the table up"
        assert (await house.epoch("first"), await house.version("first")) == (epoch, version)
        await house.next_coup("first")
        assert await house.epoch("first") == epoch, "nobody has claimed it from the floor"

    with_pits(tmp_path, test)


def test_a_zombie_whose_clock_strikes_gives_its_tables_up(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        a.is_given_up()
        await house.until(lambda: not house.floor.tables.lent())
        epochs = [await house.epoch(table) for table in ("first", "second")]
        house.let_pass(MINUTE)
        await house.until(lambda: not a.tasks)
        await house.next_coup("first", "second")
        assert [await house.epoch(table) for table in ("first", "second")] == epochs
        assert await house.settled(ann) == [("first", STAKE)]
        settled = [event for event in await house.events("first") if isinstance(event, CoupSettled)]
        assert len(settled) == 1

    with_pits(tmp_path, test)


def test_a_zombie_of_a_floor_that_has_moved_stores_nothing(tmp_path: Path) -> None:
    """It knows neither that the floor is gone nor that another has not claimed its table yet."""

    async def test(house: PitHouse) -> None:
        (a,) = await house.lent_to("a")
        ann, version = await house.patron(), await house.version("first")
        a.is_given_up()
        await house.until(lambda: not house.floor.tables.lent())
        await a.store.take_lease(b"another", (await a.store.lease()).epoch)
        with pytest.raises(FloorIsTaken):
            await a.store.claim("table:first")
        a.tasks["first"].submit(_request(ann), house.answers.append)
        await house.until(lambda: house.answers)
        assert (house.answers, a.tasks, await house.version("first")) == ([None], {}, version)

    with_pits(tmp_path, test, ONE, stops=False)


def test_a_loan_that_reaches_a_pit_too_late_claims_nothing(tmp_path: Path) -> None:
    """The floor has taken the table back, and has lent it to nobody since."""

    async def test(house: PitHouse) -> None:
        a = house.hire("a")
        a.to_pit.hold()
        await house.until(lambda: "first" in house.floor.tables.lent() and a.to_pit.held)
        hired_and_lent = list(a.to_pit.held or [])
        await house.floor.tables.take_back("first")
        epoch = await house.epoch("first")
        a.to_pit.held = hired_and_lent
        a.to_pit.release()
        await house.until(lambda: a.pit.epoch and not a.pit._work)
        assert await house.bets(await house.patron(), "first") is None
        assert (await house.epoch("first"), a.tasks) == (epoch, {})

    with_pits(tmp_path, test, ONE)


def held_up(a: HiredPit, monkeypatch: pytest.MonkeyPatch, method: str) -> asyncio.Event:
    """Set once the pit is in that method of its store, which then waits for its gate."""
    reached, really = asyncio.Event(), getattr(a.store, method)

    async def slow(*arguments: object, **more: object) -> object:
        reached.set()
        await a.store.gate.wait()
        return await really(*arguments, **more)

    a.store.gate.clear()
    monkeypatch.setattr(a.store, method, slow)
    return reached


@pytest.mark.parametrize("method", ["claim", "read", "log_id"])
def test_a_loan_that_is_taken_back_while_the_pit_reads_is_not_played_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """As it was found: the pit played on until the store refused it, and then gave its next loan of that table up."""

    async def test(house: PitHouse) -> None:
        a = house.hire("a")
        reached = held_up(a, monkeypatch, method)
        await reached.wait()
        await house.floor.tables.take_back("first")
        epoch = await house.epoch("first")
        a.store.gate.set()
        await house.until(lambda: not a.pit._work)
        assert (a.tasks, await house.epoch("first")) == ({}, epoch)
        await house.lending.until_lent("first")
        house.let_pass(MINUTE)
        await house.next_coup("first")
        assert house.of("first") is a
        assert house.given_back() == []

    with_pits(tmp_path, test, ONE)


def test_a_bet_that_comes_as_soon_as_a_pit_has_claimed_its_table_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was found: the pit had said so, was still reading, and dropped it."""

    async def test(house: PitHouse) -> None:
        ann, a = await house.patron(), house.hire("a")
        await held_up(a, monkeypatch, "log_id").wait()
        await house.until(lambda: house.is_lent("first"))
        house.sends(ann, "first", id="b1")
        await house.settled_down("first")
        a.store.gate.set()
        await house.until(lambda: house.answers)
        assert accepted(house.answers)
        assert house.is_lent("first")

    with_pits(tmp_path, test, ONE)


def _request(patron: str) -> Request:
    return Request(PlaceWager(patron, "player", STAKE), "z1")
