"""Small pictures of every bet side by side, all alike, each with its figures written into it."""

from __future__ import annotations

from math import log10, sqrt
from typing import TYPE_CHECKING

from punto.analysis.report.plots import COLOURS, FAINT, as_svg, house_style, small_multiples

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from punto.analysis.exposure.exposure import BetExposure, Exposure
    from punto.analysis.odds.bet_odds import BetOdds, BookOdds
    from punto.analysis.simulation.simulation import Simulation

RED, BLUE = COLOURS[:2]
PANEL, TITLE, LABEL = 1.12, 7, 6.5  # inches, and points
POINTS_OF_A_BAND = 41
THIN, THICK = 0.7, 1.8


def convergence_picture(odds: BookOdds, simulated: Simulation) -> str:
    """Of every bet, how the range of its return narrows, and where the simulation stood on its way."""
    path = simulated.path()
    with house_style():
        figure, panels = small_multiples(len(odds.bets), PANEL)
        for place, (axes, each) in enumerate(zip(panels, odds.bets, strict=True)):
            _bands(axes, each)
            axes.plot(
                [coups for coups, _ in path], [100 * (1 + means[place]) for _, means in path], ".", color=RED, ms=3
            )
            axes.set_title(f"{each.bet.title}\n{float(each.rtp) * 100:.2f} %", fontsize=TITLE)
        return as_svg(figure)


def _bands(axes: Axes, each: BetOdds) -> None:
    import numpy as np

    from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, quantile

    first, last = BAND_COUPS[0], BAND_COUPS[-1]
    coups = np.logspace(log10(first), log10(last), POINTS_OF_A_BAND)
    mean = float(each.rtp)
    for share, alpha in zip(reversed(BAND_SHARES), (0.16, 0.18, 0.22), strict=True):
        low, high = (
            [100 * (mean + each.standard_deviation / sqrt(n) * quantile(each, tail, int(n))) for n in coups]
            for tail in ((1 - share) / 2, (1 + share) / 2)
        )
        axes.fill_between(coups, np.maximum(low, 0), high, color=BLUE, alpha=alpha, linewidth=0)
    axes.axhline(100 * mean, color=BLUE, linewidth=THIN)
    axes.set_xscale("log")
    axes.set_xlim(first, last)
    axes.set_xticks([10**4, 10**6, 10**8], ["10⁴", "10⁶", "10⁸"])
    axes.minorticks_off()
    axes.tick_params(labelsize=LABEL, length=2)
    axes.locator_params(axis="y", nbins=4)


def exposure_picture(exposed: Exposure) -> str:
    """Of every bet, how often it favours a counter by round of the shoe, and what it wins; thin when it is closed."""
    enough = exposed.shoes_by_coup >= max(2, exposed.shoes // 4)  # the few longest shoes would only make noise
    last = int(enough.sum())
    with house_style():
        figure, panels = small_multiples(len(exposed.bets), PANEL)
        for axes, each in zip(panels, exposed.bets, strict=True):
            _by_round(axes, each, last)
        return as_svg(figure)


def _by_round(axes: Axes, each: BetExposure, last: int) -> None:
    gain = axes.twinx()
    for lines, values, colour, unit in (
        (axes, 100 * each.share_by_coup[:last], BLUE, " %"),
        (gain, each.gain_by_coup[:last], RED, ""),
    ):
        coups = range(1, last + 1)
        open_until = each.bet.last_coup_offered or last
        lines.plot(coups, values, color=colour, linewidth=THIN)
        lines.plot(coups[:open_until], values[:open_until], color=colour, linewidth=THICK)
        most = float(values.max())
        lines.set_ylim(0, most * 1.12 or 1.0)
        lines.set_yticks([])
        lines.spines["left"].set_visible(False)
        lines.annotate(
            f"{most:.2g}{unit}",
            (0.03, 0.88 if unit else 0.7),
            xycoords="axes fraction",
            color=colour,
            fontsize=TITLE,
            va="top",
        )
    if each.bet.last_coup_offered:
        axes.axvline(each.bet.last_coup_offered, color=FAINT, linewidth=THIN, linestyle=":")
    axes.set_xlim(1, last)
    axes.set_xticks([1, *range(20, last + 1, 20)])
    axes.tick_params(labelsize=LABEL, length=2)
    axes.set_title(each.bet.title, fontsize=TITLE)
