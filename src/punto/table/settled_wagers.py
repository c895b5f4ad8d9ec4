"""The settled wagers of a coup, taken patron by patron."""

from collections.abc import Iterable

from msgspec import Struct


class SettledWager(Struct, frozen=True, omit_defaults=True):
    patron: str
    bet: str
    stake: int
    odds: str
    returned: int
    fee: int = 0  # of the stake, what a storm has cost


class OwnWagers(Struct, frozen=True):
    """Those of one patron, what was staked on them, and what came back."""

    wagers: tuple[SettledWager, ...]
    staked: int
    returned: int
    fee: int = 0


NO_WAGERS = OwnWagers((), 0, 0)


def by_patron(wagers: Iterable[SettledWager]) -> dict[str, OwnWagers]:
    """In the order in which patrons first come."""
    grouped: dict[str, list[SettledWager]] = {}
    for wager in wagers:
        own = grouped.get(wager.patron)
        if own is None:
            grouped[wager.patron] = [wager]
        else:
            own.append(wager)
    return {patron: _own(own) for patron, own in grouped.items()}


def _own(wagers: list[SettledWager]) -> OwnWagers:
    if len(wagers) == 1:  # most patrons have no more
        return OwnWagers((wagers[0],), wagers[0].stake, wagers[0].returned, wagers[0].fee)
    return OwnWagers(
        tuple(wagers),
        sum([wager.stake for wager in wagers]),
        sum([wager.returned for wager in wagers]),
        sum([wager.fee for wager in wagers]),
    )


def payouts(wagers: Iterable[SettledWager]) -> dict[str, int]:
    """What came back beyond the stakes; below zero, what was lost."""
    sums: dict[str, int] = {}
    for wager in wagers:
        sums[wager.patron] = sums.get(wager.patron, 0) + wager.returned - wager.stake
    return sums
