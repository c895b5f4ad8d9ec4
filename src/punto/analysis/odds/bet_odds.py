"""What each line of a bet is worth and what the house keeps, from a count.

All figures are fractions; only properties that say so return floats.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from punto.analysis.tabular import Row, Tabular, row
from punto.rules.bet import Bet
from punto.rules.money import LOSS, Odds
from punto.rules.rulebook import RuleBook

OTHERWISE = "anything else"


@dataclass(frozen=True)
class LineOdds:
    """One line of a bet, or the loss after the last line, and how often it decides."""

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
        """What one unit wins on average; negative when it loses."""
        return sum((line.pays * line.probability for line in self.lines), Fraction(0))

    @property
    def rtp(self) -> Fraction:
        """The share of all stakes returned to patrons, pushes included."""
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
    def skewness(self) -> float:
        """The third moment in standard deviations: above zero where wins are rare and large."""
        return self._moment(3) / self.standard_deviation**3 if self.variance else 0.0

    @property
    def excess_kurtosis(self) -> float:
        return self._moment(4) / float(self.variance**2) - 3 if self.variance else 0.0

    def _moment(self, power: int) -> float:
        """About the mean."""
        return float(sum(((line.pays - self.ev) ** power * line.probability for line in self.lines), Fraction(0)))

    @property
    def win_probability(self) -> Fraction:
        return sum((line.probability for line in self.lines if line.pays > 0), Fraction(0))


class Ending(NamedTuple):
    """All coups that every bet of a book pays alike."""

    lines: tuple[int, ...]  # that decide, in the order of the book's bets; one past a bet's last line: it is lost
    ways: int


@dataclass(frozen=True)
class BookOdds(Tabular):
    book: RuleBook
    cards_left: int
    orderings: int
    bets: tuple[BetOdds, ...]
    endings: tuple[Ending, ...] = field(default=(), compare=False)  # of all bets together; empty: not counted

    def records(self) -> list[Row]:
        """A row for each line of each bet, with the figures of its bet."""
        return [
            row(
                book=self.book.id,
                cards_left=self.cards_left,
                bet=each.bet.id,
                when=line.when,
                pays=line.pays,
                ways=line.ways,
                orderings=self.orderings,
                probability=line.probability,
                line_return=line.pays * line.probability,
                rtp=each.rtp,
                house_edge=each.house_edge,
                standard_deviation=each.standard_deviation,
                skewness=each.skewness,
                best_odds=each.bet.best_odds,
            )
            for each in self.bets
            for line in each.lines
        ]


def bet_odds(bet: Bet, ways: Iterable[int], every: int) -> BetOdds:
    words = [(line.when.words, line.pays) for line in bet.lines] + [(OTHERWISE, LOSS)]
    lines = (LineOdds(when, pays, count, every) for (when, pays), count in zip(words, ways, strict=True))
    return BetOdds(bet, tuple(lines))


def odds_from_endings(book: RuleBook, cards_left: int, every: int, endings: tuple[Ending, ...]) -> BookOdds:
    bets = tuple(bet_odds(bet, _ways_of_lines(place, bet, endings), every) for place, bet in enumerate(book.bets))
    return BookOdds(book, cards_left, every, bets, endings)


def _ways_of_lines(place: int, bet: Bet, endings: tuple[Ending, ...]) -> list[int]:
    ways = [0] * (len(bet.lines) + 1)
    for ending in endings:
        ways[ending.lines[place]] += ending.ways
    return ways
