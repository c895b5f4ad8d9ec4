"""Every book of ours passes its own examination, and so does one with the whole catalogue."""

import re
from dataclasses import replace
from random import random

import pytest

from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.books.examine_book import examine_book, place_of
from punto.books.find_book import BUILT_IN
from punto.books.storm import STORM
from punto.rules import (
    Bet,
    Line,
    Odds,
    all_dealt_are,
    banker_wins,
    colour_of,
    dealt_atom,
    dealt_of_rank_are,
    hands_tie,
)
from punto.rules.questions import Condition, ResultAtom
from punto.rules.rulebook import InvalidRuleBook, RuleBook

WHOLE = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))


@pytest.mark.parametrize("book", [*BUILT_IN, WHOLE, STORM], ids=lambda book: book.id)
def test_our_books_do_not_lie(book: RuleBook) -> None:
    examine_book(book)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([dealt_atom("x", by=str)(bool)], "'x' sorts the deck into 52 kinds; at most 16 are counted"),
        (
            [dealt_of_rank_are("T", 7)],
            "asks whether '7 of the cards dealt are tens', which is never so; ranks are texts",
        ),
        ([all_dealt_are("red"), all_dealt_are("red") & banker_wins], "stands under 'all cards dealt are red'"),
        ([all_dealt_are("red") & all_dealt_are("black")], "has a line that can never hold"),
        ([dealt_atom("x", by=colour_of)(lambda _dealt: random() < 0.5)], "answered differently when it is asked again"),
    ],
)
def test_counts_are_examined_like_other_atoms(lines: list[Condition], says: str) -> None:
    bet = Bet("lying", "Lying", tuple(Line(when, Odds(1)) for when in lines))
    with pytest.raises(InvalidRuleBook, match=re.escape(says)):
        examine_book(replace(INTERBLOCK, bets=(bet,)))


def test_what_takes_too_long_to_look_through_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    never = Bet("never", "Never", (Line(banker_wins & hands_tie, Odds(1)),))
    monkeypatch.setattr("punto.books.examine_book.SETS_MAX", 2)
    examine_book(replace(INTERBLOCK, bets=(never,)))


def test_an_atom_that_is_no_function_of_a_file_has_no_place() -> None:
    assert place_of(ResultAtom("x", bool)) is None
