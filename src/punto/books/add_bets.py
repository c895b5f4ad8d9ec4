"""Puts bets of the catalogue into a book. What comes out is another book with an id of its own.

The id says what was added, `sa+dragon-7+panda-8`, in the catalogue's order however it was asked for: the same bets
always make the same book, and a stored coup that names it can be settled again years later.
"""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches

from punto.books.catalogue import CATALOGUE, Entry
from punto.rules.cards import EIGHT_DECKS
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.rulebook import ADDED, RuleBook
from punto.rules.scoring import UNITS_DIGIT

ENTRY_OF = {entry.bet.id: entry for entry in CATALOGUE}


class CannotAddBet(InvalidInput):
    """A bet that is not in the catalogue, that the book has already, or that its cards cannot decide."""


def add_bets(book: RuleBook, names: Iterable[str]) -> RuleBook:
    assert ADDED not in book.id, "all bets are added at once, so that their order is the catalogue's"
    wanted = list(names)
    for place, name in enumerate(wanted):
        if why := why_not_added(book, name):
            raise CannotAddBet(why)
        if name in wanted[:place]:
            raise CannotAddBet(f"{name!r} is there already")
    added = [entry for entry in CATALOGUE if entry.bet.id in wanted]
    return _with_entries(book, added) if added else book


def why_not_added(book: RuleBook, name: str) -> str | None:
    """What is wrong with adding a bet of this name to the book; None: nothing."""
    own = [bet.id for bet in book.bets]
    if name in own:
        return f"book {book.id!r} has a bet {name!r} of its own"
    if not deals_punto_banco(book):
        return f"book {book.id!r} has no bet {shortened(name)}, and the catalogue's need 52 cards and punto banco"
    if name not in ENTRY_OF:
        near = get_close_matches(name, [*own, *ENTRY_OF], n=1)
        hint = f"is {near[0]} meant?" if near else "`punto bets` lists what can be added"
        return f"book {book.id!r} has no bet {shortened(name)}, and neither has the catalogue; {hint}"
    title = ENTRY_OF[name].bet.title
    if title in (bet.title for bet in book.bets):
        return f"book {book.id!r} has a bet with the title of {name!r}, {title!r}"
    return None


def deals_punto_banco(book: RuleBook) -> bool:
    """Whether bets of the catalogue mean in it what they mean elsewhere; the number of decks does not matter."""
    dealt = book.deck.faces, book.scoring, book.drawing
    return dealt == (EIGHT_DECKS.faces, UNITS_DIGIT, PUNTO_BANCO_DRAWING)


def _with_entries(book: RuleBook, added: list[Entry]) -> RuleBook:
    more = added[0].bet.title if len(added) == 1 else f"{len(added)} more bets"
    return replace(
        book,
        id=ADDED.join((book.id, *(entry.bet.id for entry in added))),
        title=f"{book.title} with {more}",
        source="; ".join((book.source, *(f"{entry.bet.title}: {entry.source}" for entry in added))),
        bets=(*book.bets, *(entry.bet for entry in added)),
    )
