"""The exact odds of every bet of a book: what each line is worth, and what the house keeps.

All figures are fractions; a float appears only where one is asked for by name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from punto.analysis.count_coups import count_outcomes, orderings
from punto.analysis.outcome_table import Outcome, face_atoms, outcome_table
from punto.rules.bet import Bet
from punto.rules.cards import Card
from punto.rules.money import LOSS, Odds
from punto.rules.rulebook import RuleBook

OTHERWISE = "anything else"


@dataclass(frozen=True)
class LineOdds:
    """One line of a bet, or the loss that follows the last of them, and how often it decides."""

    when: str
    pays: Odds
    ways: int
    orderings: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.ways, self.orderings)


@dataclass(frozen=True)
class BetOdds:
    bet: Bet
    lines: tuple[LineOdds, ...]  # the bet's own, then the loss

    @property
    def ev(self) -> Fraction:
        """What one unit staked wins on the average; below zero, it is what it loses."""
        return sum((line.pays * line.probability for line in self.lines), Fraction(0))

    @property
    def rtp(self) -> Fraction:
        """The share of all stakes that goes back to patrons, pushes included."""
        return 1 + self.ev

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def variance(self) -> Fraction:
        return sum((line.pays**2 * line.probability for line in self.lines), Fraction(0)) - self.ev**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def win_probability(self) -> Fraction:
        return sum((line.probability for line in self.lines if line.pays > 0), Fraction(0))


@dataclass(frozen=True)
class BookOdds:
    book: RuleBook
    cards_left: int
    orderings: int
    bets: tuple[BetOdds, ...]


def book_odds(book: RuleBook, left: Mapping[Card, int] | None = None) -> BookOdds:
    """The odds of the book's bets for the cards that are left; a fresh shoe when none are given."""
    left = book.deck.without(()) if left is None else left
    counted = count_outcomes(book.dealing, left, face_atoms(book.bets))
    return odds_from_counts(book, sum(left.values()), orderings(left), counted)


def odds_from_counts(book: RuleBook, cards_left: int, every: int, counted: Mapping[Outcome, int]) -> BookOdds:
    """The odds that follow from a count of outcomes out of `every`."""
    bets = tuple(bet_odds(bet, ways_of_lines(bet, counted), every) for bet in book.bets)
    return BookOdds(book, cards_left, every, bets)


def ways_of_lines(bet: Bet, counted: Mapping[Outcome, int]) -> list[int]:
    """How many of the counted orderings each line of the bet decides; the last are lost."""
    table = outcome_table(bet)
    ways = [0] * (len(bet.lines) + 1)
    for outcome, count in counted.items():
        ways[table.decide(outcome)] += count
    return ways


def bet_odds(bet: Bet, ways: Iterable[int], every: int) -> BetOdds:
    words = [(line.when.words, line.pays) for line in bet.lines] + [(OTHERWISE, LOSS)]
    lines = (LineOdds(when, pays, count, every) for (when, pays), count in zip(words, ways, strict=True))
    return BetOdds(bet, tuple(lines))
