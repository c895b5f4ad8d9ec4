"""Our exact counts against figures that others have published."""

from functools import cache

import pytest

from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.house_edge import book_odds
from punto.books.find_book import find_book
from tests.golden.published_odds import PUBLISHED_CHANCES, PUBLISHED_EDGES, PUBLISHED_WAYS, Chance, HouseEdge, Ways


@cache
def odds_of(book: str) -> dict[str, BetOdds]:
    return {each.bet.id: each for each in book_odds(find_book(book)).bets}


@pytest.mark.parametrize("golden", PUBLISHED_WAYS, ids=lambda golden: f"{golden.book}-{golden.bet}-{golden.line}")
def test_a_line_is_hit_by_as_many_deals_as_published(golden: Ways) -> None:
    assert odds_of(golden.book)[golden.bet].lines[golden.line].ways == golden.ways


@pytest.mark.parametrize("golden", PUBLISHED_EDGES, ids=lambda golden: f"{golden.book}-{golden.bet}")
def test_the_house_keeps_what_is_published(golden: HouseEdge) -> None:
    digits = len(golden.percent.partition(".")[2])
    assert f"{float(odds_of(golden.book)[golden.bet].house_edge) * 100:.{digits}f}" == golden.percent


@pytest.mark.parametrize("golden", PUBLISHED_CHANCES, ids=lambda golden: f"{golden.book}-{golden.bet}")
def test_a_bet_wins_as_often_as_published(golden: Chance) -> None:
    assert f"{float(odds_of(golden.book)[golden.bet].win_probability):.6f}" == golden.win


def test_the_best_bet_of_sa_returns_its_published_maximum() -> None:
    best = max(odds_of("sa").values(), key=lambda each: each.rtp)
    assert best.bet.id == "banker"
    assert f"{float(best.rtp) * 100:.2f}" == "98.94"
