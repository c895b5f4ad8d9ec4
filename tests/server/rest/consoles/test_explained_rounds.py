"""A round as support explains it: cards with times, the rule behind each third card, each bet's line and arithmetic."""

from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from punto.server.people.identity import Role
from punto.table.commands import CancelCoup, PlaceWager, VoidCoup
from tests.server.rest.consoles.desk_floor import DeskFloor, on_a_desk_floor
from tests.server.rest.small_floor import BOOK


def test_every_card_has_its_time_and_reason_and_every_bet_its_line(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.patron(100_000)
        bets = ("player", "banker", "tie")
        for _ in range(8):
            await floor.coup(*(PlaceWager(ann.id, bet, 100) for bet in bets))
            amy = await floor.client_of(amy)  # a screen locks soon
            last = floor.tables["jade"].table.last
            assert last is not None
            reply = (await amy.get(f"/api/desk/rounds/jade/{last.shoe}/{last.coup}?patron={ann.id}")).body
            told = cast(dict[str, Any], reply["round"])
            coup = BOOK.parse_coup(_hands(told))
            assert [card["at"] for card in told["cards"]] == sorted(card["at"] for card in told["cards"])
            assert len(told["cards"]) == coup.result.cards_dealt
            assert [card["total"] for card in told["cards"] if card["side"] == "player"][-1] == coup.player.total
            assert all(card["why"] == "Both sides get two cards." for card in told["cards"][:4])
            assert all("draws" in card["why"] for card in told["cards"][4:])
            assert told["end"]
            for bet in told["play"]["bets"]:
                line = BOOK.bet(bet["bet"]).line(coup)
                assert bet["line"] == (line.when.words if line else "")
                assert Fraction(bet["odds"]) * bet["stake"] == bet["win"]
                assert bet["returned"] == bet["stake"] + bet["win"]
        nobody = cast(dict[str, Any], (await amy.get("/api/desk/rounds/jade/1/1")).body["round"])
        assert nobody["play"] is None
        assert (await amy.get("/api/desk/rounds/jade/1/99")).refusal == "not_found"
        assert (await amy.get("/api/desk/rounds/ruby/1/1")).refusal == "table_is_unknown"

    on_a_desk_floor(tmp_path, test)


def test_a_voided_and_a_cancelled_round_say_what_happened(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.patron(100_000)
        await floor.coup(PlaceWager(ann.id, "banker", 100))
        await floor.tables["jade"].ask(VoidCoup("sue", "malfunction", role="supervisor"))
        await floor.record.flush()
        voided = cast(dict[str, Any], (await amy.get(f"/api/desk/rounds/jade/1/1?patron={ann.id}")).body["round"])
        assert voided["status"] == "voided"
        assert [(each["status"], each["reason"]) for each in voided["changes"]] == [("voided", "malfunction")]
        [bet], [change] = voided["play"]["bets"], voided["play"]["changes"]
        assert (bet["returned"], bet["line"], change["bets"][0]["stake"]) == (100, "", 100)
        await floor.open_betting_on("jade")
        await floor.tables["jade"].ask(PlaceWager(ann.id, "banker", 100))
        await floor.tables["jade"].ask(CancelCoup("sue", "malfunction"))
        await floor.record.flush()
        amy = await floor.client_of(amy)
        cancelled = cast(dict[str, Any], (await amy.get("/api/desk/rounds/jade/1/2")).body["round"])
        assert (cancelled["status"], cancelled["result"], cancelled["cards"], cancelled["end"]) == (
            "cancelled",
            "",
            [],
            "",
        )

    on_a_desk_floor(tmp_path, test)


def _hands(told: dict[str, Any]) -> str:
    hands = {side: [card["card"] for card in told["cards"] if card["side"] == side] for side in ("player", "banker")}
    return f"{' '.join(hands['player'])} / {' '.join(hands['banker'])}"
