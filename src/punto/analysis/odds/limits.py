"""How large a shoe can be counted. Light, so that a refusal need not wait for anything to load."""

from punto.rules.invalid_input import InvalidInput

CARDS_COUNTED_MAX = 1_400  # so that the orderings of six stay below 2⁶³


class TooManyDecks(InvalidInput):
    """No deck at all, or more than can be counted."""


def check_decks(decks: int, *, cards: int) -> None:
    """A shoe of so many decks, each of so many cards."""
    most = CARDS_COUNTED_MAX // cards
    if not 1 <= decks <= most:
        raise TooManyDecks(f"from 1 to {most} decks of {cards} cards can be counted, not {decks:,}")
