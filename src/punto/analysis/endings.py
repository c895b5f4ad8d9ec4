"""How third cards can finish two hands: the drawing rule asked for every card that could come."""

from functools import lru_cache

from punto.rules.coup import Dealing, Result
from punto.rules.drawing import Showing
from punto.rules.hand import PLAYER

Third = int | None  # a third card's points; None where the side stood
Endings = dict[tuple[Third, Third], Result]


@lru_cache(maxsize=16_384)
def endings(dealing: Dealing, player_total: int, banker_total: int, points: tuple[int, ...]) -> Endings:
    """Every pair of third cards, Player's and Banker's, that the rule can deal to these two-card totals."""
    found: Endings = {}
    waiting: list[tuple[Third, Third]] = [(None, None)]
    while waiting:
        thirds = waiting.pop()
        player, banker = Showing(player_total, thirds[0]), Showing(banker_total, thirds[1])
        side = dealing.drawing.next_to_draw(player, banker)
        if side is None:
            found[thirds] = dealing.result(player, banker)
        else:
            waiting += [(third, thirds[1]) if side is PLAYER else (thirds[0], third) for third in points]
    return found
