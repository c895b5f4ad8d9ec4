"""The strategies everybody asks about, each in a few lines."""

from itertools import groupby

from punto.analysis.staking.strategy import Patron, Play, Steps, strategy, strategy_of_steps
from punto.roads.derived import BIG_EYE, BLUE, forecast

DOUBLED = tuple(2**losses for losses in range(31))  # more than any table takes
BET_OF_LETTER = {"B": "banker", "P": "player"}


flat = strategy_of_steps("flat", "one unit on every round", Steps((1,), after_win=(0,), after_loss=(0,)))

martingale = strategy_of_steps(
    "martingale",
    "twice as much after every loss, back to one unit after a win",
    Steps(DOUBLED, after_win=(0,) * len(DOUBLED), after_loss=(*range(1, len(DOUBLED)), len(DOUBLED) - 1)),
)

paroli = strategy_of_steps(
    "paroli",
    "twice as much after a win, at most three times in a row, then one unit again",
    Steps((1, 2, 4), after_win=(1, 2, 0), after_loss=(0, 0, 0)),
)

one_three_two_six = strategy_of_steps(
    "1-3-2-6",
    "1, 3, 2 and 6 units as long as it wins, from the start again after a loss or the fourth win",
    Steps((1, 3, 2, 6), after_win=(1, 2, 3, 0), after_loss=(0, 0, 0, 0)),
)


@strategy(
    "kelly",
    "counts every card and stakes edge over variance of the bankroll, nothing without an edge",
    counts_cards=True,
    prices_own_bet_only=True,
)
def kelly(patron: Patron) -> Play:
    while True:
        edge = patron.expectations[patron.bet]
        units = int(patron.bankroll * edge / patron.variances[patron.bet]) if edge > 0 else 0
        yield patron.stake(units) if units else None


@strategy("follow-the-road", "one unit on the side that would keep the Big Eye Road red, else on the last winner")
def follow_the_road(patron: Patron) -> Play:
    """It looks for patterns where there are none, so it does as well as flat stakes."""
    while True:
        wins = [letter for letter in patron.results if letter != "T"]
        if not wins:
            yield None
            continue
        streaks = [len(list(run)) for _, run in groupby(wins)]
        changes = forecast(streaks, BIG_EYE, same_winner=True) == BLUE
        letter = {"B": "P", "P": "B"}[wins[-1]] if changes else wins[-1]
        yield patron.stake(1, BET_OF_LETTER[letter])


EVERY_STRATEGY = (flat, martingale, paroli, one_three_two_six, kelly, follow_the_road)
