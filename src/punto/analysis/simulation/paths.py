"""Every way a coup can go, as one table that is read instead of asking the rules.

Both two-card totals and the points of the next two cards decide everything but the faces. For each combination the
table holds the coup's class (its result, and which third card went where) and how many cards it took. The book's own
dealing is asked for all of them once, so the rule stays written in one place. Where atoms count all cards dealt, cards
go by points and kind, and a class also says what kinds were drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from punto.analysis.simulation.limits import CannotSimulate
from punto.rules.coup import Dealing, Result
from punto.rules.drawing import Showing
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.possible.count_states import Counting, Numbers, Tally

PATHS_MAX = 1 << 22
CLASSES_MAX = 1 << 14  # a class and the two bits of "cards taken beyond four" share sixteen bits
STEPS_MAX = 8
THIRDS: tuple[tuple[Side, ...], ...] = ((), (PLAYER,), (BANKER,), (PLAYER, BANKER), (BANKER, PLAYER))


@dataclass(frozen=True)
class CoupClass:
    result: Result
    thirds: tuple[Side, ...]  # which sides drew, in the order of their cards
    tally: Tally  # of those cards


@dataclass(frozen=True)
class Totals:
    """How the sum of two cards' values becomes the number of a total: from each threshold on a fixed step is added.

    A card's value is its points, counted from the lowest points of the deck, so that all numbers start at zero.
    """

    values: int  # how many values there are
    totals: tuple[int, ...]  # the total behind each number
    steps: dict[int, int]  # by threshold


@dataclass(frozen=True)
class Paths:
    totals: Totals
    third_kinds: int  # how many numbers third cards have
    classes: tuple[CoupClass, ...]
    table: npt.NDArray[np.uint16]  # by both totals' numbers and both next cards: class × 4 + cards beyond four


def compile_totals(dealing: Dealing, points: frozenset[int]) -> Totals:
    """Reducing is a staircase in every scoring there is; one with too many steps is left unreduced."""
    lowest, values = min(points), max(points) - min(points) + 1
    reduced = [dealing.scoring.reduce(2 * lowest + number) for number in range(2 * values - 1)]
    low = min(reduced)
    shifts = [total - low - number for number, total in enumerate(reduced)]
    steps = {number: shift - before for number, (before, shift) in enumerate(pairwise((0, *shifts))) if shift != before}
    if len(steps) > STEPS_MAX:
        return Totals(values, tuple(reduced), {})
    return Totals(values, tuple(range(low, max(reduced) + 1)), steps)


Draws = Mapping[int, tuple[int, Numbers]]  # by the second byte of a card's word: its points, and its kinds to a count


def compile_paths(dealing: Dealing, draws: Draws, counting: Counting, kind_bits: int) -> Paths:
    points = frozenset(points for points, _ in draws.values())
    totals = compile_totals(dealing, points)
    third_kinds = totals.values << kind_bits
    size = len(totals.totals) ** 2 * third_kinds**2
    if size > PATHS_MAX:
        raise CannotSimulate(f"its cards make {size:,} ways to go on, and simulation holds {PATHS_MAX:,}")
    numbers: dict[CoupClass, int] = {}
    table = np.zeros((len(totals.totals), len(totals.totals), third_kinds, third_kinds), dtype=np.uint16)
    reachable = {dealing.scoring.total(first, second) for first, second in product(points, repeat=2)}
    for (player_number, player_total), (banker_number, banker_total) in product(enumerate(totals.totals), repeat=2):
        if player_total in reachable and banker_total in reachable:
            walk = _Walk(dealing, draws, counting, numbers, table[player_number, banker_number])
            walk.go(Showing(player_total), Showing(banker_total))
    if len(numbers) > CLASSES_MAX:
        raise CannotSimulate(f"it has {len(numbers):,} kinds of result, and simulation holds {CLASSES_MAX:,}")
    return Paths(totals, third_kinds, tuple(numbers), table.reshape(-1))


@dataclass(frozen=True)
class _Walk:
    """All coups that go on from two hands."""

    dealing: Dealing
    draws: Draws
    counting: Counting
    numbers: dict[CoupClass, int]
    table: npt.NDArray[np.uint16]

    def go(self, player: Showing, banker: Showing, drawn: tuple[int, ...] = (), sides: tuple[Side, ...] = ()) -> None:
        side = self.dealing.drawing.next_to_draw(player, banker)
        if side is None:
            tally = self.counting.of_thirds(tuple(self.draws[each][1] for each in drawn))
            seen = CoupClass(self.dealing.result(player, banker), sides, tally)
            number = self.numbers.setdefault(seen, len(self.numbers))
            self.table[drawn] = (number << 2 | len(sides)) & 0xFFFF
            return
        assert side not in sides, f"the drawing rule deals {side.label} a fourth card"
        for each, (third, _) in self.draws.items():
            hands = (Showing(player.total, third), banker) if side is PLAYER else (player, Showing(banker.total, third))
            self.go(*hands, (*drawn, each), (*sides, side))
