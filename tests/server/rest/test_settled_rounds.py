"""A supervisor and a settled round over HTTP: void, correction and dispute, who may decide, and what is on record."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.streams.table_stream import TableStream
from punto.table.commands import EnterCard, OpenShoe, PlaceWager, RaiseDispute, Tick
from punto.table.config import TableKind
from punto.table.state import Betting, ShowingResult
from punto.trials.torture.floor import due_at
from tests.server.rest.one_table import OneTable
from tests.server.rest.small_floor import (
    BOOK,
    CONFIG_WITH_TABLE,
    JADE,
    PASSWORD,
    Client,
    SmallFloor,
)

LOTUS = replace(JADE, id="lotus", kind=TableKind.LIVE)
PLAYER_WINS = "9h 2d Tc Td"
TO_A_TIE = {"reason": "card_error", "player": "9h Tc", "banker": "9d Td"}
FAULT = {"reason": "malfunction"}


class LiveFloor(SmallFloor):
    """With a table at which a dealer deals real cards."""

    async def open(self) -> "LiveFloor":
        await super().open()
        self.lotus = OneTable(await TableStream.open(self.store, LOTUS, BOOK), self.clock)
        self.tables["lotus"] = self.lotus
        self.supervisor = await self.client(Role.SUPERVISOR)
        self.ann = await self.client(Role.PATRON)
        await self.cashier.buy_in(self.ann.id, 10_000, by="amy", id="1")
        return self

    async def coup(self, stake: int = 100) -> None:
        """Ann wins her stake on Player."""
        if self.lotus.table.shoe == 0:
            await self.do(OpenShoe("", "f1"), EnterCard("7h"))
        while not isinstance(self.lotus.table.phase, Betting):
            await self.wait()
        await self.do(PlaceWager(self.ann.id, "player", stake))
        await self.wait()
        await self.do(*map(EnterCard, PLAYER_WINS.split()))
        assert isinstance(self.lotus.table.phase, ShowingResult)

    async def wait(self) -> None:
        self.now = max(self.now, due_at(self.lotus.table) or 0)
        await self.do(Tick())

    async def do(self, *commands: object) -> None:
        for command in commands:
            assert (await self.lotus.ask(command)).refusal is None  # type: ignore[arg-type]

    async def log(self) -> dict[str, object]:
        """The last entry of the staff log."""
        entries = (await (await self.client(Role.ADMIN)).get("/api/staff/log")).body["entries"]
        assert isinstance(entries, list)
        return next(entry for entry in entries if entry["action"] in ("VoidCoup", "CorrectCoup", "DismissDispute"))


def on_a_live_floor(folder: Path, test: Callable[[LiveFloor], Awaitable[None]], alone_max: int = 10**9) -> None:
    config = replace(CONFIG_WITH_TABLE, second_person_above=alone_max)

    async def run() -> None:
        floor = await LiveFloor(folder / "floor.db", config).open()
        try:
            await test(floor)
        finally:
            await floor.store.close()

    asyncio.run(run())


async def second_supervisor(floor: LiveFloor) -> dict[str, str]:
    made = await floor.accounts.create_staff("Tom", Role.SUPERVISOR)
    assert isinstance(made, Made)
    await floor.accounts.change_password(made.account, PASSWORD)
    return {"name": "Tom", "password": PASSWORD}


def test_a_round_is_voided_without_a_dispute_and_the_log_says_what_stood_before(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        await floor.coup()
        assert await floor.cashier.balance(floor.ann.id) == 10_100
        assert (await floor.supervisor.post("/api/staff/tables/lotus/void", FAULT)).status == 200
        assert await floor.cashier.balance(floor.ann.id) == 10_000
        entry = await floor.log()
        assert (entry["action"], entry["reason"], entry["amount"]) == ("VoidCoup", "malfunction", 100)
        assert (entry["before"], entry["after"]) == ("9h Tc / 2d Td", "void")
        assert entry["on"] == {"table": "lotus", "shoe": 1, "coup": 1}

    on_a_live_floor(tmp_path, test)


def test_a_round_is_corrected_without_a_dispute(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        await floor.coup()
        assert (await floor.supervisor.post("/api/staff/tables/lotus/correct", TO_A_TIE)).status == 200
        assert await floor.cashier.balance(floor.ann.id) == 10_000
        entry = await floor.log()
        assert (entry["before"], entry["after"], entry["amount"]) == ("9h Tc / 2d Td", "9h Tc / 9d Td", 100)
        again = await floor.supervisor.post("/api/staff/tables/lotus/correct", TO_A_TIE)
        assert again.refusal == "correction_changes_nothing"

    on_a_live_floor(tmp_path, test)


@pytest.mark.parametrize(("action", "body"), [("void", FAULT), ("correct", TO_A_TIE)])
def test_above_an_amount_a_void_or_a_correction_needs_a_second_person(
    tmp_path: Path, action: str, body: dict[str, object]
) -> None:
    async def test(floor: LiveFloor) -> None:
        await floor.coup(stake=120)
        path, tom = f"/api/staff/tables/lotus/{action}", await second_supervisor(floor)
        assert (await floor.supervisor.post(path, body)).refusal == "second_person_is_needed"
        wrong = {**body, "second": {**tom, "password": "wrong"}}
        assert (await floor.supervisor.post(path, wrong)).refusal == "second_person_is_wrong"
        assert (await floor.log())["refusal"] == "second_person_is_wrong"
        assert await floor.cashier.balance(floor.ann.id) == 10_120
        assert (await floor.supervisor.post(path, {**body, "second": tom})).status == 200
        assert await floor.cashier.balance(floor.ann.id) == 10_000
        assert (await floor.log())["second_name"] == "Tom"

    on_a_live_floor(tmp_path, test, alone_max=100)


def test_up_to_the_amount_one_person_decides(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        await floor.coup(stake=100)
        assert (await floor.supervisor.post("/api/staff/tables/lotus/void", FAULT)).status == 200

    on_a_live_floor(tmp_path, test, alone_max=100)


def test_a_void_meant_for_one_round_does_not_hit_the_next(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        await floor.coup()
        await floor.coup()
        meant = {**FAULT, "round": [1, 1]}
        assert (await floor.supervisor.post("/api/staff/tables/lotus/void", meant)).refusal == "no_coup_to_void"
        assert await floor.cashier.balance(floor.ann.id) == 10_200

    on_a_live_floor(tmp_path, test)


def test_a_round_of_a_committed_shoe_cannot_be_corrected_to_other_cards(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        jade = floor.jade
        while jade.table.last is None:
            floor.now = max(floor.now, due_at(jade.table) or 0)
            await jade.next()
        dealt = jade.table.last.result
        wanted = TO_A_TIE if str(dealt) != "9h Tc / 9d Td" else {**TO_A_TIE, "banker": "9c Td"}
        answer = await floor.supervisor.post("/api/staff/tables/jade/correct", wanted)
        assert answer.refusal == "cards_are_not_the_committed_ones"
        same = {"reason": "card_error", "player": str(dealt.player), "banker": str(dealt.banker)}
        answer = await floor.supervisor.post("/api/staff/tables/jade/correct", same)
        assert answer.refusal == "correction_changes_nothing"

    on_a_live_floor(tmp_path, test)


# --- disputes ---------------------------------------------------------------------------------------------------------


async def open_disputes(floor: LiveFloor) -> list[dict[str, object]]:
    listed = (await floor.supervisor.get("/api/staff/disputes")).body["disputes"]
    assert isinstance(listed, list)
    return listed


def test_open_disputes_are_listed_the_oldest_first_until_they_are_decided(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        since = []
        for _ in range(2):
            await floor.coup()
            await floor.do(RaiseDispute(floor.ann.id))
            since.append(floor.now)
        await floor.coup()  # betting has closed twice since the first was raised
        first, second = await open_disputes(floor)
        assert first == {
            "table": "lotus",
            "shoe": 1,
            "round": 1,
            "patrons": [floor.ann.id],
            "since": since[0],
            "state": "open",
            "player": "9h Tc",
            "banker": "2d Td",
            "staked": 100,
            "returned": 200,
            "is_last_round": False,
        }
        assert (second["round"], second["since"]) == (2, since[1])
        path = "/api/staff/tables/lotus"
        assert (await floor.supervisor.post(f"{path}/dismiss", {"round": [1, 1]})).status == 200
        assert [each["round"] for each in await open_disputes(floor)] == [2]
        assert (await floor.supervisor.post(f"{path}/void", {**FAULT, "round": [1, 2]})).status == 200
        assert await open_disputes(floor) == []
        assert await floor.cashier.balance(floor.ann.id) == 10_200

    on_a_live_floor(tmp_path, test)


def test_a_dispute_is_still_open_after_a_restart(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        await floor.coup()
        await floor.do(RaiseDispute(floor.ann.id))
        await floor.coup()
        floor.tables["lotus"] = OneTable(await TableStream.open(floor.store, LOTUS, BOOK), floor.clock)
        assert [(each["round"], each["patrons"]) for each in await open_disputes(floor)] == [(1, [floor.ann.id])]

    on_a_live_floor(tmp_path, test)


def test_nobody_below_a_supervisor_sees_disputes(tmp_path: Path) -> None:
    async def test(floor: LiveFloor) -> None:
        dealer: Client = await floor.client(Role.DEALER)
        assert (await dealer.get("/api/staff/disputes")).refusal == "role_is_not_allowed"

    on_a_live_floor(tmp_path, test)
