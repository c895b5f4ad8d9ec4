"""A round dealt by hand over HTTP, step by step, and who may take which step."""

from pathlib import Path

import pytest

from punto.server.people.identity import Role
from punto.server.staff.staff_events import StaffActed
from punto.table.state import Betting, NeedsShoe, ShowingResult
from tests.server.dealing.dealt_floor import PINS, DealtFloor, on_a_dealt_floor


def test_a_round_from_tapping_in_to_the_next_one(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        steps = [(await floor.state()).next_step]
        for path, body in [
            ("tap-in", {"name": "mara", "pin": PINS["Mara"]}),
            ("shoe", {"old_cards_removed": True, "new_cards_shuffled": True}),
            ("scan", {"line": "2c\r\n"}),
            ("open", {}),
            ("close", {}),
            ("scan", {"line": "9h"}),
            ("scan", {"line": "2d"}),
            ("scan", {"line": "Kc"}),
            ("scan", {"line": "5s"}),
            ("confirm", {}),
        ]:
            floor.now += 1_000
            if path == "close":
                await floor.bets()
            await floor.does(path, body)
            steps.append((await floor.state()).next_step)
        floor.now += 10_000
        steps.append((await floor.state()).next_step)
        assert steps == [
            "tap_in",
            "new_shoe",
            "read_burn",
            "open_betting",
            "close_betting",
            *["wait_for_card"] * 4,
            "confirm_result",
            "wait",
            "open_betting",
        ]
        state = await floor.state()
        assert state.last_round is not None
        assert (state.last_round.winner, state.wins) == ("player", (1, 0, 0))
        assert state.burn is not None
        assert (state.burn.card, state.burn.face_down) == ("2c", 2)
        assert (await floor.purse()) == 100_100

    on_a_dealt_floor(tmp_path, test)


def test_every_step_stands_in_the_staff_log_with_session_and_dealer(tmp_path: Path) -> None:
    """The console's session may be another's than the dealer's who has tapped in."""

    async def test(floor: DealtFloor) -> None:
        await floor.does("tap-in", {"name": "Mara", "pin": PINS["Mara"]}, by=floor.noor)
        await floor.does("shoe", {"old_cards_removed": True, "new_cards_shuffled": True}, by=floor.noor)
        await floor.does("call", {"text": "A hand, now."}, by=floor.noor)
        entries = [entry for _, entry in await floor.staff_log.events(0, 50)]
        said = [
            (entry.by, entry.action, entry.on.account)
            for entry in entries
            if isinstance(entry, StaffActed) and entry.on.table == "amber"
        ]
        mara, noor = floor.mara.id, floor.noor.id
        assert said == [(noor, "TapIn", mara), (noor, "ConfirmShoe", mara), (noor, "call_supervisor", mara)]

    on_a_dealt_floor(tmp_path, test)


def test_a_pin_that_is_wrong_is_counted_and_taps_nobody_in(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        for _ in range(floor.config.safety.failures_max - 1):
            wrong = await floor.mara.post("/api/dealing/amber/tap-in", {"name": "Noor", "pin": "9999"})
            assert wrong.refusal == "pin_is_wrong"
        locked = await floor.mara.post("/api/dealing/amber/tap-in", {"name": "Noor", "pin": "9999"})
        assert locked.refusal == "too_many_failures"
        again = await floor.mara.post("/api/dealing/amber/tap-in", {"name": "Noor", "pin": PINS["Noor"]})
        assert (again.refusal, again.status) == ("too_many_failures", 429)
        await floor.staff_failures.write()
        failures = [
            entry for _, entry in await floor.staff_log.events(0, 50) if getattr(entry, "action", "") == "check_pin"
        ]
        assert [(each.on.account, each.count) for each in failures if isinstance(each, StaffActed)] == [
            (floor.noor.id, floor.config.safety.failures_max + 1)
        ]
        assert floor.table().dealer == ""

    on_a_dealt_floor(tmp_path, test)


async def suspended(floor: DealtFloor) -> None:
    await floor.accounts.suspend(floor.noor.id, is_suspended=True)


async def demoted(floor: DealtFloor) -> None:
    await floor.accounts.change_role(floor.noor.id, Role.ATTENDANT)


async def as_before(_: DealtFloor) -> None:
    pass


@pytest.mark.parametrize(
    ("change", "who", "refusal"),
    [
        (as_before, "Noor", None),
        (suspended, "Noor", "pin_is_wrong"),  # with the suspension the PIN is gone
        (demoted, "Noor", "pin_is_wrong"),
        (as_before, "Amy", "role_is_not_allowed"),  # an attendant deals no cards
        (as_before, "Nobody", "pin_is_wrong"),
    ],
)
def test_who_may_tap_in(tmp_path: Path, change: object, who: str, refusal: str | None) -> None:
    async def test(floor: DealtFloor) -> None:
        assert callable(change)
        await change(floor)
        reply = await floor.mara.post("/api/dealing/amber/tap-in", {"name": who, "pin": PINS.get(who, "5082")})
        assert reply.refusal == refusal
        assert bool(floor.table().dealer) == (refusal is None)

    on_a_dealt_floor(tmp_path, test)


def test_dealers_change_between_rounds_and_not_within_one(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        change = {"name": "Noor", "pin": PINS["Noor"]}
        assert (await floor.mara.post("/api/dealing/amber/tap-in", change)).refusal == "coup_runs"
        out = {"pin": PINS["Mara"]}
        assert (await floor.mara.post("/api/dealing/amber/tap-out", out)).refusal == "coup_runs"
        await floor.slide("9h 2d Kc 5s")
        await floor.does("confirm")
        assert (await floor.mara.post("/api/dealing/amber/tap-out", {})).refusal == "pin_is_wrong"
        await floor.does("tap-in", change)
        assert floor.table().dealer == floor.noor.id
        await floor.does("tap-out", by=floor.ines)  # a supervisor sends a dealer home without a PIN
        assert (await floor.state()).next_step == "tap_in"

    on_a_dealt_floor(tmp_path, test)


def test_a_dealer_taken_ill_is_replaced_in_mid_round(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        await floor.slide("9h 2d")
        await floor.does("pause", {"reason": "dealer_unwell"})
        await floor.does("tap-in", {"name": "Noor", "pin": PINS["Noor"]}, by=floor.ines)
        assert (await floor.ines.post("/api/staff/tables/amber/resume", {})).refusal is None
        await floor.slide("Kc 5s")
        await floor.does("confirm", by=floor.noor)
        assert isinstance(floor.table().phase, ShowingResult)

    on_a_dealt_floor(tmp_path, test)


@pytest.mark.parametrize("statements", [(False, True), (True, False), (False, False)])
def test_a_new_shoe_needs_both_statements(tmp_path: Path, statements: tuple[bool, bool]) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.tapped_in()
        said = {"old_cards_removed": statements[0], "new_cards_shuffled": statements[1]}
        assert (await floor.mara.post("/api/dealing/amber/shoe", said)).refusal == "both_statements_are_needed"
        assert isinstance(floor.table().phase, NeedsShoe)

    on_a_dealt_floor(tmp_path, test)


def test_a_free_hand_is_dealt_without_bets(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.burned()
        await floor.does("open", {"is_free_hand": True})
        assert (await floor.state()).is_free_hand
        await floor.slide("9h 2d Kc 5s")
        await floor.does("confirm")
        floor.now += 10_000
        await floor.does("open")
        assert isinstance(floor.table().phase, Betting)
        assert not (await floor.state()).is_free_hand

    on_a_dealt_floor(tmp_path, test)


def test_calls_are_listed_taken_and_answered_by_supervisors(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.tapped_in()
        first = (await floor.does("call", {"text": "Cards on the floor."})).body
        await floor.does("call", {"text": "Cards still on the floor."})
        assert (await floor.mara.get("/api/staff/calls")).refusal == "role_is_not_allowed"
        (call,) = (await floor.state()).calls
        assert (call.id, call.text, call.name, call.taken_by) == (first["id"], "Cards still on the floor.", "Mara", "")
        await floor.ines.post(f"/api/staff/calls/{call.id}/take")
        (call,) = (await floor.state()).calls
        assert call.taken_name == "Ines"
        assert (await floor.ines.post(f"/api/staff/calls/{call.id}/done")).status == 204
        assert (await floor.ines.post(f"/api/staff/calls/{call.id}/done")).refusal == "call_is_unknown"
        assert (await floor.state()).calls_waiting == 0

    on_a_dealt_floor(tmp_path, test)


def test_tables_that_nobody_deals_by_hand_have_no_console(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        for path in ("jade", "none"):
            assert (await floor.mara.get(f"/api/dealing/{path}")).refusal == "table_is_unknown"
            assert (await floor.mara.post(f"/api/dealing/{path}/close")).refusal == "table_is_unknown"
            assert (await floor.mara.post(f"/api/dealing/{path}/scan", {"line": "9h"})).refusal == "table_is_unknown"
        listed = (await floor.mara.get("/api/dealing")).body["tables"]
        assert listed == [
            {"table": "amber", "title": "Amber", "dealer": ""},
            {"table": "ruby", "title": "Ruby", "dealer": ""},
        ]

    on_a_dealt_floor(tmp_path, test)


def test_a_console_lists_who_may_tap_in_or_confirm(tmp_path: Path) -> None:
    """Attendants deal no cards, and whoever has no PIN, or may not work, could not use it."""

    async def test(floor: DealtFloor) -> None:
        await suspended(floor)
        await floor.accounts.create_staff("Without", Role.DEALER)
        listed = (await floor.mara.get("/api/staff/dealers")).body["people"]
        assert listed == [
            {"id": floor.ines.id, "name": "Ines", "role": "supervisor"},
            {"id": floor.mara.id, "name": "Mara", "role": "dealer"},
        ]
        assert (await floor.amy.get("/api/staff/dealers")).refusal == "role_is_not_allowed"

    on_a_dealt_floor(tmp_path, test)
