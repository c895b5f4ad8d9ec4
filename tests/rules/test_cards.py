"""Cards and decks: what a card counts, which cards there are, and which texts name none."""

from collections import Counter

import pytest

from punto.rules.cards import EIGHT_COLOUR_DECKS, EIGHT_DECKS, Card, Deck, InvalidCard, french_deck
from punto.rules.invalid_input import shortened


@pytest.mark.parametrize(
    ("ranks", "points"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9), ("TJQK", 0)],
)
def test_an_ace_counts_one_and_tens_and_pictures_nothing(ranks: str, points: int) -> None:
    assert {EIGHT_DECKS.card(rank + suit).points for rank in ranks for suit in "shdc"} == {points}


@pytest.mark.parametrize("number", range(1, 12))
def test_a_coloured_card_counts_its_number_and_a_white_one_the_same_below_zero(number: int) -> None:
    assert [EIGHT_COLOUR_DECKS.card(f"{number}{colour}").points for colour in "rgbyw"] == [*[number] * 4, -number]


@pytest.mark.parametrize(
    ("deck", "faces", "size"),
    [(EIGHT_DECKS, 52, 416), (EIGHT_COLOUR_DECKS, 55, 440), (french_deck(copies=1), 52, 52)],
    ids=lambda value: value.id if isinstance(value, Deck) else None,
)
def test_a_shoe_holds_every_face_once_for_each_pack(deck: Deck, faces: int, size: int) -> None:
    count = Counter(map(str, deck.cards))
    assert deck.size == count.total() == size
    assert len(count) == faces
    assert set(count.values()) == {size // faces}


@pytest.mark.parametrize("deck", [EIGHT_DECKS, EIGHT_COLOUR_DECKS], ids=lambda deck: deck.id)
def test_every_card_can_be_written_and_read_back(deck: Deck) -> None:
    assert deck.parse(" ".join(map(str, deck.faces))) == deck.faces


def test_cards_are_read_in_the_order_written_whatever_blanks_stand_between() -> None:
    assert EIGHT_DECKS.parse("  9h\tTd \n As") == (Card("9", "h", 9), Card("T", "d", 0), Card("A", "s", 1))
    assert EIGHT_DECKS.parse(" ") == ()


@pytest.mark.parametrize("text", ["", "9", "h", "h9", "9H", "th", "1h", "10h", "9hh", "9x", "9h ", "7r", "11w"])
def test_a_text_that_names_no_french_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        EIGHT_DECKS.card(text)
    hint = "; write Th for a ten" if text == "10h" else ""
    assert str(refused.value) == f"'{text}' is not a card: rank then suit, from As to Kc{hint}"


@pytest.mark.parametrize("text", ["0r", "12r", "w7", "7", "7R", "-7w", "07r", "9h"])
def test_a_text_that_names_no_coloured_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        EIGHT_COLOUR_DECKS.card(text)
    assert str(refused.value) == f"'{text}' is not a card: number then colour, from 1r to 11w"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("4h", "'4h'"),
        ("4h\n2d", r"'4h\n2d'"),  # one line, whatever came in
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 37}…'"),
    ],
)
def test_a_message_quotes_on_one_line_and_not_for_ever(text: str, shown: str) -> None:
    assert shortened(text) == shown


def test_cards_that_are_out_are_missing_from_what_is_left() -> None:
    left = EIGHT_DECKS.without(EIGHT_DECKS.parse("4h 4h 9c"))
    out = {str(card): 8 - count for card, count in left.items() if count != 8}
    assert out == {"4h": 2, "9c": 1}
    assert len(left) == 52


def test_all_copies_of_a_card_can_be_out() -> None:
    four = EIGHT_DECKS.card("4h")
    assert EIGHT_DECKS.without([four] * 8)[four] == 0


@pytest.mark.parametrize(
    ("deck", "seen", "message"),
    [
        (EIGHT_DECKS, EIGHT_DECKS.parse("4h " * 9), "4h stands here 9 times, and the deck 52x8 has 8"),
        (french_deck(copies=1), EIGHT_DECKS.parse("4h 4h"), "4h stands here 2 times, and the deck 52x1 has 1"),
        (EIGHT_DECKS, EIGHT_COLOUR_DECKS.parse("7r"), "7r is not a card of the deck 52x8"),
        (EIGHT_COLOUR_DECKS, EIGHT_DECKS.parse("9h"), "9h is not a card of the deck 55x8"),
    ],
    ids=["a ninth copy", "a second copy", "a coloured card", "a french card"],
)
def test_a_card_that_the_deck_cannot_have_given_is_refused(deck: Deck, seen: tuple[Card, ...], message: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        deck.without(seen)
    assert str(refused.value) == message


def test_the_same_faces_in_fewer_copies() -> None:
    assert EIGHT_DECKS.in_copies(6) == french_deck(copies=6)
    assert EIGHT_COLOUR_DECKS.in_copies(2).size == 110
    assert not EIGHT_COLOUR_DECKS.in_copies(2).marks_pairs
