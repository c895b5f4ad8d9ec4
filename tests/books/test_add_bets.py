"""Bets of the catalogue in another book: what it is called, and what cannot be added."""

from dataclasses import replace
from pathlib import Path

import pytest

from punto.books import INTERBLOCK, MULTICOLOR, SA
from punto.books.add_bets import CannotAddBet, add_bets
from punto.books.find_book import UnknownBook, find_book, split_added, stored_book
from punto.rules import Bet, Line, Odds, hands_tie


def test_the_id_says_what_was_added_in_the_catalogues_order() -> None:
    book = add_bets(SA, ["panda-8", "dragon-7"])
    assert book == add_bets(SA, ["dragon-7", "panda-8"]) == find_book("sa+panda-8+dragon-7")
    assert book.id == "sa+dragon-7+panda-8"
    assert book.bets[: len(SA.bets)] == SA.bets
    assert [bet.id for bet in book.bets[len(SA.bets) :]] == ["dragon-7", "panda-8"]


def test_title_and_source_name_the_bets() -> None:
    one, two = add_bets(INTERBLOCK, ["dragon-7"]), add_bets(INTERBLOCK, ["dragon-7", "quik"])
    assert (one.title, two.title) == ("Baccarat with Dragon 7", "Baccarat with 2 more bets")
    assert one.source == f"{INTERBLOCK.source}; Dragon 7: Wizard of Odds"


def test_adding_nothing_changes_nothing() -> None:
    assert add_bets(SA, []) is SA


def test_modes_stay_and_leave_the_added_bets_on_the_felt() -> None:
    book = add_bets(SA, ["dragon-7"])
    assert all("dragon-7" in [bet.id for bet in book.bets_in(mode)] for mode in book.modes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sa+dragon-8", "book 'sa' has no bet 'dragon-8', and neither has the catalogue; is dragon-7 meant?"),
        ("sa+player-pai", "book 'sa' has no bet 'player-pai', and neither has the catalogue; is player-pair meant?"),
        (
            "sa+xyzzy",
            "book 'sa' has no bet 'xyzzy', and neither has the catalogue; `punto bets` lists what can be added",
        ),
        ("sa+tie", "book 'sa' has a bet 'tie' of its own"),
        ("ez-baccarat+dragon-7", "book 'ez-baccarat' has a bet 'dragon-7' of its own"),
        ("sa+quik+quik", "'quik' is there already"),
        (
            "multicolor+quik",
            "book 'multicolor' has no bet 'quik', and the catalogue's need 52 cards and punto banco",
        ),
        ("sa+", "book 'sa' has no bet '', and neither has the catalogue; `punto bets` lists what can be added"),
    ],
)
def test_what_cannot_be_added(text: str, message: str) -> None:
    with pytest.raises(CannotAddBet) as refused:
        find_book(text)
    assert str(refused.value) == message


def test_other_cards_have_no_bets_of_the_catalogue() -> None:
    with pytest.raises(CannotAddBet, match="need 52 cards"):
        add_bets(MULTICOLOR, ["dragon-7"])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("sa", ("sa", [])),
        ("sa+quik", ("sa", ["quik"])),
        ("mine.py", ("mine.py", [])),
        ("mine.py+quik+kill", ("mine.py", ["quik", "kill"])),
        ("c++/mine.py", ("c++/mine.py", [])),
        ("c++/mine.py+quik", ("c++/mine.py", ["quik"])),
        ("happy.pyx", ("happy.pyx", [])),
    ],
)
def test_where_a_book_ends_and_its_bets_begin(text: str, parts: tuple[str, list[str]]) -> None:
    assert split_added(text) == parts


@pytest.mark.parametrize("book", ["sa", "sa+dragon-7", "ez-baccarat"])
def test_a_stored_id_finds_its_book(book: str) -> None:
    found = stored_book(book)
    assert found is not None
    assert found.id == book


@pytest.mark.parametrize("book", ["", "mine", "mine.py", "sa+dragon-8"])
def test_a_stored_id_that_needs_a_file_or_is_unknown_finds_none(book: str) -> None:
    assert stored_book(book) is None


def test_a_stored_id_finds_a_book_from_a_file_and_the_same_with_added_bets() -> None:
    mine = replace(SA, id="mine")
    assert stored_book("mine", [mine]) is mine
    assert stored_book("mine+dragon-7", [mine]) == add_bets(mine, ["dragon-7"])
    with_seven = add_bets(mine, ["dragon-7"])
    assert stored_book("mine+dragon-7", [with_seven]) is with_seven, "and needs no other for it"
    assert stored_book("mine+panda-8", [with_seven]) is None, "of what it was made of, nothing is there"
    assert stored_book("mine+dragon-8", [mine]) is None


def test_a_book_in_a_file_gets_bets_too_but_may_not_pretend_to_have_some(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from dataclasses import replace\nfrom punto.books import SA\nBOOK = replace(SA, id='mine')\n")
    assert find_book(f"{path}+dragon-7").id == "mine+dragon-7"
    path.write_text("from dataclasses import replace\nfrom punto.books import SA\nBOOK = replace(SA, id='sa+quik')\n")
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    assert str(refused.value) == (f"{path}: 'sa+quik' is the id of a book with added bets; write {path}+… to add some")


def test_a_bet_whose_title_the_book_has_is_not_added() -> None:
    own = replace(INTERBLOCK, bets=(*INTERBLOCK.bets, Bet("seven", "Dragon 7", (Line(hands_tie, Odds(8)),))))
    with pytest.raises(CannotAddBet, match="book 'interblock' has a bet with the title of 'dragon-7', 'Dragon 7'"):
        add_bets(own, ["dragon-7"])
