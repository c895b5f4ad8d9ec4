"""The odds of a book with a fresh shoe, kept on disk for our own books only: a file may change under the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from punto.books.find_book import BUILT_IN
from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from punto.analysis.odds.bet_odds import BookOdds


def fresh_odds(book: RuleBook) -> BookOdds:
    if book in BUILT_IN:
        from punto.analysis.odds.kept_odds import kept_odds

        return kept_odds(book)
    from punto.analysis.odds.house_edge import book_odds  # loads NumPy

    return book_odds(book)
