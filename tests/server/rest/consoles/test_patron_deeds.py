"""What staff may do for a patron: notes, limits, exclusion, adjustments, all data as one file, and erasure."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest

from punto.server.floor.erase_person import erase_person
from punto.server.keeping.audit import audit
from punto.server.patrons_desk.notes import NOTES_ROW, PatronNote, PatronNotes
from punto.server.people.identity import Role
from punto.server.people.person_row import person_row
from punto.server.people.saved_bets import SavedBets
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import Store
from punto.table.commands import GiveTip, PlaceWager
from tests.server.people.desks import DAY, PASSWORD
from tests.server.rest.consoles.desk_floor import SUE, DeskFloor, lines_of, on_a_desk_floor
from tests.server.rest.small_floor import BOOK, Client, Reply


async def adjusted(boss: Client, patron: Client, amount: int, number: str = "1", **more: object) -> Reply:
    body = {"id": number, "amount": amount, "reason": "wrong_payout", "second": SUE, **more}
    return await boss.post(f"/api/desk/patrons/{patron.id}/adjust", body)


@pytest.mark.parametrize(
    ("amount", "more", "refusal"),
    [
        (300, {}, None),
        (-300, {}, None),
        (1, {"second": None}, "second_person_is_needed"),  # however small
        (300, {"second": {"name": "Sue", "password": "wrong password"}}, "second_person_is_wrong"),
        (300, {"second": {"name": "Amy", "password": PASSWORD}}, "second_person_is_wrong"),  # an attendant
        (5_001, {}, "amount_is_over_the_limit"),
        (-2_001, {}, "amount_is_over_the_limit"),
        (-1_001, {}, "purse_holds_too_little"),
        (0, {}, "amount_is_not_positive"),
        (300, {"reason": "because"}, "request_is_invalid"),
    ],
)
def test_an_adjustment_and_who_must_confirm_it(
    tmp_path: Path, amount: int, more: dict[str, Any], refusal: str | None
) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron(1_000)
        sue = await floor.second()
        await floor.second("Amy", Role.ATTENDANT)
        reply = await adjusted(boss, ann, amount, **more)
        assert reply.refusal == refusal
        assert await floor.cashier.balance(ann.id) == 1_000 + (0 if refusal else amount)
        assert (await floor.store.balances(["adjustments:PLAY"]))["adjustments:PLAY"] == (0 if refusal else -amount)
        await audit(floor.store)
        if refusal is None:
            [entry] = await floor.log_of("adjust_purse")
            assert (entry["by"], entry["second"], entry["amount"]) == (boss.id, sue, amount)
            assert (entry["before"], entry["after"]) == ("1000", str(1_000 + amount))
            assert entry["reason"] == "wrong_payout"

    on_a_desk_floor(tmp_path, test)


def test_the_same_id_adjusts_once_and_another_amount_under_it_not_at_all(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron(1_000)
        await floor.second()
        first, again = await adjusted(boss, ann, 300), await adjusted(boss, ann, 300)
        assert first.body == again.body
        assert (await adjusted(boss, ann, 400)).refusal == "id_was_used"
        assert await floor.cashier.balance(ann.id) == 1_300
        assert [entry["refusal"] for entry in await floor.log_of("adjust_purse")] == [
            "",
            "was_done_before",
            "id_was_used",
        ]

    on_a_desk_floor(tmp_path, test)


def test_an_adjustment_is_reversed_by_a_counter_entry_once(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron(1_000)
        await floor.second()
        entry = (await adjusted(boss, ann, -300)).body["entry"]
        path, body = f"/api/cashier/entries/{entry}/reverse", {"id": "r1", "reason": "wrong_patron"}
        assert (await boss.post(path, body)).status == 200
        assert (await boss.post(path, {**body, "id": "r2"})).refusal == "entry_is_reversed"
        assert await floor.cashier.balance(ann.id) == 1_000

    on_a_desk_floor(tmp_path, test)


def test_debits_and_a_cash_out_at_once_never_take_a_purse_below_zero(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron(1_000)
        await floor.second()
        table = floor.tables["jade"]
        await floor.open_betting_on("jade")
        first, second, _, _ = await asyncio.gather(
            adjusted(boss, ann, -700, "a"),
            adjusted(boss, ann, -700, "b"),
            ann.post("/api/cashout", {"id": "c"}),
            table.ask(PlaceWager(ann.id, "banker", 400)),
        )
        balances = await floor.store.every_balance()
        assert balances.get(f"purse:PLAY:{ann.id}", 0) >= 0
        assert sum(balances.values()) == 0
        assert 200 not in (first.status, second.status) or first.status != second.status, "there is enough for one"
        await audit(floor.store)
        lines = lines_of((await boss.get(f"/api/desk/patrons/{ann.id}/statement")).body)
        assert lines[0]["purse"] == balances.get(f"purse:PLAY:{ann.id}", 0)

    on_a_desk_floor(tmp_path, test)


def test_a_day_s_allowance_counts_adjustments_both_ways(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron(1_000)
        await floor.second()
        for number in range(10):
            amount = 2_000 if number % 2 == 0 else -2_000
            assert (await adjusted(boss, ann, amount, f"d{number}")).status == 200
        assert (await adjusted(boss, ann, 1, "more")).refusal == "day_limit_is_reached"

    on_a_desk_floor(tmp_path, test)


def test_notes_are_added_read_and_erased_and_their_text_is_nowhere_else(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, amy, ann = await floor.client(Role.SUPERVISOR), await floor.client(Role.ATTENDANT), await floor.patron()
        path = f"/api/desk/patrons/{ann.id}/notes"
        for text in ("Prefers the squeeze tables.", "Speaks Portuguese."):
            assert (await boss.post(path, {"text": text})).status == 200
        notes = (await amy.get(f"/api/desk/patrons/{ann.id}")).body["notes"]
        assert isinstance(notes, list)
        assert [(note["text"], note["by"]) for note in notes] == [
            ("Speaks Portuguese.", boss.id),
            ("Prefers the squeeze tables.", boss.id),
        ]
        assert (await boss.ask("DELETE", f"{path}/2")).status == 204
        assert (await boss.ask("DELETE", f"{path}/2")).refusal == "not_found"
        assert (await boss.post(path, {"text": "Asked for a limit."})).body["number"] == 3, "no number is used again"
        assert b"Portuguese" not in _bytes_of(floor)
        assert [entry["note"] for entry in await floor.log_of("add_note")] == ["", "", ""]
        for number in range(48):
            assert (await boss.post(path, {"text": f"note {number}"})).status == 200
        assert (await boss.post(path, {"text": "one too many"})).refusal == "too_many_notes"
        assert (await boss.post(path, {"text": "x" * 501})).refusal == "request_is_invalid"
        assert (await boss.post(path, {"text": ""})).refusal == "request_is_invalid"

    on_a_desk_floor(tmp_path, test)


def test_limits_are_lowered_at_once_and_raised_a_day_later(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron()
        path = f"/api/desk/patrons/{ann.id}/limits"
        lowered = (await boss.patch(path, {"loss_a_day": 1_500})).body["loss_a_day"]
        assert lowered == {"now": 1_500, "next": None, "next_at": None}
        raised = (await boss.patch(path, {"loss_a_day": 3_000})).body["loss_a_day"]
        assert raised == {"now": 1_500, "next": 3_000, "next_at": floor.now + DAY}
        assert (await ann.get("/api/me/limits")).body["loss_a_day"] == raised, "the patron sees the same"
        assert [(entry["before"], entry["after"]) for entry in await floor.log_of("change_limits")] == [
            ("loss_a_day none", "loss_a_day 1500"),
            ("loss_a_day 1500", "loss_a_day 1500, later 3000"),
        ]

    on_a_desk_floor(tmp_path, test)


def test_a_patron_is_excluded_for_a_term_and_the_purse_can_still_be_paid_out(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.patron(1_000)
        path = f"/api/desk/patrons/{ann.id}/exclude"
        assert (await boss.post(path, {"days": 30, "reason": "harm"})).refusal == "request_is_invalid"
        reply = await boss.post(path, {"days": 180, "reason": "harm", "note": "asked by the family"})
        assert reply.body["house_excluded_until"] == floor.now + 180 * DAY
        view = (await boss.get(f"/api/desk/patrons/{ann.id}")).body
        assert (view["standing"], view["until"]) == ("excluded", floor.now + 180 * DAY)
        [entry] = await floor.log_of("exclude")
        assert (entry["before"], entry["after"], entry["reason"]) == ("may play", "excluded for 180 days", "harm")
        assert (await ann.get("/api/me/limits")).body["may_not_bet"] == "excluded_by_house", (
            "not the patron's own doing"
        )
        assert (await ann.post("/api/cashout", {"id": "out"})).status == 200
        shorter = (await boss.post(path, {"days": 200, "reason": "other"})).body["house_excluded_until"]
        assert shorter == floor.now + 200 * DAY
        assert (await boss.post(path, {"days": 180, "reason": "other"})).body["house_excluded_until"] == shorter
        own = (await boss.post(path, {"days": 180, "reason": "own_request"})).body
        assert (own["excluded_until"], own["may_not_bet"]) == (floor.now + 180 * DAY, "self_excluded")

    on_a_desk_floor(tmp_path, test)


def test_the_file_of_a_person_holds_everything_of_theirs_and_nothing_of_others(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, bob = await floor.client(Role.SUPERVISOR), await floor.named("Bob Braun")
        sue = await floor.second()
        ann = await floor.named("Ann Arbor")
        for each in (ann, bob):
            await floor.cashier.buy_in(each.id, 10_000, by="amy", id=f"in-{each.id}")
        await floor.coup(PlaceWager(ann.id, "banker", 100), PlaceWager(bob.id, "player", 700), GiveTip(ann.id, 30))
        floor.now += 1_000
        boss = await floor.client_of(boss)
        assert (await adjusted(boss, ann, 50)).refusal is None
        await boss.post(f"/api/desk/patrons/{ann.id}/notes", {"text": "Speaks Portuguese."})
        await boss.post(f"/api/desk/patrons/{bob.id}/notes", {"text": "Never smiles."})
        await ann.patch("/api/me/limits", {"loss_a_day": 4_321})
        await ann.post("/api/attendant-calls", {"table": "jade"})
        mine = {"book": BOOK.id, "stakes": [["tie", 100]], "name": "Friday"}
        assert (await ann.post("/api/me/saved-bets", mine)).status == 200
        ticket = (await ann.post("/api/cashout", {"id": "out"})).body
        reply = await boss.get(f"/api/desk/patrons/{ann.id}/data")
        assert "attachment" in reply.headers["content-disposition"]
        data = json.loads(reply.text)
        assert (data["account"]["name"], data["account"]["id"], data["purse"]) == ("Ann Arbor", ann.id, 0)
        assert data["limits"]["loss_a_day"]["value"] == 4_321
        assert [(note["text"], note["by"]) for note in data["notes"]] == [("Speaks Portuguese.", "staff")]
        assert [line["kind"] for line in data["statement"]] == ["buy_in", "tip", "round", "adjusted", "cash_out"]
        assert data["statement"][-1]["purse"] == 0
        assert {play["status"] for play in data["rounds"]} == {"settled", "tip"}
        assert [(each["amount"], each["is_paid"], each["code"]) for each in data["tickets"]] == [
            (ticket["amount"], False, "")
        ]
        assert data["saved_bets"] == [mine]
        assert len(data["sessions"]) == len(data["calls"]) == 1
        for other in (bob.id, "Bob", "Never smiles", boss.id, sue, "Sue", str(ticket["code"])):
            assert other not in reply.text, other
        assert (await floor.log_of("export_person"))[0]["on"]["patron"] == ann.id

    on_a_desk_floor(tmp_path, test)


def test_an_erased_person_leaves_nothing_to_read_in_the_file(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.named("Quirina Xylander")
        await boss.post(f"/api/desk/patrons/{ann.id}/notes", {"text": "Collects Zanzibar stamps."})
        found = (await boss.get("/api/desk/patrons?q=quirina")).body["patrons"]
        assert isinstance(found, list)
        assert [each["id"] for each in found] == [ann.id]
        assert b"Xylander" in _bytes_of(floor)
        assert b"Zanzibar" in _bytes_of(floor)
        assert await erase_person(floor, ann.id) is None
        for secret in (b"Xylander", b"Quirina", b"Zanzibar"):
            assert secret not in _bytes_of(floor), secret
        view = (await boss.get(f"/api/desk/patrons/{ann.id}")).body
        assert (view["name"], view["notes"], view["standing"]) == ("", [], "erased")
        assert (await boss.get("/api/desk/patrons?q=quirina")).body["patrons"] == []
        late = await boss.post(f"/api/desk/patrons/{ann.id}/notes", {"text": "Too late."})
        assert late.refusal == "account_is_unknown"
        assert (await adjusted(boss, ann, 5)).refusal == "account_is_unknown"

    on_a_desk_floor(tmp_path, test)


def test_a_note_written_while_its_patron_is_erased_does_not_stay(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, ann = await floor.client(Role.SUPERVISOR), await floor.named("Quirina Xylander")
        notes = [boss.post(f"/api/desk/patrons/{ann.id}/notes", {"text": "Zanzibar."}) for _ in range(5)]
        await asyncio.gather(*notes, erase_person(floor, ann.id))
        assert b"Zanzibar" not in _bytes_of(floor)

    on_a_desk_floor(tmp_path, test)


def test_the_last_administrator_is_refused_before_anything_of_theirs_is_erased(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        only = await floor.client(Role.ADMIN)
        notes, saved = PatronNotes(floor.store, floor.accounts, lambda: 1), SavedBets(floor.store, floor.accounts)
        await notes.add(only.id, "Has the key to the safe.", "sue")
        await saved.save(only.id, "sa", (("player", 100),), "")
        assert await erase_person(floor, only.id) is PeopleRefusal.LAST_ADMINISTRATOR
        assert len(await notes.of(only.id)) == len(await saved.of(only.id)) == 1

    on_a_desk_floor(tmp_path, test)


class CancelsWhoWrites:
    """A store in which a person is erased, and the writer cancelled, once one of their rows is written."""

    def __init__(self, floor: DeskFloor, patron: str) -> None:
        self.person, self.erase_person = floor.store.person, floor.store.erase_person
        self.writing: asyncio.Task[object] | None = None
        self._floor, self._patron = floor, patron

    async def keep_person(self, person: str, row: bytes) -> None:
        assert await erase_person(self._floor, self._patron) is None
        await self._floor.store.keep_person(person, row)
        assert self.writing is not None
        self.writing.cancel()
        await asyncio.sleep(0)  # here a cancelled task ends


def test_a_note_does_not_stay_when_its_writer_is_cancelled_while_its_patron_is_erased(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        ann = await floor.named("Quirina Xylander")
        store = CancelsWhoWrites(floor, ann.id)
        notes = PatronNotes(cast("Store", store), floor.accounts, lambda: 1)
        store.writing = asyncio.create_task(notes.add(ann.id, "Zanzibar.", "sue"))
        with pytest.raises(asyncio.CancelledError):
            await store.writing
        assert await floor.store.person(person_row(NOTES_ROW, ann.id)) is None
        assert b"Zanzibar" not in _bytes_of(floor)

    on_a_desk_floor(tmp_path, test)


def test_a_note_written_while_an_erasure_is_refused_costs_no_other_note(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        ann, store = await floor.named("Quirina Xylander"), LeavesWhileWriting(floor.store, floor.accounts.leaving)
        notes = PatronNotes(cast("Store", store), floor.accounts, lambda: 1)
        assert isinstance(await notes.add(ann.id, "Likes the window seat.", "sue"), PatronNote)
        store.leaves = ann.id  # an erasure begins once the next note is on its way, and is refused later
        await notes.add(ann.id, "Prefers tea.", "sue")
        floor.accounts.leaving.discard(ann.id)
        assert "Likes the window seat." in [note.text for note in await notes.of(ann.id)]

    on_a_desk_floor(tmp_path, test)


class LeavesWhileWriting:
    """A store in which a person begins to leave while one of their rows is being written."""

    def __init__(self, store: Store, leaving: set[str]) -> None:
        self.leaves = ""
        self.person, self.erase_person = store.person, store.erase_person
        self._store, self._leaving = store, leaving

    async def keep_person(self, person: str, row: bytes) -> None:
        self._leaving.update(filter(None, [self.leaves]))
        await self._store.keep_person(person, row)


DEEDS = [
    ("POST", "notes", {"text": "x"}),
    ("DELETE", "notes/1", None),
    ("PATCH", "limits", {"loss_a_day": 5}),
    ("POST", "exclude", {"days": None, "reason": "other"}),
    ("POST", "adjust", {"id": "1", "amount": 1, "reason": "other", "second": SUE}),
    ("GET", "data", None),
]


@pytest.mark.parametrize("role", [Role.PATRON, Role.DEALER, Role.ATTENDANT], ids=str)
@pytest.mark.parametrize(("method", "path", "body"), DEEDS, ids=[path for _, path, _ in DEEDS])
def test_only_supervisors_act(tmp_path: Path, role: Role, method: str, path: str, body: object) -> None:
    async def test(floor: DeskFloor) -> None:
        somebody, ann = await floor.client(role), await floor.patron(1_000)
        await floor.second()
        reply = await somebody.ask(method, f"/api/desk/patrons/{ann.id}/{path}", body)
        assert reply.refusal == "role_is_not_allowed"
        assert await floor.cashier.balance(ann.id) == 1_000

    on_a_desk_floor(tmp_path, test)


def test_a_suspended_supervisor_confirms_nothing(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        boss, admin, ann = (
            await floor.client(Role.SUPERVISOR),
            await floor.client(Role.ADMIN),
            await floor.patron(1_000),
        )
        sue = await floor.second()
        await admin.post(f"/api/accounts/{sue}/suspend", {"reason": "left"})
        assert (await adjusted(boss, ann, 5)).refusal == "second_person_is_wrong"

    on_a_desk_floor(tmp_path, test)


def _bytes_of(floor: DeskFloor) -> bytes:
    """All that lies on the disk."""
    return b"".join(path.read_bytes() for path in floor.folder.iterdir())
