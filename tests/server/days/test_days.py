"""Gaming days: figures that follow from the rounds, two signatures, and corrections that show as differences."""

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from datetime import UTC, date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from litestar.types import ControllerRouterHandler

from punto.analysis.report.blocks import Block, Sheet
from punto.books import EVERY_BOOK
from punto.server.days.day_book import DayBook
from punto.server.days.day_document import Close, Titles, day_document
from punto.server.days.day_figures import DayAdder, DayFigures
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.deviation import of_round
from punto.server.figures.deviation import total as sum_of
from punto.server.figures.payouts import Payouts
from punto.server.keeping.audit import audit
from punto.server.people.identity import Role
from punto.server.record.coup_returns import BetReturn, CoupReturns
from punto.server.rest.consoles.cage import days
from punto.table.commands import Command, GiveTip, PlaceWager, VoidCoup
from tests.server.people.desks import DAY
from tests.server.rest.played_floor import PlayedFloor
from tests.server.rest.small_floor import CONFIG_WITH_TABLE

BOOK = EVERY_BOOK[0]
PAYOUTS = Payouts(KnownOdds().count(BOOK))


class DayFloor(PlayedFloor):
    def routes(self) -> list[ControllerRouterHandler]:
        return [*super().routes(), *days.ROUTES]


def on_a_day(folder: Path, test: Callable[[DayFloor], Awaitable[None]]) -> None:
    async def run() -> None:
        floor = DayFloor(folder / "floor.db", CONFIG_WITH_TABLE)
        await floor.open()
        try:
            await test(floor)
        finally:
            await floor.store.close()

    asyncio.run(run())


async def played(floor: DayFloor, *bets: Command) -> tuple[date, str]:
    """A day with these bets, which is over now."""
    day = floor.days.today()
    await floor.coup(*bets)
    floor.now += DAY
    return day, f"/api/days/{day}"


def test_the_figures_are_those_of_the_reports_and_two_people_close_the_day(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron()
        early, today = await floor.client(Role.SUPERVISOR), floor.days.today()
        assert (await early.post(f"/api/days/{today}/sign")).refusal == "day_is_not_over"
        day, path = await played(
            floor, PlaceWager(ann.id, "banker", 100), PlaceWager(ann.id, "tie", 20), GiveTip(ann.id, 50)
        )
        sue, tom = [await floor.client(Role.SUPERVISOR) for _ in range(2)]
        shown = (await sue.get(path)).body
        total, report = cast(Any, shown["total"]), (await sue.get(f"/api/reports/day?first={day}")).body
        told = cast(Any, report["total"])
        assert (total["handle"], total["win"], total["tips"]) == (told["handle"], told["hold"], 50)
        assert (shown["reports_agree"], shown["ledger_sum"], shown["may_sign"]) == (True, 0, True)
        for part in ("dealers", "bets", "hours"):
            assert sum(line["handle"] for line in cast(Any, shown[part])) == total["handle"], part
        assert [(each["id"], each["handle"]) for each in cast(Any, shown["bets"])] == [("banker", 100), ("tie", 20)]
        first = (await sue.post(f"{path}/sign")).body
        assert (first["is_closed"], len(cast(Any, first["signatures"]))) == (False, 1)
        assert (await sue.post(f"{path}/sign")).refusal == "second_person_is_the_same"
        closed = (await tom.post(f"{path}/sign")).body
        assert (closed["is_closed"], closed["digest"], closed["differences"]) == (True, shown["digest"], [])
        assert (await sue.post(f"{path}/sign")).refusal == "day_is_closed"
        await audit(floor.store)

    on_a_day(tmp_path, test)


def test_the_same_day_gives_the_same_bytes_also_after_a_restart(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron()
        day, path = await played(floor, PlaceWager(ann.id, "banker", 100), PlaceWager(ann.id, "player", 40))
        sue, tom = [await floor.client(Role.SUPERVISOR) for _ in range(2)]
        digests = {(await floor.days.figures(day)).digest for _ in range(2)}
        await floor.coup(PlaceWager(ann.id, "banker", 500))  # on the next day
        await floor.reopen_cashier()
        digests.add((await floor.days.figures(day)).digest)
        assert len(digests) == 1
        for each in (sue, tom):
            await each.post(f"{path}/sign")
        again = await DayBook.open(floor.store, floor.clock)
        figures = await again.closed_figures(day.isoformat())
        assert figures is not None
        assert {figures.digest} == digests

    on_a_day(tmp_path, test)


LINE = '"rounds":2,"handle":300,"win":-50,"theory":4,"one_sigma":27,"tips":0'
SIGNED_BEFORE = (  # as it was stored and signed before deviations were
    f'{{"day":"2026-01-05","start":0,"end":86400000,"currency":"PLAY","total":{{"id":"",{LINE}}},"voided":0,'
    f'"tables":[{{"total":{{"id":"jade",{LINE}}},"hours":[{{"id":"3",{LINE}}}]}}],"dealers":[],"bets":[],"hours":[],'
    '"tips":{"dealer:mara":50},"tickets":{"count":0,"amount":0,"oldest_at":null},"drawers":[],"drawers_left_open":0,'
    '"owed":null}'
)


def test_a_day_signed_before_deviations_were_kept_still_verifies_and_shows_them() -> None:
    figures = msgspec.json.decode(SIGNED_BEFORE, type=DayFigures)
    assert figures.digest == sha256(SIGNED_BEFORE.encode()).hexdigest()
    assert figures.tables[0].hours[0].deviation == -2.0
    assert msgspec.json.decode(msgspec.json.encode(figures), type=DayFigures) == figures


def test_a_correction_after_the_close_shows_as_a_difference(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron()
        _, path = await played(floor, PlaceWager(ann.id, "banker", 100))
        sue, tom = [await floor.client(Role.SUPERVISOR) for _ in range(2)]
        assert (await sue.post(f"{path}/sign")).status == 200
        await floor.tables["jade"].ask(GiveTip(ann.id, 10))
        shown = (await tom.post(f"{path}/sign")).body
        assert shown["is_closed"] is True, "a tip of today is another day's"
        await floor.tables["jade"].ask(VoidCoup("sue", "a fault"))
        await floor.record.flush()
        after = (await sue.get(path)).body
        changed = {each["what"]: (each["closed"], each["now"]) for each in cast(Any, after["differences"])}
        assert changed["all tables, handle"] == (100, 0)
        assert changed["jade, rounds"] == (1, 0)
        assert changed["rounds voided"] == (0, 1)
        assert cast(Any, after["total"])["handle"] == 100, "the page shows what was signed"

    on_a_day(tmp_path, test)


def test_a_signature_counts_only_for_the_figures_it_was_given_for(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron()
        _, path = await played(floor, PlaceWager(ann.id, "banker", 100))
        sue, tom = [await floor.client(Role.SUPERVISOR) for _ in range(2)]
        await sue.post(f"{path}/sign")
        await floor.tables["jade"].ask(VoidCoup("sue", "a fault"))
        await floor.record.flush()
        stale = (await sue.get(path)).body
        assert [each["is_valid"] for each in cast(Any, stale["signatures"])] == [False]
        assert (await tom.post(f"{path}/sign")).body["is_closed"] is False, "the figures were others"
        assert (await sue.post(f"{path}/sign")).body["is_closed"] is True

    on_a_day(tmp_path, test)


def test_what_was_owed_at_the_end_of_a_day_is_noted_once(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron(1_000)
        await floor.cashier.buy_in("bot:ada", 100_000, by="system", id="bots")
        floor.now += DAY
        await floor.day_ends.note()
        await floor.cashier.buy_in(ann.id, 500, by="amy", id="late")
        await floor.day_ends.note()
        noted = await floor.day_ends.at_end_of(floor.days.today() - timedelta(days=1))
        assert noted is not None
        assert (noted.purses, noted.purse_count, noted.held, noted.total) == (1_000, 1, 0, 1_000)
        await floor.open_betting_on("jade")
        await floor.tables["jade"].ask(PlaceWager(ann.id, "banker", 100))
        await floor.tables["jade"].ask(PlaceWager("bot:ada", "banker", 700))
        now = await floor.house_owes.exactly()
        assert (now.purses, now.held, now.total) == (1_400, 100, 1_500), "what a bot has staked is not owed"

    on_a_day(tmp_path, test)


def test_tickets_outstanding_are_those_of_the_days_end(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron(700)
        day = floor.days.today()
        code = (await floor.cashier.cash_out(ann.id, "out")).code
        floor.now += DAY
        before = await floor.days.figures(day)
        await floor.cashier.pay(code, "amy", "pay")
        assert (before.tickets.count, before.tickets.amount) == (1, 700)
        assert (await floor.days.figures(day)).digest == before.digest, "it was paid on the next day"
        assert (await floor.days.figures(day + timedelta(days=1))).tickets.count == 0

    on_a_day(tmp_path, test)


def test_the_pdf_and_the_csv_have_the_same_figures(tmp_path: Path) -> None:
    async def test(floor: DayFloor) -> None:
        ann = await floor.patron()
        day, path = await played(floor, PlaceWager(ann.id, "banker", 500), PlaceWager(ann.id, "tie", 20))
        sue = await floor.client(Role.SUPERVISOR)
        page = await sue.get(f"{path}/close.csv")
        rows = list(csv.DictReader(io.StringIO(page.text)))
        assert [row["handle"] for row in rows if row["by"] == "all"] == ["5.20"]
        assert {row["name"] for row in rows if row["by"] == "bet"} == {"Banker", "Tie"}
        answer = await sue._http.get(f"{path}/close.pdf")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        assert answer.content.rstrip().endswith(b"%%EOF")
        assert (await sue._http.get(f"{path}/close.pdf")).content == answer.content, "byte for byte"
        figures = await floor.days.figures(day)
        titles = Titles("Test floor", {"jade": "Jade"}, {}, {"banker": "Banker", "tie": "Tie"}, UTC, 2)
        document = day_document(figures, titles, Close(figures.digest, ("Sue",), is_closed=False))
        cells = {cell for section in document.sections for block in section.blocks for cell in _cells(block)}
        assert {row["handle"] for row in rows} <= cells
        assert {row["win"] for row in rows} <= cells

    on_a_day(tmp_path, test)


def _cells(block: Block) -> tuple[str, ...]:
    return tuple(cell for row in (*block.rows, block.footer) for cell in row) if isinstance(block, Sheet) else ()


Round = tuple[str, str, int, dict[str, int], int]  # table, dealer, hour, stakes, how often they come back
ROUNDS = st.lists(
    st.tuples(
        st.sampled_from(["jade", "ruby~p1", "ruby~p2"]),
        st.sampled_from(["", "dan", "eve"]),
        st.integers(0, 23),
        st.dictionaries(st.sampled_from([bet.id for bet in BOOK.bets]), st.integers(1, 10**9), min_size=1),
        st.integers(0, 3),
    ),
    max_size=20,
)


@given(ROUNDS)
def test_every_way_of_adding_up_a_day_gives_the_same_sums(
    rounds: list[tuple[str, str, int, dict[str, int], int]],
) -> None:
    adder = DayAdder(0, {BOOK.id: PAYOUTS})
    for number, (table, dealer, hour, stakes, returns) in enumerate(rounds, start=1):
        bets = tuple(BetReturn(bet, 1, stake, stake * returns) for bet, stake in stakes.items())
        adder.add(CoupReturns(table, 1, number, hour * 3_600_000 + number, number, BOOK.id, dealer, bets))
    total = adder.total.line("")
    for part in (adder.tables, adder.dealers, adder.hours, adder.bets, adder.table_hours):
        lines = [sums.line("") for sums in part.values()]
        assert sum(line.handle for line in lines) == total.handle
        assert sum(line.win for line in lines) == total.win
    exact = sum(
        stake * edge for _, _, _, stakes, _ in rounds for bet, stake in stakes.items() for edge in [PAYOUTS.edges[bet]]
    )
    assert total.theory == round(exact)
    watched = sum_of(of_round(PAYOUTS, stakes, returns * sum(stakes.values())) for _, _, _, stakes, returns in rounds)
    assert total.deviation == watched.deviations, "the day's page and the floor's agree to the last digit"
    assert {line.total.id for line in adder.table_days()} <= {"jade", "ruby"}, "own tables count at their place"
