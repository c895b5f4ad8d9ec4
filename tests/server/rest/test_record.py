"""The play record, replays, the proof of a shoe and reports, over HTTP on a floor that was played."""

import csv
import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from punto.analysis.outcomes.fingerprint import fingerprint
from punto.books import INTERBLOCK
from punto.server.config.table_ids import own_table
from punto.server.people.identity import Role
from punto.table.commands import CancelCoup, GiveTip, PlaceWager, VoidCoup
from punto.table.config import TableKind
from tests.cli.terminal import Terminal
from tests.server.people.desks import NOON
from tests.server.rest.played_floor import PlayedFloor, on_a_played_floor
from tests.server.rest.small_floor import BOOK, JADE, Client


def plays_of(body: dict[str, object]) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], body["plays"])


def test_a_patron_reads_their_own_rounds_and_nobody_else_s(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, bob = await floor.patron(), await floor.patron()
        await floor.coup(PlaceWager(ann.id, "banker", 100), PlaceWager(ann.id, "tie", 20))
        answer = await ann.get("/api/record")
        [play] = plays_of(answer.body)
        assert (play["table"], play["book"], play["shoe"], play["round"]) == ("jade", "interblock", 1, 1)
        assert (play["status"], play["staked"]) == ("settled", 120)
        assert [bet["bet"] for bet in play["bets"]] == ["banker", "tie"]
        assert play["balance_after"] - play["balance_before"] == play["returned"] - play["staked"]
        assert play["balance_before"] == 1_000_000
        result = INTERBLOCK.parse_coup(f"{play['player']} / {play['banker']}").result
        assert (play["player_total"], play["banker_total"]) == (result.player_total, result.banker_total)
        assert play["winner"] == result.winner_or_tie
        assert play["commission"] == (5 if play["bets"][0]["odds"] == "19/20" else 0)
        assert plays_of((await bob.get("/api/record")).body) == []

    on_a_played_floor(tmp_path, test)


def test_pages_follow_each_other_without_gap_or_repeat(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        for _ in range(5):
            await floor.coup(PlaceWager(ann.id, "player", 100))
        whole = plays_of((await ann.get("/api/record")).body)
        assert len(whole) == 5
        found, path = [], "/api/record?limit=2"
        for _ in range(3):
            answer = await ann.get(path)
            found += plays_of(answer.body)
            path = f"/api/record?limit=2&before={answer.body['next']}"
        assert answer.body["next"] is None
        assert found == whole
        for wrong in ("before=yesterday", "before=1.2", "limit=-1", "limit=x", "from=-1", "result=many"):
            answer = await ann.get(f"/api/record?{wrong}")
            assert (answer.status, answer.refusal) == (400, "request_is_invalid"), wrong

    on_a_played_floor(tmp_path, test)


def test_what_a_patron_s_rounds_add_up_to(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, bob = await floor.patron(), await floor.patron()
        for _ in range(3):
            await floor.coup(PlaceWager(ann.id, "banker", 1_000), PlaceWager(bob.id, "player", 100))
        body = cast(dict[str, Any], (await ann.get("/api/record/figures")).body)
        plays = plays_of((await ann.get("/api/record")).body)
        net = sum(play["returned"] - play["staked"] for play in plays)
        assert body["session"]["points"][-1]["net"] == net
        assert (body["session"]["rounds"], body["session"]["staked"]) == (3, 3_000)
        assert (body["lifetime"]["rounds"], body["lifetime"]["sessions"]) == (3, 1)
        assert body["lifetime"]["house_keeps"] == 32  # 1.06 % of 3,000, by the exact odds of Banker
        nobody = await floor.patron()
        assert (await nobody.get("/api/record/figures")).body == {"session": None, "lifetime": None}

    on_a_played_floor(tmp_path, test)


def test_the_record_is_filtered(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        for bet in ("player", "banker", "player", "tie"):
            await floor.coup(PlaceWager(ann.id, bet, 100))
        whole = plays_of((await ann.get("/api/record")).body)

        async def seen(query: str) -> list[dict[str, Any]]:
            return plays_of((await ann.get(f"/api/record?{query}")).body)

        won = [play for play in whole if play["returned"] > play["staked"]]
        lost = [play for play in whole if play["returned"] < play["staked"]]
        assert await seen("result=won") == won
        assert await seen("result=lost") == lost
        assert won or lost
        assert await seen("table=jade&book=interblock") == whole
        assert await seen(f"from={whole[1]['at']}&to={whole[0]['at']}") == [whole[1]]
        assert await seen(f"to={NOON}") == []
        assert (await ann.get("/api/record?table=ruby")).refusal == "table_is_unknown"
        assert (await ann.get("/api/record?book=poker")).refusal == "book_is_unknown"
        assert (await ann.get("/api/record?result=drawn")).status == 400
        assert (await ann.get("/api/record?limit=0")).status == 400

    on_a_played_floor(tmp_path, test)


def test_the_record_as_csv_has_a_line_for_each_bet_in_whole_currency(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        await floor.coup(PlaceWager(ann.id, "banker", 100), PlaceWager(ann.id, "tie", 20))
        answer = await ann._http.get("/api/record.csv")
        assert answer.headers["content-type"].startswith("text/csv")
        lines = list(csv.DictReader(io.StringIO(answer.text)))
        assert [(line["bet"], line["stake"], line["balance_before"]) for line in lines] == [
            ("banker", "1.00", "10000.00"),
            ("tie", "0.20", "10000.00"),
        ]
        assert lines[0]["time"].endswith("+00:00")

    on_a_played_floor(tmp_path, test)


def test_a_void_round_is_shown_as_it_was_and_as_it_became_by_role_and_reason(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann = await floor.patron()
        await floor.coup(PlaceWager(ann.id, "banker", 100))
        [before] = plays_of((await ann.get("/api/record")).body)
        assert before["changes"] == []
        await floor.tables["jade"].ask(VoidCoup("p-sue", "malfunction", role="supervisor"))
        await floor.record.flush()
        [play] = plays_of((await ann.get("/api/record")).body)
        [change] = play["changes"]
        assert (play["status"], play["returned"], play["bets"][0]["odds"]) == ("voided", 100, "0")
        assert (change["status"], change["role"], change["reason"]) == ("voided", "supervisor", "malfunction")
        assert (change["bets"], change["player"]) == (before["bets"], before["player"])
        [line] = csv.DictReader(io.StringIO((await ann._http.get("/api/record.csv")).text))
        assert (line["status"], line["changed_by"], line["reason"]) == ("voided", "supervisor", "malfunction")
        assert (line["odds"], line["first_odds"]) == ("0", before["bets"][0]["odds"])
        assert line["first_player"] == before["player"]
        [seen] = cast(list[dict[str, Any]], (await Client(floor).get("/api/rounds/jade/1/1")).body["changes"])
        assert (seen["status"], seen["role"], seen["player"]) == ("voided", "supervisor", before["player"])
        assert "p-sue" not in json.dumps([play, seen]), "by role alone"

    on_a_played_floor(tmp_path, test)


def test_a_round_is_replayed_with_one_s_own_bets_only(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, bob, visitor = await floor.patron(), await floor.patron(), Client(floor)
        await floor.coup(PlaceWager(ann.id, "banker", 100))
        replay = (await ann.get("/api/rounds/jade/1/1")).body
        coup = BOOK.parse_coup(f"{' '.join(cards(replay, 'player'))} / {' '.join(cards(replay, 'banker'))}")
        assert (replay["player_total"], replay["banker_total"]) == (coup.player.total, coup.banker.total)
        dealt = cast(list[dict[str, Any]], replay["dealt"])
        assert [card["card"] for card in dealt if card["side"] == "player"] == cards(replay, "player")
        assert [card["at"] for card in dealt] == sorted(card["at"] for card in dealt)
        assert replay["came_out"] == [bet.id for bet in BOOK.bets if bet.odds(coup) > 0]
        assert replay["is_replay"] is True
        assert [bet["bet"] for bet in cast(list[dict[str, Any]], replay["wagers"])] == ["banker"]
        for other in (bob, visitor):
            seen = (await other.get("/api/rounds/jade/1/1")).body
            assert seen == {**replay, "wagers": []}
            assert ann.id not in json.dumps(seen)
        assert (await ann.get("/api/rounds/jade/1/2")).refusal == "not_found"
        assert (await ann.get("/api/rounds/jade/9/1")).refusal == "not_found"
        assert (await ann.get("/api/rounds/onyx/1/1")).refusal == "table_is_unknown"
        assert (await ann.get("/api/rounds/jade~x/1/1")).refusal == "table_is_unknown"

    on_a_played_floor(tmp_path, test)


def cards(replay: dict[str, object], side: str) -> list[str]:
    return cast(list[str], replay[side])


def test_a_cancelled_round_is_replayed_as_far_as_it_went(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, table = await floor.patron(), floor.tables["jade"]
        await floor.open_betting_on("jade")
        await table.ask(PlaceWager(ann.id, "banker", 100))
        await table.ask(CancelCoup("sue", "a fault"))
        await floor.record.flush()
        replay = (await ann.get("/api/rounds/jade/1/1")).body
        assert (replay["status"], replay["winner"], replay["player"]) == ("cancelled", None, [])
        await floor.coup()
        replay = (await ann.get("/api/rounds/jade/1/1")).body
        assert (replay["status"], replay["wagers"]) == ("settled", [])

    on_a_played_floor(tmp_path, test)


def test_what_is_shown_of_a_shoe_proves_it(tmp_path: Path, terminal: Terminal) -> None:
    async def test(floor: PlayedFloor) -> dict[str, object]:
        ann, visitor = await floor.patron(), Client(floor)
        await floor.coup()
        running = (await visitor.get("/api/fairness/jade/1")).body
        assert (running["secret"], len(cast(list[object], running["rounds"]))) == (None, 1)
        await floor.shoe(ann)
        listed = (await visitor.get("/api/fairness/jade")).body
        shoes = cast(list[dict[str, Any]], listed["shoes"])
        assert [(shoe["shoe"], shoe["is_revealed"]) for shoe in shoes] == [(2, False), (1, True)]
        shown = (await visitor.get("/api/fairness/jade/1")).body
        assert (shown["commitment"], shown["cut_card"]) == (running["commitment"], running["cut_card"])
        assert len(cast(list[object], shown["rounds"])) == shoes[1]["rounds"]
        assert ann.id not in json.dumps(shown)
        assert (await visitor.get("/api/fairness/jade/9")).refusal == "not_found"
        return shown

    shown = on_a_played_floor(tmp_path, test)
    shown["rules"] = fingerprint(INTERBLOCK)  # the floor of the tests names none
    file = tmp_path / "shoe.json"
    file.write_text(json.dumps(shown))
    ran = terminal.run("verify", str(file))
    assert (ran.code, ran.refused) == (0, "")
    assert "end         played until the cut card came out" in ran.printed
    assert ran.printed.endswith("shoe 1 of 'jade' matches its commitment\n")
    assert terminal.run("verify", "-", given=json.dumps(shown)) == ran
    shown["rounds"] = cast(list[object], shown["rounds"])[:-1]
    assert terminal.run("verify", "-", given=json.dumps(shown)).code == 1


def test_on_demand_a_table_is_its_patron_s_and_staff_s(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, bob, sue = await floor.patron(), await floor.patron(), await floor.client(Role.SUPERVISOR)
        place = replace(JADE, kind=TableKind.ON_DEMAND)
        floor.config = replace(floor.config, tables=(place,))
        own = own_table("jade", ann.id)
        table = await floor.follow(replace(place, id=own), BOOK)
        for _ in range(3):
            await table.next()
        await floor.record.flush()
        assert (await ann.get("/api/fairness/jade")).body["table"] == own
        assert (await ann.get(f"/api/fairness/{own}/1")).status == 200
        assert (await sue.get(f"/api/fairness/{own}/1")).status == 200
        assert (await bob.get(f"/api/fairness/{own}/1")).refusal == "table_is_unknown"
        assert (await bob.get("/api/fairness/jade/1")).refusal == "not_found", "bob's own table has no shoe"
        assert (await Client(floor).get("/api/fairness/jade/1")).refusal == "table_is_unknown"

    on_a_played_floor(tmp_path, test)


def test_reports_sum_what_patrons_staked_and_leave_out_what_was_voided(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, sue = await floor.patron(), await floor.client(Role.SUPERVISOR)
        await floor.cashier.buy_in("bot:ada", 100_000, by="system", id="bots")
        await floor.coup(PlaceWager(ann.id, "banker", 100), PlaceWager("bot:ada", "banker", 500))
        await floor.coup(PlaceWager(ann.id, "tie", 20))
        await floor.coup(PlaceWager(ann.id, "player", 500))
        await floor.tables["jade"].ask(VoidCoup("sue", "a fault"))
        await floor.record.flush()
        returned = sum(play["returned"] for play in plays_of((await ann.get("/api/record")).body)[1:])
        day = (await sue.get("/api/reports/day")).body
        assert day["total"] == {**cast(list[dict[str, Any]], day["lines"])[0], "day": None}
        total = cast(dict[str, Any], day["total"])
        assert (total["wagers"], total["handle"], total["returned"]) == (2, 120, returned)
        assert (total["hold"], total["actual_return"]) == (120 - returned, returned / 120)
        exact = (100 * 0.9894209 + 20 * 0.8564044) / 120
        assert total["exact_return"] == pytest.approx(exact, abs=1e-6)
        bets = cast(list[dict[str, Any]], (await sue.get("/api/reports/bets")).body["lines"])
        assert {line["bet"]: line["handle"] for line in bets} == {"banker": 100, "player": 0, "tie": 20}
        [table] = cast(list[dict[str, Any]], (await sue.get("/api/reports/tables")).body["lines"])
        assert (table["table"], table["handle"]) == ("jade", 120)
        assert cast(list[object], (await sue.get("/api/reports/bets?first=2020-01-01")).body["lines"]) == []
        path = "/api/reports/day?first=2026-02-01&last=2026-01-01"
        assert (await sue.get(path)).refusal == "request_is_invalid"
        assert (await sue.get("/api/reports/day?first=monday")).status == 400

    on_a_played_floor(tmp_path, test)


def test_tips_are_in_the_record_in_the_file_and_in_a_report_of_their_own(tmp_path: Path) -> None:
    async def test(floor: PlayedFloor) -> None:
        ann, bob, sue = await floor.patron(), await floor.patron(), await floor.client(Role.SUPERVISOR)
        await floor.coup(PlaceWager(ann.id, "banker", 100), GiveTip(ann.id, 250), GiveTip(bob.id, 50))
        played, tip = plays_of((await ann.get("/api/record")).body)
        assert (tip["status"], tip["tip"], tip["round"], tip["bets"]) == ("tip", 250, 1, [])
        assert (played["status"], played["tip"]) == ("settled", 0)
        assert plays_of((await ann.get("/api/record?result=lost")).body) == [played] * (played["returned"] < 100)
        lines = list(csv.DictReader(io.StringIO((await ann.get("/api/record.csv")).text)))
        assert [(line["bet"], line["stake"]) for line in lines] == [("banker", "1.00"), ("tip", "2.50")]
        report = (await sue.get("/api/reports/tips")).body
        assert (report["tips"], report["amount"]) == (2, 300)
        [line] = cast(list[dict[str, Any]], report["lines"])
        assert (line["table"], line["goes_to"], line["amount"]) == ("jade", "attendants", 300)
        total = cast(dict[str, Any], (await sue.get("/api/reports/day")).body["total"])
        assert (total["wagers"], total["handle"]) == (1, 100), "a tip is no stake"

    on_a_played_floor(tmp_path, test)
