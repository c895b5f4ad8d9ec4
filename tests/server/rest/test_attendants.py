"""Staff see every patron who waits for an attendant: calls by button, and tickets to be paid by hand."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.people.desks import MINUTE
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, Client, SmallFloor, on_a_floor

CONFIG = replace(CONFIG_WITH_TABLE, play_credits=None, hand_pay_above=1_000)
CALLS = "/api/attendant-calls"


async def calls_seen_by(client: Client, path: str = CALLS) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], (await client.get(path)).body["calls"])


async def cashed_out(floor: SmallFloor, patron: Client, amount: int) -> str:
    await floor.cashier.buy_in(patron.id, amount, by="amy", id=patron.id)
    return str((await patron.post("/api/cashout", {"id": "out"})).body["code"])


def test_calls_for_an_attendant_are_worked_off_once(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, amy = await floor.client(Role.PATRON), await floor.client(Role.ATTENDANT)
        call = await ann.post(CALLS, {"table": "jade"})
        assert (await ann.post(CALLS, {})).body == call.body  # pressed again
        assert (await ann.post(CALLS, {"table": "opal"})).refusal == "table_is_unknown"
        [seen] = await calls_seen_by(amy)
        assert (seen["id"], seen["patron"], seen["table"], seen["amount"]) == (call.body["id"], ann.id, "jade", 0)
        done = f"{CALLS}/{call.body['id']}/done"
        assert [(await amy.post(done)).status for _ in range(2)] == [204, 404]
        assert await calls_seen_by(amy) == []

    on_a_floor(tmp_path, test)


def test_a_hand_pay_makes_a_call_with_its_age_that_ends_with_the_payment(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob, amy = [await floor.client(role) for role in (Role.PATRON, Role.PATRON, Role.ATTENDANT)]
        await cashed_out(floor, bob, 1_000)
        assert await calls_seen_by(amy) == [], "a small ticket calls nobody"
        code = await cashed_out(floor, ann, 1_001)
        floor.now += 2 * MINUTE
        [call] = await calls_seen_by(amy)
        assert (call["patron"], call["amount"], call["ticket"]) == (ann.id, 1_001, code)
        assert (call["age_ms"], call["taken_by"]) == (2 * MINUTE, "")
        assert (await amy.post(f"{CALLS}/{call['id']}/done")).refusal == "ticket_is_not_paid"
        assert len(await calls_seen_by(amy)) == 1
        assert (await amy.post(f"/api/tickets/{code}/pay", {"id": "p"})).status == 200
        assert await calls_seen_by(amy) == []
        assert (await amy.post(f"{CALLS}/{call['id']}/done")).refusal == "call_is_unknown"

    on_a_floor(tmp_path, test, CONFIG)


def test_a_patron_sees_that_somebody_is_on_the_way_and_not_who(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob, amy = [await floor.client(role) for role in (Role.PATRON, Role.PATRON, Role.ATTENDANT)]
        code = await cashed_out(floor, ann, 1_001)
        [own] = await calls_seen_by(ann, f"{CALLS}/own")
        assert own == {"id": own["id"], "at": floor.now, "amount": 1_001, "ticket": code, "is_taken": False}
        assert await calls_seen_by(bob, f"{CALLS}/own") == []
        assert (await amy.post(f"{CALLS}/{own['id']}/take")).status == 204
        assert [each["is_taken"] for each in await calls_seen_by(ann, f"{CALLS}/own")] == [True]
        [call] = await calls_seen_by(amy)
        assert (call["taken_by"], call["taken_at"]) == (amy.id, floor.now)
        assert (await amy.post(f"{CALLS}/99/take")).refusal == "call_is_unknown"
        admin = await floor.client(Role.ADMIN)
        entry = cast(list[dict[str, Any]], (await admin.get("/api/staff/log?action=take_call")).body["entries"])[0]
        assert entry["on"] == {"patron": ann.id, "ticket": code.replace("-", "")}
        assert (entry["by"], entry["amount"]) == (amy.id, 1_001)

    on_a_floor(tmp_path, test, CONFIG)


def test_a_hand_pay_still_calls_after_a_restart_and_again_when_its_payment_is_taken_back(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, amy, sue = [await floor.client(role) for role in (Role.PATRON, Role.ATTENDANT, Role.SUPERVISOR)]
        code = await cashed_out(floor, ann, 1_001)
        began = floor.now
        floor.now += MINUTE
        await floor.reopen_cashier()
        await floor.reopen_calls()
        [call] = await calls_seen_by(amy)
        assert (call["ticket"], call["at"]) == (code, began)
        entry = (await amy.post(f"/api/tickets/{code}/pay", {"id": "p"})).body["entry"]
        assert await calls_seen_by(amy) == []
        await sue.post(f"/api/cashier/entries/{entry}/reverse", {"id": "r", "reason": "not_paid"})
        assert [each["ticket"] for each in await calls_seen_by(amy)] == [code]

    on_a_floor(tmp_path, test, CONFIG)


def test_a_press_still_calls_after_a_restart_until_it_is_answered(tmp_path: Path) -> None:
    """As it was found: a hand-over forgot who had pressed, and neither the patron nor an attendant was told."""

    async def test(floor: SmallFloor) -> None:
        ann, bob, amy = [await floor.client(role) for role in (Role.PATRON, Role.PATRON, Role.ATTENDANT)]
        await ann.post(CALLS, {})
        number = (await bob.post(CALLS, {"table": "jade"})).body["id"]
        await amy.post(f"{CALLS}/{number}/take")
        before = await calls_seen_by(amy)
        await floor.reopen_calls()
        assert await calls_seen_by(amy) == before
        assert [(each["patron"], each["table"], each["taken_by"]) for each in before] == [
            (ann.id, "", ""),
            (bob.id, "jade", amy.id),
        ]
        await amy.post(f"{CALLS}/{number}/done")
        await floor.reopen_calls()
        assert [each["patron"] for each in await calls_seen_by(amy)] == [ann.id]
        assert [each["id"] for each in await calls_seen_by(ann, f"{CALLS}/own")] == [before[0]["id"]]
        await floor.reopen_calls()
        again = (await bob.post(CALLS, {})).body["id"]
        assert len({again, before[0]["id"]}) == 2

    on_a_floor(tmp_path, test)


class LostStore(SqliteInProcess):
    is_lost = False

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        if self.is_lost:
            raise StoreIsLost
        return await super().keep_record(kind, name, body, version)

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        if self.is_lost:
            raise StoreIsLost
        return await super().forget_record(kind, name, version)


def test_a_press_an_answer_or_a_taker_that_could_not_be_stored_has_not_happened(tmp_path: Path) -> None:
    async def test() -> None:
        store = LostStore(tmp_path / "floor.db")
        calls = await AttendantCalls.recalled(store, lambda: 0)
        ann = await calls.call("p-ann", "jade")
        assert ann is not None
        store.is_lost = True
        with pytest.raises(StoreIsLost):
            await calls.call("p-bob", "")
        with pytest.raises(StoreIsLost):
            await calls.answer(ann.id)
        with pytest.raises(StoreIsLost):
            await calls.take(ann.id, "s-amy")
        assert calls.open == (ann,)
        store.is_lost = False
        assert await calls.answer(ann.id) == ann
        assert calls.open == (await AttendantCalls.recalled(store, lambda: 0)).open == ()
        await store.close()

    asyncio.run(test())


def test_presses_and_hand_pays_stand_in_one_list_the_oldest_first(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob, amy = [await floor.client(role) for role in (Role.PATRON, Role.PATRON, Role.ATTENDANT)]
        await ann.post(CALLS, {})
        floor.now += 1
        await cashed_out(floor, ann, 1_001)
        floor.now += 1
        await bob.post(CALLS, {})
        seen = await calls_seen_by(amy)
        assert [(each["patron"], each["amount"]) for each in seen] == [(ann.id, 0), (ann.id, 1_001), (bob.id, 0)]
        assert len({each["id"] for each in seen}) == 3

    on_a_floor(tmp_path, test, CONFIG)
