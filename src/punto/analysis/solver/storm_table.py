"""A bet that a storm multiplies, for the fast count: which lines it may end on, and how often each.

A storm is drawn apart from the shoe. So a coup is counted by its result and by whether the winning hand begins with one
face twice; every such kind of coup is then shared out among the bet's lines. Kinds with equal shares are one row, which
takes the place of a line.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.analysis.outcomes.outcome_table import Outcome, outcome_table
from punto.analysis.outcomes.struck import TWINS, Shares, storm_of
from punto.rules.bet import Bet
from punto.rules.coup import Result
from punto.rules.questions import Atom, FaceAtom

NO_FACES: frozenset[Atom] = frozenset()


@dataclass(frozen=True)
class StormTable:
    bet: Bet
    faces: frozenset[FaceAtom]  # what has to be counted beside the result
    shares: tuple[tuple[int, ...], ...]  # by row: of each line, the loss last; every row adds up to the same whole
    row_of: dict[Outcome, int]

    def line(self, outcome: Outcome) -> int:
        return self.row_of[Outcome(outcome.result, outcome.faces & self.faces)]

    def mean_pays(self, pays: Iterable[float]) -> list[float]:
        """By row, where the lines and the loss pay this."""
        by_line = list(pays)
        return [sum(map(float.__mul__, by_line, map(float, row))) / sum(row) for row in self.shares]

    def ways_of_lines(self, ways_of_rows: Iterable[int]) -> list[int]:
        """Of as many orderings as there are, times the whole of the shares."""
        shared = [[ways * share for share in row] for ways, row in zip(ways_of_rows, self.shares, strict=True)]
        return [sum(line) for line in zip(*shared, strict=True)]


def storm_table(bet: Bet, results: Iterable[Result]) -> StormTable | None:
    """None where both sides' hands would have to be known at once."""
    table, every = outcome_table(bet), list(results)
    storm = storm_of(table.faces)
    assert storm is not None, f"no storm multiplies {bet.id!r}"
    shares = Shares(storm, table.faces)

    def row(result: Result, faces: frozenset[Atom]) -> tuple[int, ...]:
        by_line = [0] * (len(bet.lines) + 1)
        for outcome, share in shares.of(Outcome(result, faces)):
            by_line[table.line(outcome)] += share
        return tuple(by_line)

    won = [(result, TWINS[result.winner]) for result in every if result.winner is not None]
    faces = frozenset(twin for result, twin in won if row(result, frozenset({twin})) != row(result, NO_FACES))
    if len(faces) > 1:
        return None
    found = {
        Outcome(result, seen): row(result, seen) for result in every for seen in {NO_FACES, frozenset[Atom](faces)}
    }
    rows = tuple(dict.fromkeys(found.values()))
    return StormTable(bet, faces, rows, {outcome: rows.index(each) for outcome, each in found.items()})
