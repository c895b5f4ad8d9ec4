"""Everything a report is written from: count, exposure and simulation of one book, and how they were made."""

from dataclasses import dataclass

from punto.analysis.exposure.exposure import Exposure
from punto.analysis.odds.book_count import BookCount
from punto.analysis.outcomes.fingerprint import fingerprint
from punto.analysis.simulation.simulation import Simulation
from punto.rules.rulebook import RuleBook


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
