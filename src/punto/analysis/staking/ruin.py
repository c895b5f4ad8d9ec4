"""The risk of ruin of flat stakes, calculated instead of played.

Rounds are taken as independent, each with the odds of a fresh shoe. That is exact where cards are shuffled after every
round; a shoe dealt through differs by less than sessions can show. A bankroll that outlasts the rounds left is safe, so
only a strip of bankrolls is followed.
"""

from fractions import Fraction
from math import exp, lcm

import numpy as np

from punto.analysis.odds.bet_odds import BetOdds
from punto.rules.invalid_input import InvalidInput

WORK_MAX = 2_000_000_000  # additions: some seconds
HALVINGS = 200


class CannotFollow(InvalidInput):
    """More bankrolls and rounds than can be followed one by one."""


def ruin_within(odds: BetOdds, bankroll: int, coups: int) -> float:
    """The chance that less than one unit is left of the bankroll after some of the rounds, one unit staked in each."""
    parts = _parts(odds)
    safe = (coups + 1) * parts  # whoever holds so much cannot be ruined any more
    steps = [(int(line.pays * parts), float(line.probability)) for line in odds.lines if line.ways]
    if coups * safe * len(steps) > WORK_MAX:
        raise CannotFollow(f"{coups:,} rounds in steps of 1/{parts} of a unit are too many to follow")
    if bankroll > coups:
        return 0.0
    held = np.zeros(safe)
    held[bankroll * parts] = 1.0
    ruined = 0.0
    for _ in range(coups):
        after = np.zeros(safe)
        for step, chance in steps:
            if step < 0:
                after[:step] += chance * held[-step:]
            elif step == 0:
                after += chance * held
            elif step < safe:
                after[step:] += chance * held[:-step]
        ruined += float(after[:parts].sum())
        after[:parts] = 0
        held = after
    return ruined


def ruin_ever(odds: BetOdds, bankroll: int) -> float:
    """An upper bound for any number of rounds (Lundberg's): 1 unless the bet favours the patron."""
    if odds.ev <= 0:
        return 1.0
    low, high = 0.0, 1.0
    while _mean_of_powers(odds, high) < 1:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _mean_of_powers(odds, middle) < 1 else (low, middle)
    return min(1.0, exp(-low * float(bankroll - 1 + Fraction(1, _parts(odds)))))  # the least loss that leaves no unit


def _parts(odds: BetOdds) -> int:
    """Into how many parts a unit is divided so that every payout is whole."""
    return lcm(*(line.pays.denominator for line in odds.lines))


def _mean_of_powers(odds: BetOdds, rate: float) -> float:
    """Of e to the minus rate times what a unit wins: 1 at 0 and at Lundberg's rate, less between them."""
    return sum(float(line.probability) * exp(-rate * float(line.pays)) for line in odds.lines)
