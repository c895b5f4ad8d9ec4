"""Sessions are settled by the book, come out as theory says, and depend on seed and number alone."""

from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

from punto.analysis.estimate import Estimate
from punto.analysis.exposure.walk_shoes import walk_shoes
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.simulation.blocks import Block, play
from punto.analysis.simulation.tables import compile_tables
from punto.analysis.solver.solver import Solver
from punto.analysis.staking.bankrolls import bankrolls
from punto.analysis.staking.sessions import CannotStake, Session, Sessions, Terms, with_bet_alone
from punto.analysis.staking.shoes_in_order import Dealer
from punto.analysis.staking.strategies import EVERY_STRATEGY, flat, kelly, martingale
from punto.analysis.staking.strategy import InvalidStake, Patron, Play, Stake, Strategy, strategy
from punto.books import INTERBLOCK, MULTICOLOR, SA, SQUEEZE
from punto.books.add_bets import add_bets
from punto.rules import RuleBook
from punto.rules.rulebook import UnknownBet
from tests.analysis.simulation.test_kernel import coups_of, line_of, shuffled_shoes

tables_of = cache(compile_tables)


@pytest.mark.parametrize("book", [SA, SQUEEZE, MULTICOLOR], ids=lambda book: book.id)
def test_shoes_in_order_are_the_shoes_that_were_shuffled(book: RuleBook) -> None:
    """The seed of `shuffled_shoes`, dealt card by card by the rules, and by the dealer."""
    dealer = Dealer(tables_of(book), faces_counted=len(book.deck.faces))
    for cards, dealt in zip(shuffled_shoes(book, groups=2), dealer.shoes(seed=7, session=0), strict=False):
        coups = coups_of(book, cards)
        lines = [[line_of(bet, coup) for bet in book.bets] for coup in coups]
        assert tables_of(book).lines[dealt.outcomes].tolist() == lines
        left = book.deck.without(cards[:1] if book.burn.for_zero is not None else ())
        for coup, unseen in zip(coups, dealt.unseen.tolist(), strict=True):
            assert unseen == [left[face] for face in book.deck.faces]
            for card in (*coup.player.cards, *coup.banker.cards):
                left[card] -= 1


def played(book: RuleBook, way: Strategy, terms: Terms, count: int, seed: int = 3) -> list[Session]:
    sessions = Sessions(book, tables_of(book), way, terms, seed)
    return [sessions.play(number) for number in range(count)]


def test_flat_stakes_lose_the_house_edge() -> None:
    terms = Terms("banker", bankroll=1_000, coups=200, stake_max=1)
    told = bankrolls(terms, played(INTERBLOCK, flat, terms, 400))
    banker = next(each for each in book_odds(INTERBLOCK).bets if each.bet.id == "banker")
    assert told.loss_of_staked is not None
    error = banker.standard_deviation / sqrt(400 * 200)
    assert abs(told.loss_of_staked.value - float(banker.house_edge)) < 4 * error
    assert told.loss_of_staked.error == pytest.approx(error, rel=0.2)
    assert told.staked_mean == told.wagers_mean == 200
    assert told.mean.value == pytest.approx(1_000 - 200 * told.loss_of_staked.value)


def test_the_risk_of_ruin_is_that_of_a_random_walk() -> None:
    """Flat stakes on Player from ten units: the chance of touching zero within the rounds, worked out step by step."""
    coups, units = 150, 10
    terms = Terms("player", bankroll=units, coups=coups, stake_max=1)
    told = bankrolls(terms, played(INTERBLOCK, flat, terms, 1_500))
    push, win, lose = (float(line.probability) for line in book_odds(INTERBLOCK).bets[0].lines)
    chances = np.zeros(units + coups + 2)
    chances[units] = 1
    for _ in range(coups):
        after = push * chances
        after[1:] += win * chances[:-1]
        after[:-1] += lose * chances[1:]
        after[0] += (1 - push) * chances[0]  # ruin is for good
        after[1] -= win * chances[0]
        chances = after
    assert abs(told.ruined.estimate.value - chances[0]) < 4 * sqrt(chances[0] * (1 - chances[0]) / told.sessions)
    assert told.survival[-1] == pytest.approx(1 - told.ruined.estimate.value)
    assert told.rounds_to_ruin is not None
    assert told.rounds_to_ruin[5] >= units


def test_a_session_told_round_by_round() -> None:
    """What the strategy was told adds up to what the session reports."""
    told: list[float] = []

    @strategy("diary", "writes down what it won")
    def diary(patron: Patron) -> Play:
        units = 1
        while True:
            told.append((yield patron.stake(units)))
            units = units % 3 + 1

    terms = Terms("tie", bankroll=500, coups=300, stake_max=2)
    [session] = played(SA, diary, terms, 1)
    heights = [500.0, *(500 + np.cumsum(told)).tolist()]
    assert len(told) == 299, "the last round is settled after the strategy was asked for the last time"
    assert session.wagers == 300
    assert session.staked == 100 * (1 + 2 + 2), "three units are cut to the table's two"
    assert session.drawdown >= max(max(heights[: place + 1]) - height for place, height in enumerate(heights))
    assert len(session.path) == 100
    assert session.path[-1] == session.ending


def test_martingale_runs_into_the_table_maximum_and_the_end_of_the_bankroll() -> None:
    terms = Terms("player", bankroll=100, coups=400, stake_max=16)
    told = bankrolls(terms, played(INTERBLOCK, martingale, terms, 200))
    assert 0.02 < told.ruined.estimate.value < 0.9
    assert told.ahead.estimate.value > 0.1
    assert told.losing_run_max >= 7


def test_a_strategy_that_returns_leaves_the_table() -> None:
    @strategy("shy", "leaves after the first win")
    def shy(patron: Patron) -> Play:
        while (yield patron.stake(1)) <= 0:
            pass

    terms = Terms("player", bankroll=100, coups=300, stake_max=1)
    sessions = played(INTERBLOCK, shy, terms, 20)
    assert {session.ending - 100 + session.wagers for session in sessions} > {2.0}, "a win, after losses or none"
    assert max(session.wagers for session in sessions) < 50
    assert all(session.path[-1] == session.ending for session in sessions)


def test_a_closed_bet_is_not_placed() -> None:
    """Big and Small close after round 30, and a shoe has some eighty."""
    terms = Terms("big", bankroll=1_000, coups=70, stake_max=1)
    assert {session.wagers for session in played(SQUEEZE, flat, terms, 5)} == {30}


def test_a_counter_bets_only_with_the_edge() -> None:
    seen: list[tuple[float, bool]] = []

    @strategy("watched-kelly", "notes what Kelly did", counts_cards=True)
    def watched(patron: Patron) -> Play:
        going = kelly.play(patron)
        wanted = next(going)
        while True:
            seen.append((patron.expectations["tie"], wanted is not None))
            wanted = going.send((yield wanted))

    terms = Terms("tie", bankroll=1_000_000, coups=240, stake_max=1_000_000)
    sessions = played(MULTICOLOR, watched, terms, 1)
    fresh = Solver(MULTICOLOR).expectations(np.full(55, 8))[2]
    assert seen[0][0] == pytest.approx(float(fresh))
    assert all((edge > 0) == bets for edge, bets in seen if abs(edge) > 1e-4)
    assert sessions[0].wagers == sum(bets for _, bets in seen)


@pytest.mark.parametrize("way", [each for each in EVERY_STRATEGY if each.steps], ids=lambda way: way.name)
@pytest.mark.parametrize(
    ("book", "bet"), [(SA, "banker"), (SQUEEZE, "big"), (MULTICOLOR, "tie")], ids=["sa", "big", "tie"]
)
def test_machine_code_plays_the_same_sessions(book: RuleBook, bet: str, way: Strategy) -> None:
    """Commissions, a bet that closes, long odds; ruin, the table's maximum, and fewer rounds than checkpoints."""
    as_python = replace(way, steps=None)
    for terms in (Terms(bet, 15, 170, 4), Terms(bet, 500, 60, 10**9)):
        assert played(book, way, terms, 12) == played(book, as_python, terms, 12)


def test_kelly_wins_by_the_square_of_the_edge_and_not_by_its_mean() -> None:
    """Stakes follow the edge, so the win follows its square: bankroll × rounds × E[edge²] / variance.

    The mean square comes from shoes of another shuffler. Results vary so much (a win is forty stakes) that a hundred
    sessions may end far from it; what the stakes were worth when they were placed does not.
    """
    book = add_bets(INTERBLOCK, ["dragon-7"])
    alone = with_bet_alone(book, "dragon-7")
    walk = walk_shoes(alone, shoes=300, seed=4)
    edges = np.maximum(Solver(alone).expectations_of_many(walk.unseen)[:, 0], 0)
    by_shoe = np.bincount(walk.shoe_of_row, edges**2) / np.bincount(walk.shoe_of_row)
    variance = float(book_odds(alone).bets[0].variance)
    worth = Estimate(by_shoe.mean(), by_shoe.std(ddof=1) / sqrt(300)).times(10_000 * 500 / variance)
    by_mean = 10_000 * 500 / variance * (edges > 0).mean() * edges[edges > 0].mean() ** 2

    terms = Terms("dragon-7", bankroll=10_000, coups=500, stake_max=10_000)
    told = bankrolls(terms, played(alone, kelly, terms, 100))
    assert told.won_by_the_count is not None
    assert told.won_by_the_count.is_within(3, worth)
    assert told.won_by_the_count.value - 3 * told.won_by_the_count.error > by_mean, "the mean edge explains half of it"
    assert told.mean.times(1).is_within(4, Estimate(10_000 + told.won_by_the_count.value, 0))
    assert told.won_by_the_count.error < told.mean.error / 5


def test_the_same_number_gives_the_same_session() -> None:
    terms = Terms("banker", bankroll=50, coups=200, stake_max=10)
    assert played(SA, martingale, terms, 5) == played(SA, martingale, terms, 5)
    alone = Sessions(SA, tables_of(SA), martingale, terms, 3).play(4)
    assert alone == played(SA, martingale, terms, 5)[4]
    assert alone != Sessions(SA, tables_of(SA), martingale, terms, 4).play(4)


@pytest.mark.parametrize("yielded", [Stake("banker", 0), Stake("banker", -1), 5, "banker", [1], Stake("banker", 1.5)])  # type: ignore[arg-type]
def test_an_impossible_stake_is_refused(yielded: object) -> None:
    @strategy("odd", "stakes what cannot be staked")
    def odd(_patron: Patron) -> Play:
        yield yielded  # type: ignore[misc]

    with pytest.raises(InvalidStake, match="a stake is one or more whole units on a bet, not "):
        played(SA, odd, Terms("banker", 10, 10, 10), 1)


def test_an_unknown_bet_is_refused() -> None:
    with pytest.raises(UnknownBet, match="book 'sa' has no bet 'dragon'"):
        played(SA, flat, Terms("dragon", 10, 10, 10), 1)


@pytest.mark.parametrize("wrong", [{"bankroll": 0}, {"coups": 0}, {"stake_max": 0}, {"bankroll": 10**9 + 1}])
def test_terms_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(CannotStake, match="from 1 to"):
        replace(Terms("banker", 10, 10, 10), **wrong)  # type: ignore[arg-type]


def test_sessions_and_simulation_play_alike() -> None:
    """A session's shoes are those of the simulation's block of the same number."""
    dealer = Dealer(tables_of(SA), faces_counted=0)
    shoes = [next(dealt) for dealt in [dealer.shoes(seed=5, session=2)] for _ in range(4)]
    coups = sum(len(shoe.outcomes) for shoe in shoes)
    tally = play(tables_of(SA), Block(seed=5, number=2, coups=coups))
    found = np.bincount(np.concatenate([shoe.outcomes for shoe in shoes]), minlength=len(tables_of(SA).ways))
    assert (found == tally.always + tally.rest).all()
