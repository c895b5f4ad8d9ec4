"""Good roads: patterns at the end of the Main Road that patrons look for, declared in one table.

A pattern describes the last streaks, written `B1P2B1P2`: winner and length, where 4 means four or more; ties do not
count. The last streak is still running, so a pattern also holds while that streak may yet fit. Names and thresholds
are those of Macau's floors: a run of four, four jumps, two halls, three of "every time". The longer a pattern has held,
the better the road.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from punto.roads.shoe_roads import ShoeRoads
from punto.rules.invalid_input import InvalidInput, shortened

STREAKS_READ = 40  # about a whole shoe
OTHER = {"B": "P", "P": "B"}


class UnknownGoodRoad(InvalidInput):
    """An id that no good road has."""


@dataclass(frozen=True)
class GoodRoad:
    id: str
    title: str
    chinese: str
    pattern: str  # of streaks, up to the end

    def streaks(self, streaks: str) -> int:
        """Over how many of the last streaks it holds; 0: it does not."""
        found = re.search(f"(?:{self.pattern})$", streaks)
        return len(found.group()) // 2 if found else 0


@dataclass(frozen=True)
class GoodRoadFound:
    road: GoodRoad
    rounds: int  # that follow it so far, ties left out


GOOD_ROADS = (
    GoodRoad("long-banker", "Banker run", "長莊", "B4"),
    GoodRoad("long-player", "Player run", "長閒", "P4"),
    GoodRoad("single-jump", "Single jump", "單跳", "(?:.1){4,}"),
    GoodRoad("double-jump", "Double jump", "雙跳", "(?:.2){4,}(?:.1)?"),
    GoodRoad("hall-banker", "One hall two rooms, Banker", "一廳兩房（莊）", "(?:B1P2){2,}(?:B1(?:P1)?)?"),
    GoodRoad("hall-player", "One hall two rooms, Player", "一廳兩房（閒）", "(?:P1B2){2,}(?:P1(?:B1)?)?"),
    GoodRoad("banker-jumps", "Jump after every Banker", "逢莊跳", "(?:B1P.){3,}(?:B1)?"),
    GoodRoad("player-jumps", "Jump after every Player", "逢閒跳", "(?:P1B.){3,}(?:P1)?"),
    GoodRoad("banker-runs", "Run after every Banker", "逢莊連", "(?:B[2-4]P.){2,}B.|(?:B[2-4]P.){3,}"),
    GoodRoad("player-runs", "Run after every Player", "逢閒連", "(?:P[2-4]B.){2,}P.|(?:P[2-4]B.){3,}"),
    GoodRoad("adjoining-pairs", "Adjoining pairs", "拍拍黐", "(?:.[2-4]){3,}(?:.1)?"),
)
EVERY_GOOD_ROAD = frozenset(road.id for road in GOOD_ROADS)


def good_roads(roads: ShoeRoads, wanted: Collection[str] = EVERY_GOOD_ROAD) -> list[GoodRoad]:
    """The good roads that a shoe shows now, among those wanted."""
    for road in wanted:
        if road not in EVERY_GOOD_ROAD:
            raise UnknownGoodRoad(
                f"{shortened(road)} is not a good road; use one of {', '.join(sorted(EVERY_GOOD_ROAD))}"
            )
    return [found.road for found in _found(roads) if found.road.id in wanted]


def ranked_roads(roads: ShoeRoads) -> list[GoodRoadFound]:
    """Every good road that a shoe shows now, the longest first."""
    return sorted(_found(roads), key=lambda found: -found.rounds)


def _found(roads: ShoeRoads) -> list[GoodRoadFound]:
    text, lengths = _last_streaks(roads), roads.main.streaks
    held = [(road, road.streaks(text)) for road in GOOD_ROADS]
    return [GoodRoadFound(road, sum(lengths[-streaks:])) for road, streaks in held if streaks]


def _last_streaks(roads: ShoeRoads) -> str:
    """Winners alternate, so the last one determines them all."""
    text, winner = "", roads.main.colours[-1] if roads.main.colours else ""
    for length in reversed(roads.main.streaks[-STREAKS_READ:]):
        text = f"{winner}{min(length, 4)}{text}"
        winner = OTHER[winner]
    return text
