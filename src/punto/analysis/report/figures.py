"""Everything a report is written from: count, exposure and simulation of a book, other decks, how all was made."""

from dataclasses import dataclass, replace

from punto.analysis.exposure.exposure import Exposure
from punto.analysis.odds.bet_odds import BookOdds
from punto.analysis.odds.book_count import BookCount
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.outcomes.fingerprint import fingerprint
from punto.analysis.simulation.simulation import Simulation
from punto.rules.rulebook import RuleBook

DECKS_COMPARED = (8, 6, 1)


def odds_in_decks(odds: BookOdds) -> tuple[BookOdds, ...]:
    """The book from its own number of decks, then from the others that casinos deal."""
    book = odds.book
    others = [copies for copies in DECKS_COMPARED if copies != book.deck.copies]
    return (odds, *(book_odds(replace(book, deck=book.deck.in_copies(copies))) for copies in others))


@dataclass(frozen=True)
class Origin:
    """What it takes to make the same report again."""

    version: str
    command: str
    seed: int
    made_on: str  # a date, in the caller's format


@dataclass(frozen=True)
class ReportFigures:
    counted: BookCount
    exposed: Exposure
    simulated: Simulation
    origin: Origin
    in_decks: tuple[BookOdds, ...]  # the book's own first

    @property
    def book(self) -> RuleBook:
        return self.counted.book

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        book, origin = self.book, self.origin
        return (
            ("Rule book", f"{book.title} ({book.id})"),
            ("Source", book.source),
            ("Fingerprint", fingerprint(book)),
            ("Shoe", f"{book.deck.size} cards, {book.deck.copies} × {len(book.deck.faces)}"),
            ("Made by", f"Punto {origin.version}, {origin.made_on}"),
            ("Command", origin.command),
            ("Seed", str(origin.seed)),
        )
