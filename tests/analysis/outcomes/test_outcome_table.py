"""A bet compiled into a table of outcomes pays what the bet pays on whole coups."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.analysis.outcomes.outcome_table import outcome_table
from punto.books import EVERY_BOOK
from punto.rules import Bet, RuleBook
from tests.analysis.coups import coups
from tests.analysis.odds.test_count_coups import ODD_BOOK

EVERY_BET = [pytest.param(book, bet, id=f"{book.id}-{bet.id}") for book in (*EVERY_BOOK, ODD_BOOK) for bet in book.bets]


@pytest.mark.parametrize(("book", "bet"), EVERY_BET)
@given(data=st.data())
@settings(max_examples=40)  # for each of more than fifty bets
def test_the_compiled_table_pays_what_the_bet_pays(book: RuleBook, bet: Bet, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    table = outcome_table(bet)
    assert table.odds(coup) == bet.odds(coup)
    assert table.odds(coup) == bet.odds(coup), "remembered as it was decided"
