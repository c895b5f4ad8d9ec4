"""Staff, the floor's file and the cashier at tables that pits play: as at any other table."""

from pathlib import Path

from msgspec.structs import replace

from punto.server.floor.reload import Reloading
from punto.server.tables.closed_places import Closing
from punto.table.commands import AbandonShoe, CancelCoup, Pause, Resume
from punto.table.events import CoupCancelled
from punto.table.state import Betting, PausedPhase
from tests.server.pits.pit_house import FIRST, STAKE, PitHouse, with_pits

ONE = ("first",)
CLOSING = Closing("sue", "malfunction", 0)


def test_a_lent_table_is_paused_resumed_and_its_coup_cancelled(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await house.lent_to("a")
        epoch = await house.epoch("first")
        assert await house.bets(ann, "first") is None
        assert await house.ask("first", Pause("sue", "malfunction")) is None
        assert isinstance(house.table("first").phase, PausedPhase)
        assert await house.bets(ann, "first") == "table_is_paused"
        assert await house.ask("first", Resume("sue")) is None
        assert isinstance(house.table("first").phase, Betting)
        balance = await house.balance(ann)
        assert await house.ask("first", CancelCoup("sue", "malfunction")) is None
        assert await house.balance(ann) == balance + STAKE
        assert any(isinstance(event, CoupCancelled) for event in await house.events("first"))
        assert await house.epoch("first") == epoch, "all of it in the pit"

    with_pits(tmp_path, test, ONE)


def test_a_lent_table_that_staff_closes_finishes_its_coup_and_opens_again(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, closing = await house.patron(), house.floor.supervising.closing
        await house.lent_to("a")
        places = closing.places_of(table="first")
        assert await house.bets(ann, "first") is None
        assert await closing.close(places, CLOSING) == ONE
        await house.until(lambda: not house.floor.tables.lent())
        house.lending.desk.spread()
        for _ in range(2):  # the coup, and its result
            house.let_pass(60_000)
            await house.settled_down("first")
        await house.until(lambda: "first" not in house.floor.tables)
        assert await house.settled(ann) == [("first", STAKE)]
        assert await closing.open(places) == ONE
        await house.until(lambda: isinstance(house.table("first").phase, Betting))
        await house.lending.until_lent("first")
        assert await house.bets(ann, "first") is None

    with_pits(tmp_path, test, ONE)


def test_a_lent_table_that_is_closed_and_opened_before_its_coup_ends_plays_on(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, closing = await house.patron(), house.floor.supervising.closing
        await house.lent_to("a")
        places = closing.places_of(table="first")
        assert await house.bets(ann, "first") is None
        await closing.close(places, CLOSING)
        await closing.open(places)
        await house.until(lambda: not house.floor.tables.lent())
        await house.next_coup("first")
        assert await house.settled(ann) == [("first", STAKE)]
        await house.lending.until_lent("first")
        assert await house.bets(ann, "first") is None

    with_pits(tmp_path, test, ONE)


def test_new_settings_of_a_lent_table_hold_from_its_next_shoe_on(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        await house.lent_to("a")
        titled = replace(FIRST, title="New")
        await Reloading(house.floor, lambda: replace(house.floor.config, tables=(titled,))).now()
        await house.until(lambda: not house.floor.tables.lent())
        house.lending.desk.spread()
        assert house.table("first").config == FIRST, "the shoe is played as it was begun"
        assert await house.ask("first", AbandonShoe("sue", "malfunction")) is None
        await house.until(lambda: house.table("first").config == titled)
        await house.lending.until_lent("first")
        assert house.of("first").tasks["first"].config == titled

    with_pits(tmp_path, test, ONE)


def test_a_lent_table_that_is_removed_by_a_reload_closes_after_its_coup(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        kept = [table for table in house.floor.config.tables if table.id == "second"]
        await Reloading(house.floor, lambda: replace(house.floor.config, tables=tuple(kept))).now()
        await house.settled_down("first")
        assert "first" in house.floor.tables, "a bet lies there"
        house.let_pass(60_000)
        await house.until(lambda: "first" not in house.floor.tables)
        await house.until(lambda: list(a.tasks) == ["second"])
        assert await house.settled(ann) == [("first", STAKE)]
        await house.next_coup("second")
        assert await house.bets(ann, "second") is None

    with_pits(tmp_path, test)


def test_a_patron_cannot_cash_out_while_a_bet_is_under_way_in_a_pit(tmp_path: Path) -> None:
    """As it was found: not a patron's first bet at the table, who has no seat there yet."""

    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        (a,) = await house.lent_to("a")
        a.store.gate.clear()
        house.sends(ann, "first", id="b1")
        await house.until(lambda: a.store.at_gate)
        assert (await house.floor.cashier.cash_out(ann, "c1")).refusal == "bets_lie"
        assert (await house.floor.cashier.cash_out(bob, "c1")).refusal is None
        a.store.gate.set()
        await house.until(lambda: house.answers)
        assert house.table("first").seat(ann).staked == STAKE

    with_pits(tmp_path, test, ONE)


def test_stakes_that_came_while_a_table_was_put_away_go_back_and_count_nowhere(tmp_path: Path) -> None:
    """As it was found: they went back behind the floor's back, and stood in the way of other tables and limits."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        before = await house.balance(ann)
        assert await house.floor.tables.park("first"), "a bet lies"
        await house.floor.tables.give_stakes_back("first")
        assert (await house.balance(ann), house.table("first").wagers) == (before + STAKE, ())
        assert house.floor.protection.tables_with_bets(ann) == set()

    with_pits(tmp_path, test)
