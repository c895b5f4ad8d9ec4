"""The fast count against the exact one: the same whole numbers, and floats within the declared error."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.analysis.odds.bet_odds import BookOdds
from punto.analysis.odds.count_coups import CannotCount
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.solver.solver import ERROR_MAX, Solver
from punto.books import EVERY_BOOK, MULTICOLOR, SA, SQUEEZE
from punto.books.storm import FOUR_TO_SIX_CARDS, STORM
from punto.rules import (
    BANKER,
    PLAYER,
    Bet,
    Card,
    DrawingRule,
    Line,
    Odds,
    RuleBook,
    Showing,
    Side,
    banker_total_is,
    banker_wins,
    french_deck,
    hands_tie,
    pair,
    player_wins,
    straight_flush,
    suited_pair,
)
from punto.rules.questions import Condition
from tests.analysis.coups import few_cards
from tests.analysis.odds.test_count_coups import ODD_BOOK, flush, rising

BANKER_FIRST = DrawingRule(  # as in no published game: Banker draws first, and Player answers some cards
    lambda player, banker: _banker_first(player, banker),
    lambda player_total, banker_total: player_total == 9 or banker_total == 9,
    points=frozenset(range(10)),
    explanation="Banker first",
)


def _banker_first(player: Showing, banker: Showing) -> Side | None:
    if 9 in (player.total, banker.total) or player.third is not None:
        return None
    if banker.third is None:
        return BANKER if banker.total <= 5 else PLAYER if player.total < 4 else None
    return PLAYER if banker.third > 5 else None


ONE_SIDED = replace(
    SQUEEZE,
    id="one-sided",
    drawing=BANKER_FIRST,
    bets=(
        Bet("win", "Win", (Line(hands_tie, Odds(0)), Line(player_wins, Odds(1)))),
        Bet("rising", "Rising", (Line(rising.of(PLAYER) & banker_wins, Odds(3)), Line(rising.of(PLAYER), Odds("0.1")))),
        Bet("flush", "Flush", (Line(flush.of(BANKER) & pair.of(BANKER), Odds(30)), Line(flush.of(BANKER), Odds(4)))),
        Bet("up-down", "Up", (Line(rising.of(PLAYER) | rising.of(BANKER), Odds("0.2")),)),
        Bet("both", "Both", (Line(pair.of(PLAYER) & pair.of(BANKER), Odds(150)),)),
        Bet("straight", "Straight", (Line(straight_flush.of(PLAYER), Odds(300)),)),
    ),
)
SINGLE_DECK = replace(SQUEEZE, id="single-deck", deck=french_deck(copies=1))
BOOKS = [*(book for book in EVERY_BOOK if book.storm is None), ONE_SIDED, SINGLE_DECK]
solver_of = cache(Solver)


def shoe_with(book: RuleBook, cards_out: int, seed: int) -> dict[Card, int]:
    cards = list(book.deck.cards)
    random.Random(seed).shuffle(cards)
    return book.deck.without(cards[:cards_out])


def error(solver: Solver, left: dict[Card, int], exact: BookOdds) -> float:
    """The largest of all bets, in units of their best odds."""
    found = solver.expectations(solver.counts(left))
    each = zip(found, exact.bets, strict=True)
    return max(abs(float(one) - float(bet.ev)) / max(1.0, float(bet.bet.best_odds)) for one, bet in each)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
@pytest.mark.parametrize("share_out", [0, 0.85])
def test_it_counts_what_the_exact_count_counts(book: RuleBook, share_out: float) -> None:
    left = shoe_with(book, int(book.deck.size * share_out), seed=3)
    exact, solver = book_odds(book, left), solver_of(book)
    assert solver.odds(left) == exact
    assert error(solver, left, exact) < ERROR_MAX


@pytest.mark.parametrize("book", [SQUEEZE, SA, MULTICOLOR, ONE_SIDED, ODD_BOOK], ids=lambda book: book.id)
@given(data=st.data())
@settings(max_examples=6)  # for each of five books, the last of which is slow on purpose
def test_a_handful_of_cards(book: RuleBook, data: st.DataObject) -> None:
    size = data.draw(st.integers(6, 12))
    cards = data.draw(few_cards(book.deck, size).filter(lambda cards: max(map(cards.count, cards)) <= 8))
    left = {face: cards.count(face) for face in book.deck.faces}
    assert solver_of(book).odds(left) == book_odds(book, {card: count for card, count in left.items() if count})


@pytest.mark.parametrize("copies", [12, 26])
def test_shoes_beyond_whole_floats_keep_the_declared_error(copies: int) -> None:
    book = replace(SQUEEZE, deck=french_deck(copies))
    left = shoe_with(book, 40, seed=1)
    solver, exact = Solver(book), book_odds(book, left)
    assert solver.odds(left) == exact
    assert error(solver, left, exact) < ERROR_MAX


@pytest.mark.parametrize("book", [SA, ODD_BOOK], ids=lambda book: book.id)
def test_many_shoes_are_counted_like_each(book: RuleBook) -> None:
    solver = solver_of(book)
    shoes = [solver.counts(shoe_with(book, out, seed=out)) for out in (400, 405)]
    each = [solver.expectations(shoe) for shoe in shoes]
    np.testing.assert_allclose(solver.expectations_of_many(shoes), each, rtol=0, atol=1e-14)


def test_the_plan_names_the_bets_that_look_at_too_much() -> None:
    slow = {book.id: [bet.id for bet in solver_of(book).plan.slow] for book in [*BOOKS, ODD_BOOK]}
    assert {name: bets for name, bets in slow.items() if bets} == {
        "odd": ["both-flush", "either-flush", "rising", "all"]
    }


def multiplied(bet: str, wins: Condition) -> Bet:
    return Bet(bet, bet, FOUR_TO_SIX_CARDS.lines(wins, Odds("0.95")))


STORMS = replace(
    STORM,
    id="storms",
    bets=(
        *STORM.bets,
        multiplied("with-seven", banker_wins & banker_total_is(7)),  # wins rarely, and its ties lose
        multiplied("ties", hands_tie),  # which nothing multiplies
        multiplied("twins", player_wins & suited_pair.of(PLAYER)),
        multiplied("somebody", player_wins | banker_wins),
    ),
)


@pytest.mark.parametrize("out", [0, 40, 390])
def test_a_storm_on_one_side_is_counted_fast(out: int) -> None:
    """The exact count takes a hundred milliseconds for each bet, and a report asks some ten thousand times."""
    left, solver = shoe_with(STORMS, out, seed=1), solver_of(STORMS)
    exact = book_odds(STORMS, left)
    assert [bet.id for bet in solver.plan.slow] == ["twins", "somebody"]
    for one, other in zip(solver.odds(left).bets, exact.bets, strict=True):
        assert (one.ev, one.variance) == (other.ev, other.variance)
        assert [line.probability for line in one.lines] == [line.probability for line in other.lines]
    assert error(solver, left, exact) < ERROR_MAX
    shoe = solver.counts(left)
    np.testing.assert_allclose(solver.expectations_of_many([shoe]), [solver.expectations(shoe)], rtol=0, atol=1e-14)


def test_five_cards_are_no_shoe() -> None:
    left = {face: int(place < 5) for place, face in enumerate(SA.deck.faces)}
    solver = solver_of(SA)
    for ask in (
        lambda: solver.odds(left),
        lambda: solver.expectations(solver.counts(left)),
        lambda: solver.expectations_of_many([solver.counts(left)]),
    ):
        with pytest.raises(CannotCount, match="5 cards are left, and one round can take 6"):
            ask()
