"""What a counter could win: against shoes dealt by the rules themselves, and known facts about counting baccarat."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from punto.analysis.exposure.counting_tags import effects_of_removal, faces_alike, tags_of
from punto.analysis.exposure.exposure import CannotExpose, Exposure, exposure
from punto.analysis.exposure.walk_shoes import ShoeTables, walk_shoes
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.report.plots import exposure_picture
from punto.analysis.solver.solver import Solver
from punto.books import MULTICOLOR, SA, SQUEEZE
from punto.rules import RuleBook, french_deck
from punto.rules.shoe import InvalidShoe, Shoe


@cache
def sa_exposed() -> Exposure:
    return exposure(SA, shoes=60, seed=7)


@pytest.mark.parametrize("book", [SA, SQUEEZE, MULTICOLOR], ids=lambda book: book.id)
def test_shoes_are_dealt_as_the_rules_deal_them(book: RuleBook) -> None:
    """The same order of cards, dealt by the book; what is unseen before each round must be what was counted."""
    tables = ShoeTables.of(book)
    walk = walk_shoes(tables, shoes=2, cut_card=20, chance=np.random.default_rng(5))
    order = np.random.default_rng(5).permuted(np.broadcast_to(tables.cards, (2, tables.size)), axis=1)
    row = 0
    for faces in order:
        cards = tuple(book.deck.faces[face] for face in faces)
        shoe = Shoe.fresh(book.deck, cards, cut_card=20).burn(book.burn)
        seen, coup = [cards[0]] if shoe.burned else [], 0
        while not shoe.cut_card_is_out:
            coup += 1
            left = book.deck.without(seen)
            assert walk.coups[row] == coup
            assert walk.unseen[row].tolist() == [left[face] for face in book.deck.faces]
            dealt = book.dealing.deal(cards[shoe.burned + shoe.dealt :]).result.cards_dealt
            for _ in range(dealt):
                card, shoe = shoe.draw()
                seen.append(card)
            row += 1
    assert row == len(walk.coups)


def test_an_effect_of_removal_is_the_difference_of_two_counts() -> None:
    solver = Solver(SQUEEZE)
    effects = effects_of_removal(solver)
    for text in ("4h", "Kc"):
        card = SQUEEZE.deck.card(text)
        without, full = book_odds(SQUEEZE, SQUEEZE.deck.without([card])), book_odds(SQUEEZE)
        for place, (one, other) in enumerate(zip(without.bets, full.bets, strict=True)):
            assert effects[SQUEEZE.deck.faces.index(card), place] == pytest.approx(float(one.ev - other.ev), abs=1e-13)


@pytest.mark.parametrize("place", range(len(SA.bets)))
def test_effects_balance_over_a_deck(place: int) -> None:
    """Taking one of every card leaves the mean as it was, to first order: the mean of a bet is what all cards share."""
    assert abs(sa_exposed().effects[:, place].sum()) < 1e-13


def test_bankers_tags_have_the_published_signs() -> None:
    """Thorp and Walden: small cards that leave help Banker, five to eight help Player."""
    tags = sa_exposed().bets[1].linear.tags.tags
    by_rank = {str(face)[0]: int(tag) for face, tag in zip(SA.deck.faces, tags, strict=True)}
    assert all(by_rank[rank] > 0 for rank in "A234")
    assert all(by_rank[rank] < 0 for rank in "5678")


def test_a_bet_that_no_single_card_moves_has_no_tags() -> None:
    pair = sa_exposed().bets[4]
    assert not pair.linear.tags.tags.any()
    assert pair.linear.trigger is None
    assert pair.perfect.share > 0  # but one who remembers every card still finds rounds


def test_cards_that_count_alike_are_named_together() -> None:
    assert [name for name, _ in faces_alike(SA, sa_exposed().effects)] == [*"A23456789", "T J Q K"]
    assert faces_alike(MULTICOLOR, effects_of_removal(Solver(MULTICOLOR)))[0][0] == "1 (r g b y)"
    only_one = np.zeros((52, 1))
    only_one[[0, 14]] = 1.0
    assert faces_alike(SA, only_one)[0][0] == "As 2h"


def test_tags_stay_small_and_sum_to_nothing() -> None:
    effects = np.array([-12.0] * 4 + [1.0] * 48) / 1000
    found = tags_of(effects)
    assert found.tags.tolist() == [-12] * 4 + [1] * 48
    assert found.correlation == pytest.approx(1)


def test_limits_only_ever_take_away() -> None:
    for each in sa_exposed().bets:
        assert each.perfect_in_limits.share <= each.perfect.share
        assert each.perfect_in_limits.per_100_coups <= each.perfect.per_100_coups
        if each.bet.last_coup_offered is None:
            assert each.perfect_in_limits == each.perfect


def test_gains_add_up_over_the_rounds_of_a_shoe() -> None:
    for each in sa_exposed().bets:
        won = (each.gain_by_coup / 100 * sa_exposed().shoes_by_coup).sum()
        assert won / sa_exposed().shoes == pytest.approx(each.perfect.per_shoe)
        assert 100 * won / sa_exposed().coups == pytest.approx(each.perfect.per_100_coups)
        assert (each.share_by_coup * sa_exposed().shoes_by_coup).sum() == pytest.approx(
            each.perfect.share * sa_exposed().coups
        )


def test_shares_of_parts_of_the_shoe_make_the_whole() -> None:
    for each in sa_exposed().bets:
        whole = each.share_in(slice(0, None), sa_exposed().shoes_by_coup)
        assert whole == pytest.approx(each.perfect.share)


def test_an_interrupt_does_not_wait_for_shoes_that_wait() -> None:
    asked = []

    def interrupt(done: int) -> None:
        asked.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exposure(SA, shoes=50_000, seed=1, progress=interrupt)
    assert asked == [50]


def test_late_bets_favour_a_counter_and_early_ones_do_not() -> None:
    """Why operators close side bets: nothing in the first twenty rounds, much in the last ten."""
    lucky = next(each for each in sa_exposed().bets if each.bet.id == "lucky-six-3")
    assert lucky.share_by_coup[:20].max() == 0
    assert lucky.share_by_coup[70:78].mean() > 0.05
    assert lucky.perfect_in_limits.per_100_coups < lucky.perfect.per_100_coups / 5


def test_a_seed_is_an_answer_whatever_the_threads() -> None:
    one, two = exposure(SA, shoes=54, seed=3), exposure(SA, shoes=54, seed=3, threads=2)
    assert [each.perfect for each in one.bets] == [each.perfect for each in two.bets]
    assert [each.linear.gain for each in one.bets] == [each.linear.gain for each in two.bets]
    assert exposure(SA, shoes=54, seed=4).bets[10].perfect != one.bets[10].perfect


def test_a_deeper_cut_card_leaves_less_to_win() -> None:
    shallow = exposure(SA, shoes=20, seed=3, cut_card=200)
    assert shallow.coups < sa_exposed().coups / 3
    assert sum(each.perfect.per_shoe for each in shallow.bets) < sum(
        each.perfect.per_shoe for each in sa_exposed().bets
    )


@pytest.mark.parametrize(
    ("shoes", "seed", "says"),
    [
        (1, 1, "1 shoes cannot be counted; choose from 2 to 50,000"),
        (2, -1, "the seed is -1; it must be from 0"),
    ],
)
def test_what_cannot_be_counted_is_refused(shoes: int, seed: int, says: str) -> None:
    with pytest.raises(CannotExpose, match=says):
        exposure(SA, shoes, seed)


def test_a_cut_card_outside_the_shoe_is_refused() -> None:
    with pytest.raises(InvalidShoe, match="the cut card lies 12 to 51 cards from the end, not 60"):
        exposure(replace(SA, deck=french_deck(copies=1)), shoes=2, seed=1, cut_card=60)


def test_the_picture_is_the_same_for_the_same_figures() -> None:
    drawn = exposure_picture(sa_exposed())
    assert drawn.startswith("<?xml")
    assert drawn == exposure_picture(sa_exposed())
