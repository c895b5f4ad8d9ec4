"""`punto deal`: the coup that cards give in shoe order."""

from punto.cli.input.choose_book import BOOK, choose_book
from punto.cli.input.lines import answer_lines


def deal(book: BOOK) -> None:
    """Read lines of cards in shoe order from standard input and print the round that each line deals.

    Cards that the round does not need are ignored, blank lines are skipped. Too few cards are refused by line number.
    """
    chosen = choose_book(book)

    def answer(line: str) -> str:
        cards = chosen.deck.parse(line)
        chosen.deck.without(cards)  # refuses more of a face than the deck holds
        return str(chosen.dealing.deal(cards))

    answer_lines(answer, hint=f"Cards of {chosen.id} in shoe order, one round a line.")
