"""Turns of dealers: counted from the tap-in, with a relief who is named for one turn and an alarm when nobody comes."""

from pathlib import Path

from msgspec.structs import replace

from punto.server.staff.rota import LATE_MS, Rota
from tests.server.dealing.dealt_floor import PINS, DealtFloor, on_a_dealt_floor

MINUTE = 60_000


async def taps_in(floor: DealtFloor, name: str = "Mara") -> None:
    assert (await floor.does("tap-in", {"name": name, "pin": PINS[name]})).status == 200


def test_a_turn_ends_after_its_minutes_and_alarms_five_minutes_later(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        floor.config = replace(floor.config, dealer_turn_minutes=20)
        await taps_in(floor)
        dealer = (await floor.state()).dealer
        assert dealer is not None
        assert dealer.since is not None
        assert (dealer.until, dealer.relief) == (dealer.since + 20 * MINUTE, "")
        kinds = []
        for now in (dealer.since + 20 * MINUTE + LATE_MS - 1, dealer.since + 20 * MINUTE + LATE_MS):
            floor.now = now
            kinds.append([alarm.kind for alarm in (await floor.state()).alarms])
        assert kinds == [[], ["relief_late"]]

    on_a_dealt_floor(tmp_path, test)


def test_a_supervisor_names_a_relief_for_one_turn_and_it_outlives_a_restart(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        assert (await floor.ines.put("/api/dealing/amber/relief", {"name": "Noor"})).refusal == "dealer_is_missing"
        await taps_in(floor)
        answers = {
            who: (await floor.ines.put("/api/dealing/amber/relief", {"name": who})).refusal
            for who in ("Mara", "Amy", "Nobody")
        }
        assert answers == {"Mara": "dealer_is_tapped_in", "Amy": "role_is_not_allowed", "Nobody": "account_is_unknown"}
        assert (await floor.mara.put("/api/dealing/amber/relief", {"name": "Noor"})).status == 403
        named = await floor.ines.put("/api/dealing/amber/relief", {"name": "Noor"})
        assert named.body == {"name": "Noor", "ends_at": None}
        again = await Rota.open(floor.store, lambda: floor.config)
        assert again.turn("amber", floor.table().dealer_since).relief == floor.noor.id
        dealer = (await floor.state()).dealer
        assert dealer is not None
        assert dealer.relief == "Noor"
        floor.now += MINUTE
        await taps_in(floor, "Noor")
        dealer = (await floor.state()).dealer
        assert dealer is not None
        assert (dealer.name, dealer.relief) == ("Noor", "")

    on_a_dealt_floor(tmp_path, test)
