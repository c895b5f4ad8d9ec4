"""Closing and opening tables, and limits for the next shoe: what patrons are told, and what a restart keeps."""

import asyncio
from pathlib import Path

from punto.server.people.identity import Role
from punto.server.telling.bus import table_channel
from punto.table.commands import AbandonShoe, PlaceWager
from punto.table.refusals import Refusal
from punto.table.state import Betting
from tests.server.watching.supervised_floor import CONFIG, OWN, TIMED, Supervised, closed, on_a_floor, opened

CLOSE, OPEN = "/api/staff/floor/close", "/api/staff/floor/open"
JUST_THIS = {"what": "table", "id": TIMED.id}
STAKE = TIMED.limits["player"].stake_min


async def until_closed(floor: Supervised, table: str = TIMED.id) -> None:
    while table in floor.floor.tables:
        await asyncio.sleep(0.01)


async def bet_on(floor: Supervised, patron: str) -> int:
    """The round that took the bet. On a slow machine betting may have closed meanwhile; then in the next one."""
    while True:
        await floor.until(TIMED.id, Betting)
        answer = await floor.task(TIMED.id).ask(PlaceWager(patron, "player", STAKE))
        if answer.refusal is None:
            return floor.task(TIMED.id).table.coup
        assert answer.refusal is Refusal.BETTING_IS_CLOSED


def test_a_table_is_closed_after_its_round_and_stays_closed_through_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        floor = await opened(tmp_path)
        async with asyncio.timeout(60):
            sue, patron = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.patron()
            coup = await bet_on(floor, patron)
            answer = await sue.send("POST", CLOSE, {**JUST_THIS, "reason": "interruption", "note": "cleaning"})
            assert answer == {"tables": [TIMED.id]}
            await until_closed(floor)
            await floor.floor.record.flush()
            [play] = await floor.floor.store.plays(patron)
            assert (play.coup, play.status) == (coup, "settled"), "the round under way was played to its end"
            tile = next(each for each in (await sue.get("/api/staff/floor"))["tables"] if each["table"] == TIMED.id)
            assert (tile["phase"], tile["closed"]["reason"], tile["closed"]["note"]) == (
                "closed", "interruption", "cleaning",
            )  # fmt: skip
            lobby = {each.table: each.paused for each in floor.floor.lobby.tables}
            assert lobby[TIMED.id] == "interruption", "patrons see why"
        await closed(floor)

        floor = await opened(tmp_path)
        async with asyncio.timeout(60):
            await until_closed(floor)
            ada = await floor.staff(Role.ADMIN, "Ada Admin")
            assert await ada.send("POST", OPEN, JUST_THIS) == {"tables": [TIMED.id]}
            await bet_on(floor, await floor.patron())
        await closed(floor)

    asyncio.run(run())


def test_the_whole_floor_and_every_table_of_a_book(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue = await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        playing = {table.id for table in CONFIG.tables if table.book == OWN.book}
        book = await sue.send("POST", CLOSE, {"what": "book", "id": OWN.book, "reason": "malfunction"})
        assert set(book["tables"]) == playing
        everything = await sue.send("POST", CLOSE, {"what": "floor", "reason": "other"})
        assert set(everything["tables"]) == {table.id for table in CONFIG.tables} - playing
        assert await floor.floor.places.door(OWN.id, await floor.patron()) is None, "nobody sits down any more"
        assert len((await sue.send("POST", OPEN, {"what": "floor"}))["tables"]) == len(CONFIG.tables)
        assert await floor.floor.places.door(OWN.id, await floor.patron()) is not None
        assert await sue.refusal("POST", CLOSE, {"what": "table", "id": "no", "reason": "other"}) == "table_is_unknown"

    on_a_floor(tmp_path, test)


class Ear:
    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def hear(self, frame: bytes, _table: str) -> None:
        self.heard.append(frame)

    def heed(self, _notice: object) -> None:
        pass


def test_new_limits_are_announced_and_hold_from_the_next_shoe_on_also_after_a_restart(tmp_path: Path) -> None:
    limits = [
        {"bet": bet, "stake_min": each.stake_min * 2, "stake_max": each.stake_max, "return_max": each.return_max}
        for bet, each in TIMED.limits.items()
    ]
    path = f"/api/staff/tables/{TIMED.id}/limits"

    async def run() -> None:
        floor = await opened(tmp_path)
        async with asyncio.timeout(60):
            sue, ear = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), Ear()
            floor.floor.bus.subscribe(table_channel(TIMED.id), ear)
            await floor.until(TIMED.id, Betting)
            answer = await sue.send("PUT", path, {"limits": limits, "difference_max": TIMED.difference_max})
            assert answer["from_shoe"] == floor.task(TIMED.id).table.shoe + 1
            assert any(b'"limits_announced"' in frame for frame in ear.heard)
            assert floor.task(TIMED.id).table.config.limits == TIMED.limits, "this shoe is played as it was begun"
            wrong = [{**each, "stake_max": 1} for each in limits]
            assert await sue.refusal("PUT", path, {"limits": wrong}) == "limits_are_wrong"
        await closed(floor)

        floor = await opened(tmp_path)
        async with asyncio.timeout(60):
            task = floor.task(TIMED.id)
            assert task.table.config.limits == TIMED.limits
            await floor.until(TIMED.id, Betting)
            await task.ask(AbandonShoe("supervisor", "other"))
            while task.table.config.limits == TIMED.limits:
                await asyncio.sleep(0.005)
            assert task.table.config.limits["player"].stake_min == 2 * TIMED.limits["player"].stake_min
            await floor.until(TIMED.id, Betting)
            await floor.floor.record.flush()
        await closed(floor)

        floor = await opened(tmp_path)
        assert floor.task(TIMED.id).table.config.limits["player"].stake_min == 2 * TIMED.limits["player"].stake_min
        await closed(floor)

    asyncio.run(run())
