"""How many edges a floor needs, how large one floor may become, and how many floors a crowd is."""

from dataclasses import replace

from bench.scale.costs import Costs
from bench.scale.model import TARGET, Load, Needs, Resource, needs

EDGES_MAX = 100_000
NOT_SHARED = (Resource.FLOOR, Resource.STORE, Resource.BUS)  # more edges do not help these


def with_enough_edges(costs: Costs, load: Load) -> Load:
    """As few as keep each of them below the target."""
    few, enough = 0, 1
    while _edges_are_short(costs, replace(load, edges=enough)) and enough < EDGES_MAX:
        few, enough = enough, enough * 2
    while enough - few > 1:
        middle = (few + enough) // 2
        if _edges_are_short(costs, replace(load, edges=middle)):
            few = middle
        else:
            enough = middle
    return replace(load, edges=enough)


def _edges_are_short(costs: Costs, load: Load) -> bool:
    return needs(costs, load).utilisation[Resource.EDGES] > TARGET


def fits(found: Needs) -> bool:
    return all(found.utilisation[each] <= TARGET for each in NOT_SHARED)


def floors_for(costs: Costs, load: Load) -> int:
    """The fewest equal floors, each with a store of its own, that carry the load together."""
    too_few, enough = 0, load.tables
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if fits(needs(costs, with_enough_edges(costs, load.split(middle)))):
            enough = middle
        else:
            too_few = middle
    return enough
