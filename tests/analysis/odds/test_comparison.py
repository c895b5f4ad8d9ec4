"""Books side by side."""

from dataclasses import replace

from punto.analysis.odds.comparison import compare
from punto.analysis.odds.house_edge import book_odds
from punto.books import INTERBLOCK, PUSH_SEVEN
from punto.rules import french_deck

SIX = replace(INTERBLOCK, deck=french_deck(copies=6))
FOUND = compare(["eight", "six", "push"], [book_odds(book) for book in (INTERBLOCK, SIX, PUSH_SEVEN)])


def test_the_same_bet_stands_in_every_book() -> None:
    """Banker's published edges: 1.0579 % from eight decks, 1.0558 % from six, 1.0183 % where a three-card 7 pushes."""
    assert FOUND.bets[:3] == ["player", "banker", "tie"]
    edges = [f"{float(each.house_edge) * 100:.4f}" for each in FOUND.of("banker") if each]
    assert edges == ["1.0579", "1.0558", "1.0183"]


def test_only_what_differs_in_dealing_is_told() -> None:
    rules = dict(FOUND.rules())
    assert rules["decks"] == ["8 × 52", "6 × 52", "8 × 52"]
    assert "drawing" not in rules


def test_a_bet_that_a_book_does_not_have_is_none() -> None:
    without = replace(INTERBLOCK, bets=INTERBLOCK.bets[:2], modes=())
    assert compare(["one", "other"], [book_odds(INTERBLOCK), book_odds(without)]).of("tie")[1] is None


def test_a_row_for_each_bet_of_each_book() -> None:
    rows = FOUND.records()
    assert len(rows) == sum(len(odds.bets) for odds in FOUND.odds)
    assert {row["book"] for row in rows} == {"eight", "six", "push"}
