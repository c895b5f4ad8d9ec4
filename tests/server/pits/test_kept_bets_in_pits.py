"""Auto-repeat at a lent table: only the floor knows who may play, so it puts bets back there."""

import asyncio
from pathlib import Path

from punto.server.people.limits.own_limits import WantedLimits
from punto.table.commands import AutoRepeat
from punto.table.events import BettingOpened
from punto.table.state import ShowingResult
from tests.server.pits.pit_house import MINUTE, STAKE, PitHouse, with_pits

ONE = ("first",)


async def played_once(house: PitHouse, patron: str) -> None:
    """The patron's bet was dealt in a pit, its result is shown, and it is to be repeated."""
    await house.lent_to("a")
    await house.floor.tables["first"].follow(patron, None)
    assert await house.bets(patron, "first") is None
    assert await house.ask("first", AutoRepeat(patron, on=True)) is None
    await house.until_phase(ShowingResult, "first")


def test_bets_are_put_back_when_betting_opens_at_a_lent_table(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await played_once(house, ann)
        await house.next_coup("first")
        await house.until(lambda: house.table("first").seat(ann).staked == STAKE)
        assert house.is_lent("first")
        await house.until_phase(ShowingResult, "first")
        await house.next_coup("first")
        assert await house.settled(ann) == [("first", STAKE)] * 2

    with_pits(tmp_path, test, ONE)


def test_nothing_is_put_back_for_a_patron_who_is_offline(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        ear = house.hear_of_auto_repeat(ann)
        await played_once(house, ann)
        house.goes(ann)
        await house.next_coup("first")
        await house.all_answered("first")
        assert house.table("first").seat(ann).staked == 0
        assert not house.table("first").seat(ann).repeats
        assert ear.ended == ["patron_is_away"]

    with_pits(tmp_path, test, ONE)


def test_an_auto_repeat_ends_for_a_patron_who_has_stopped_playing(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        ear = house.hear_of_auto_repeat(ann)
        await played_once(house, ann)
        await house.floor.protection.exclude(ann, days=1)
        await house.next_coup("first")
        await house.until(lambda: ear.ended)
        assert ear.ended == ["self_excluded"]
        assert (house.table("first").seat(ann).staked, house.table("first").seat(ann).repeats) == (0, False)

    with_pits(tmp_path, test, ONE)


def test_an_auto_repeat_that_the_pit_refuses_ends_and_is_told_why(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        ear = house.hear_of_auto_repeat(ann)
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=2 * STAKE - 1))
        await played_once(house, ann)
        await house.next_coup("first")
        await house.until(lambda: ear.ended)
        assert ear.ended == ["own_limit_is_reached"]
        assert house.is_lent("first")

    with_pits(tmp_path, test, ONE)


def test_bets_that_a_dead_pit_should_have_put_back_are_put_back_by_the_floor(tmp_path: Path) -> None:
    """As it was found: betting had opened in the pit, the floor heard of it only after the pit's death, and the patron
    sat out a coup."""

    async def test(house: PitHouse) -> None:
        ann, is_open = await house.patron(), asyncio.Event()
        await played_once(house, ann)
        (a,) = house.pits
        a.to_floor.is_cut = True
        house.stop_after(a, "first", BettingOpened, is_open)
        house.let_pass(MINUTE)
        await is_open.wait()
        a.dies()
        await house.until(lambda: not house.floor.tables.lent())
        await house.until(lambda: house.table("first").seat(ann).staked == STAKE)

    with_pits(tmp_path, test, ONE)


def test_bets_that_a_pit_was_asked_to_put_back_when_it_died_are_put_back_by_the_floor(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob, is_open = await house.patron(), await house.patron(), asyncio.Event()
        await played_once(house, ann)
        (a,) = house.pits
        house.stop_after(a, "first", BettingOpened, is_open)
        house.let_pass(MINUTE)
        await is_open.wait()
        await house.until(lambda: a.store.at_gate)
        a.dies()
        await house.until(lambda: house.table("first").seat(ann).staked == STAKE)
        assert await house.bets(bob, "first") is None
        await house.next_coup("first")
        assert await house.settled(ann) == [("first", STAKE)] * 2

    with_pits(tmp_path, test, ONE)
