"""Staff over HTTP: tables, calls, accounts, and the log in which all of it is found again."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.staff.staff_events import By, Note, On, digest_of
from punto.server.staff.staff_log import StaffLog
from punto.table.commands import PlaceWager
from punto.table.state import PausedPhase
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, SmallFloor, on_a_floor

AMY = By("amy", "dealer")
CARD_ERROR = {"reason": "card_error"}
PAUSE = {"reason": "card_error", "note": "the six of hearts fell to the floor"}


async def log_of(floor: SmallFloor) -> list[dict[str, object]]:
    """The oldest first, without that it was read."""
    entries = (await (await floor.client(Role.ADMIN)).get("/api/staff/log")).body["entries"]
    assert isinstance(entries, list)
    return [entry for entry in entries[::-1] if entry["action"] != "read_staff_log"]


def test_a_pause_a_cancellation_and_what_the_log_says_of_them(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        dealer, supervisor = await floor.client(Role.DEALER), await floor.client(Role.SUPERVISOR)
        ann = await floor.client(Role.PATRON)
        await floor.cashier.buy_in(ann.id, 500, by="amy", id="1")
        await floor.open_betting()
        await floor.jade.ask(PlaceWager(ann.id, "player", 100))
        assert (await dealer.post("/api/staff/tables/jade/pause", PAUSE)).status == 200
        assert isinstance(floor.jade.table.phase, PausedPhase)
        assert floor.jade.table.phase.reason == "card_error"  # the note is for staff alone
        assert (await dealer.post("/api/staff/tables/jade/pause", PAUSE)).refusal == "table_is_paused"
        assert (await supervisor.post("/api/staff/tables/jade/cancel", {"reason": "card_error"})).status == 200
        assert await floor.cashier.balance(ann.id) == 500
        log = await log_of(floor)
        assert [(entry["by"], entry["role"], entry["action"], entry["refusal"]) for entry in log] == [
            (dealer.id, "dealer", "Pause", ""),
            (dealer.id, "dealer", "Pause", "table_is_paused"),
            (supervisor.id, "supervisor", "CancelCoup", ""),
        ]
        assert {(str(entry["on"]), entry["reason"]) for entry in log} == {
            ("{'table': 'jade', 'shoe': 1, 'coup': 1}", "card_error")
        }
        assert log[0]["note"] == PAUSE["note"]

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("action", "body", "status", "name"),
    [
        ("resume", {}, 409, "table_is_not_paused"),
        ("void", {"reason": "malfunction"}, 409, "no_coup_to_void"),
        ("void", {}, 400, "request_is_invalid"),  # a reason is needed
        ("void", {"reason": "malfunction", "round": [1, 0]}, 400, "request_is_invalid"),
        ("void", {"reason": "malfunction", "round": [1, 9]}, 409, "no_coup_to_void"),
        ("dismiss", {}, 409, "no_dispute_is_open"),
        ("correct", {**CARD_ERROR, "player": "9h 8d", "banker": "4c Td 3s"}, 409, "no_coup_to_correct"),
        ("correct", {"player": "9h 8d", "banker": "4c Td 3s"}, 400, "request_is_invalid"),
        ("correct", {**CARD_ERROR, "player": "9h 8d", "banker": "4c"}, 400, "request_is_invalid"),
        ("correct", {**CARD_ERROR, "player": "9h 9x", "banker": "4c 3s"}, 400, "request_is_invalid"),
        ("correct", {**CARD_ERROR, "player": "9h 8d / 2c", "banker": "4c 3s"}, 400, "request_is_invalid"),
        ("cancel", {"reason": "because"}, 400, "request_is_invalid"),
        ("cancel", {"reason": "other", "note": "x" * 501}, 400, "request_is_invalid"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(
    tmp_path: Path, action: str, body: dict[str, object], status: int, name: str
) -> None:
    async def test(floor: SmallFloor) -> None:
        supervisor = await floor.client(Role.SUPERVISOR)
        await floor.open_betting()
        answer = await supervisor.post(f"/api/staff/tables/jade/{action}", body)
        assert (answer.status, answer.refusal) == (status, name)
        assert (await supervisor.post(f"/api/staff/tables/ruby/{action}", body)).status in (404, 400)

    on_a_floor(tmp_path, test)


def test_a_note_can_be_erased_and_leaves_the_hash_of_what_it_was(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin = await floor.client(Role.ADMIN)
        number = await floor.staff_log.acts(AMY, "Pause", On(table="jade"), note="Mr Smith was rude")
        assert (await log_of(floor))[0]["note"] == "Mr Smith was rude"
        assert (await admin.ask("DELETE", f"/api/staff/log/{number}/note")).status == 204
        entries = await log_of(floor)
        assert (entries[0]["note"], len(str(entries[0]["note_digest"]))) == ("", 64)
        assert (await admin.ask("DELETE", "/api/staff/log/99/note")).status == 404

    on_a_floor(tmp_path, test)
    assert b"rude" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_the_hash_of_a_note_is_salted() -> None:
    note = Note(salt="00ff", text="rude")
    assert digest_of(note) == sha256(b"\x00\xffrude").hexdigest()
    assert digest_of(replace(note, salt="00fe")) != digest_of(note)


def test_the_log_goes_on_after_a_restart_and_is_read_in_pages(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        for number in range(5):
            await floor.staff_log.acts(AMY, "Pause", On(table=f"table {number}"))
        again = await StaffLog.open(floor.store, floor.clock)
        await again.acts(AMY, "Pause", On(table="table 5"))
        floor.staff_log = again
        floor.install_routes()
        admin = await floor.client(Role.ADMIN)
        first = (await admin.get("/api/staff/log?limit=4")).body
        rest = (await admin.get(f"/api/staff/log?limit=4&before={first['next']}")).body
        assert isinstance(first["entries"], list)
        assert isinstance(rest["entries"], list)
        numbers = [entry["number"] for entry in (*first["entries"], *rest["entries"])]
        assert (numbers, rest["next"]) == ([7, 6, 5, 4, 3, 2, 1], None)  # the last is that it was read

    on_a_floor(tmp_path, test)


def test_staff_is_created_with_a_password_that_is_told_once(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin = await floor.client(Role.ADMIN)
        made = await admin.post("/api/staff", {"name": "Dee", "role": "dealer"})
        account = made.body["account"]
        assert isinstance(account, dict)
        assert (await admin.post("/api/staff", {"name": "dee", "role": "dealer"})).refusal == "name_is_taken"
        assert (await admin.post("/api/staff", {"name": "Pat", "role": "patron"})).refusal == "role_is_fixed"
        dee = Client(floor)
        assert (await dee.post("/api/login", {"name": "Dee", "password": made.body["password"]})).status == 200
        assert (await dee.post("/api/staff/tables/jade/pause", PAUSE)).refusal == "password_must_be_changed"

    on_a_floor(tmp_path, test)


def test_a_new_role_ends_every_session_and_nobody_changes_their_own(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin, dealer = await floor.client(Role.ADMIN), await floor.client(Role.DEALER)
        assert (await admin.put(f"/api/accounts/{admin.id}/role", {"role": "dealer"})).refusal == "role_is_fixed"
        changed = await admin.put(f"/api/accounts/{dealer.id}/role", {"role": "supervisor"})
        assert changed.body["role"] == "supervisor"
        assert (await dealer.get("/api/me")).refusal == "not_signed_in"
        assert (await admin.put("/api/accounts/p-nobody/role", {"role": "dealer"})).refusal == "account_is_unknown"

    on_a_floor(tmp_path, test)


def test_a_reset_password_ends_sessions_and_is_changed_at_the_next_log_in(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin, ann = await floor.client(Role.ADMIN), Client(floor)
        me = await ann.post("/api/register", {"name": "Ann", "password": PASSWORD})
        made = await admin.post(f"/api/accounts/{me.body['id']}/password")
        assert (await ann.get("/api/me")).refusal == "not_signed_in"
        again = await ann.post("/api/login", {"name": "Ann", "password": made.body["password"]})
        assert again.body["must_change_password"] is True

    on_a_floor(tmp_path, test)


def test_a_person_is_erased_when_nothing_is_owed(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin, ann = await floor.client(Role.ADMIN), Client(floor)
        me = await ann.post("/api/register", {"name": "Ann", "password": PASSWORD})
        person = f"/api/accounts/{me.body['id']}/person"
        await floor.cashier.buy_in(ann.id, 500, by="amy", id="1")
        await floor.open_betting()
        await floor.jade.ask(PlaceWager(ann.id, "player", 100))
        assert (await admin.ask("DELETE", person)).refusal == "bets_lie"
        await admin.post("/api/staff/tables/jade/cancel", {"reason": "other"})
        assert (await admin.ask("DELETE", person)).refusal == "purse_is_not_empty"
        await ann.post("/api/cashout", {"id": "out"})
        assert (await admin.ask("DELETE", person)).status == 204
        assert (await ann.get("/api/me")).refusal == "not_signed_in"
        listed = (await admin.get("/api/accounts")).body["accounts"]
        assert isinstance(listed, list)
        erased = next(each for each in listed if each["id"] == me.body["id"])
        assert (erased["name"], erased["is_erased"]) == ("", True)

    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, play_credits=None))


def test_accounts_are_listed_in_pages(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        admin = await floor.client(Role.ADMIN)
        for _ in range(4):
            await floor.accounts.new_guest()
        seen, after = [], ""
        while after is not None:
            page = (await admin.get(f"/api/accounts?limit=2&after={after}")).body
            assert isinstance(page["accounts"], list)
            seen += [each["id"] for each in page["accounts"]]
            after = page["next"]  # type: ignore[assignment]
        assert (len(seen), seen) == (5, sorted(seen))
        assert (await admin.get("/api/accounts?limit=0")).refusal == "request_is_invalid"

    on_a_floor(tmp_path, test)


def test_the_staff_log_is_a_chain_of_its_own(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        await floor.staff_log.acts(AMY, "Pause", On(table="jade"), note="why")
        (stored,) = await floor.store.read("staff")
        event = msgspec.json.decode(stored.body)
        assert (event["by"], event["action"], event["on"], event["at"]) == (
            "amy",
            "Pause",
            {"table": "jade"},
            floor.now,
        )
        assert b"why" not in stored.body

    on_a_floor(tmp_path, test)
