"""A book counted once: its outcomes, and the odds of its bets."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from punto.analysis.odds.bet_odds import BookOdds
from punto.analysis.odds.count_coups import count_outcomes
from punto.analysis.odds.house_edge import odds_from_counts
from punto.analysis.odds.known_cards import KnownCards, possible_outcomes
from punto.analysis.odds.spread import covariances
from punto.analysis.outcomes.outcome_table import Outcome, face_atoms
from punto.rules.cards import Card
from punto.rules.rulebook import RuleBook


@dataclass(frozen=True)
class BookCount:
    book: RuleBook
    cards_left: int
    outcomes: Mapping[Outcome, int]
    known: KnownCards | None = None  # the open cards of the current round

    @cached_property
    def odds(self) -> BookOdds:
        return odds_from_counts(self.book, self.cards_left, sum(self.outcomes.values()), self.outcomes)

    @cached_property
    def covariances(self) -> list[list[Fraction]]:
        return covariances(self.odds)


def count_book(book: RuleBook, seen: tuple[Card, ...] = (), known: KnownCards | None = None) -> BookCount:
    """Counts every order of the cards not in `seen`; with `known` cards open, only the orders that match them."""
    left = book.deck.without(seen)
    cards = sum(left.values())
    if known is None:
        return BookCount(book, cards, count_outcomes(book.dealing, left, face_atoms(book.bets)))
    book.deck.without(seen + known.cards)  # refuses more of a face than the deck holds
    return BookCount(book, cards - len(known.cards), possible_outcomes(book, left, known), known)
