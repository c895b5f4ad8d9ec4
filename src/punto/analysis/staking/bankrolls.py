"""Many sessions summarised: final bankrolls, how often and how soon they are ruined, and how deep they fall."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from punto.analysis.staking.sessions import Session, Terms, as_columns

SHARES = (5, 25, 50, 75, 95)  # percentiles of the final bankroll

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bankrolls:
    terms: Terms
    sessions: int
    endings: Floats  # of every session, in units
    mean: float
    standard_error: float
    quantiles: dict[int, float]
    ahead: float  # the share of sessions that end above the bankroll
    risk_of_ruin: float
    risk_error: float
    rounds_to_ruin: dict[int, float] | None  # of the sessions that were ruined; None without any
    drawdown: dict[int, float]
    losing_run_mean: float
    losing_run_max: int
    wagers_mean: float
    staked_mean: float
    loss_of_staked: float | None  # the share of all stakes that the house kept; None without a stake
    survival: Floats  # the share not yet ruined after each round
    paths: Floats  # for each checkpoint, the bankroll at SHARES


def bankrolls(terms: Terms, sessions: Sequence[Session]) -> Bankrolls:
    columns, count = as_columns(sessions), len(sessions)
    endings, staked = columns["ending"], columns["staked"].sum()
    ruins = np.array([each.ruined_after for each in sessions if each.ruined_after is not None], dtype=np.int64)
    risk = len(ruins) / count
    paths = np.array([each.path for each in sessions])
    return Bankrolls(
        terms,
        count,
        endings,
        mean=float(endings.mean()),
        standard_error=float(endings.std(ddof=1)) / sqrt(count) if count > 1 else 0.0,
        quantiles=_quantiles(endings),
        ahead=float((endings > terms.bankroll).mean()),
        risk_of_ruin=risk,
        risk_error=sqrt(risk * (1 - risk) / count),
        rounds_to_ruin=_quantiles(ruins.astype(np.float64)) if len(ruins) else None,
        drawdown=_quantiles(columns["drawdown"]),
        losing_run_mean=float(columns["losing_run"].mean()),
        losing_run_max=int(columns["losing_run"].max()),
        wagers_mean=float(columns["wagers"].mean()),
        staked_mean=float(columns["staked"].mean()),
        loss_of_staked=float((terms.bankroll - endings).sum() / staked) if staked else None,
        survival=1 - np.cumsum(np.bincount(ruins, minlength=terms.coups + 1)) / count,
        paths=np.percentile(paths, SHARES, axis=0).T,
    )


def _quantiles(values: Floats) -> dict[int, float]:
    return dict(zip(SHARES, np.percentile(values, SHARES).tolist(), strict=True))
