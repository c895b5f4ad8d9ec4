"""What a counter could win: against shoes dealt by the rules themselves, and known facts about counting baccarat."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from punto.analysis.exposure.counting_tags import effects_of_removal, faces_alike, tags_of
from punto.analysis.exposure.exposure import CannotExpose, Exposure, OwnCount, exposure, exposures
from punto.analysis.exposure.own_tags import parse_tags
from punto.analysis.exposure.procedure import InvalidProcedure, Procedure
from punto.analysis.exposure.shoe_moments import SHOES_TO_TRUST
from punto.analysis.exposure.walk_shoes import ShoeTables, walk_shoes
from punto.analysis.odds.count_coups import count_outcomes
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.report.multiples import exposure_picture
from punto.analysis.solver.solver import Solver
from punto.books import MULTICOLOR, SA, SQUEEZE
from punto.rules import RuleBook, french_deck
from punto.rules.invalid_input import InvalidInput
from punto.rules.shoe import InvalidShoe, Shoe


@cache
def sa_exposed() -> Exposure:
    return exposure(SA, shoes=60, seed=7)


@pytest.mark.parametrize("more_rounds", [0, 1, 2])
@pytest.mark.parametrize("book", [SA, SQUEEZE, MULTICOLOR], ids=lambda book: book.id)
def test_shoes_are_dealt_as_the_rules_deal_them(book: RuleBook, more_rounds: int) -> None:
    """The same order of cards, dealt by the book; what is unseen before each round must be what was counted."""
    tables = ShoeTables.of(book)
    walk = walk_shoes(book, shoes=2, seed=5, procedure=Procedure(20, more_rounds))
    order = np.random.default_rng(5).permuted(np.broadcast_to(tables.cards, (2, tables.size)), axis=1)
    row = 0
    for faces in order:
        cards = tuple(book.deck.faces[face] for face in faces)
        shoe = Shoe.fresh(book.deck, cards, cut_card=20).burn(book.burn)
        seen, coup, more = [cards[0]] if shoe.burned else [], 0, more_rounds
        while not shoe.cut_card_is_out or more:
            more -= shoe.cut_card_is_out
            coup += 1
            assert walk.left[row] == shoe.remaining
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
    assert pair.perfect.share.value > 0  # but one who remembers every card still finds rounds


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
        assert each.perfect_in_limits.share.value <= each.perfect.share.value
        assert each.perfect_in_limits.per_100_coups.value <= each.perfect.per_100_coups.value
        if each.bet.last_coup_offered is None:
            assert each.perfect_in_limits == each.perfect


def test_gains_add_up_over_the_rounds_of_a_shoe() -> None:
    for each in sa_exposed().bets:
        won = (each.gain_by_coup / 100 * sa_exposed().shoes_by_coup).sum()
        assert won / sa_exposed().shoes == pytest.approx(each.perfect.per_shoe.value)
        assert 100 * won / sa_exposed().coups == pytest.approx(each.perfect.per_100_coups.value)
        assert (each.share_by_coup * sa_exposed().shoes_by_coup).sum() == pytest.approx(
            each.perfect.share.value * sa_exposed().coups
        )


def test_shares_of_parts_of_the_shoe_are_those_of_their_rounds() -> None:
    counted = sa_exposed()
    size = counted.coups_of_a_part
    for each in counted.bets:
        for part, share in enumerate(each.share_by_part):
            inside = slice(part * size, (part + 1) * size if part < 3 else None)
            weights = counted.shoes_by_coup[inside]
            assert share.value == pytest.approx((each.share_by_coup[inside] * weights).sum() / weights.sum())


def test_an_interrupt_does_not_wait_for_shoes_that_wait() -> None:
    asked = []

    def interrupt(done: int) -> None:
        asked.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exposure(SA, shoes=10_000_000, seed=1, progress=interrupt)
    assert asked == [50]


def test_late_bets_favour_a_counter_and_early_ones_do_not() -> None:
    """Why operators close side bets: nothing in the first twenty rounds, much in the last ten."""
    lucky = next(each for each in sa_exposed().bets if each.bet.id == "lucky-six-3")
    assert lucky.share_by_coup[:20].max() == 0
    assert lucky.share_by_coup[70:78].mean() > 0.05
    assert lucky.perfect_in_limits.per_100_coups.value < lucky.perfect.per_100_coups.value / 5


def test_a_seed_is_an_answer_whatever_the_threads() -> None:
    one, two = exposure(SA, shoes=54, seed=3), exposure(SA, shoes=54, seed=3, threads=2)
    assert [each.perfect for each in one.bets] == [each.perfect for each in two.bets]
    assert [each.linear.gain for each in one.bets] == [each.linear.gain for each in two.bets]
    assert exposure(SA, shoes=54, seed=4).bets[10].perfect != one.bets[10].perfect


def test_a_deeper_cut_card_leaves_less_to_win() -> None:
    shallow = exposure(SA, shoes=20, seed=3, cut_card=200)
    assert shallow.coups < sa_exposed().coups / 3
    deep = sum(each.perfect.per_shoe.value for each in sa_exposed().bets)
    assert sum(each.perfect.per_shoe.value for each in shallow.bets) < deep


@pytest.mark.parametrize(
    ("shoes", "seed", "says"),
    [
        (1, 1, "1 shoes cannot be counted; choose from 2 to 10,000,000"),
        (2, -1, "a seed is a whole number from 0"),
    ],
)
def test_what_cannot_be_counted_is_refused(shoes: int, seed: int, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        exposure(SA, shoes, seed)


def test_a_cut_card_outside_the_shoe_is_refused() -> None:
    with pytest.raises(InvalidShoe, match="the cut card lies 12 to 51 cards from the end, not 60"):
        exposure(replace(SA, deck=french_deck(copies=1)), shoes=2, seed=1, cut_card=60)


def test_the_picture_is_the_same_for_the_same_figures() -> None:
    drawn = exposure_picture(sa_exposed())
    assert drawn.startswith("<?xml")
    assert drawn == exposure_picture(sa_exposed())


def test_several_cut_cards_are_studied_on_the_same_shoes() -> None:
    """Each of them as if it had been studied alone, because the shoes depend on the seed only."""
    book = replace(SA, bets=(SA.bet("lucky-six"),), modes=())
    found = exposures(book, 40, 9, [Procedure(cut_card, 1) for cut_card in (104, 14, 52)])
    for each in found:
        alone = exposure(book, 40, 9, each.cut_card, more_rounds=1)
        assert each.coups == alone.coups
        assert each.bets[0].perfect == alone.bets[0].perfect
        assert each.bets[0].linear.gain == alone.bets[0].linear.gain


def test_an_error_is_what_repeated_studies_show() -> None:
    """The spread of forty independent studies against the error that each of them tells, on average."""
    book = replace(SA, bets=(SA.bet("player-bonus"),), modes=())
    gains = [exposure(book, 40, seed).bets[0].perfect for seed in range(40)]
    for figures in ([each.share for each in gains], [each.per_100_coups for each in gains]):
        spread = np.std([each.value for each in figures], ddof=1)
        told = np.mean([each.error for each in figures])
        assert 0.7 < told / spread < 1.4  # chi-square with 39 degrees of freedom: three standard deviations


def test_a_trigger_that_too_few_shoes_reach_is_not_told() -> None:
    tags = parse_tags(SA.deck, "4-7=-1 8-9=+2")
    book = replace(SA, bets=(SA.bet("lucky-six-3"),), modes=())
    for trigger, is_told in ((0, True), (60, False)):
        linear = exposure(book, 60, 1, counts={"lucky-six-3": OwnCount(tags, trigger)}).bets[0].linear
        assert (linear.gain is not None) == is_told
        assert linear.trigger == trigger
    assert linear.share_of_perfect is None


def test_a_chosen_trigger_needs_shoes_that_reach_it_and_a_gain_that_is_not_luck() -> None:
    """Sixty shoes choose on thirty: nothing but what all of them reach could be trusted."""
    for each in sa_exposed().bets:
        if each.linear.gain is not None:
            assert each.linear.gain.shoes_betting >= SHOES_TO_TRUST
    few = exposure(SA, shoes=20, seed=1)
    assert all(each.linear.trigger is None for each in few.bets)


def test_records_have_a_row_for_each_bet_with_every_error() -> None:
    rows = sa_exposed().records()
    assert [row["bet"] for row in rows] == [bet.id for bet in SA.bets]
    assert {name for name in rows[0] if name.startswith("perfect_share")} == {"perfect_share", "perfect_share_error"}
    assert len({tuple(row) for row in rows}) == 1


@pytest.mark.parametrize(
    ("procedure", "says"),
    [
        (Procedure(14, -1), "-1 more rounds cannot be dealt; the fewest are 0"),
        (Procedure(14, 2), "2 more rounds can take 17 cards, and 14 lie behind the cut card"),
    ],
)
def test_a_procedure_that_could_run_out_of_cards_is_refused(procedure: Procedure, says: str) -> None:
    with pytest.raises(InvalidProcedure, match=says):
        exposures(SA, 2, 1, [procedure])


def test_procedures_of_one_study_deal_alike_after_the_cut_card() -> None:
    with pytest.raises(CannotExpose, match="the same number of rounds after the cut card"):
        exposures(SA, 2, 1, [Procedure(14, 1), Procedure(14, 0)])


def test_a_trigger_out_of_range_is_refused() -> None:
    with pytest.raises(CannotExpose, match=r"a trigger of 1e\+06 is not between"):
        OwnCount(trigger=1e6)


@pytest.mark.parametrize("book", [SA, MULTICOLOR], ids=lambda book: book.id)
def test_a_round_takes_as_many_cards_as_the_book_deals(book: RuleBook) -> None:
    """It says how long the parts of a shoe are; 4.94 is punto banco's."""
    counted = count_outcomes(book.dealing, book.deck.without(()), ())
    exact = sum(ways * outcome.result.cards_dealt for outcome, ways in counted.items()) / sum(counted.values())
    assert ShoeTables.of(book).cards_of_a_coup == pytest.approx(exact, abs=0.003)
