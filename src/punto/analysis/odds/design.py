"""Which pays give a bet a target edge, and how sensitive the edge is to them.

A bet's edge is a sum over its lines, so changing one line reaches the target at exactly one pay, and one unit more
moves the edge by the line's probability. That pay is then rounded both ways to steps that a layout can print.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from punto.analysis.odds.bet_odds import BetOdds, LineOdds
from punto.rules.money import Odds


@dataclass(frozen=True)
class Choice:
    """A printable pay and the edge it gives."""

    pays: Odds
    edge: Fraction


@dataclass(frozen=True)
class LineDesign:
    """One line changed, the others unchanged."""

    line: LineOdds
    exact: Odds | None  # reaches the target; None where the line would have to lose more than the stake
    below: Choice | None  # the nearest steps on both sides
    above: Choice | None

    @property
    def edge_per_unit(self) -> Fraction:
        """How much one more unit of pay takes off the edge."""
        return self.line.probability

    def edge_with(self, odds: BetOdds, pays: Odds) -> Fraction:
        """The edge of the bet counted in `odds` if this line paid `pays`."""
        place = next(place for place, line in enumerate(odds.lines) if line.when == self.line.when)
        return odds.house_edge - (pays - self.line.pays) * odds.lines[place].probability


@dataclass(frozen=True)
class Design:
    odds: BetOdds
    target: Fraction
    lines: tuple[LineDesign, ...]  # of the lines that win something
    factor: Fraction | None  # by which to multiply all winning pays


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
