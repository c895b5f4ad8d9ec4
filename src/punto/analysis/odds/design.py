"""Which pays bring a bet to an edge that one has in mind, and how much it matters to miss them.

A bet's edge is a sum over its lines, so one line alone reaches the target at one exact pay, and a step of a unit there
moves the edge by the line's probability. Pays are then rounded to steps that a layout can print, on both sides of it.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from punto.analysis.odds.bet_odds import BetOdds, LineOdds
from punto.rules.money import Odds


@dataclass(frozen=True)
class Choice:
    """A pay that can be printed, and the edge that it gives."""

    pays: Odds
    edge: Fraction


@dataclass(frozen=True)
class LineDesign:
    """One line changed, the others as they are."""

    line: LineOdds
    exact: Odds | None  # what reaches the target; None where the line would have to take more than the stake
    below: Choice | None  # the nearest steps on both sides
    above: Choice | None

    @property
    def edge_per_unit(self) -> Fraction:
        """How much a pay that is one unit higher takes off the edge."""
        return self.line.probability

    def edge_with(self, odds: BetOdds, pays: Odds) -> Fraction:
        """The edge of the same bet as counted in `odds`, were this line to pay `pays`."""
        place = next(place for place, line in enumerate(odds.lines) if line.when == self.line.when)
        return odds.house_edge - (pays - self.line.pays) * odds.lines[place].probability


@dataclass(frozen=True)
class Design:
    odds: BetOdds
    target: Fraction
    lines: tuple[LineDesign, ...]  # of the lines that win something
    factor: Fraction | None  # by which all winning pays would have to be multiplied together


def design_bet(odds: BetOdds, target: Fraction, step: Fraction) -> Design:
    winning = [line for line in odds.lines if line.pays > 0 and line.ways]
    designs = tuple(_design_line(odds, line, target, step) for line in winning)
    paid = sum((line.pays * line.probability for line in winning), Fraction(0))
    factor = 1 + (odds.house_edge - target) / paid if paid else None
    return Design(odds, target, designs, factor if factor is not None and factor >= 0 else None)


def _design_line(odds: BetOdds, line: LineOdds, target: Fraction, step: Fraction) -> LineDesign:
    exact = line.pays + (odds.house_edge - target) / line.probability
    if exact < 0:
        return LineDesign(line, None, None, None)
    lower = floor(exact / step) * step
    upper = lower if lower == exact else lower + step

    def choice(pays: Fraction) -> Choice:
        return Choice(Odds(pays), odds.house_edge - (pays - line.pays) * line.probability)

    return LineDesign(line, Odds(exact), choice(lower), choice(upper))
