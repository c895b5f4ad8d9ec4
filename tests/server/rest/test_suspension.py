"""Somebody who is suspended is out at once and stays out, with everything kept, until they are let in again."""

import asyncio
from pathlib import Path

import pytest

from punto.server.people.identity import Role
from tests.server.rest.small_floor import PASSWORD, Client, SmallFloor, on_a_floor

ANN = {"name": "Ann", "password": PASSWORD}
WHY = {"reason": "cards under the table", "note": "seen twice"}


def test_a_patron_is_suspended_and_restored(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), Client(floor)
        await ann.post("/api/register", ANN)
        reply = await boss.post(f"/api/accounts/{ann.id}/suspend", WHY)
        assert (reply.status, reply.body["is_suspended"], reply.body["name"]) == (200, True, "Ann")
        assert (await ann.get("/api/me")).refusal == "not_signed_in"
        ann.token = ""
        assert (await ann.post("/api/login", ANN)).refusal == "account_is_suspended"
        wrong = {"name": "Ann", "password": "not the right password"}
        assert (await ann.post("/api/login", wrong)).refusal == "name_or_password_is_wrong"
        assert (await Client(floor).post("/api/register", ANN)).refusal == "name_is_taken"
        assert (await boss.post(f"/api/accounts/{ann.id}/restore", WHY)).body["is_suspended"] is False
        assert (await ann.post("/api/login", ANN)).status == 200
        log = (await (await floor.client(Role.ADMIN)).get("/api/staff/log")).body["entries"]
        assert isinstance(log, list)
        found = {each["action"]: each for each in log}
        for action, before, after in (
            ("suspend", "may come in", "suspended"),
            ("restore", "suspended", "may come in"),
        ):
            entry = found[action]
            assert (entry["on"]["account"], entry["before"], entry["after"]) == (ann.id, before, after)
            assert (entry["by"], entry["reason"], entry["note"]) == (boss.id, WHY["reason"], WHY["note"])

    on_a_floor(tmp_path, test)


def test_only_an_administrator_suspends_staff_and_nobody_themselves(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin, boss, dealer = [await floor.client(role) for role in (Role.ADMIN, Role.SUPERVISOR, Role.DEALER)]
        assert (await boss.post(f"/api/accounts/{dealer.id}/suspend", WHY)).refusal == "role_is_not_allowed"
        assert (await admin.post(f"/api/accounts/{admin.id}/suspend", WHY)).refusal == "role_is_fixed"
        assert (await admin.post("/api/accounts/pnobody/suspend", WHY)).refusal == "account_is_unknown"
        assert (await admin.post(f"/api/accounts/{dealer.id}/suspend", {"reason": ""})).refusal == "request_is_invalid"
        assert (await dealer.get("/api/me")).status == 200
        assert (await admin.post(f"/api/accounts/{dealer.id}/suspend", WHY)).status == 200
        assert (await dealer.get("/api/me")).refusal == "not_signed_in"

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("PUT", "role", {"role": "dealer"}), ("POST", "suspend", WHY)],
)
def test_two_administrators_who_let_each_other_go_at_once_leave_one(
    tmp_path: Path, method: str, path: str, body: dict[str, str]
) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, ben = [await floor.client(Role.ADMIN) for _ in range(2)]
        replies = await asyncio.gather(
            ann.ask(method, f"/api/accounts/{ben.id}/{path}", body),
            ben.ask(method, f"/api/accounts/{ann.id}/{path}", body),
        )
        assert "last_administrator" in {reply.refusal for reply in replies}
        left = [each for each in await floor.accounts.staff() if each.role is Role.ADMIN and not each.is_suspended]
        assert len(left) == 1

    on_a_floor(tmp_path, test)
