"""Plots of bankrolls: where they end, how they get there, and how many survive."""

from punto.analysis.report.plots import COLOURS, FAINT, as_svg, house_style, new_figure
from punto.analysis.staking.bankrolls import SHARES, Bankrolls

COLUMNS_OF_HISTOGRAM = 40


def staking_picture(title: str, told: Bankrolls) -> str:
    """As SVG."""
    with house_style():
        figure, (endings, paths, survival) = new_figure(12, 3.8, columns=3)
        figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
        endings.hist(told.endings, bins=COLUMNS_OF_HISTOGRAM, color=COLOURS[1])
        endings.axvline(told.terms.bankroll, color=COLOURS[0], linewidth=1.2, label="bankroll at the start")
        endings.axvline(told.mean.value, color=COLOURS[3], linewidth=1.2, linestyle="--", label="mean")
        endings.set_title("Sessions by the bankroll they end with")
        endings.set_xlabel("units")
        endings.legend()
        steps = len(told.paths)
        rounds = [told.terms.coups * step / steps for step in range(steps + 1)]
        low, quarter, middle, three_quarters, high = (
            [float(told.terms.bankroll), *told.paths[:, place]] for place in range(len(SHARES))
        )
        paths.fill_between(rounds, low, high, color=COLOURS[1], alpha=0.15, linewidth=0, label="90 % of sessions")
        paths.fill_between(
            rounds, quarter, three_quarters, color=COLOURS[1], alpha=0.3, linewidth=0, label="half of them"
        )
        paths.plot(rounds, middle, color=COLOURS[1], label="median")
        paths.axhline(told.terms.bankroll, color=FAINT, linewidth=0.8)
        paths.set_title("The bankroll over time, in units")
        paths.set_xlabel("round")
        paths.legend(loc="upper left")
        survival.plot(range(len(told.survival)), 100 * told.survival, color=COLOURS[0], drawstyle="steps-post")
        survival.set_ylim(0, 102)
        survival.set_title("Sessions not yet ruined, in percent")
        survival.set_xlabel("round")
        return as_svg(figure)
