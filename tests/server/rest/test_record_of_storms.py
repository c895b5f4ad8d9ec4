"""Rounds with a storm on record: record, replay and figures tell what was struck, what counted, and what it cost."""

from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from punto.books import STORM
from punto.rules.coup import written_coup
from punto.rules.storm import best_struck
from punto.table.commands import CancelCoup, PlaceWager
from punto.table.config import BetLimit
from tests.server.rest.played_floor import PlayedFloor, on_a_played_floor
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, JADE

STAKE, FEE = 100, 20
LIMITS = {bet.id: BetLimit(STAKE, 1_000) for bet in STORM.bets}
STORMY = replace(JADE, book="storm", denominations=(STAKE,), chips=(1,), limits=LIMITS)
CONFIG = replace(CONFIG_WITH_TABLE, tables=(STORMY,), books=(STORM,))


def test_record_and_replay_tell_what_was_struck_and_what_counted(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        multipliers = set()
        for _ in range(40):
            await floor.coup(PlaceWager(ann.id, "player", STAKE), PlaceWager(ann.id, "tie", STAKE))
            [play] = cast(list[dict[str, Any]], (await ann.get("/api/record?limit=1")).body["plays"])
            seen = (await ann.get(f"/api/rounds/jade/{play['shoe']}/{play['round']}")).body
            coup = STORM.parse_coup(written_coup(play["player"], play["banker"], play["struck"]))
            assert 4 <= len(coup.struck) <= 6
            assert play["multiplier"] == seen["multiplier"] == best_struck(coup)
            assert (seen["struck"], seen["wagers"]) == (play["struck"], play["bets"])
            player, tie = play["bets"]
            is_tie = play["winner"] == "tie"
            assert (player["fee"], tie["fee"], play["fee"]) == ((0, 0, 0) if is_tie else (FEE, 0, FEE))
            if play["winner"] == "player":  # of what is left after the fee
                assert player["returned"] == (STAKE - FEE) * (1 + play["multiplier"])
            multipliers.add(play["multiplier"])
        assert len(multipliers) > 1

    on_a_played_floor(tmp_path, test, CONFIG)


def test_figures_tell_what_storms_have_cost(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        for _ in range(3):
            await floor.coup(PlaceWager(ann.id, "player", STAKE))
        plays = cast(list[dict[str, Any]], (await ann.get("/api/record")).body["plays"])
        cost = sum(play["fee"] for play in plays)
        assert cost > 0
        figures = cast(dict[str, Any], (await ann.get("/api/record/figures")).body)
        assert (figures["session"]["fee"], figures["lifetime"]["fee"]) == (cost, cost)

    on_a_played_floor(tmp_path, test, CONFIG)


def test_a_round_that_was_cancelled_after_its_storm_shows_it(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        await floor.open_betting_on("jade")
        table = floor.tables["jade"]
        await table.ask(PlaceWager(ann.id, "player", STAKE))
        while not table.table.struck:
            floor.wait_for(table)
            await table.next()
        struck = (await table.watch()).struck
        await table.ask(CancelCoup("sue", "malfunction"))
        await floor.record.flush()
        [play] = cast(list[dict[str, Any]], (await ann.get("/api/record")).body["plays"])
        seen = (await ann.get("/api/rounds/jade/1/1")).body
        assert play["status"] == seen["status"] == "cancelled"
        assert play["struck"] == seen["struck"] == struck != ""
        assert play["multiplier"] == seen["multiplier"] == 1
        assert (play["fee"], play["returned"]) == (0, STAKE)

    on_a_played_floor(tmp_path, test, CONFIG)
