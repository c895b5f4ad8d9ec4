"""What a report says about luck: variance, the range of returns, and how bets of one round move together."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, correlation, rtp_bands
from punto.analysis.odds.write_odds import odds_text, percent_text
from punto.analysis.report.blocks import Block, Paragraph, Sheet
from punto.analysis.report.figures import ReportFigures

VOLATILITY_FACTOR = 1.96  # deviations that hold 95 % of results


def spread_blocks(figures: ReportFigures) -> Iterator[Block]:
    bets = figures.counted.odds.bets
    yield Sheet(
        "One unit in one round",
        ("bet", "hit frequency", "variance", "deviation", "volatility index", "best win"),
        tuple(
            (
                each.bet.title,
                percent_text(each.win_probability),
                f"{float(each.variance):.6f}",
                f"{each.standard_deviation:.6f}",
                f"{VOLATILITY_FACTOR * each.standard_deviation:.4f}",
                odds_text(each.bet.best_odds),
            )
            for each in bets
        ),
    )
    yield Paragraph(
        f"The volatility index is {VOLATILITY_FACTOR} deviations: after n rounds the RTP lies within the index divided "
        "by √n of its mean with a chance of 95 %. The ranges below are those of the normal distribution, corrected for "
        "skewness and kurtosis (Cornish and Fisher), since long odds make them lopsided."
    )
    yield from map(partial(_band_sheet, figures), BAND_SHARES)
    yield from _correlation_sheets(figures)


def _band_sheet(figures: ReportFigures, share: Fraction) -> Sheet:
    rows = []
    for each in figures.counted.odds.bets:
        bands = [band for band in rtp_bands(each) if band.share == share]
        rows.append((each.bet.title, *(f"{band.low * 100:.2f} – {band.high * 100:.2f}" for band in bands)))
    heading = ("bet", *(f"{coups:,} rounds" for coups in BAND_COUPS))
    title = f"Range of the RTP in percent, flat stakes, {share * 100} % of all results"
    return Sheet(title, heading, tuple(rows), is_small=True)


def _correlation_sheets(figures: ReportFigures) -> Iterator[Block]:
    bets, matrix = figures.book.bets, figures.counted.covariances
    yield Paragraph(
        "How the bets of one round move together: 1 together, −1 against each other, 0 not at all. Covariances are "
        "these numbers times both deviations."
    )
    yield Sheet(
        "Correlation of the bets of one round",
        ("bet", *(str(number + 1) for number in range(len(bets)))),
        tuple(
            (
                f"{one + 1} {bets[one].title}",
                *(_two_digits(correlation(matrix, one, other)) for other in range(one + 1)),
                *[""] * (len(bets) - one - 1),
            )
            for one in range(len(bets))
        ),
        is_small=True,
    )


def _two_digits(number: float) -> str:
    return f"{number:.2f}".replace("-0.00", "0.00").replace("-", "−")
