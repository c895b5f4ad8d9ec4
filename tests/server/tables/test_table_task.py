"""The task of a table on a whole floor: what is due, what waits, and what is put away."""

import asyncio
import dataclasses
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.on_demand_tables import OWN_TABLE
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.limits.own_limits import WantedLimits
from punto.server.run.serve_floor import now_ms
from punto.server.store.failures import StoreIsLost
from punto.server.store.values import Change, Outcome
from punto.server.streams.request import Request, TableAnswer
from punto.server.tables.table_task import TableTask
from punto.table.commands import Pause, PlaceWager, VoidCoup
from punto.table.config import Pace, TableConfig, TableKind
from punto.table.decisions.dealing import SYSTEM
from punto.table.events import CoupSettled
from punto.table.state import Betting, PausedPhase, Phase, ShowingResult
from punto.table.stored.event_codec import decode_event
from tests.server.held_store import HeldStore
from tests.server.people.desks import KEY
from tests.server.seated import seated
from tests.server.table_behind import task_of

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
PACE = Pace(betting_ms=600, hurry_ms=100, card_ms=1, result_ms=600, shoe_change_ms=0)
TIMED = replace(next(table for table in DEMO.tables if table.kind is TableKind.TIMED), pace=PACE)
OWN = replace(next(table for table in DEMO.tables if table.kind is TableKind.ON_DEMAND), pace=PACE)
STAKE = TIMED.limits["player"].stake_min
BETS = 2_500


def on_a_floor(config: TableConfig, folder: Path, test: Callable[[Floor, HeldStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = HeldStore(folder / "floor.db")
        floor = await open_floor(replace(DEMO, tables=(config,)), store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        async with asyncio.timeout(60):
            await test(floor, store)
        await floor.stop()
        await store.close()

    asyncio.run(run())


async def until(task: TableTask, phase: type[Phase]) -> None:
    while not isinstance(task.table.phase, phase):
        await asyncio.sleep(0.002)


async def a_patron(floor: Floor) -> str:
    patron = (await floor.accounts.new_guest()).id
    await floor.cashier.play_credits(patron)
    return patron


def test_every_bet_that_arrived_before_the_bell_counts_however_many(tmp_path: Path) -> None:
    async def test(floor: Floor, _: HeldStore) -> None:
        task = task_of(floor, TIMED.id)
        patrons = [await a_patron(floor) for _ in range(10)]
        await until(task, ShowingResult)
        await until(task, Betting)
        assert isinstance(task.table.phase, Betting)
        closes_at, coup = task.table.phase.closes_at, (task.table.shoe, task.table.coup)
        assert closes_at is not None
        answers: list[TableAnswer | None] = []
        for number in range(BETS):
            bet = PlaceWager(patrons[number % len(patrons)], "player", STAKE)
            task.submit(Request(bet, f"{number}", closes_at - 1, coup), answers.append)
        time.sleep(max(0, closes_at - now_ms()) / 1000)
        while len(answers) < BETS:
            await asyncio.sleep(0.01)
        assert Counter(answer and answer.refusal for answer in answers) == {None: BETS}

    on_a_floor(TIMED, tmp_path, test)


def test_a_void_takes_winnings_back_whatever_the_patrons_own_limit(tmp_path: Path) -> None:
    async def test(floor: Floor, _: HeldStore) -> None:
        task, winner = task_of(floor, TIMED.id), None
        while winner is None:
            one, other = await a_patron(floor), await a_patron(floor)
            before = await floor.cashier.balance(one)
            for patron in (one, other):
                await floor.protection.change(patron, WantedLimits(stake_a_day=STAKE))
            await until(task, Betting)
            assert (await task.ask(PlaceWager(one, "player", STAKE))).refusal is None
            assert (await task.ask(PlaceWager(other, "banker", STAKE))).refusal is None
            await until(task, ShowingResult)
            purses = {patron: await floor.cashier.balance(patron) for patron in (one, other)}
            winner = next((patron for patron, purse in purses.items() if purse > before), None)
        assert (await task.ask(VoidCoup("supervisor", "malfunction"))).refusal is None
        assert await floor.cashier.balance(winner) == before

    on_a_floor(TIMED, tmp_path, test)


def test_a_table_of_ones_own_is_not_put_away_under_a_bet_that_is_being_stored(tmp_path: Path) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        patron = await a_patron(floor)
        task = await seated(floor, OWN.id, patron)
        await until(task, Betting)
        store.gate.clear()
        answers: list[TableAnswer | None] = []
        task.submit(Request(PlaceWager(patron, "player", OWN.limits["player"].stake_min), "1"), answers.append)
        await asyncio.sleep(0.05)
        await floor.places.on_demand.put_away_left()
        store.gate.set()
        while not answers:
            await asyncio.sleep(0.002)
        assert answers[0] is not None
        assert answers[0].refusal is None
        assert await floor.has_bets(patron)
        assert len(await store.records(OWN_TABLE)) == 1

    on_a_floor(OWN, tmp_path, test)


def test_a_store_that_is_away_for_long_is_waited_for(tmp_path: Path) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, TIMED.id), await a_patron(floor)
        await until(task, Betting)
        store.is_lost = True
        while store.claims_refused < 3:
            await asyncio.sleep(0.01)
        store.is_lost = False
        told = task.publisher.version
        while task.publisher.version == told:
            await asyncio.sleep(0.01)
        await until(task, Betting)
        while (await task.ask(PlaceWager(patron, "player", STAKE))).refusal is not None:
            await asyncio.sleep(0.05)  # it may have been the last moment of betting
        assert floor.protection.tables_with_bets(patron) == {TIMED.id}, "observers hear of it"

    on_a_floor(TIMED, tmp_path, test)


def test_stakes_that_were_lost_with_the_store_count_against_no_limit(tmp_path: Path) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, TIMED.id), await a_patron(floor)
        await floor.protection.change(patron, WantedLimits(stake_a_day=10 * STAKE))
        await until(task, Betting)
        store.gate.clear()
        answers: list[TableAnswer | None] = []
        for number in range(3):  # the first is under way with its promise, the others wait for their turns
            task.submit(Request(PlaceWager(patron, "player", STAKE), f"{number}"), answers.append)
            await asyncio.sleep(0.02)
        assert floor.protection.room(patron, now_ms(), "elsewhere") == 9 * STAKE
        store.is_lost = True
        store.gate.set()
        while not store.claims_refused:
            await asyncio.sleep(0.01)
        assert answers == [None, None, None], "nobody knows"
        store.is_lost = False
        told = task.publisher.version
        while task.publisher.version == told:
            await asyncio.sleep(0.01)
        assert floor.protection.room(patron, now_ms(), "elsewhere") == 10 * STAKE

    on_a_floor(TIMED, tmp_path, test)


def test_a_stake_that_was_stored_and_not_answered_counts_once_the_table_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, TIMED.id), await a_patron(floor)
        await floor.protection.change(patron, WantedLimits(stake_a_day=10 * STAKE))
        await until(task, Betting)
        commit = store.commit

        async def stored_and_lost(changes: Sequence[Change]) -> list[Outcome]:
            monkeypatch.setattr(store, "commit", commit)
            await commit(changes)
            raise StoreIsLost

        monkeypatch.setattr(store, "commit", stored_and_lost)
        with pytest.raises(StoreIsLost):
            await task.ask(PlaceWager(patron, "player", STAKE), "1")
        while not task.table.seat(patron).stakes:
            await asyncio.sleep(0.005)
        assert floor.protection.room(patron, now_ms(), "elsewhere") == 9 * STAKE
        assert await floor.has_bets(patron)

    on_a_floor(replace(TIMED, pace=replace(PACE, betting_ms=20_000)), tmp_path, test)


def test_a_round_that_was_settled_and_not_told_counts_against_limits_once_the_table_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, TIMED.id), await a_patron(floor)
        await floor.protection.change(patron, WantedLimits(stake_a_day=10 * STAKE))
        await until(task, Betting)
        assert (await task.ask(PlaceWager(patron, "player", STAKE))).refusal is None
        commit = store.commit

        async def lost_with_the_settlement(changes: Sequence[Change]) -> list[Outcome]:
            outcomes = await commit(changes)
            if any(isinstance(decode_event(event), CoupSettled) for change in changes for event in change.events):
                monkeypatch.setattr(store, "commit", commit)
                raise StoreIsLost
            return outcomes

        monkeypatch.setattr(store, "commit", lost_with_the_settlement)
        while task.table.last is None:
            await asyncio.sleep(0.005)
        assert floor.protection.room(patron, now_ms()) == 9 * STAKE
        assert floor.protection.tables_with_bets(patron) == set()
        assert floor.protection.today(patron, now_ms()).staked == STAKE

    on_a_floor(TIMED, tmp_path, test)


def test_a_command_to_a_table_whose_store_hangs_is_answered_when_the_floor_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.server.tables.table_task.SECONDS_TO_END", 0.1)

    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, TIMED.id), await a_patron(floor)
        await until(task, Betting)
        store.gate.clear()
        answers: list[TableAnswer | None] = []
        for number in range(6):  # more than may be under way
            task.submit(Request(PlaceWager(patron, "player", STAKE), f"{number}"), answers.append)
            await asyncio.sleep(0.01)
        await task.stop(finish_by=0)
        assert len(answers) == 6
        assert answers[0] is None, "whether it was stored is unknown"
        store.gate.set()

    on_a_floor(TIMED, tmp_path, test)


@pytest.mark.parametrize("reason", ["restart", "The floor is being restarted."])  # the second: as it was once written
def test_a_table_that_was_parked_for_a_restart_goes_on_by_itself(tmp_path: Path, reason: str) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task = task_of(floor, TIMED.id)
        await until(task, Betting)
        assert (await task.ask(Pause(SYSTEM, reason))).refusal is None
        again = await open_floor(floor.config, store, KEY, now_ms)
        assert isinstance(task_of(again, TIMED.id).table.phase, Betting)
        await again.record.close()

    on_a_floor(TIMED, tmp_path, test)


def test_a_table_that_staff_paused_waits_for_staff(tmp_path: Path) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task = task_of(floor, TIMED.id)
        await until(task, Betting)
        assert (await task.ask(Pause("sue", "card_error"))).refusal is None
        again = await open_floor(floor.config, store, KEY, now_ms)
        assert isinstance(task_of(again, TIMED.id).table.phase, PausedPhase)
        await again.record.close()

    on_a_floor(TIMED, tmp_path, test)


def test_what_a_committed_shoe_held_is_told_for_its_settled_coup_while_it_is_in_play(tmp_path: Path) -> None:
    async def test(floor: Floor, _: HeldStore) -> None:
        task = task_of(floor, TIMED.id)
        await until(task, ShowingResult)
        settled = task.table.last
        assert settled is not None
        assert settled.is_committed
        assert await task._house.committed_coup(task.table, settled) == str(settled.result), (
            "those cards and not one more"
        )
        other_place = dataclasses.replace(settled, used_before=settled.used_before + 1)
        assert await task._house.committed_coup(task.table, other_place) != str(settled.result)
        assert await task._house.committed_coup(task.table, dataclasses.replace(settled, is_committed=False)) is None
        assert await task._house.committed_coup(task.table, dataclasses.replace(settled, shoe=settled.shoe + 1)) is None

    on_a_floor(TIMED, tmp_path, test)
