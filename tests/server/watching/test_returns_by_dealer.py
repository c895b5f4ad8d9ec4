"""Statistics by table and by dealer: rounds that two dealers dealt, added up by hand."""

from csv import DictReader
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.table.commands import Command, EnterCard, PlaceWager
from punto.table.hand_commands import CloseBetting, ConfirmResult, ConfirmShoe, OpenBetting, TapIn
from tests.server.watching.supervised_floor import BANKER_WINS, CONFIG, LIVE, PLAYER_WINS, Supervised, on_a_floor

PACE = replace(LIVE.pace, betting_ms=60_000, result_ms=0)
TABLE = replace(LIVE, is_dealt_by_hand=True, scan_gap_ms=0, pace=PACE)  # the test is faster than a hand
BY_HAND = replace(CONFIG, tables=(TABLE,))
MIN = LIVE.limits["player"].stake_min
PLAYER_EDGE = 0.012351  # published for eight decks


async def do(floor: Supervised, *commands: Command) -> None:
    for command in commands:
        assert (await floor.task(LIVE.id).ask(command)).refusal is None, command


async def deal(floor: Supervised, dealer: str, wager: PlaceWager, cards: str) -> None:
    dealt = [EnterCard(card) for card in cards.split()]
    await do(floor, OpenBetting(dealer), wager, CloseBetting(dealer), *dealt, ConfirmResult(dealer))
    await floor.floor.record.flush()


def lines_of(report: Any) -> dict[str, tuple[int, int, int, int]]:
    return {line["title"]: (line["rounds"], line["handle"], line["returned"], line["win"]) for line in report}


def test_rounds_count_for_the_dealer_who_dealt_them_and_add_up_to_the_table(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue, patron = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.patron()
        dan = (await floor.staff(Role.DEALER, "Dan Dealer")).account
        dora = (await floor.staff(Role.DEALER, "Dora Dealer")).account
        await do(floor, TapIn(dan, dan), ConfirmShoe(dan), EnterCard("7h"))
        await deal(floor, dan, PlaceWager(patron, "player", 3 * MIN), BANKER_WINS)
        await deal(floor, dan, PlaceWager(patron, "player", MIN), PLAYER_WINS)
        await do(floor, TapIn(dora, dora))
        await deal(floor, dora, PlaceWager(patron, "player", 5 * MIN), PLAYER_WINS)
        await do(floor, TapIn(dan, dan))
        await deal(floor, dan, PlaceWager(patron, "player", 4 * MIN), BANKER_WINS)

        expected = {"Dan Dealer": (3, 8 * MIN, 2 * MIN, 6 * MIN), "Dora Dealer": (1, 5 * MIN, 10 * MIN, -5 * MIN)}
        returns = await sue.get(f"/api/staff/tables/{LIVE.id}/returns")
        report = await sue.get("/api/reports/dealers")
        assert lines_of(returns["dealers"]) == lines_of(report["lines"]) == expected
        assert [*lines_of([returns["whole"]]).values()] == [(4, 13 * MIN, 12 * MIN, MIN)]
        assert [*lines_of([report["whole"]]).values()] == [(4, 13 * MIN, 12 * MIN, MIN)]
        for line in report["lines"]:
            assert line["theory"] == pytest.approx(PLAYER_EDGE * line["handle"], rel=1e-4)
        rows = DictReader((await sue.raw("GET", "/api/reports/dealers.csv")).text.splitlines())
        assert {row["title"]: row["rounds"] for row in rows} == {"Dan Dealer": "3", "Dora Dealer": "1"}

    on_a_floor(tmp_path, test, BY_HAND)
