"""A floor with lent tables stops, is fenced, or loses its store: what is stored decides, and the next resumes."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from punto.server.keeping.kept_heads import check_file, keep_heads
from punto.server.store.lost_end import StoreIsBehind
from punto.server.tables import lending, table_task
from punto.server.telling.bus import Interrupted, table_channel
from punto.table.commands import PlaceWager
from punto.table.state import PausedPhase
from tests.server.pits.pit_house import MINUTE, STAKE, PitHouse, with_pits
from tests.server.tables.test_table_door import NoticedEar

ONE = ("first",)


def test_a_floor_that_stops_parks_its_lent_tables_and_the_next_resumes(tmp_path: Path) -> None:
    patron = ""

    async def stops(house: PitHouse) -> None:
        nonlocal patron
        patron = await house.patron()
        await house.lent_to("a")
        assert await house.bets(patron, "first") is None
        await house.floor.stop()
        assert not house.floor.tables.lent()
        assert isinstance(house.table("first").phase, PausedPhase)
        assert house.table("first").seat(patron).staked == STAKE
        assert await house.ask("first", PlaceWager(patron, "player", STAKE)) == "table_is_out_of_order"

    async def resumes(house: PitHouse) -> None:
        assert house.table("first").seat(patron).staked == STAKE
        await house.next_coup("first")
        assert await house.settled(patron) == [("first", STAKE)]
        await house.lent_to("b")

    with_pits(tmp_path, stops, ONE, stops=False)
    with_pits(tmp_path, resumes, ONE)


def test_a_floor_that_stops_refuses_no_bet_that_its_pit_may_have_stored(tmp_path: Path) -> None:
    """As it was found: the bet lay, its answer was lost with the pit, and its patron was told that it was refused."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        a.to_floor.is_cut = True  # it is stored, and its answer never comes
        version = await house.version("first")
        house.sends(ann, "first", id="b1")
        while await house.version("first") == version:
            await asyncio.sleep(0.002)
        await house.floor.stop()
        (answer,) = house.answers
        assert answer is None or answer.refusal is None, "whoever is told nothing asks again"
        assert house.table("first").seat(ann).staked == STAKE

    with_pits(tmp_path, test, ONE, stops=False)


def test_a_fenced_floor_tells_nothing_more_and_answers_nothing(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        ann, bob = await house.patron(), await house.patron()
        (a,) = await house.lent_to("a")
        ear, version = house.follow("first"), await house.version("first")
        a.to_floor.hold()
        house.sends(ann, "first", id="b1")
        house.sends(bob, "first", id="b2")
        while await house.version("first") < version + 2:
            await asyncio.sleep(0.002)
        house.floor.fence()
        assert house.answers == [None, None], "who asks again, asks the next floor"
        a.to_floor.release()
        house.let_pass(MINUTE)
        for _ in range(50):
            await asyncio.sleep(0)
        assert ear.versions == []
        assert house.answers == [None, None]
        house.sends(ann, "first", id="b3")
        assert [str(answer.refusal) for answer in house.answers[2:] if answer] == ["table_is_out_of_order"]
        house.lending.desk.leave()
        await house.floor.stop()

    with_pits(tmp_path, test, ONE, stops=False)


def test_a_table_comes_back_however_often_the_store_is_lost_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lending, "SECONDS_BEFORE_ANOTHER_TRY", 0.002)

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        ear = NoticedEar()
        house.floor.bus.subscribe(table_channel("first"), ear)
        house.store.loses = "before"
        a.dies()
        house.sends(ann, "first", id="b1")
        await house.until(lambda: house.store.tries > 3)
        assert house.answers == []
        assert ear.notices == [Interrupted(store_is_lost=True)], "who follows the table is told why it stands still"
        house.store.loses = "nothing"
        await house.until(lambda: house.answers)
        assert house.answers[0] is not None
        assert house.answers[0].refusal is None
        assert house.table("first").seat(ann).staked == 2 * STAKE

    with_pits(tmp_path, test, ONE)


@pytest.mark.parametrize("pit_has_died", [True, False])
def test_a_floor_whose_store_is_lost_stops_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, pit_has_died: bool
) -> None:
    """As it was found: it tried to park what it had not read, and its stop failed."""
    monkeypatch.setattr(lending, "SECONDS_BEFORE_ANOTHER_TRY", 0.002)
    monkeypatch.setattr(table_task, "SECONDS_TO_END", 0.05)

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        assert await house.bets(ann, "first") is None
        version = await house.version("first")
        house.store.loses = "before"
        if pit_has_died:
            a.dies()
        house.sends(ann, "first", id="b1")
        await house.floor.tables.stop_all(finish_by=0)
        assert house.store.tries > 1
        house.store.loses = "nothing"
        if pit_has_died:
            assert house.answers == [None]
            assert await house.version("first") == version

    with_pits(tmp_path, test, ONE, stops=False)


def test_a_store_that_was_set_back_under_a_floor_with_pits_is_noticed(tmp_path: Path) -> None:
    """The floor keeps the heads of what its pits have stored."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        await house.lent_to("a")
        file, earlier = tmp_path / "floor.heads", tmp_path / "earlier.db"
        heads = await keep_heads(house.store, str(tmp_path / "floor.db"), file)
        house.lending.desk.heads_moved = heads.moved
        with closing(sqlite3.connect(tmp_path / "floor.db")) as database:
            database.execute("vacuum into ?", (str(earlier),))
        assert await house.bets(ann, "first") is None
        await heads.close()
        with pytest.raises(StoreIsBehind, match="table:first"):
            await check_file(str(earlier), file)
        await (await keep_heads(house.store, str(tmp_path / "floor.db"), file)).close()

    with_pits(tmp_path, test, ONE)
