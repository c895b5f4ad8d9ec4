"""Plots as SVG, drawn by matplotlib, which is loaded only when one is needed.

One style for all of them: few colours, no boxes. An SVG has no date and no random ids, so the same figures give the
same file.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from punto.analysis.odds.bet_odds import BookOdds

INK, FAINT, GRID = "#1d2433", "#8a94a6", "#e3e7ee"
COLOURS = ("#b3263a", "#1f5fa8", "#1d7f4f", "#c47a10", "#6c3fa0", "#0f8a8a")
WIDTH = 7.0  # inches, which is also what a page has
MULTIPLES_ABREAST = 5


@contextmanager
def house_style() -> Iterator[None]:
    """Everything drawn inside has Punto's style."""
    import matplotlib

    with matplotlib.rc_context(
        {
            "font.size": 8,
            "font.family": _families(),
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": FAINT,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.titlesize": 9,
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


@cache
def _families() -> list[str]:
    """The reports' own font, and one that has every other letter."""
    import font_roboto
    from matplotlib.font_manager import fontManager

    for name in ("Roboto", "RobotoBold"):
        fontManager.addfont(font_roboto.font_files[name])
    return ["Roboto", "DejaVu Sans"]


def new_figure(width: float, height: float, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """In inches; axes side by side. Without pyplot, which would keep every figure alive."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)
    return figure, list(axes[0])


def small_multiples(count: int, height: float) -> tuple[Figure, list[Axes]]:
    """So many small axes of one height, in rows of at most five that are as even as can be."""
    from matplotlib.figure import Figure

    rows = ceil(count / MULTIPLES_ABREAST)
    columns = ceil(count / rows)
    figure = Figure(figsize=(WIDTH, rows * height + 0.15), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    for spare in axes[count:]:
        spare.set_visible(False)
    return figure, axes[:count]


def as_svg(figure: Figure) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def edge_picture(odds: BookOdds) -> str:
    """The house edge of every bet, the smallest at the top."""
    ranked = sorted(odds.bets, key=lambda each: -each.house_edge)
    with house_style():
        figure, [axes] = new_figure(WIDTH, 0.55 + 0.185 * len(ranked))
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
