"""A fingerprint changes with the game and with nothing else."""

from dataclasses import replace

import pytest

from punto.analysis.outcomes.fingerprint import fingerprint
from punto.books import EVERY_BOOK, INTERBLOCK, SQUEEZE
from punto.rules import (
    BURN_NOTHING_FOR_A_TEN,
    PLAYER,
    PUNTO_BANCO_DRAWING,
    Bet,
    Card,
    Line,
    Odds,
    RuleBook,
    all_dealt_are,
    colour_of,
    dealt_atom,
    drawing_rule,
    first_four_atom,
    first_two_atom,
    french_deck,
    suit_of,
)
from punto.rules.questions import Condition

# A book is never edited after release; whoever changes one of these lines has made a new book.
RELEASED = {
    "squeeze": "ecd2f213ffd44a4b",
    "sa": "5c508701913765a9",
    "interblock": "aa6788a77761dcb0",
    "interblock-push-seven": "417b310077880259",
    "multicolor": "943d585f601fb360",
    "seven-luck": "6402aea77b8a5939",
    "seven-luck-no-commission": "ed5ec7ec3664c2ce",
    "storm": "cd07952b5c531285",
}


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_released_books_are_as_they_were(book: RuleBook) -> None:
    assert fingerprint(book)[:16] == RELEASED[book.id]


@first_two_atom("two equal cards lie before {side}")
def reworded_pair(first: Card, second: Card) -> bool:
    return second.rank == first.rank


DRAWS_ON_SIX = drawing_rule(
    player="""
        total  0 1 2 3 4 5 6 7
        draws  D D D D D D D S
    """,
    banker="""
        total  none  0 1 2 3 4 5 6 7 8 9
         0-2     D   D D D D D D D D D D
          3      D   D D D D D D D D S D
          4      D   S S D D D D D D S S
          5      D   S S S S D D D D S S
          6      S   S S S S S S D D S S
          7      S   S S S S S S S S S S
    """,
)


def with_player_pair(bet: Bet) -> RuleBook:
    return replace(INTERBLOCK, bets=tuple(bet if each.id == bet.id else each for each in INTERBLOCK.bets))


PLAYER_PAIR = INTERBLOCK.bet("player-pair")


@pytest.mark.parametrize(
    "same",
    [
        replace(INTERBLOCK, title="Another title", source="another document"),
        replace(INTERBLOCK, drawing=replace(PUNTO_BANCO_DRAWING, explanation="in other words")),
        with_player_pair(replace(PLAYER_PAIR, lines=(Line(reworded_pair.of(PLAYER), Odds(11)),))),
    ],
    ids=["title", "explanation", "words of an atom"],
)
def test_words_do_not_matter(same: RuleBook) -> None:
    assert fingerprint(same) == fingerprint(INTERBLOCK)


@pytest.mark.parametrize(
    "other",
    [
        replace(INTERBLOCK, deck=french_deck(copies=6)),
        replace(INTERBLOCK, drawing=DRAWS_ON_SIX),
        replace(INTERBLOCK, burn=BURN_NOTHING_FOR_A_TEN),
        replace(INTERBLOCK, bets=INTERBLOCK.bets[:-1]),
        with_player_pair(replace(PLAYER_PAIR, lines=(Line(reworded_pair.of(PLAYER), Odds(12)),))),
        with_player_pair(replace(PLAYER_PAIR, last_coup_offered=60)),
        replace(SQUEEZE, id="interblock"),
    ],
    ids=["decks", "drawing", "burn", "a bet less", "odds", "last round", "another book"],
)
def test_whatever_changes_the_game_shows(other: RuleBook) -> None:
    assert fingerprint(other) != fingerprint(INTERBLOCK)


def with_red(when: Condition) -> RuleBook:
    return replace(INTERBLOCK, bets=(*INTERBLOCK.bets, Bet("red", "Red", (Line(when, Odds(24)),))))


ALL_RED = with_red(all_dealt_are("red"))


def test_a_count_shows_by_what_it_says_and_not_by_how_it_is_asked() -> None:
    same = dealt_atom("no spade, no club", by=suit_of)(lambda dealt: not dealt["s"] + dealt["c"])
    assert fingerprint(with_red(same)) == fingerprint(ALL_RED)
    assert fingerprint(with_red(all_dealt_are("black"))) != fingerprint(ALL_RED)
    first_four = first_four_atom("the first four are red", by=colour_of)(lambda dealt: dealt["red"] == 4)
    assert fingerprint(with_red(first_four)) != fingerprint(ALL_RED)
