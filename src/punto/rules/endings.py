"""How third cards can complete two hands: the drawing rule, asked for every card that could come."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from punto.rules.coup import Dealing, Result
from punto.rules.drawing import Showing
from punto.rules.hand import PLAYER

Third = int | None  # a third card's points; None where the side stood


@dataclass(frozen=True)
class Endings:
    """Every pair of third cards, Player's and Banker's, that the rule can deal to two hands, with the result."""

    results: dict[tuple[Third, Third], Result]
    places: dict[
        Result, list[tuple[int, int]]
    ]  # the same by result: 0 where a side stood, else 1 + the place of the points


@lru_cache(maxsize=16_384)
def endings(dealing: Dealing, player_total: int, banker_total: int, points: tuple[int, ...]) -> Endings:
    player, banker = Showing(player_total), Showing(banker_total)
    if dealing.drawing.next_to_draw(player, banker) is None:
        result = dealing.result(player, banker)
        return Endings({(None, None): result}, {result: [(0, 0)]})
    thirds: tuple[Third, ...] = (None, *points)
    players = [Showing(player_total, third) for third in thirds]
    bankers = [Showing(banker_total, third) for third in thirds]
    player_finals, banker_finals = list(map(dealing.final, players)), list(map(dealing.final, bankers))
    finished: dict[tuple[int, int, int, int], list[tuple[int, int]]] = defaultdict(list)  # by all that decides a result
    waiting = [(0, 0)]
    while waiting:
        place = waiting.pop()
        player, banker = players[place[0]], bankers[place[1]]
        side = dealing.drawing.next_to_draw(player, banker)
        if side is None:
            sizes = 3 if place[0] else 2, 3 if place[1] else 2
            finished[player_finals[place[0]], banker_finals[place[1]], *sizes].append(place)
        else:
            assert not place[0 if side is PLAYER else 1], f"the drawing rule deals {side.label} a fourth card"
            new = range(1, len(thirds))
            waiting += [(third, place[1]) if side is PLAYER else (place[0], third) for third in new]
    places = {dealing.result_of(*seen): found for seen, found in finished.items()}
    results = {(thirds[one], thirds[other]): result for result, found in places.items() for one, other in found}
    return Endings(results, places)
