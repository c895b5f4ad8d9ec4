"""A preview says what will happen: its differences are the ledger's, patron by patron."""

from pathlib import Path
from random import Random

import pytest

from punto.server.people.identity import Role
from punto.table.commands import PlaceWager
from tests.server.watching.supervised_floor import BANKER_WINS, LIVE, PLAYER_WINS, Browser, Supervised, on_a_floor

MIN = LIVE.limits["player"].stake_min
CORRECT, VOID = f"/api/staff/tables/{LIVE.id}/correct", f"/api/staff/tables/{LIVE.id}/void"
AS_PLAYER_WON = {"player": "4h 5c", "banker": "2d 3d"}
REASON = {"reason": "card_error"}


async def purses(floor: Supervised, patrons: list[str]) -> dict[str, int]:
    return {patron: await floor.floor.cashier.balance(patron) for patron in patrons}


async def preview_equals_deed(
    floor: Supervised, sue: Browser, patrons: list[str], path: str, body: dict[str, str]
) -> None:
    before = await purses(floor, patrons)
    preview = await sue.send("POST", f"{path}/preview", body)
    assert await purses(floor, patrons) == before, "a preview books nothing"
    await sue.send("POST", path, {**body, **REASON})
    after = await purses(floor, patrons)
    told = {row["patron"]: row for row in preview["patrons"]}
    assert set(told) == set(patrons)
    for patron in patrons:
        assert told[patron]["difference"] == after[patron] - before[patron]
        assert told[patron]["purse_then"] == after[patron]
        assert told[patron]["owed"] == told[patron]["difference"] - (
            told[patron]["paid_after"] - told[patron]["paid_before"]
        )
    assert preview["difference"] == sum(after.values()) - sum(before.values())
    assert preview["house_before"] - preview["house_after"] == preview["difference"]


@pytest.mark.parametrize(("path", "body"), [(CORRECT, AS_PLAYER_WON), (VOID, {})], ids=["correct", "void"])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_preview_says_is_what_then_happens(tmp_path: Path, path: str, body: dict[str, str], seed: int) -> None:
    """Also where patrons have spent what they would have to give back."""

    async def test(floor: Supervised) -> None:
        chance, sue = Random(seed), await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        patrons = [await floor.patron(credit=10 * MIN) for _ in range(8)]
        bets = [chance.sample(["player", "banker", "tie"], chance.randint(1, 2)) for _ in patrons]
        wagers = [
            PlaceWager(patron, bet, chance.randint(1, 4) * MIN)
            for patron, some in zip(patrons, bets, strict=True)
            for bet in some
        ]
        await floor.coup(*wagers, cards=BANKER_WINS)
        for patron in chance.sample(patrons, 4):
            await floor.floor.cashier.cash_out(patron, id=f"out-{patron}")
        await preview_equals_deed(floor, sue, patrons, path, body)

    on_a_floor(tmp_path, test)


def test_a_preview_names_what_the_picture_shows(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue = await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        hanna = await floor.patron()
        await floor.coup(PlaceWager(hanna, "player", 2 * MIN), cards=BANKER_WINS)
        told = await sue.send("POST", f"{CORRECT}/preview", AS_PLAYER_WON)
        assert (told["before"]["winner"], told["after"]["winner"]) == ("banker", "player")
        assert (told["before"]["banker_total"], told["after"]["player_total"]) == (9, 9)
        [row] = told["patrons"]
        assert (row["stakes"], row["paid_before"], row["paid_after"]) == ([["player", 2 * MIN]], 0, 4 * MIN)
        assert (told["staked"], told["house_before"], told["house_after"]) == (2 * MIN, 2 * MIN, -2 * MIN)
        assert (told["needs_second_person"], told["refusal"], told["moved"]) == (False, None, 4 * MIN)
        assert dict(told["left"]) == {"4h": 8, "5c": 8, "2d": 8, "3d": 8}

    on_a_floor(tmp_path, test)


def test_a_preview_says_why_cards_would_be_refused(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue = await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        assert await sue.refusal("POST", f"{VOID}/preview", {}) == "no_coup_to_void"
        await floor.coup(PlaceWager(await floor.patron(), "player", MIN), cards=BANKER_WINS)
        same = await sue.send("POST", f"{CORRECT}/preview", {"player": "2h 3c", "banker": "4d 5d"})
        assert same["refusal"] == "correction_changes_nothing"
        response = await sue.raw("POST", f"{CORRECT}/preview", {"player": "2h", "banker": "4d 5d"})
        assert response.status_code == 400, response.text

    on_a_floor(tmp_path, test)


def test_everything_on_record_of_a_disputed_round(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        from punto.table.commands import RaiseDispute

        sue = await floor.staff(Role.SUPERVISOR, "Sue Supervisor")
        hanna = await floor.patron()
        await floor.coup(PlaceWager(hanna, "player", MIN), cards=BANKER_WINS)
        assert (await floor.task(LIVE.id).ask(RaiseDispute(hanna))).refusal is None
        await floor.coup(PlaceWager(hanna, "player", MIN), cards=PLAYER_WINS)
        found = await sue.get(f"/api/staff/tables/{LIVE.id}/rounds/1/1")
        assert [card["card"] for card in found["coup"]["cards"]] == BANKER_WINS.split()
        assert found["settled"]["before"]["winner"] == "banker"
        [row] = found["settled"]["patrons"]
        assert (row["patron"], row["disputes"], row["paid_before"]) == (hanna, True, 0)
        missing = await sue.raw("GET", f"/api/staff/tables/{LIVE.id}/rounds/9/9")
        assert missing.status_code == 404, missing.text

    on_a_floor(tmp_path, test)
