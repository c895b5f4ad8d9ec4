"""Every bet of the catalogue against what others have published, to the last digit that they print."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.house_edge import book_odds, odds_one_by_one
from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.rules.bet import Bet, Line
from punto.rules.conditions import player_total_is
from punto.rules.money import Odds
from punto.rules.rulebook import RuleBook
from tests.golden.published_bets import (
    CARDS_IN_SIX_DECKS,
    OTHER_DECKS,
    PUBLISHED,
    SHARES,
    WRONG_LUCKY_8,
    WRONG_LUCKY_NINES,
    WRONG_SMALL,
    Published,
    Shares,
)

ALL_BETS = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))


@cache
def counted(copies: int = 8) -> dict[str, BetOdds]:
    book = replace(ALL_BETS, deck=ALL_BETS.deck.in_copies(copies))
    return {odds.bet.id: odds for odds in odds_one_by_one(book)}


def edge(odds: BetOdds, like: str) -> str:
    """With as many digits as the published one has."""
    return f"{float(odds.house_edge * 100):.{len(like.partition('.')[2])}f}"


def winning(odds: BetOdds) -> list[int]:
    return [line.ways for line in odds.lines if line.pays > 0]


@pytest.mark.parametrize("golden", PUBLISHED, ids=lambda golden: golden.bet)
def test_the_house_keeps_what_is_published(golden: Published) -> None:
    assert edge(counted()[golden.bet], golden.edge) == golden.edge


@pytest.mark.parametrize("golden", [each for each in PUBLISHED if each.ways], ids=lambda golden: golden.bet)
def test_as_many_orderings_win_as_published(golden: Published) -> None:
    assert winning(counted()[golden.bet]) == list(golden.ways)


@pytest.mark.parametrize("golden", SHARES, ids=lambda golden: golden.bet)
def test_each_line_wins_as_often_as_published(golden: Shares) -> None:
    assert [line.probability for line in counted()[golden.bet].lines if line.pays > 0] == golden.chances


def test_an_entry_says_the_edge_that_is_published() -> None:
    golden = {each.bet: each.edge for each in (*PUBLISHED, WRONG_LUCKY_NINES, *WRONG_LUCKY_8)}
    assert {entry.bet.id: entry.edge for entry in CATALOGUE if entry.edge} == golden


def test_an_entry_without_a_published_edge_says_who_prints_its_pays() -> None:
    assert {entry.bet.id for entry in CATALOGUE if entry.edge is None} == {"tiger-tie", "tiger-pair"}
    assert all(entry.source.startswith("pays ") for entry in CATALOGUE if entry.edge is None)


def test_every_line_decides_some_rounds() -> None:
    assert [odds.bet.id for odds in counted().values() if not all(line.ways for line in odds.lines)] == []


def test_the_published_edge_of_lucky_nines_counts_three_suits_of_four() -> None:
    """64,512 of the 1,229,930,520 sets of four cards are printed as three nines of one suit. Each suit has 56 threes
    of its eight nines, and each goes with any of the 384 cards that are no nines: 21,504 for a suit, 86,016 for four.
    The page's own second table has 86,016, and so have we."""
    of_one_suit, sets = comb(8, 3) * (416 - 32), comb(416, 4)
    odds = counted()["lucky-nines"]
    assert (3 * of_one_suit, 4 * of_one_suit, sets) == (64_512, 86_016, 1_229_930_520)
    assert odds.lines[1].probability == Fraction(4 * of_one_suit, sets)
    printed = odds.house_edge + Fraction(of_one_suit, sets) * (250 - 20)  # the fourth suit's pays only 20 there
    assert (f"{float(printed * 100):.4f}", edge(odds, "19.0583")) == (WRONG_LUCKY_NINES.edge, "19.0583")


def test_the_published_edge_of_small_is_that_of_six_decks() -> None:
    assert edge(counted()["cards-4"], WRONG_SMALL.edge) == "5.28"
    assert edge(counted(6)["cards-4"], WRONG_SMALL.edge) == WRONG_SMALL.edge


LUCKY_8_PAYS = (200, 25, 15, 8, 4)
PRINTED_EIGHTS = (38_708_182_784, 8_230_060_380_160, 53_649_934_949_376, 54_643_925_237_760, 548_824_514_488_320)


def test_the_published_edge_of_lucky_8_leaves_out_eights_of_one_suit() -> None:
    """The page prints as many three-card eights of one suit too few as it prints wins with 8 too many, and some rounds
    in which both sides have 8 are in none of its lines."""
    odds = counted()["lucky-8-player-25"]
    ours = winning(odds)
    [eight] = odds_one_by_one(replace(INTERBLOCK, bets=(Bet("eight", "8", (Line(player_total_is(8), Odds(1)),)),)))
    assert [sum(ours)] == winning(eight) == [665_982_456_134_400]
    missing = [ways - printed for ways, printed in zip(ours, PRINTED_EIGHTS, strict=True)]
    assert missing == [0, 3_532_917_806_592, 595_312_896_000, 0, -3_532_917_806_592]
    paid_too_little = sum(each * (pays + 1) for each, pays in zip(missing, LUCKY_8_PAYS, strict=True))
    printed_edge = odds.house_edge + Fraction(paid_too_little, odds.lines[0].orderings)
    assert (f"{float(printed_edge * 100):.2f}", edge(odds, "11.9759")) == (WRONG_LUCKY_8[0].edge, "11.9759")
    assert edge(counted()["lucky-8-banker-25"], "15.2488") == "15.2488"


def test_three_card_eights_of_one_suit_by_enumeration() -> None:
    """Player's three cards of a suit, then Banker's two that are no natural, then any sixth card."""
    points = [min(rank, 10) % 10 for rank in range(1, 14)]
    eights = 0
    for hand in product(range(13), repeat=3):
        first, second, third = (points[each] for each in hand)
        if (first + second) % 10 > 5 or (first + second + third) % 10 != 8:
            continue
        left = [32 * points.count(each) for each in range(10)]
        of_the_suit = 4
        for place, rank in enumerate(hand):
            of_the_suit *= 8 - hand[:place].count(rank)
            left[points[rank]] -= 1
        bankers = sum(
            left[one] * (left[other] - (one == other))
            for one, other in product(range(10), repeat=2)
            if (one + other) % 10 < 8
        )
        eights += of_the_suit * bankers * 411
    both, own = winning(counted()["lucky-8-player"])[:2]
    assert both + own == eights == 11_801_686_369_536


@pytest.mark.parametrize(("bet", "chance"), CARDS_IN_SIX_DECKS.items())
def test_numbers_of_cards_with_six_decks(bet: str, chance: str) -> None:
    assert f"{float(counted(6)[bet].win_probability):.6f}" == chance


@pytest.mark.parametrize(("decks", "player", "banker", "tie"), OTHER_DECKS)
def test_player_banker_and_tie_by_decks(decks: int, player: str, banker: str, tie: str) -> None:
    book: RuleBook = replace(INTERBLOCK, deck=INTERBLOCK.deck.in_copies(decks), bets=INTERBLOCK.bets[:3])
    assert [edge(odds, "0.0000") for odds in book_odds(book).bets] == [player, banker, tie]


def test_bets_counted_one_by_one_are_counted_as_together() -> None:
    assert tuple(odds_one_by_one(INTERBLOCK)) == book_odds(INTERBLOCK).bets
