"""Rounds that the client tells as stories, in its help and on a first visit, come out so by the rules of their book."""

import json
from pathlib import Path
from typing import Any

import pytest

from punto.books.find_book import find_book
from punto.books.interblock import INTERBLOCK
from punto.rules.coup import Coup
from punto.rules.rulebook import RuleBook
from tests.books.test_multicolor import WORKED_EXAMPLES

CLIENT = Path(__file__).parents[2] / "web" / "src"
EXAMPLES: dict[str, list[dict[str, Any]]] = json.loads((CLIENT / "help" / "worked-examples.json").read_text())
STORY: dict[str, Any] = json.loads((CLIENT / "first-visit" / "practice-shoe.json").read_text())


def coup_of(book: RuleBook, round_: dict[str, Any]) -> Coup:
    return book.parse_coup(f"{' '.join(round_['player'])} / {' '.join(round_['banker'])}")


def told(round_: dict[str, Any]) -> tuple[list[int], str]:
    return round_["totals"], round_["winner"]


def dealt(coup: Coup) -> tuple[list[int], str]:
    return [coup.player.total, coup.banker.total], coup.result.winner.value if coup.result.winner else "tie"


@pytest.mark.parametrize(
    ("book", "example"),
    [(book, example) for book, examples in EXAMPLES.items() for example in examples],
    ids=lambda each: each if isinstance(each, str) else " ".join(each["player"]),
)
def test_a_worked_example_is_what_the_book_deals(book: str, example: dict[str, Any]) -> None:
    assert dealt(coup_of(find_book(book), example)) == told(example)


def test_help_tells_every_worked_example_of_the_published_rules() -> None:
    """By their points: a colour decides nothing but white's sign."""
    book = find_book("multicolor")
    published = [book.parse_coup(coup) for _, coup, _, _ in WORKED_EXAMPLES]
    in_help = [coup_of(book, example) for example in EXAMPLES["multicolor"]]
    assert [points(coup) for coup in in_help] == [points(coup) for coup in published]


def points(coup: Coup) -> list[list[int]]:
    return [[card.points for card in hand.cards] for hand in (coup.player, coup.banker)]


@pytest.mark.parametrize("part", ["opening", "played"])
def test_a_round_of_the_first_visit_is_what_the_book_deals(part: str) -> None:
    assert dealt(coup_of(INTERBLOCK, STORY[part])) == told(STORY[part])


def test_the_first_visit_counts_as_the_book_counts() -> None:
    played = coup_of(INTERBLOCK, STORY["played"])
    assert [played.player.two_card_total, played.banker.two_card_total] == STORY["played"]["two_card_totals"]
    counting = STORY["counting"]
    cards = {card: INTERBLOCK.deck.parse(card)[0] for card, _ in counting["cards"]}
    assert {card: cards[card].points for card, _ in counting["cards"]} == dict(counting["cards"])
    assert INTERBLOCK.scoring.total(*(cards[card].points for card in counting["sum"])) == counting["counts"]
    assert sum(cards[card].points for card in counting["sum"]) == counting["adds_to"]
