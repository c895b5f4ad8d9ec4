"""Processes on cores: which share one, so that the fullest core has as little to do as possible."""

from collections.abc import Mapping
from itertools import product

COMPARED_MAX = 12  # the heaviest; whatever is lighter goes where there is most room

Core = tuple[str, ...]


def packed(loads: Mapping[str, float], cores: int) -> tuple[Core, ...]:
    """The names on each core, the fullest core first. Exact for the heaviest processes, which decide it."""
    names = sorted(loads, key=lambda name: (-loads[name], name))
    best = min(
        product(range(cores), repeat=min(len(names), COMPARED_MAX)),
        key=lambda places: max(_sums(loads, names, places, cores)),
    )
    sums, shares = _sums(loads, names, best, cores), [list[str]() for _ in range(cores)]
    for name, place in zip(names, best, strict=False):
        shares[place].append(name)
    for name in names[COMPARED_MAX:]:
        place = sums.index(min(sums))
        shares[place].append(name)
        sums[place] += loads[name]
    return tuple(tuple(share) for _, share in sorted(zip(sums, shares, strict=True), reverse=True))


def _sums(loads: Mapping[str, float], names: list[str], places: tuple[int, ...], cores: int) -> list[float]:
    sums = [0.0] * cores
    for name, place in zip(names, places, strict=False):
        sums[place] += loads[name]
    return sums


def fullest(loads: Mapping[str, float], cores: tuple[Core, ...]) -> float:
    """What the core with most to do has to do."""
    return max(sum(loads[name] for name in core) for core in cores)
