"""Own limits and purses at tables of two pits: together they give out what is there, no more and no less."""

import asyncio
from pathlib import Path

import pytest

from punto.server.people.limits.own_limits import WantedLimits
from punto.server.protocol.links.pit_link import PursesMoved, read_at_pit
from punto.server.streams.request import Request
from punto.table.commands import ClearAll
from tests.server.pits.pit_house import FIRST, STAKE, HiredPit, PitHouse, with_pits

STEPS = 25


async def apart(house: PitHouse) -> None:
    """Each of the two tables in a pit of its own."""
    await house.lent_to("a", "b")
    assert house.of("first") is not house.of("second")


async def first_in_a_pit(house: PitHouse, patron: str) -> HiredPit:
    """The second table stays with the floor, because a bet lies there."""
    assert await house.bets(patron, "second") is None
    hired = house.hire("a")
    await house.lending.until_lent("first")
    assert not house.is_lent("second")
    return hired


async def clear(house: PitHouse, patron: str) -> None:
    for table in ("first", "second"):
        await house.ask(table, ClearAll(patron))
        assert house.table(table).seat(patron).staked == 0


def refusals(house: PitHouse) -> list[str | None]:
    assert None not in house.answers
    found = [str(answer.refusal) if answer and answer.refusal else None for answer in house.answers]
    house.answers.clear()
    return found


def test_a_stake_limit_holds_over_two_pits_and_refuses_nothing_that_fits(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=3 * STAKE))
        await apart(house)
        for step in range(STEPS):  # four bets of which three fit, in one step
            for number, table in enumerate(("first", "second", "second", "first")):
                house.sends(ann, table, id=f"{step} {number}")
            await house.until(lambda: len(house.answers) == 4)
            assert refusals(house) == [None, None, None, "own_limit_is_reached"]
            assert sum(house.table(table).seat(ann).staked for table in ("first", "second")) == 3 * STAKE
            await clear(house, ann)

    with_pits(tmp_path, test)


def test_a_stake_limit_holds_between_a_pit_and_the_floor(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=STAKE))
        await first_in_a_pit(house, bob)
        for step in range(STEPS):
            tables = ("first", "second") if step % 2 else ("second", "first")
            for table in tables:
                house.sends(ann, table, id=f"{step} {table}")
            await house.until(lambda: len(house.answers) == 2)
            assert sorted(map(str, refusals(house))) == ["None", "own_limit_is_reached"]
            await clear(house, ann)

    with_pits(tmp_path, test)


@pytest.mark.parametrize("played_in", ["the floor", "a pit and the floor", "two pits"])
def test_a_bet_that_is_asked_again_takes_no_room_from_another(tmp_path: Path, played_in: str) -> None:
    """As it was found: until the store said that it lay already, its stake counted twice, and the other was refused."""

    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=2 * STAKE))
        if played_in == "two pits":
            await apart(house)
        elif played_in == "a pit and the floor":
            await first_in_a_pit(house, bob)
        house.sends(ann, "first", id="one")
        await house.until(lambda: len(house.answers) == 1)
        house.sends(ann, "first", id="one")
        house.sends(ann, "second", id="two")
        await house.until(lambda: len(house.answers) == 3)
        assert refusals(house) == [None, None, None]
        assert [house.table(table).seat(ann).staked for table in ("first", "second")] == [STAKE, STAKE]

    with_pits(tmp_path, test)


def test_a_bet_here_waits_while_another_of_a_limited_patron_is_under_way_in_a_pit(
    tmp_path: Path,
) -> None:
    """As it was found: it was refused, though both fitted."""

    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=2 * STAKE))
        a = await first_in_a_pit(house, bob)
        a.store.gate.clear()
        house.sends(ann, "first", id="in the pit")
        await house.until(lambda: a.store.at_gate)
        house.sends(ann, "second", id="here")
        assert await house.bets(bob, "second") is None, "who has no limit does not wait"
        assert house.answers == []
        a.store.gate.set()
        await house.until(lambda: len(house.answers) == 2)
        assert refusals(house) == [None, None]
        assert await house.bets(ann, "second") == "own_limit_is_reached"

    with_pits(tmp_path, test)


def test_a_bet_that_a_dead_pit_has_not_answered_keeps_its_turn_until_the_floor_has_answered_it(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=3 * STAKE))
        a = await first_in_a_pit(house, bob)
        a.store.gate.clear()
        house.sends(ann, "first", id="in the pit")
        await house.until(lambda: a.store.at_gate)
        for number in range(2):
            house.sends(ann, "second", id=f"here {number}")
        a.dies()
        await house.until(lambda: len(house.answers) == 3)
        a.store.gate.set()
        assert refusals(house) == [None, None, None]
        assert [house.table(table).seat(ann).staked for table in ("first", "second")] == [STAKE, 2 * STAKE]

    with_pits(tmp_path, test)


def test_a_bet_that_waits_for_its_turn_when_its_pit_dies_waits_on_at_the_floor(tmp_path: Path) -> None:
    """As it was found: it was refused for the room that the pit of another table was told."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=2 * STAKE))
        await apart(house)
        here, there = house.of("first"), house.of("second")
        here.store.gate.clear()
        house.sends(ann, "first", id="first")
        await house.until(lambda: here.store.at_gate)
        house.sends(ann, "second", id="second")
        there.dies()
        await house.until(lambda: list(house.floor.tables.lent()) == ["first"])
        await house.settled_down("second")
        assert house.answers == []
        here.store.gate.set()
        await house.until(lambda: len(house.answers) == 2)
        assert refusals(house) == [None, None]

    with_pits(tmp_path, test)


def test_a_table_is_lent_once_nobody_waits_there_for_a_turn(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=2 * STAKE))
        a = await first_in_a_pit(house, bob)
        a.store.gate.clear()
        house.sends(ann, "first", id="in the pit")
        await house.until(lambda: a.store.at_gate)
        house.sends(ann, "second", id="here")
        assert await house.ask("second", ClearAll(bob)) is None
        house.lending.desk.spread()
        await house.settled_down("second")
        assert not house.is_lent("second")
        a.store.gate.set()
        await house.until(lambda: len(house.answers) == 2)
        assert refusals(house) == [None, None]
        assert await house.ask("second", ClearAll(ann)) is None
        await house.lending.until_lent("second")

    with_pits(tmp_path, test)


def test_a_limit_is_free_again_once_the_pit_that_was_asked_has_died(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await house.floor.protection.change(ann, WantedLimits(stake_a_day=2 * STAKE))
        await apart(house)
        a = house.of("first")
        a.store.gate.clear()
        house.sends(ann, "first")
        house.sends(ann, "second", 2 * STAKE)
        await house.until(lambda: a.store.at_gate)
        await house.settled_down("second")
        assert house.answers == [], "the second waits for its turn"
        a.dies()
        await house.until(lambda: len(house.answers) == 2)
        assert refusals(house) == [None, "own_limit_is_reached"]
        assert await house.bets(ann, "second") is None
        assert await house.bets(ann, "first") == "own_limit_is_reached"

    with_pits(tmp_path, test)


def test_a_limit_of_what_may_be_lost_counts_a_loss_in_another_pit(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron(1_000 * STAKE)
        await house.floor.protection.change(ann, WantedLimits(loss_a_day=2 * STAKE))
        await apart(house)
        assert await house.bets(ann, "first", 2 * STAKE) is None
        assert await house.bets(ann, "second") == "own_limit_is_reached", "it may be lost"
        await house.next_coup("first", "second")
        lost = 1_000 * STAKE - await house.balance(ann)
        fits = min(2 * STAKE - lost, FIRST.limits["player"].stake_max)
        assert (await house.bets(ann, "second", fits) is None) == (fits > 0)
        assert await house.bets(ann, "second") == "own_limit_is_reached"

    with_pits(tmp_path, test)


# --- purses -----------------------------------------------------------------------------------------------------------


def test_a_buy_in_can_be_staked_at_a_lent_table_at_once(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron(STAKE)
        await apart(house)
        assert await house.bets(ann, "first") is None
        assert await house.bets(ann, "first") == "credit_is_short", "so the pit knows the purse"
        await house.floor.cashier.buy_in(ann, STAKE, by="amy", id="b1")
        house.sends(ann, "first")
        await house.until(lambda: house.answers)
        assert refusals(house) == [None]

    with_pits(tmp_path, test)


def test_a_purse_that_is_staked_whole_in_two_pits_at_once_lies_in_one(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron(2 * STAKE)
        await apart(house)
        for table in ("first", "second"):  # both pits know the purse
            assert await house.bets(ann, table) is None
            assert await house.ask(table, ClearAll(ann)) is None
        for step in range(STEPS):
            for table in ("first", "second"):
                house.sends(ann, table, 2 * STAKE, id=f"{step} {table}")
            await house.until(lambda: len(house.answers) == 2)
            assert sorted(map(str, refusals(house))) == ["None", "credit_is_short"]
            assert sum(house.table(table).seat(ann).staked for table in ("first", "second")) == 2 * STAKE
            await clear(house, ann)

    with_pits(tmp_path, test)


def test_what_was_won_in_one_pit_can_be_staked_in_another(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron(2 * STAKE)
        await apart(house)
        assert await house.bets(ann, "second") is None  # so that its pit knows the purse as it was
        assert await house.ask("second", ClearAll(ann)) is None
        before = await house.balance(ann)
        while await house.balance(ann) <= before:
            if await house.balance(ann) < STAKE:
                await house.floor.cashier.buy_in(ann, STAKE, by="amy", id=str(await house.version("first")))
                before = await house.balance(ann)
            assert await house.bets(ann, "first") is None
            await house.next_coup("first", "second")
        house.sends(ann, "second", await house.balance(ann))
        await house.until(lambda: house.answers)
        assert refusals(house) == [None]
        assert await house.balance(ann) == 0

    with_pits(tmp_path, test)


def test_a_win_that_the_floor_has_not_heard_of_can_be_staked_in_another_pit(tmp_path: Path) -> None:
    """Its pit's word is on the way: the other pit reads the purse before it refuses."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron(2 * STAKE)
        await apart(house)
        assert await house.bets(ann, "second", 2 * STAKE) is None
        assert await house.ask("second", ClearAll(ann)) is None
        assert await house.bets(ann, "first", 2 * STAKE) is None
        assert await house.bets(ann, "second") == "credit_is_short"
        house.of("first").to_floor.hold()
        house.floor.tables["first"].submit(Request(ClearAll(ann), "c1"), house.answers.append)
        while await house.balance(ann) == 0:
            await asyncio.sleep(0.002)
        assert await house.bets(ann, "second", 2 * STAKE) is None
        house.of("first").to_floor.release()
        await house.until(lambda: house.answers)
        await house.until(lambda: house.floor.wallet.known_balance(ann) is not None)  # two have moved it: it is read

    with_pits(tmp_path, test)


def test_a_purse_that_moves_in_one_pit_is_forgotten_by_every_other_that_may_know_it(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        await apart(house)
        assert await house.bets(ann, "second") is None
        for hired in house.pits:
            hired.to_pit.hold()
            hired.to_floor.hold()
        here, there = house.of("first"), house.of("second")
        here.to_pit.release()
        here.to_floor.release()
        assert await house.bets(ann, "first") is None
        assert await house.bets(bob, "first") is None
        await house.floor.cashier.buy_in(ann, STAKE, by="amy", id="b1")
        await house.until(lambda: len(purses_moved(there)) == 2)
        assert purses_moved(there) == [[f"purse:{FIRST.currency}:{ann}"]] * 2, "by the other pit, and at the cashier"
        there.to_pit.release()
        there.to_floor.release()

    with_pits(tmp_path, test)


def purses_moved(hired: HiredPit) -> list[list[str]]:
    """Of what is on its way to a pit."""
    messages = [each for packet in hired.to_pit.held or [] for each in read_at_pit(packet)]
    return [each.accounts for each in messages if isinstance(each, PursesMoved)]
