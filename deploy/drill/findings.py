"""Whether a floor that was set back behaved as it must: no card that somebody may have seen is dealt again."""

from collections.abc import Iterator, Sequence

from punto.server.staff.set_back import FLOOR_WAS_SET_BACK
from punto.table.events import (
    BettingOpened,
    CardDealt,
    CoupCancelled,
    CoupSettled,
    Event,
    ShoeAbandoned,
    ShoeOpened,
    ShoeRevealed,
    WagersChanged,
    total_of,
)


def shoe_in_play(events: Sequence[Event]) -> int:
    return max((event.shoe for event in events if isinstance(event, ShoeOpened)), default=0)


def open_stakes(events: Sequence[Event]) -> dict[str, int]:
    """Of each patron, in a round that has neither been settled nor cancelled."""
    stakes: dict[str, int] = {}
    for event in events:
        if isinstance(event, BettingOpened | CoupSettled | CoupCancelled):
            stakes = {}
        elif isinstance(event, WagersChanged):
            stakes[event.patron] = total_of(event.stakes)
    return {patron: stake for patron, stake in stakes.items() if stake}


def what_is_wrong(restored: Sequence[Event], since: Sequence[Event]) -> Iterator[str]:
    """At one table: `restored` as it was at the chosen moment, and what the floor did when it was opened."""
    shoe = shoe_in_play(restored)
    if (shoe, FLOOR_WAS_SET_BACK) not in [
        (each.shoe, each.reason) for each in since if isinstance(each, ShoeAbandoned)
    ]:
        yield f"shoe {shoe} was not abandoned"
    if shoe not in [each.shoe for each in since if isinstance(each, ShoeRevealed)]:
        yield f"shoe {shoe} was not revealed"
    opened = next((place for place, each in enumerate(since) if isinstance(each, ShoeOpened)), None)
    if opened is None:
        yield "no new shoe was opened"
    if any(isinstance(each, CardDealt) for each in since[:opened]):
        yield f"shoe {shoe} was dealt on"
    staked = open_stakes(restored)
    returned = [dict(each.returned) for each in since[:opened] if isinstance(each, CoupCancelled)]
    if staked and returned != [staked]:
        yield f"of the open round {staked} had to be returned, and was {returned}"
