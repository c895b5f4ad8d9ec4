"""Bots: their tastes and timing from a seed, their purses, and that nobody has to wait for them."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from punto.ledger.accounts import is_bot
from punto.server.config.demo_floor import demo_floor
from punto.server.jobs.bot_tastes import (
    TASTES,
    Bot,
    Felt,
    Taste,
    banker_always,
    chop,
    felt_seen,
    follow_the_streak,
    pairs,
    plan_coup,
    tie_hunter,
    timid,
)
from punto.server.jobs.bots import FEWEST, MOST, NAMES_A_TABLE, BotsAtTable, names_at
from punto.server.streams.request import TableAnswer
from punto.server.tables.table_look import TableLook, look_at
from punto.table.commands import Command
from punto.table.config import TableConfig, TableKind
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.state import Betting, NeedsShoe, Table

FLOOR = demo_floor()
SHARED = [config for config in FLOOR.tables if config.kind is not TableKind.ON_DEMAND]
NOW = 1_000_000


def table_at(table_id: str = "jade", *, scores: str = "", coup: int = 1) -> Table:
    config = next(config for config in FLOOR.tables if config.id == table_id)
    return Table(
        config,
        FLOOR.book_of(config),
        phase=Betting(closes_at=NOW + config.pace.betting_ms),
        coup=coup,
        scores=tuple(enumerate(scores, start=1)),
    )


def betting_at(table_id: str = "jade", *, scores: str = "", coup: int = 1) -> Felt:
    return felt_on(table_at(table_id, scores=scores, coup=coup))


def felt_on(table: Table) -> Felt:
    felt = felt_seen(look_at(table), table.book)
    assert felt is not None
    return felt


@pytest.mark.parametrize(
    ("taste", "scores", "bets"),
    [
        # taste              results   what it bets on
        (banker_always, "PPPP", ["banker"]),
        (follow_the_streak, "BPP", ["player"]),
        (follow_the_streak, "PBT", ["banker"]),  # a tie is no result to follow
        (chop, "BPP", ["banker"]),
        (timid, "BP", []),
        (timid, "", []),
    ],
)
def test_what_a_taste_bets_on(taste: Taste, scores: str, bets: list[str]) -> None:
    assert [bet.id for bet in taste(betting_at(scores=scores), Random(1))] == bets


def test_pairs_and_ties_are_hunted_where_the_book_has_them() -> None:
    chance = Random(3)
    assert "pair" in pairs(betting_at(), chance)[-1].id
    assert tie_hunter(betting_at(), chance)[0].id == "tie"
    liked = pairs(betting_at("opal"), chance)[-1]  # multicolor has no pairs
    assert liked.backs is None


def test_a_closed_bet_is_not_hunted() -> None:
    late = betting_at("onyx", coup=999)
    for taste in TASTES:
        assert all(bet.is_offered_in(999) for bet in taste(late, Random(5)))


@pytest.mark.parametrize("config", SHARED, ids=lambda config: config.id)
def test_every_planned_bet_is_one_that_the_table_takes(config: TableConfig) -> None:
    table = table_at(config.id, scores="BBPBPP")
    chance = Random(11)
    bots = [Bot(f"bot:{number}", taste, 99) for number, taste in enumerate(TASTES * 3)]
    planned = [each for _ in range(30) for each in plan_coup(felt_on(table), bots, chance, NOW)]
    refused = Counter(
        decision
        for each in planned
        if isinstance(decision := decide(table, each.command, lambda _: 10**9, each.at), Refusal)
    )
    assert len(planned) > 200
    assert not refused


def test_stakes_are_one_to_ten_minimums_and_most_come_early_or_late() -> None:
    table, chance = table_at(), Random(2)
    bots = [Bot(f"bot:{number}", banker_always, 99) for number in range(9)]
    planned = [each for _ in range(100) for each in plan_coup(felt_on(table), bots, chance, NOW)]
    closes_at = NOW + table.config.pace.betting_ms
    minimum = table.config.limits["banker"].stake_min
    assert {each.command.stake // minimum for each in planned} == set(range(1, 11))
    assert all(each.command.stake % minimum == 0 and NOW <= each.at < closes_at for each in planned)
    crowded = [each for each in planned if each.at < NOW + 4_000 or each.at > closes_at - 4_000]
    assert len(crowded) > 0.85 * len(planned)


def test_the_same_seed_plans_the_same() -> None:
    bots = [Bot(f"bot:{number}", taste, 99) for number, taste in enumerate(TASTES)]
    assert plan_coup(betting_at(), bots, Random(4), NOW) == plan_coup(betting_at(), bots, Random(4), NOW)
    assert plan_coup(betting_at(), bots, Random(4), NOW) != plan_coup(betting_at(), bots, Random(5), NOW)


def test_bots_bet_only_while_betting_is_open_on_a_clock() -> None:
    table, bots = table_at(), [Bot("bot:1", banker_always, 99)]
    for phase in (Betting(closes_at=None), NeedsShoe(NOW)):
        assert felt_seen(look_at(replace(table, phase=phase)), table.book) is None
    assert plan_coup(felt_on(table), bots, Random(1), NOW + table.config.pace.betting_ms + 1) == []


class Willing:
    """A table that accepts whatever is asked."""

    async def look(self) -> TableLook:
        return look_at(table_at())

    async def ask(self, _: Command) -> TableAnswer:
        return TableAnswer(1)


def test_three_to_nine_sit_at_a_table_and_come_and_go() -> None:
    at_table = BotsAtTable(Willing(), table_at().book, names_at(0), Random(8), lambda: NOW)
    crowds, seen = [], set()
    for _ in range(300):
        at_table.come_and_go()
        here = [bot.patron for bot in at_table.bots]
        assert len(here) == len(set(here))
        assert all(map(is_bot, here))
        crowds.append(len(here))
        seen |= set(here)
    assert FEWEST <= min(crowds) < max(crowds) <= MOST
    assert len(seen) == NAMES_A_TABLE


def test_no_two_tables_share_a_bot() -> None:
    names = [name for place in range(60) for name in names_at(place)]
    assert len(names) == len(set(names))
