"""Plots as SVG, drawn by matplotlib, which is loaded only when one is needed.

One style for all of them: few colours, no boxes. An SVG has no date and no random ids, so the same figures give the
same file.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from punto.analysis.exposure.exposure import BetExposure, Exposure
    from punto.analysis.odds.bet_odds import BookOdds

INK, FAINT, GRID = "#1d2433", "#8a94a6", "#e3e7ee"
COLOURS = ("#b3263a", "#1f5fa8", "#1d7f4f", "#c47a10", "#6c3fa0", "#0f8a8a")
LINES_COLOURED = len(COLOURS)


@contextmanager
def house_style() -> Iterator[None]:
    """Everything drawn inside has Punto's style."""
    import matplotlib

    with matplotlib.rc_context(
        {
            "font.size": 9,
            "font.family": "sans-serif",
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": FAINT,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.titlesize": 10,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "grid.color": GRID,
            "xtick.color": INK,
            "ytick.color": INK,
            "text.parse_math": False,
            "svg.fonttype": "path",
            "svg.hashsalt": "punto",
            "legend.frameon": False,
        }
    ):
        yield


def new_figure(width: float, height: float, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """In inches; axes side by side. Without pyplot, which would keep every figure alive."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)
    return figure, list(axes[0])


def as_svg(figure: Figure) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def exposure_picture(exposed: Exposure) -> str:
    """Round by round, how often each bet favours a counter and what it wins; closed rounds are drawn thin."""
    with house_style():
        figure, (share, gain) = new_figure(10, 4.2, columns=2)
        ranked = sorted(exposed.bets, key=lambda each: -each.perfect.per_100_coups.value)
        enough = exposed.shoes_by_coup >= max(2, exposed.shoes // 4)  # the few longest shoes would only make noise
        last = int(enough.sum())
        for place, each in enumerate(ranked):
            colour = COLOURS[place] if place < LINES_COLOURED else GRID
            _line_until_closed(share, each, 100 * each.share_by_coup[:last], colour)
            _line_until_closed(gain, each, each.gain_by_coup[:last], colour)
        share.set_title("Rounds in which the bet favours the patron, in percent")
        gain.set_title("Units won per 100 such rounds of the shoe")
        for axes in (share, gain):
            axes.set_xlabel("round of the shoe (thin: the book has closed the bet)")
            axes.set_xlim(1, last)
            axes.set_ylim(bottom=0)
        handles = [line for line in gain.get_lines() if line.get_label() in {each.bet.title for each in ranked}]
        gain.legend(handles=handles[:LINES_COLOURED], loc="upper left")
        return as_svg(figure)


def _line_until_closed(axes: Axes, each: BetExposure, values: object, colour: str) -> None:
    import numpy as np

    heights = np.asarray(values, dtype=float)
    coups = np.arange(1, len(heights) + 1)
    open_until = each.bet.last_coup_offered or len(heights)
    order = 1 if colour == GRID else 2
    axes.plot(coups, heights, color=colour, linewidth=0.8, zorder=order)
    axes.plot(coups[:open_until], heights[:open_until], color=colour, linewidth=2.2, label=each.bet.title, zorder=order)


def edge_picture(odds: BookOdds) -> str:
    """The house edge of every bet, the smallest at the top."""
    ranked = sorted(odds.bets, key=lambda each: -each.house_edge)
    with house_style():
        figure, [axes] = new_figure(7, 0.6 + 0.27 * len(ranked))
        values = [float(each.house_edge) * 100 for each in ranked]
        axes.barh([each.bet.title for each in ranked], values, color=COLOURS[1], height=0.62)
        for place, value in enumerate(values):
            axes.annotate(
                f"{value:.2f}", (max(value, 0), place), xytext=(4, 0), textcoords="offset points", va="center"
            )
        axes.set_title("House edge, in percent of the stake")
        axes.grid(visible=False, axis="y")
        axes.margins(x=0.1, y=0.02)
        return as_svg(figure)


def band_picture(odds: BookOdds, bet: str) -> str:
    """How the return of a bet converges to its mean."""
    from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, rtp_bands

    each = next(each for each in odds.bets if each.bet.id == bet)
    bands = rtp_bands(each)
    with house_style():
        figure, [axes] = new_figure(7, 2.8)
        for share, alpha in zip(reversed(BAND_SHARES), (0.15, 0.3, 0.5), strict=True):
            shown = [band for band in bands if band.share == share]
            coups = [band.coups for band in shown]
            axes.fill_between(
                coups,
                [band.low * 100 for band in shown],
                [band.high * 100 for band in shown],
                color=COLOURS[1],
                alpha=alpha,
                linewidth=0,
                label=f"{share * 100} %",
            )
        axes.axhline(float(each.rtp) * 100, color=COLOURS[0], linewidth=1.2)
        axes.set_xscale("log")
        axes.set_xticks(BAND_COUPS, [f"{coups:,}" for coups in BAND_COUPS])
        axes.minorticks_off()
        axes.set_xlabel("rounds, one unit each")
        axes.set_title(f"Return to patrons of {each.bet.title}, in percent, and its range")
        axes.legend(loc="upper right")
        return as_svg(figure)
