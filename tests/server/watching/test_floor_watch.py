"""The floor at a glance against a floor that was played: sums, exposure, deviations, what waits, incidents."""

from math import sqrt
from pathlib import Path

import pytest

from punto.server.people.identity import Role
from punto.table.commands import CancelCoup, Pause, PlaceWager, RaiseDispute, Resume, VoidCoup
from punto.table.decisions.dealing import SYSTEM
from punto.table.state import Betting, Dealing
from tests.server.watching.supervised_floor import BANKER_WINS, LIVE, PLAYER_WINS, Supervised, on_a_floor

MIN = LIVE.limits["player"].stake_min
PLAYER_EDGE, PLAYER_DEVIATION = 0.012351, 0.951175  # published for eight decks


def test_sums_of_the_day_and_deviations_by_hand(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue, patron = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.patron()
        await floor.coup(PlaceWager(patron, "player", 3 * MIN), cards=BANKER_WINS)
        first = await sue.get("/api/staff/floor")  # from now on new rounds are listened to
        await floor.coup(PlaceWager(patron, "player", MIN), cards=PLAYER_WINS)
        watch = await sue.get("/api/staff/floor")
        assert (first["handle"], first["win"]) == (3 * MIN, 3 * MIN)
        assert (watch["handle"], watch["win"]) == (4 * MIN, 2 * MIN)
        assert watch["stakes"] == 0, "none is held once its round is settled"
        spread = PLAYER_DEVIATION * sqrt((3 * MIN) ** 2 + MIN**2)
        assert watch["deviations"] == pytest.approx((2 * MIN - PLAYER_EDGE * 4 * MIN) / spread, abs=1e-3)
        assert watch["exact_return"] == pytest.approx(1 - PLAYER_EDGE, abs=1e-5)
        tile = next(each for each in watch["tables"] if each["table"] == LIVE.id)
        assert (tile["rounds"], tile["win"], tile["deviations"]) == (2, 2 * MIN, watch["deviations"])
        returns = await sue.get(f"/api/staff/tables/{LIVE.id}/returns")
        assert [point["rounds"] for point in returns["points"]] == [1, 2]
        assert [(line["key"], line["handle"]) for line in returns["bets"]] == [("player", 4 * MIN)]
        await floor.task(LIVE.id).ask(VoidCoup("sue", "malfunction"))
        await floor.floor.record.flush()
        assert (await sue.get("/api/staff/floor"))["handle"] == 3 * MIN, "a void round counts no more"

    on_a_floor(tmp_path, test)


def test_stakes_and_exposure_of_the_running_round_and_every_card_of_the_shoe(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue, patron = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.patron()
        await floor.coup(cards=BANKER_WINS)
        await floor.until(LIVE.id, Betting)
        for bet, count in (("player", 4), ("banker", 3), ("tie", 1)):
            assert (await floor.task(LIVE.id).ask(PlaceWager(patron, bet, count * MIN))).refusal is None
        page = await sue.get(f"/api/staff/tables/{LIVE.id}")
        assert page["stakes"] == 8 * MIN
        assert page["most_lost"] == 8 * MIN, "a tie: eight to one, and the sides push"
        audit = page["audit"]
        burned = 1 + audit["burned_face_down"]
        assert audit["size"] == 416 == audit["dealt"] + burned + audit["in_shoe"]
        assert (audit["dealt"], audit["adds_up"]) == (4, True)
        assert sum(face["dealt"] for face in audit["faces"]) == 4

    on_a_floor(tmp_path, test)


def test_what_waits_and_how_incidents_ended(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue, patron = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.patron()
        task = floor.task(LIVE.id)
        await floor.coup(PlaceWager(patron, "player", MIN), cards=BANKER_WINS)
        assert (await task.ask(RaiseDispute(patron))).refusal is None
        await floor.until(LIVE.id, Dealing)
        assert (await task.ask(Pause(SYSTEM, "card_too_often"))).refusal is None
        watch = await sue.get("/api/staff/floor")
        assert [(each["kind"], each["about"]) for each in watch["waiting"]] == [
            ("dispute", "dispute"),
            ("alarm", "stopped"),
        ]
        tile = next(each for each in watch["tables"] if each["table"] == LIVE.id)
        assert (tile["level"], tile["paused"]) == ("alarm", "card_too_often")
        assert (await task.ask(Resume(sue.account))).refusal is None
        assert (await task.ask(CancelCoup(sue.account, "card_error"))).refusal is None
        await sue.send("POST", f"/api/staff/tables/{LIVE.id}/dismiss", {"round": [1, 1]})
        await floor.floor.record.flush()
        found = [each["incident"] for each in (await sue.get("/api/staff/incidents"))["incidents"]]
        assert [(each["kind"], each["outcome"]) for each in found] == [
            ("cancel", ""),
            ("stop", "resumed"),
            ("dispute", "dismissed"),
        ]
        assert found[1]["ended_by"] == found[2]["ended_by"] == sue.account
        csv = (await sue.raw("GET", "/api/staff/incidents.csv")).text.splitlines()
        assert len(csv) == 4
        assert "Sue Supervisor" in csv[1]

    on_a_floor(tmp_path, test)


def test_events_are_listed_newest_first_in_groups(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue, patron = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.patron()
        await floor.coup(PlaceWager(patron, "player", MIN), cards=BANKER_WINS)
        path = f"/api/staff/tables/{LIVE.id}/events"
        cards = (await sue.get(f"{path}?which=cards"))["events"]
        assert [each["cards"] for each in cards] == [*reversed(BANKER_WINS.split()), "7h"]
        [settled, shut] = (await sue.get(f"{path}?which=money"))["events"]
        assert (settled["type"], settled["winner"], settled["totals"]) == ("round_settled", "banker", [5, 9])
        assert (settled["staked"], settled["returned"], shut["staked"], shut["patrons"]) == (MIN, 0, MIN, 1)
        first = await sue.get(f"{path}?which=cards&limit=3")
        second = await sue.get(f"{path}?which=cards&limit=3&before={first['next']}")
        assert [each["cards"] for each in (*first["events"], *second["events"])] == [each["cards"] for each in cards]

    on_a_floor(tmp_path, test)
