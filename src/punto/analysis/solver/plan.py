"""A book made ready for the fast count: arrays that say what its rules answer, so that no rule is written twice.

Totals come from the book's scoring, endings from its drawing rule, lines from its bets. A bet is counted by what it
looks at: the result alone; first-two hands alone; or the result and one side's faces, as a storm does. The few that
look at more than that are named in `slow`, and the exact count does them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.analysis.outcomes.hands import Hands, Kinds, first_two_hands, three_card_hands
from punto.analysis.outcomes.outcome_table import Outcome, face_atoms
from punto.analysis.solver.bets import Table, sorted_bets
from punto.analysis.solver.storm_table import StormTable
from punto.rules.bet import Bet
from punto.rules.coup import Result
from punto.rules.endings import endings
from punto.rules.hand import PLAYER, Side
from punto.rules.questions import Atom, FaceAtom
from punto.rules.rulebook import RuleBook

Counted = npt.NDArray[Any]  # of whole numbers or of floats: one kernel serves both
Faces = frozenset[Atom]

NO_LINE = -1
NO_FACES: Faces = frozenset()


class PlanArrays(NamedTuple):
    """What the kernel reads. Places, groups and cards are indices; a third index of −1 is no third card."""

    points_of: Counted  # by face: the place of its points
    group_of: Counted  # by two points: the group of their total
    pair_of: Counted  # by group and two points: 1 where they make it
    twin: Counted  # by group and points: 1 where two of them make it
    gone: Counted  # by two points and group: twice the pairs among them, each with itself included
    mate_start: Counted  # by group and points: where its mates begin
    mates: Counted
    results: int
    places: Counted  # by side, its group, the other group, its third card + 1, the other third card + 1: the result
    draws: Counted  # by side, group, other group: 0 whether any card is drawn; third card + 1 whether both draw then
    result_lines: Counted  # by bet and result: the line
    pair_kinds: int
    pair_lines: Counted  # by bet and both sides' kinds: the line
    pair_rows: Counted  # side, two faces, kind, in how many orders
    pair_gone: Counted  # by row and kind: as `gone`, among faces of Banker's kind
    view_hands: Counted  # where in `hands` each view begins
    view_kinds: Counted
    view_bets: Counted  # where in `view_lines` each view begins
    view_lines: Counted
    hands: Counted  # side, two or three points, kind before, kind after, group
    hand_start: Counted  # where in `hand_rows` each hand begins
    hand_rows: Counted  # two or three faces, in how many orders

    def of_type(self, kind: type[np.int64] | type[np.float64]) -> "PlanArrays":
        """The numbers that are added to counts, as counts are."""
        added = ("pair_of", "twin", "gone", "pair_gone")
        return self._replace(**{name: getattr(self, name).astype(kind) for name in added})


@dataclass(frozen=True)
class Plan:
    book: RuleBook
    line_start: tuple[int, ...]  # of each bet, in one row of all lines; each bet's loss stands after its own lines
    storms: dict[str, StormTable]  # bets that have rows of shares instead of lines
    slow: tuple[Bet, ...]
    arrays: PlanArrays


def make_plan(book: RuleBook) -> Plan:
    groups = _Groups.of(book)
    by_kind = sorted_bets(book.bets, groups.results)
    start = [0]
    for bet in book.bets:
        storm = by_kind.storms.get(bet.id)
        start.append(start[-1] + (len(storm.shares) if storm else len(bet.lines) + 1))
    line_start = dict(zip((bet.id for bet in book.bets), start, strict=False))
    pairs = _Pairs.of(groups, by_kind.pairs, line_start)
    views = _Views.of(groups, by_kind.views, line_start)
    arrays = PlanArrays(
        **groups.arrays(),
        result_lines=_lines(by_kind.results, [Outcome(each, NO_FACES) for each in groups.results], line_start, 1),
        **pairs.arrays,
        **views.arrays(),
    )
    return Plan(book, tuple(start), by_kind.storms, by_kind.slow, arrays)


def _lines(
    tables: Sequence[Table], outcomes: Sequence[Outcome | None], line_start: dict[str, int], unused: int = 0
) -> Counted:
    """By bet and outcome the line that decides, with some columns more that no line takes."""
    lines = np.full((len(tables), len(outcomes) + unused), NO_LINE, dtype=np.int32)
    for row, table in enumerate(tables):
        for column, outcome in enumerate(outcomes):
            if outcome is not None:
                lines[row, column] = line_start[table.bet.id] + table.line(outcome)
    return lines


@dataclass(frozen=True)
class _Groups:
    """Totals as groups of hands, and where every two of them can end."""

    book: RuleBook
    kinds: Kinds
    totals: dict[int, int]  # the group of each total
    results: list[Result]
    places: Counted

    @classmethod
    def of(cls, book: RuleBook) -> "_Groups":
        kinds = Kinds.by_face(book.deck.without(()))
        made = sorted({book.scoring.total(*pair) for pair in product(kinds.points, repeat=2)})
        totals = {total: group for group, total in enumerate(made)}
        results: dict[Result, int] = {}
        size = len(kinds.points) + 1
        places = np.full((len(totals), len(totals), size, size), -1, dtype=np.int32)
        for (player, one), (banker, other) in product(totals.items(), repeat=2):
            for result, found in endings(book.dealing, player, banker, kinds.points).places.items():
                where = results.setdefault(result, len(results))
                for place in found:
                    places[one, other, *place] = where
        places[places < 0] = len(results)
        return cls(book, kinds, totals, list(results), places)

    def arrays(self) -> dict[str, Any]:
        size, groups = len(self.kinds.points), len(self.totals)
        total = self.book.scoring.total
        group_of = np.array(
            [[self.totals[total(one, other)] for other in self.kinds.points] for one in self.kinds.points],
            dtype=np.int32,
        )
        pair_of = np.array([group_of == group for group in range(groups)], dtype=np.int64)
        twin = pair_of[:, np.arange(size), np.arange(size)]
        gone = 2 * (twin[:, :, np.newaxis] + twin[:, np.newaxis, :] + pair_of).transpose(1, 2, 0)
        mates = [np.flatnonzero(pair_of[group, one]) for group in range(groups) for one in range(size)]
        ends = np.concatenate([[0], np.cumsum([len(each) for each in mates])])
        both = np.array([self.places, self.places.transpose(1, 0, 3, 2)])
        is_dealt = both < len(self.results)
        draws: Counted = np.array(is_dealt[:, :, :, :, 1:].any(axis=4))
        draws[:, :, :, 0] = ~is_dealt[:, :, :, 0, 0]
        return {
            "points_of": np.array(self.kinds.place_of_card, dtype=np.int32),
            "group_of": group_of,
            "pair_of": pair_of,
            "twin": np.ascontiguousarray(twin),
            "gone": np.ascontiguousarray(gone),
            "mate_start": np.array([ends[group * size : group * size + size + 1] for group in range(groups)]),
            "mates": np.concatenate(mates).astype(np.int32),
            "results": len(self.results),
            "places": np.ascontiguousarray(both),
            "draws": np.ascontiguousarray(draws),
        }


@dataclass(frozen=True)
class _Pairs:
    """Bets on first-two hands alone."""

    arrays: dict[str, Any]

    @classmethod
    def of(cls, groups: _Groups, tables: list[Table], line_start: dict[str, int]) -> "_Pairs":
        atoms = face_atoms(table.bet for table in tables)
        sides = {side: first_two_hands(groups.kinds, groups.book.scoring, side, atoms) for side in Side}
        kinds = {side: _numbered(each.faces for each in hands.classes) for side, hands in sides.items()}
        count = max(map(len, kinds.values()))
        rows = [
            (int(side is not PLAYER), *way, kinds[side][hands.classes[each].faces], times)
            for side, hands in sides.items()
            for each, way, times in _rows(hands)
            if hands.classes[each].faces
        ]
        by_place = {side: list(numbers) + [None] * (count - len(numbers)) for side, numbers in kinds.items()}
        outcomes = [
            None if one is None or other is None else Outcome(groups.results[0], one | other)
            for one, other in product(*by_place.values())
        ]
        pair_rows = np.array(rows, dtype=np.int64).reshape(-1, 5)
        return cls(
            {
                "pair_kinds": count,
                "pair_lines": _lines(tables, outcomes, line_start),
                "pair_rows": pair_rows,
                "pair_gone": _pair_gone(pair_rows, count, len(groups.kinds.cards)),
            }
        )


def _pair_gone(rows: Counted, kinds: int, faces: int) -> Counted:
    """Pairs of Banker's kind among the two faces of a row, in both orders, each with itself twice."""
    holds = np.zeros((kinds, faces, faces), dtype=np.int64)
    for side, first, second, kind, times in rows:
        if side == 1:
            holds[kind, first, second] = 1
            if times == 2:
                holds[kind, second, first] = 1
    one, other = rows[:, 1], rows[:, 2]
    return np.asarray(
        (holds[:, one, other] + holds[:, other, one] + 2 * holds[:, one, one] + 2 * holds[:, other, other]).T.copy()
    )


def _numbered(faces: Iterable[Faces]) -> dict[Faces, int]:
    """Sets of atoms numbered as they come, the empty one first."""
    return {each: number for number, each in enumerate(dict.fromkeys((NO_FACES, *faces)))}


def _rows(hands: Hands) -> Iterable[tuple[int, tuple[int, ...], int]]:
    """Class, faces and orders of every row."""
    for index, (start, end) in enumerate(pairwise([*hands.starts, len(hands.times)])):
        for row in range(start, end):
            yield index, tuple(map(int, hands.columns[row])), int(hands.times[row])


@dataclass
class _Views:
    """Bets on the result and the faces of one side; bets that look at the same atoms share a view."""

    groups: _Groups
    line_start: dict[str, int]
    hands: list[tuple[int, ...]] = field(default_factory=list)
    hand_start: list[int] = field(default_factory=lambda: [0])
    hand_rows: list[tuple[int, ...]] = field(default_factory=list)
    view_hands: list[int] = field(default_factory=lambda: [0])
    view_bets: list[int] = field(default_factory=lambda: [0])
    view_kinds: list[int] = field(default_factory=list)
    lines: list[Counted] = field(default_factory=list)

    @classmethod
    def of(cls, groups: _Groups, views: dict[frozenset[FaceAtom], list[Table]], line_start: dict[str, int]) -> "_Views":
        made = cls(groups, line_start)
        for atoms, tables in views.items():
            made.add(atoms, tables)
        return made

    def add(self, atoms: frozenset[FaceAtom], tables: list[Table]) -> None:
        [side] = {atom.side for atom in atoms}
        kinds, scoring = self.groups.kinds, self.groups.book.scoring
        two, three = first_two_hands(kinds, scoring, side, atoms), three_card_hands(kinds, scoring, side, atoms)
        numbers = _numbered(each.faces for hands in (two, three) for each in hands.classes)
        self._add_hands(two, side, numbers)
        self._add_hands(three, side, numbers)
        outcomes = [
            Outcome(result, faces) if result else None for faces in numbers for result in (*self.groups.results, None)
        ]
        self.lines.append(_lines(tables, outcomes, self.line_start))
        self.view_hands.append(len(self.hands))
        self.view_bets.append(self.view_bets[-1] + len(tables))
        self.view_kinds.append(len(numbers))

    def _add_hands(self, hands: Hands, side: Side, numbers: dict[Faces, int]) -> None:
        rows = defaultdict(list)
        for index, way, times in _rows(hands):
            rows[index].append((*(*way, -1)[:3], times))
        for index, each in enumerate(hands.classes):
            if not each.faces:
                continue
            before = NO_FACES if len(each.taken) == 2 else each.first_two_faces
            taken = (*each.taken, -1)[:3]
            group = self.groups.totals[each.total]
            self.hands.append((int(side is not PLAYER), *taken, numbers[before], numbers[each.faces], group))
            self.hand_rows += rows[index]
            self.hand_start.append(len(self.hand_rows))

    def arrays(self) -> dict[str, Any]:
        width = max((each.shape[1] for each in self.lines), default=0)
        padded = [np.pad(each, ((0, 0), (0, width - each.shape[1])), constant_values=NO_LINE) for each in self.lines]
        return {
            "view_hands": np.array(self.view_hands),
            "view_kinds": np.array(self.view_kinds, dtype=np.int64),
            "view_bets": np.array(self.view_bets),
            "view_lines": np.concatenate(padded) if padded else np.zeros((0, 0), dtype=np.int32),
            "hands": np.array(self.hands, dtype=np.int64).reshape(-1, 7),
            "hand_start": np.array(self.hand_start),
            "hand_rows": np.array(self.hand_rows, dtype=np.int64).reshape(-1, 4),
        }
