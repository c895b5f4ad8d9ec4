"""The quick reader of written coups says what the book's own reader says, or refuses in its words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.analysis.outcomes.outcome_table import Outcome, face_atoms
from punto.analysis.outcomes.read_outcomes import OutcomeReader
from punto.books import EVERY_BOOK, SA
from punto.rules import RuleBook, french_deck
from tests.analysis.coups import coups
from tests.analysis.odds.test_count_coups import COUNTED_BOOK, ODD_BOOK

BOOKS = (*EVERY_BOOK, ODD_BOOK, COUNTED_BOOK, replace(SA, id="single-deck", deck=french_deck(copies=1)))
READERS = {book.id: OutcomeReader(book, lambda outcome: outcome) for book in BOOKS}


@pytest.mark.parametrize("book", [*EVERY_BOOK, ODD_BOOK, COUNTED_BOOK], ids=lambda book: book.id)
@given(data=st.data())
def test_the_quick_way_reads_what_the_slow_way_reads(book: RuleBook, data: st.DataObject) -> None:
    coup = data.draw(coups(book))
    holding = frozenset(atom for atom in face_atoms(book.bets) if atom.sees(coup))
    assert READERS[book.id].read(str(coup)) == (str(coup), Outcome(coup.result, holding))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("9h 8d/4c Td 3s", "9h 8d / 4c Td 3s"),
        ("  9h   8d  /  4c Td\t3s ", "9h 8d / 4c Td 3s"),
    ],
)
def test_blanks_do_not_matter(text: str, written: str) -> None:
    assert READERS["sa"].read(text)[0] == written


REFUSED = [
    "",
    "/",
    "9h 8d",
    "9h 8d 4c / 4c Td 3s",
    "9h 8d / 4c Td",
    "9h 8d / 4c Td 3x",
    "9h 8d / 4c Td 3s 2s",
    "9h / 8d",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_book_refuses_is_refused_in_its_words(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as slow:
        SA.parse_coup(text)
    with pytest.raises(type(slow.value)) as quick:
        READERS["sa"].read(text)
    assert str(quick.value) == str(slow.value)


def test_a_single_deck_cannot_deal_a_card_twice() -> None:
    with pytest.raises(ValueError, match="9h stands here 2 times, and the deck 52x1 has 1"):
        READERS["single-deck"].read("9h 9h / 4c 3s")
