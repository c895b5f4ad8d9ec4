"""The strategies everybody asks about, each in a few lines."""

from itertools import groupby

from punto.analysis.staking.strategy import Patron, Play, strategy
from punto.roads.derived import BIG_EYE, BLUE, forecast

PAROLI_WINS = 3
ONE_THREE_TWO_SIX = (1, 3, 2, 6)
BET_OF_LETTER = {"B": "banker", "P": "player"}


@strategy("flat", "one unit on every round")
def flat(patron: Patron) -> Play:
    while True:
        yield patron.stake(1)


@strategy("martingale", "twice as much after every loss, back to one unit after a win")
def martingale(patron: Patron) -> Play:
    units = 1
    while True:
        won = yield patron.stake(units)
        units = 2 * units if won < 0 else 1 if won > 0 else units


@strategy("paroli", "twice as much after a win, at most three times in a row, then one unit again")
def paroli(patron: Patron) -> Play:
    wins = 0
    while True:
        won = yield patron.stake(2**wins)
        if won:
            wins = (wins + 1) % PAROLI_WINS if won > 0 else 0


@strategy("1-3-2-6", "1, 3, 2 and 6 units as long as it wins, from the start again after a loss or the fourth win")
def one_three_two_six(patron: Patron) -> Play:
    step = 0
    while True:
        won = yield patron.stake(ONE_THREE_TWO_SIX[step])
        if won:
            step = (step + 1) % len(ONE_THREE_TWO_SIX) if won > 0 else 0


@strategy(
    "kelly",
    "counts every card and stakes edge over variance of the bankroll, nothing without an edge",
    counts_cards=True,
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
