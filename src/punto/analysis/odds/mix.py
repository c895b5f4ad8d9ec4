"""Several bets staked at once in every coup: what they win together, and the most that they can cost the house.

Bets of one coup depend on each other, so nothing is added up: every ending of a coup settles all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from punto.analysis.odds.bet_odds import BookOdds
from punto.analysis.tabular import Row, Tabular, row
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.money import LOSS
from punto.rules.rulebook import RuleBook

STAKE_MAX = 10**9
EXAMPLE = "banker=10 tie=1"


class InvalidMix(InvalidInput):
    """Stakes that nobody can place."""


@dataclass(frozen=True)
class MixOdds(Tabular):
    book: RuleBook
    stakes: Mapping[str, Fraction]  # units by bet
    chances: Mapping[Fraction, Fraction]  # of each amount that a coup can win, least first

    @property
    def staked(self) -> Fraction:
        return sum(self.stakes.values(), Fraction(0))

    @property
    def ev(self) -> Fraction:
        """What a coup wins on average, in units; negative when it loses."""
        return sum((won * chance for won, chance in self.chances.items()), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Of everything staked."""
        return -self.ev / self.staked

    @property
    def standard_deviation(self) -> float:
        mean = self.ev
        return sqrt(sum(((won - mean) ** 2 * chance for won, chance in self.chances.items()), Fraction(0)))

    @property
    def most_won(self) -> Fraction:
        """The largest payout of a coup: what the house risks."""
        return max(self.chances)

    def chance_of(self, sign: int) -> Fraction:
        """To win (1), lose (−1) or come out even (0) with all stakes together."""
        return sum((chance for won, chance in self.chances.items() if (won > 0) - (won < 0) == sign), Fraction(0))

    def records(self) -> list[Row]:
        """A row for each amount that a coup can win."""
        return [row(book=self.book.id, won=won, probability=chance) for won, chance in self.chances.items()]


def mix_odds(odds: BookOdds, stakes: Mapping[str, Fraction]) -> MixOdds:
    """Of odds that were counted for all bets together, as `book_odds` and `count_book` do."""
    assert odds.endings, "a mix needs the endings of all bets together"
    places = {bet.id: place for place, bet in enumerate(odds.book.bets)}
    chances: dict[Fraction, Fraction] = {}
    for ending in odds.endings:
        won = Fraction(0)
        for bet, stake in stakes.items():
            lines, line = odds.book.bet(bet).lines, ending.lines[places[bet]]
            won += stake * (lines[line].pays if line < len(lines) else LOSS)
        chances[won] = chances.get(won, Fraction(0)) + Fraction(ending.ways, odds.orderings)
    return MixOdds(odds.book, stakes, dict(sorted(chances.items())))


def parse_mix(book: RuleBook, text: str) -> dict[str, Fraction]:
    """`banker=10 tie=1`: units on each bet."""
    stakes: dict[str, Fraction] = {}
    for entry in text.replace(",", " ").split():
        bet, equals, units = entry.partition("=")
        if not equals:
            raise InvalidMix(f"{shortened(entry)} has no stake; write {EXAMPLE!r}")
        if book.bet(bet).id in stakes:
            raise InvalidMix(f"{bet!r} is there twice; write its whole stake once")
        try:
            stakes[bet] = Fraction(units)
        except (ValueError, ZeroDivisionError):
            raise InvalidMix(f"{shortened(units)} is not a number of units; write {EXAMPLE!r}") from None
        if not 0 < stakes[bet] <= STAKE_MAX:
            raise InvalidMix(f"a stake of {shortened(units)} is not above 0 and at most {STAKE_MAX:,}")
    if not stakes:
        raise InvalidMix(f"there is no stake; write {EXAMPLE!r}")
    return stakes
