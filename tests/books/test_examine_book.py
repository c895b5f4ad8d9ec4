"""Every book of ours passes its own examination, and so does one with the whole catalogue."""

from dataclasses import replace

import pytest

from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.books.examine_book import examine_book, place_of
from punto.books.find_book import BUILT_IN
from punto.rules.questions import ResultAtom
from punto.rules.rulebook import RuleBook

WHOLE = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))


@pytest.mark.parametrize("book", [*BUILT_IN, WHOLE], ids=lambda book: book.id)
def test_our_books_do_not_lie(book: RuleBook) -> None:
    examine_book(book)


def test_an_atom_that_is_no_function_of_a_file_has_no_place() -> None:
    assert place_of(ResultAtom("x", bool)) is None
