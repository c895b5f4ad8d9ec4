"""Why a card was drawn, in words that the rule itself gives."""

import pytest

from punto.books import EVERY_BOOK
from punto.rules.drawing_words import why_next
from punto.rules.rulebook import RuleBook

BOOK_BY_ID = {book.id: book for book in EVERY_BOOK}


@pytest.mark.parametrize(
    ("book", "player", "banker", "words"),
    [
        ("interblock", "4h", "", "Both sides get two cards."),
        ("interblock", "4h Td", "5c Ts", "Player has 4 and draws: Player draws on 0 to 5."),
        (
            "interblock",
            "Kd 4s 2c",
            "3h Td",
            "Banker has 3 and draws: Player's third card counts 2, and on 3 Banker draws against 0 to 7 or 9.",
        ),
        (
            "interblock",
            "Kd 4s 6c",
            "6h Td",
            "Banker has 6 and draws: Player's third card counts 6, and on 6 Banker draws against 6 or 7.",
        ),
        (
            "interblock",
            "6h Td",
            "5c Ts",
            "Banker has 5 and draws: Player stands on 6, and Banker draws on 0 to 5.",
        ),
        ("interblock", "9h Td", "5c Ts", "Player 9, Banker 5: a natural ends the round."),
        ("interblock", "6h Td", "7c Ts", "Player has 6 and Banker 7: the rule calls for no third card."),
        ("interblock", "Kd 4s 2c", "9h 8d", "Banker has 7 and stands."),
        (
            "interblock",
            "Kd 4s 2c",
            "6h Td",
            "Banker has 6 and stands: it draws against 6 or 7, and Player's third card counts 2.",
        ),
        ("interblock", "Kd 4s 2c", "5h Td 4c", "Banker has a third card, which ends the round."),
    ],
)
def test_why_the_next_card_is_dealt(book: str, player: str, banker: str, words: str) -> None:
    assert _why(BOOK_BY_ID[book], player, banker) == words


def test_a_rule_that_looks_at_both_hands_says_so() -> None:
    book = BOOK_BY_ID["multicolor"]
    texts = {each.points: str(each) for each in book.deck.faces}
    assert _why(book, f"{texts[3]} {texts[1]}", f"{texts[2]} {texts[1]}").startswith(
        "Player has 4 and draws: Player draws on"
    )
    assert "against Banker's 3" in _why(book, f"{texts[3]} {texts[1]}", f"{texts[2]} {texts[1]}")
    behind = _why(book, f"{texts[3]} {texts[1]}", f"{texts[-2]} {texts[-1]}")
    assert "−" in behind


def _why(book: RuleBook, player: str, banker: str) -> str:
    hands = [book.dealing.scoring.hand(book.deck.parse(text)) for text in (player, banker)]
    return why_next(book.dealing, *hands)
