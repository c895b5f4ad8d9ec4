"""All the scoreboards of one shoe, appended to one coup at a time.

The Main Road is a road of winners; the three derived roads follow from the lengths of its streaks. Nothing is looked at
twice, so a coup costs the same in a long shoe as in a short one.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from punto.roads.derived import LOOK_BACKS, NO_MARK, derived_road, first_mark, forecast
from punto.roads.layout import Road
from punto.roads.score import Score
from punto.rules.hand import BANKER, Side


@dataclass(frozen=True)
class Statistics:
    player_wins: int
    banker_wins: int
    ties: int
    naturals: int  # coups with a natural on either side
    player_pairs: int
    banker_pairs: int
    coups: int


class ShoeRoads:
    def __init__(self, scores: Iterable[Score] = ()) -> None:
        self.scores: list[Score] = []
        self.main = Road()
        self.coups: list[int] = []  # for each mark of the Main Road, the coup it stands for, counted from 0
        self.derived = {look_back: Road() for look_back in LOOK_BACKS}
        self._counts: Counter[Score] = Counter()  # of the scores that have been asked about
        self.extend(scores)

    def append(self, score: Score) -> None:
        self.extend((score,))

    def extend(self, scores: Iterable[Score]) -> None:
        new = list(scores)
        letters = [score.letter for score in new]
        streaks = self.main.streaks
        column, row = (len(streaks) - 1, streaks[-1]) if streaks else (0, 0)  # where the next mark comes, at the least
        self.main.extend([letter for letter in letters if letter != "T"])
        for look_back, road in self.derived.items():
            road.extend(derived_road(streaks, look_back, column=column, row=row))
        self.coups += [coup for coup, letter in enumerate(letters, start=len(self.scores)) if letter != "T"]
        self.scores += new

    @property
    def leading_ties(self) -> int:
        """Ties before any win."""
        return self.coups[0] if self.coups else len(self.scores)

    @property
    def ties(self) -> list[int]:
        """For each mark of the Main Road, how many ties followed it."""
        return [after - coup - 1 for coup, after in pairwise([*self.coups, len(self.scores)])]

    def derived_coups(self, look_back: int) -> list[int]:
        """For each mark of a derived road, the coup it stands for."""
        return self.coups[first_mark(self.main.streaks, look_back) :]

    def forecast(self, side: Side) -> str:
        """The marks that a win of this side would add to the Big Eye, Small and Cockroach Road."""
        if not self.main.streaks:
            return NO_MARK * len(LOOK_BACKS)
        same_winner = (side is BANKER) == (self.main.colours[-1] == "B")
        return "".join(forecast(self.main.streaks, look_back, same_winner=same_winner) for look_back in LOOK_BACKS)

    @property
    def statistics(self) -> Statistics:
        self._counts.update(self.scores[self._counts.total() :])
        counted = self._counts.items()
        return Statistics(
            player_wins=sum(count for score, count in counted if score.letter == "P"),
            banker_wins=sum(count for score, count in counted if score.letter == "B"),
            ties=sum(count for score, count in counted if score.letter == "T"),
            naturals=sum(count for score, count in counted if score.natural),
            player_pairs=sum(count for score, count in counted if score.player_pair),
            banker_pairs=sum(count for score, count in counted if score.banker_pair),
            coups=len(self.scores),
        )
