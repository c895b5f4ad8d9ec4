"""A statement ends at the real purse whatever was done, and its pages are the whole of it."""

import csv
import io
import tempfile
from datetime import date, timedelta
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.ledger.accounts import purse
from punto.ledger.cashier import CashierRefusal
from punto.ledger.cashier_commands import AdjustPurse
from punto.server.people.identity import Role
from punto.table.commands import CancelCoup, GiveTip, PlaceWager, VoidCoup
from tests.server.people.desks import DAY
from tests.server.rest.consoles.desk_floor import DeskFloor, lines_of, on_a_desk_floor
from tests.server.rest.small_floor import Client

STEPS = ("buy_in", "round", "bet", "tip", "void", "cancel", "cash_out", "adjust", "take", "reverse", "day")


class Story:
    """What one patron does, and what is done to them, on a floor."""

    def __init__(self, floor: DeskFloor, ann: Client) -> None:
        self.floor = floor
        self.ann = ann
        self.codes: list[str] = []
        self.entries: list[int] = []
        self._ids = 0

    async def step(self, name: str) -> None:
        """Refusals are part of the story: then nothing moves."""
        self.floor.now += DAY if name == "day" else 1_000
        self._ids += 1
        await self._at_the_table(name)
        await self._at_the_cage(name, f"story-{self._ids}")

    async def _at_the_table(self, name: str) -> None:
        floor, ann, table = self.floor, self.ann.id, self.floor.tables["jade"]
        match name:
            case "round" | "bet":
                await floor.open_betting_on("jade")
                await table.ask(PlaceWager(ann, "banker", 100))
                await table.ask(PlaceWager(ann, "tie", 20))
                if name == "round":
                    await floor.coup()
            case "tip":
                await table.ask(GiveTip(ann, 30))
            case "void":
                await table.ask(VoidCoup("sue", "malfunction", role="supervisor"))
            case "cancel":
                await table.ask(CancelCoup("sue", "malfunction"))

    async def _at_the_cage(self, name: str, number: str) -> None:
        ann, cashier = self.ann.id, self.floor.cashier
        match name:
            case "buy_in":
                self.entries.append((await cashier.buy_in(ann, 1_000, "amy", number)).entry)
            case "cash_out":
                answer = await cashier.cash_out(ann, number)
                self.codes += [answer.code] if answer.code else []
                if len(self.codes) > 1:
                    await cashier.redeem(self.codes.pop(0), ann, f"{number}-back")
            case "adjust" | "take":
                amount = 250 if name == "adjust" else -70
                self.entries.append((await cashier.adjust(AdjustPurse(ann, amount, "goodwill", "sue"), number)).entry)
            case "reverse":
                for entry in [each for each in self.entries if each][-1:]:
                    reversal = await cashier.reversal(entry, "sue")
                    assert not isinstance(reversal, CashierRefusal)
                    await cashier.reverse(reversal, number)


@settings(max_examples=12)
@given(st.lists(st.sampled_from(STEPS), min_size=1, max_size=14))
def test_a_statement_adds_up_to_the_ledger_s_purse_after_any_story(steps: list[str]) -> None:
    async def test(floor: DeskFloor) -> None:
        sue, ann, bob = await floor.client(Role.SUPERVISOR), await floor.patron(5_000), await floor.patron(700)
        await floor.coup(PlaceWager(bob.id, "player", 100))
        story = Story(floor, ann)
        for step in steps:
            await story.step(step)
            path = f"/api/desk/patrons/{ann.id}/statement?days=100"
            sue = await floor.client_of(sue)  # a shift is shorter than some steps
            whole = (await sue.get(path)).body
            lines = lines_of(whole)[::-1]
            [(_, real)] = (await floor.store.balances([purse(ann.id, "PLAY")])).items()
            assert whole["closing"] == real
            assert lines[-1]["purse"] == real
            assert (whole["opening"], whole["next"]) == (0, None)
            before = 0
            for line in lines:
                before += line["credit"] - line["debit"]
                assert line["purse"] == before
        page = (await sue.get(f"{path}&limit=3")).body
        pages = lines_of(page)
        while page["next"] is not None:
            page = (await sue.get(f"{path}&limit=3&before={page['next']}")).body
            pages += lines_of(page)
        assert pages == lines[::-1]

    with tempfile.TemporaryDirectory() as folder:
        on_a_desk_floor(Path(folder), test)


def test_each_kind_of_line(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        sue, ann = await floor.client(Role.SUPERVISOR), await floor.patron(5_000)
        story = Story(floor, ann)
        for step in ("adjust", "reverse", "round", "void", "tip", "cash_out", "buy_in", "cash_out", "buy_in", "bet"):
            await story.step(step)
        lines = lines_of((await sue.get(f"/api/desk/patrons/{ann.id}/statement")).body)[::-1]
        assert [line["kind"] for line in lines] == [
            *("buy_in", "adjusted", "adjustment_reversed", "round", "round_changed", "tip", "cash_out"),
            *("buy_in", "cash_out", "redeemed", "buy_in", "held"),
        ]
        adjusted, reversed_, played, changed = lines[1:5]
        assert (adjusted["credit"], adjusted["reason"], adjusted["is_reversed"]) == (250, "goodwill", True)
        assert (reversed_["debit"], reversed_["reverses"]) == (250, adjusted["entry"])
        assert [(bet["bet"], bet["stake"]) for bet in played["bets"]] == [("banker", 100), ("tie", 20)]
        assert (played["status"], changed["status"], changed["reason"]) == ("voided", "voided", "malfunction")
        assert played["credit"] + changed["credit"] - changed["debit"] == 120, "every stake is back"
        first, second = lines[6], lines[8]
        assert (first["is_paid"], len(first["ticket"])) == (True, 19)
        assert (second["is_paid"], second["ticket"][4:]) == (False, "…"), "an open ticket's code is as good as money"
        assert (lines[-1]["debit"], lines[-1]["round"]) == (120, 2)

    on_a_desk_floor(tmp_path, test)


def test_a_day_has_its_own_lines_and_carries_the_purse_over(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.patron(5_000)
        story = Story(floor, ann)
        for step in ("round", "day", "round", "void", "day", "tip"):
            await story.step(step)
        amy = await floor.client(Role.ATTENDANT)
        today = (await amy.get(f"/api/desk/patrons/{ann.id}/statement")).body
        days = [(await amy.get(f"/api/desk/patrons/{ann.id}/statement?day={day}")).body for day in _days(today, 3)]
        assert [[line["kind"] for line in lines_of(day)] for day in days] == [
            ["tip"],
            ["round_changed", "round"],
            ["round", "buy_in"],
        ]
        assert (days[0]["opening"], days[1]["opening"], days[2]["opening"]) == (
            days[1]["closing"],
            days[2]["closing"],
            0,
        )
        assert days[0] == today
        for wrong in ("yesterday", "2026-13-01", "0000-00-00"):
            reply = await amy.get(f"/api/desk/patrons/{ann.id}/statement?day={wrong}")
            assert (reply.status, reply.refusal) == (400, "request_is_invalid")
        for wrong in ("abc", b"[1]x".hex(), f"[{2**70}]".encode().hex(), f'[0,[{2**70},"",0]]'.encode().hex()):
            reply = await amy.get(f"/api/desk/patrons/{ann.id}/statement?before={wrong}")
            assert (reply.status, reply.refusal) == (400, "request_is_invalid"), wrong

    on_a_desk_floor(tmp_path, test)


def _days(body: dict[str, object], count: int) -> list[str]:
    last = date.fromisoformat(str(body["day"]))
    return [(last - timedelta(days=back)).isoformat() for back in range(count)]


def test_a_statement_is_cut_where_the_ledger_s_lines_were_dropped_and_says_so(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.patron(5_000)
        story = Story(floor, ann)
        for step in ("round", "round", "round", "buy_in", "round"):
            await story.step(step)
        path = f"/api/desk/patrons/{ann.id}/statement"
        whole = lines_of((await (await floor.client_of(amy)).get(path)).body)
        assert [line["kind"] for line in whole] == ["round", "buy_in", "round", "round", "round", "buy_in"]
        lines = await floor.store.account_lines(purse(ann.id, "PLAY"))
        dropped = lines[-3].number  # of the first round: `punto archive` drops its journals with its events
        with apsw.Connection(str(floor.folder / "floor.db")) as database:
            database.execute("delete from journals where id > 1 and id <= ?", (dropped,))
        cut = (await (await floor.client_of(amy)).get(path)).body
        assert cut["is_cut"]
        assert lines_of(cut) == whole[: len(lines_of(cut))]
        assert 3 <= len(lines_of(cut)) < len(whole)
        assert cut["closing"] == await floor.cashier.balance(ann.id)

    on_a_desk_floor(tmp_path, test)


def test_the_csv_has_the_same_lines_oldest_first(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.patron(5_000)
        story = Story(floor, ann)
        for step in ("round", "adjust", "bet"):
            await story.step(step)
        lines = lines_of((await amy.get(f"/api/desk/patrons/{ann.id}/statement")).body)
        reply = await amy.get(f"/api/desk/patrons/{ann.id}/statement.csv")
        assert "attachment" in reply.headers["content-disposition"]
        rows = list(csv.DictReader(io.StringIO(reply.text, newline="")))
        assert [row["what"] for row in rows] == [line["kind"] for line in reversed(lines)]
        assert [row["purse"] for row in rows] == [f"{line['purse'] / 100:.2f}" for line in reversed(lines)]
        assert rows[1]["bets"] == "banker:1.00 tie:0.20"

    on_a_desk_floor(tmp_path, test)


@pytest.mark.parametrize("path", ["statement", "statement.csv", ""])
def test_staff_and_strangers_have_no_statement(tmp_path: Path, path: str) -> None:
    async def test(floor: DeskFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        for nobody in (amy.id, "p" + "a" * 16, "x"):
            assert (await amy.get(f"/api/desk/patrons/{nobody}/{path}".rstrip("/"))).refusal == "account_is_unknown"

    on_a_desk_floor(tmp_path, test)
