"""`punto deal`: deals coups from cards given in shoe order."""

from dataclasses import replace

from punto.cli.input.choose_book import BOOK, choose_book
from punto.cli.input.lines import answer_lines


def deal(book: BOOK) -> None:
    """Read cards in shoe order from standard input, one round per line, and print the round they deal.

    Extra cards are ignored and blank lines skipped. A line with too few cards is refused by its number. What a storm
    struck follows an exclamation mark: `Kh 4c 9d Td ! 9dx3 2cx8 4sx2 Ksx2`.
    """
    chosen = choose_book(book)

    def answer(line: str) -> str:
        order, mark, struck = line.partition("!")
        cards = chosen.deck.parse(order)
        chosen.deck.without(cards)  # refuses more of a face than the deck holds
        coup = chosen.dealing.deal(cards)
        return str(replace(coup, struck=chosen.parse_struck(struck)) if mark else coup)

    answer_lines(answer, hint=f"Cards of {chosen.id} in shoe order, one round per line.")
