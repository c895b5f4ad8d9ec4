"""The settled wagers of a coup, taken patron by patron."""

from collections.abc import Iterable

from punto.table.events import SettledWager


def by_patron(wagers: Iterable[SettledWager]) -> dict[str, tuple[SettledWager, ...]]:
    own: dict[str, list[SettledWager]] = {}
    for wager in wagers:
        own.setdefault(wager.patron, []).append(wager)
    return {patron: tuple(each) for patron, each in own.items()}


def payouts(wagers: Iterable[SettledWager]) -> dict[str, int]:
    """What came back beyond the stakes; below zero, what was lost."""
    sums: dict[str, int] = {}
    for wager in wagers:
        sums[wager.patron] = sums.get(wager.patron, 0) + wager.returned - wager.stake
    return sums
