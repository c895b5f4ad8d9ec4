"""A session of a strategy made of steps, in machine code: the same as `Sessions.play` for any other strategy."""

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled

Counts = npt.NDArray[np.int64]


@compiled
def play_steps(
    steps: Counts,
    outcomes: Counts,
    coups: Counts,
    payouts: Counts,
    bankroll: int,
    parts: int,
    stake_max: int,
    last_coup: int,
    is_mark: npt.NDArray[np.bool_],
    path: Counts,
) -> tuple[int, int, int, int, int, int]:
    """What is left, the drawdown, the longest losing run, after how many rounds it was ruined or 0, wagers, stakes."""
    units, after_win, after_loss = steps[0], steps[1], steps[2]
    left, peak, place, marks = bankroll, bankroll, 0, 0
    drawdown, run, losing_run, ruined_after, wagers, staked = 0, 0, 0, 0, 0, 0
    for number in range(len(outcomes)):
        if coups[number] <= last_coup:
            stake = min(units[place], stake_max, left // parts)
            won = stake * payouts[outcomes[number]]
            left += won
            wagers += 1
            staked += stake
            peak = max(peak, left)
            drawdown = max(drawdown, peak - left)
            if won > 0:
                place, run = after_win[place], 0
            elif won < 0:
                place, run = after_loss[place], run + 1
                losing_run = max(losing_run, run)
        if is_mark[number + 1]:
            path[marks] = left
            marks += 1
        if left < parts:
            ruined_after = number + 1
            break
    path[marks:] = left
    return left, drawdown, losing_run, ruined_after, wagers, staked
