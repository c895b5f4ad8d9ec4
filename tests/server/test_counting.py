"""Odds counted by another process are those that this one would count."""

import os
import signal

from punto.analysis.house_edge import book_odds
from punto.books import MULTICOLOR, SA
from punto.server.counting import counting_process
from punto.server.load.server_process import children


def test_the_same_odds_for_any_of_its_books() -> None:
    with counting_process((SA, MULTICOLOR)) as count:
        for book in (MULTICOLOR, SA):
            assert count(book) == book_odds(book)


def test_it_ends_with_its_floor_and_not_with_a_key_at_the_terminal() -> None:
    before = set(children(os.getpid()))
    with counting_process((SA,)) as count:
        [process] = set(children(os.getpid())) - before
        count(SA)
        os.kill(process, signal.SIGINT)
        assert count(SA) == book_odds(SA)
    assert process not in children(os.getpid())
