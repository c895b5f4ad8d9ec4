"""A table's returns today against theory: as the day went on, by bet, by shoe and by dealer.

The band holds 95 % of all cases. A bet's own deviations count that bet alone; those of a round count Player and Banker
as one event.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from punto.server.figures.deviation import NOTHING, Figures, of_bet
from punto.server.figures.payouts import Payouts
from punto.server.record.coup_returns import CoupReturns
from punto.server.watching.day_returns import PlaceDay

POINTS_MAX = 240  # of a plot: more than its pixels say nothing

Key = TypeVar("Key")
Played = tuple[CoupReturns, Figures]


class ReturnPoint(Struct, frozen=True):
    """The return of everything up to a round."""

    at: int
    shoe: int
    rounds: int
    actual: float
    exact: float
    band: float  # to each side of `exact`


class ReturnLine(Struct, frozen=True, kw_only=True):
    key: str  # a bet, a shoe, or the account of a dealer; empty: all
    title: str
    rounds: int
    handle: int
    returned: int
    win: int
    theory: float  # what the house would have won on average
    actual_return: float | None
    exact_return: float | None
    deviations: float | None


class TableReturns(Struct, frozen=True, kw_only=True):
    table: str
    day: str
    currency: str
    whole: ReturnLine
    points: tuple[ReturnPoint, ...]
    bets: tuple[ReturnLine, ...]
    shoes: tuple[ReturnLine, ...]
    dealers: tuple[ReturnLine, ...]


def line_of(key: str, title: str, figures: Figures) -> ReturnLine:
    return ReturnLine(
        key=key,
        title=title,
        rounds=figures.rounds,
        handle=figures.handle,
        returned=figures.returned,
        win=figures.win,
        theory=float(figures.theory),
        actual_return=figures.actual_return,
        exact_return=figures.exact_return,
        deviations=figures.deviations,
    )


def points_of(day: PlaceDay) -> tuple[ReturnPoint, ...]:
    """As many as a plot needs, the last one always."""
    played = day.in_order
    every = max(1, -(-len(played) // POINTS_MAX))
    points, sums = [], NOTHING
    for number, (coup, figures) in enumerate(played, start=1):
        sums += figures
        if (number % every == 0 or number == len(played)) and sums.handle:
            actual, exact, band = sums.actual_return, sums.exact_return, sums.band
            assert actual is not None
            assert exact is not None
            assert band is not None
            points.append(ReturnPoint(coup.at, coup.shoe, sums.rounds, actual, exact, band))
    return tuple(points)


def by_bet(played: Iterable[Played], payouts_of: Callable[[str], Payouts | None]) -> dict[str, Figures]:
    """Each bet alone."""
    sums: dict[str, Figures] = defaultdict(lambda: NOTHING)
    for coup, _ in played:
        payouts = payouts_of(coup.book)
        for each in coup.bets:
            if payouts is not None:
                sums[each.bet] += of_bet(payouts, each.bet, each.staked, each.returned)
    return dict(sums)


def summed(played: Sequence[Played], key_of: Callable[[CoupReturns], Key]) -> dict[Key, Figures]:
    sums: dict[Key, Figures] = defaultdict(lambda: NOTHING)
    for coup, figures in played:
        sums[key_of(coup)] += figures
    return dict(sums)
