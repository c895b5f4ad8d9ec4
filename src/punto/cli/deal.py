"""`punto deal`: deals coups from cards given in shoe order."""

from punto.cli.input.choose_book import BOOK, choose_book
from punto.cli.input.lines import answer_lines


def deal(book: BOOK) -> None:
    """Read cards in shoe order from standard input, one round per line, and print the round they deal.

    Extra cards are ignored and blank lines skipped. A line with too few cards is refused by its number.
    """
    chosen = choose_book(book)

    def answer(line: str) -> str:
        cards = chosen.deck.parse(line)
        chosen.deck.without(cards)  # refuses more of a face than the deck holds
        return str(chosen.dealing.deal(cards))

    answer_lines(answer, hint=f"Cards of {chosen.id} in shoe order, one round per line.")
