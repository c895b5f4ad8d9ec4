"""The roads of a shoe as messages: the marks that are new since the last message.

Marks have data coordinates, which never scroll. When a coup is voided or corrected, a road is sent again from the first
mark that differs, so a client only ever replaces the end of a list.
"""

from collections.abc import Sequence

from punto.roads import scoreboard as board
from punto.roads.derived import LOOK_BACKS
from punto.roads.good_roads import ranked_roads
from punto.roads.layout import Road, bead_position
from punto.roads.score import Score, parse_scores
from punto.roads.shoe_roads import ShoeRoads
from punto.server.protocol.parts import (
    AskedPlaces,
    GoodRoad,
    MainMark,
    MainMarksFrom,
    Mark,
    MarksFrom,
    RoadsChange,
    ShoeStatistics,
)
from punto.table.state import Scores

COLUMNS_KEPT = 10_000  # no shoe fills them, so nothing is dropped here
WHOLE = board.Size(*[COLUMNS_KEPT] * 5)


class RoadBoard:
    def __init__(self, *, shows_naturals: bool) -> None:
        self._shows_naturals = shows_naturals
        self._scores: Scores = ()
        self._roads = ShoeRoads()
        self.whole = RoadsChange(
            ShoeStatistics(0, 0, 0, 0, 0, 0, 0), "---", "---"
        )  # every road from its first mark: what a snapshot holds

    def change(self, scores: Scores) -> RoadsChange:
        """What has changed since the last call."""
        known = len(self._scores)
        if scores[:known] != self._scores:  # a new shoe, or a coup was voided or corrected
            known, self._roads = 0, ShoeRoads()
        self._roads.extend(_parsed(scores[known:]))
        self._scores = scores
        rounds = [coup for coup, _ in scores]  # a cancelled coup has a number and no mark
        before, self.whole = self.whole, _whole(self._roads, rounds, shows_naturals=self._shows_naturals)
        now = self.whole
        return RoadsChange(
            now.statistics,
            now.ask_player,
            now.ask_banker,
            main=main_marks_from(before.main.marks if before.main else (), now.main.marks if now.main else ()),
            big_eye=_marks_from(_of(before.big_eye), _of(now.big_eye)),
            small=_marks_from(_of(before.small), _of(now.small)),
            cockroach=_marks_from(_of(before.cockroach), _of(now.cockroach)),
            bead_plate=_marks_from(_of(before.bead_plate), _of(now.bead_plate)),
            leading_ties=now.leading_ties,
            good_roads=now.good_roads,
            player_places=now.player_places,
            banker_places=now.banker_places,
        )


def _parsed(scores: Scores) -> list[Score]:
    return [score for _, text in scores for score in parse_scores(text)]


def _whole(roads: ShoeRoads, rounds: list[int], *, shows_naturals: bool) -> RoadsChange:
    shown = board.scoreboard(roads, WHOLE, shows_naturals=shows_naturals)
    statistics = shown.statistics
    return RoadsChange(
        ShoeStatistics(
            player_wins=statistics.player_wins,
            banker_wins=statistics.banker_wins,
            ties=statistics.ties,
            naturals=statistics.naturals,
            player_pairs=statistics.player_pairs,
            banker_pairs=statistics.banker_pairs,
            rounds=statistics.coups,
        ),
        shown.ask_player,
        shown.ask_banker,
        main=MainMarksFrom(0, tuple(_main_mark(mark, rounds) for mark in shown.main)),
        big_eye=MarksFrom(0, _marks(shown.big_eye, rounds)),
        small=MarksFrom(0, _marks(shown.small, rounds)),
        cockroach=MarksFrom(0, _marks(shown.cockroach, rounds)),
        bead_plate=MarksFrom(0, _marks(shown.bead_plate, rounds)),
        leading_ties=shown.leading_ties,
        good_roads=tuple(GoodRoad(found.road.id, found.rounds) for found in ranked_roads(roads)),
        player_places=_places(roads, Score("P")),
        banker_places=_places(roads, Score("B")),
    )


def _places(roads: ShoeRoads, win: Score) -> AskedPlaces:
    """Asked of roads that have that win on them: nothing about a road's way is known here."""
    after = ShoeRoads([*roads.scores, win])
    big_eye, small, cockroach = (_added(roads.derived[back], after.derived[back]) for back in LOOK_BACKS)
    main = (after.main.columns[-1], after.main.rows[-1])
    return AskedPlaces(main, big_eye, small, cockroach, bead_position(len(roads.scores)))


def _added(before: Road, after: Road) -> tuple[int, int] | None:
    return (after.columns[-1], after.rows[-1]) if len(after.columns) > len(before.columns) else None


def _of(road: MarksFrom | None) -> tuple[Mark, ...]:
    return road.marks if road else ()


def _marks(marks: Sequence[board.Mark], rounds: list[int]) -> tuple[Mark, ...]:
    return tuple(Mark(mark.column, mark.row, mark.colour, rounds[mark.coup - 1]) for mark in marks)


def _main_mark(mark: board.MainMark, rounds: list[int]) -> MainMark:
    return MainMark(
        mark.column,
        mark.row,
        mark.colour,
        rounds[mark.coup - 1],
        mark.banker_pair,
        mark.player_pair,
        mark.natural,
        mark.ties,
        mark.leading_ties,
    )


def main_marks_from(old: Sequence[MainMark], new: tuple[MainMark, ...]) -> MainMarksFrom | None:
    """The marks from the first that differs; None when nothing does."""
    index = _first_difference(old, new)
    return None if index is None else MainMarksFrom(index, new[index:])


def _marks_from(old: Sequence[Mark], new: tuple[Mark, ...]) -> MarksFrom | None:
    index = _first_difference(old, new)
    return None if index is None else MarksFrom(index, new[index:])


def _first_difference(old: Sequence[Mark | MainMark], new: Sequence[Mark | MainMark]) -> int | None:
    for index, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return index
    return None if len(old) == len(new) else min(len(old), len(new))
