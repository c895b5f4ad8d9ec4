"""What `punto odds` prints of mixes, and rows of covariances and bands for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from punto.analysis.odds.write_odds import decimal_text, percent_text
from punto.analysis.tabular import Row, row
from punto.cli.output.odds_tables import Counted

if TYPE_CHECKING:
    from punto.analysis.odds.mix import MixOdds


def covariance_rows(counted: Counted) -> Iterator[Row]:
    bets = counted.book.bets
    for one, values in zip(bets, counted.covariances, strict=True):
        for other, value in zip(bets, values, strict=True):
            yield row(book=counted.book.id, bet=one.id, other_bet=other.id, covariance=value)


def band_rows(counted: Counted) -> Iterator[Row]:
    from punto.analysis.odds.spread import rtp_bands

    for each in counted.odds.bets:
        for band in rtp_bands(each):
            named = row(book=counted.book.id, bet=each.bet.id, rounds=band.coups, chance=band.share)
            yield named | row(low=band.low, high=band.high)


def mix_table(found: MixOdds) -> Table:
    staked = ", ".join(f"{decimal_text(units)} on {bet}" for bet, units in found.stakes.items())
    table = Table(title=Text(f"{found.book.title} ({found.book.id}): {staked}"), title_justify="left")
    table.add_column("of one round", overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    for name, value in (
        ("staked", decimal_text(found.staked)),
        ("won on average", f"{float(found.ev):+.6f}"),
        ("house edge, of everything staked", percent_text(found.house_edge)),
        ("standard deviation", f"{found.standard_deviation:.4f}"),
        ("ahead", percent_text(found.chance_of(1))),
        ("even", percent_text(found.chance_of(0))),
        ("behind", percent_text(found.chance_of(-1))),
        ("largest payout: the most the house can lose", decimal_text(found.most_won)),
        ("  its chance", f"{float(found.chances[found.most_won]) * 100:.4g} %"),
        ("largest return, stakes included", decimal_text(found.most_won + found.staked)),
    ):
        table.add_row(name, value)
    return table


def mix_as_json(found: MixOdds) -> dict[str, object]:
    return {
        "book": found.book.id,
        "stakes": {bet: str(units) for bet, units in found.stakes.items()},
        "staked": str(found.staked),
        "ev": str(found.ev),
        "house_edge": float(found.house_edge),
        "standard_deviation": found.standard_deviation,
        "largest_payout": str(found.most_won),
        "payouts": {str(won): str(chance) for won, chance in found.chances.items()},
    }
