"""Odds counted by another process are those that this one would count."""

import os
import signal

import pytest

from punto.analysis.odds.house_edge import book_odds
from punto.books import MULTICOLOR, SA
from punto.server.figures.counting_process import CountingProcess
from punto.trials.load.server_process import children


def test_the_same_odds_for_any_of_its_books() -> None:
    with CountingProcess((SA, MULTICOLOR)) as counting:
        for book in (MULTICOLOR, SA):
            assert counting.count(book) == book_odds(book)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_key_at_the_terminal_leaves_it_alone_and_its_death_costs_no_answer(blow: signal.Signals) -> None:
    before = set(children(os.getpid()))
    with CountingProcess((SA,)) as counting:
        [process] = set(children(os.getpid())) - before
        counting.count(SA)
        os.kill(process, blow)
        assert counting.count(SA) == book_odds(SA)


def test_it_ends_with_its_floor() -> None:
    before = set(children(os.getpid()))
    with CountingProcess((SA,)) as counting:
        counting.count(SA)
    assert set(children(os.getpid())) == before
    with pytest.raises(OSError, match="closed"):
        counting.count(SA)
