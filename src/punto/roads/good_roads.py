"""Good roads: patterns at the end of the Main Road that patrons look for, declared in one table.

A pattern is read off the streaks, written `B1P2B1P2` (winner and length, 9 standing for nine or more; ties do not
count). The last streak is still running, so a pattern also holds while that streak may yet fit. Names and
thresholds are those of Macau's floors: a run of four, four jumps, two halls, three of "every time".
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from punto.roads.shoe_roads import ShoeRoads

STREAKS_READ = 40  # no pattern is told by more


@dataclass(frozen=True)
class GoodRoad:
    id: str
    title: str
    chinese: str
    pattern: str  # of streaks, up to the end

    def holds(self, streaks: str) -> bool:
        return re.search(f"(?:{self.pattern})$", streaks) is not None


GOOD_ROADS = (
    GoodRoad("long-banker", "Banker run", "長莊", "B[4-9]"),
    GoodRoad("long-player", "Player run", "長閒", "P[4-9]"),
    GoodRoad("single-jump", "Single jump", "單跳", "(?:[BP]1){4,}"),
    GoodRoad("double-jump", "Double jump", "雙跳", "(?:[BP]2){4,}(?:[BP]1)?"),
    GoodRoad("hall-banker", "One hall two rooms, Banker", "一廳兩房（莊）", "(?:B1P2){2,}(?:B1(?:P1)?)?"),
    GoodRoad("hall-player", "One hall two rooms, Player", "一廳兩房（閒）", "(?:P1B2){2,}(?:P1(?:B1)?)?"),
    GoodRoad("banker-jumps", "Jump after every Banker", "逢莊跳", "(?:B1P[1-9]){3,}(?:B1)?"),
    GoodRoad("player-jumps", "Jump after every Player", "逢閒跳", "(?:P1B[1-9]){3,}(?:P1)?"),
    GoodRoad("banker-runs", "Run after every Banker", "逢莊連", "(?:B[2-9]P[1-9]){2,}B[1-9]|(?:B[2-9]P[1-9]){3,}"),
    GoodRoad("player-runs", "Run after every Player", "逢閒連", "(?:P[2-9]B[1-9]){2,}P[1-9]|(?:P[2-9]B[1-9]){3,}"),
    GoodRoad("adjoining-pairs", "Adjoining pairs", "拍拍黐", "(?:[BP][2-9]){3,}(?:[BP]1)?"),
)
EVERY_GOOD_ROAD = frozenset(road.id for road in GOOD_ROADS)


def good_roads(roads: ShoeRoads, wanted: Collection[str] = EVERY_GOOD_ROAD) -> list[GoodRoad]:
    """The good roads that a shoe now shows, of those that are wanted."""
    streaks = _streaks_text(roads)
    return [road for road in GOOD_ROADS if road.id in wanted and road.holds(streaks)]


def _streaks_text(roads: ShoeRoads) -> str:
    """The last streaks; winners alternate, so the last winner names them all."""
    lengths = roads.main.streaks[-STREAKS_READ:]
    if not lengths:
        return ""
    last = roads.main.colours[-1]
    winners: Iterable[str] = (
        last if back % 2 == 0 else "BP".replace(last, "") for back in range(len(lengths) - 1, -1, -1)
    )
    return "".join(f"{winner}{min(length, 9)}" for winner, length in zip(winners, lengths, strict=True))
