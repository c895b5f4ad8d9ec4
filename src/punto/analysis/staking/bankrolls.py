"""Many sessions summarised: final bankrolls, how often and how soon they are ruined, and how deep they fall."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from punto.analysis.estimate import Estimate, Proportion
from punto.analysis.staking.sessions import Session, Terms, as_columns
from punto.analysis.tabular import Row, Tabular, row

SHARES = (5, 25, 50, 75, 95)  # percentiles of the final bankroll

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bankrolls(Tabular):
    terms: Terms
    sessions: int
    endings: Floats  # of every session, in units
    mean: Estimate
    quantiles: dict[int, float]
    ahead: Proportion  # sessions that end above the bankroll
    ruined: Proportion
    won_by_the_count: Estimate | None  # what a counter's stakes were worth when they were placed, luck left out
    rounds_to_ruin: dict[int, float] | None  # of the sessions that were ruined; None without any
    drawdown: dict[int, float]
    losing_run_mean: float
    losing_run_max: int
    wagers_mean: float
    staked_mean: float
    loss_of_staked: Estimate | None  # the share of all stakes that the house kept; None without a stake
    survival: Floats  # the share not yet ruined after each round
    paths: Floats  # for each checkpoint, the bankroll at SHARES

    def records(self) -> list[Row]:
        """One row of everything that is one number."""
        low, high = self.ruined.bounds()
        found = row(
            bet=self.terms.bet,
            bankroll=self.terms.bankroll,
            rounds=self.terms.coups,
            stake_max=self.terms.stake_max,
            sessions=self.sessions,
            ending=self.mean,
            won_by_the_count=self.won_by_the_count,
            ahead=self.ahead.estimate,
            risk_of_ruin=self.ruined.estimate,
            risk_of_ruin_low=low,
            risk_of_ruin_high=high,
            losing_run_mean=self.losing_run_mean,
            losing_run_max=self.losing_run_max,
            wagers=self.wagers_mean,
            staked=self.staked_mean,
            kept_of_staked=self.loss_of_staked,
        )
        return [found | {f"ending_{share}": value for share, value in self.quantiles.items()}]


def bankrolls(terms: Terms, sessions: Sequence[Session]) -> Bankrolls:
    columns, count = as_columns(sessions), len(sessions)
    endings, staked = columns["ending"], columns["staked"].sum()
    ruins = np.array([each.ruined_after for each in sessions if each.ruined_after is not None], dtype=np.int64)
    paths = np.array([each.path for each in sessions])
    return Bankrolls(
        terms,
        count,
        endings,
        mean=_mean(endings),
        quantiles=_quantiles(endings),
        ahead=Proportion(int((endings > terms.bankroll).sum()), count),
        ruined=Proportion(len(ruins), count),
        won_by_the_count=_won_by_the_count(sessions),
        rounds_to_ruin=_quantiles(ruins.astype(np.float64)) if len(ruins) else None,
        drawdown=_quantiles(columns["drawdown"]),
        losing_run_mean=float(columns["losing_run"].mean()),
        losing_run_max=int(columns["losing_run"].max()),
        wagers_mean=float(columns["wagers"].mean()),
        staked_mean=float(columns["staked"].mean()),
        loss_of_staked=_kept(terms.bankroll - endings, columns["staked"]) if staked else None,
        survival=1 - np.cumsum(np.bincount(ruins, minlength=terms.coups + 1)) / count,
        paths=np.percentile(paths, SHARES, axis=0).T,
    )


def _mean(values: Floats) -> Estimate:
    error = float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(float(values.mean()), error)


def _won_by_the_count(sessions: Sequence[Session]) -> Estimate | None:
    found = [each.expected for each in sessions if each.expected is not None]
    return _mean(np.array(found)) if found else None


def _kept(lost: Floats, staked: Floats) -> Estimate:
    """A ratio of two means, whose error follows from how both vary from session to session."""
    ratio = float(lost.sum() / staked.sum())
    spread = float(((lost - ratio * staked) ** 2).sum())
    return Estimate(ratio, sqrt(spread * len(lost) / max(1, len(lost) - 1)) / float(staked.sum()))


def _quantiles(values: Floats) -> dict[int, float]:
    return dict(zip(SHARES, np.percentile(values, SHARES).tolist(), strict=True))
