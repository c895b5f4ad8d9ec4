"""The count of `count_coups`, in closed form and machine code: orderings by result for any cards left.

Nothing here knows a rule; the plan says which points make which total and where two totals and third cards end. Hands
with the same total are one group, and sums over a group are kept ready: when the cards x and y leave the shoe, the
ordered pairs of a group lose 2(r_x + r_y) − 2(β_xx + β_yy + β_xy), r being the cards that complete x or y to the group.
With whole numbers the count is exact; with floats it is so too while all orderings of six are below 2⁵³.
"""

import numpy as np

from punto.analysis.native import compiled
from punto.analysis.solver.faces import count_pairs, count_view
from punto.analysis.solver.plan import Counted, PlanArrays


@compiled
def count_ways(plan: PlanArrays, left: Counted, ways: Counted) -> None:
    """Fill `ways` with the number of orderings that end on each line of each bet; `left` counts cards by face."""
    points = np.zeros(plan.group_of.shape[0], dtype=left.dtype)
    for face in range(len(left)):
        points[plan.points_of[face]] += left[face]
    reach, held = _group_sums(plan, points)
    results = _count_results(plan, points, reach, held)
    ways[:] = 0
    _add_lines(plan.result_lines, results, ways)
    if plan.pair_lines.shape[0]:
        _add_lines(plan.pair_lines, count_pairs(plan, left), ways)
    for view in range(len(plan.view_hands) - 1):
        outcomes = count_view(plan, view, left, points, reach, held, results)
        _add_lines(plan.view_lines[plan.view_bets[view] : plan.view_bets[view + 1]], outcomes, ways)


@compiled
def count_ways_of_many(plan: PlanArrays, shoes: Counted, ways: Counted) -> None:
    """The same for many shoes, a row each."""
    for row in range(shoes.shape[0]):
        count_ways(plan, shoes[row], ways[row])


@compiled
def _add_lines(lines: Counted, outcomes: Counted, ways: Counted) -> None:
    for bet in range(lines.shape[0]):
        for outcome in range(len(outcomes)):
            if lines[bet, outcome] >= 0:
                ways[lines[bet, outcome]] += outcomes[outcome]


@compiled
def _group_sums(plan: PlanArrays, points: Counted) -> tuple[Counted, Counted]:
    """For each card and group the cards that complete it to the group; for each group its ordered pairs."""
    size, groups = plan.group_of.shape[0], plan.pair_of.shape[0]
    reach = np.zeros((size, groups), dtype=points.dtype)
    held = np.zeros(groups, dtype=points.dtype)
    for one in range(size):
        for other in range(size):
            group = plan.group_of[one, other]
            reach[one, group] += points[other]
            held[group] += points[one] * (points[other] - (one == other))
    return reach, held


@compiled
def _count_results(plan: PlanArrays, points: Counted, reach: Counted, held: Counted) -> Counted:
    """Every pair of groups, finished by third cards; what no rule can deal falls into one place past the results."""
    size, groups = plan.group_of.shape[0], plan.pair_of.shape[0]
    cards = points.sum()
    dealt, taken, both = _count_hands(plan, points, reach, held)
    others = np.ascontiguousarray(reach.T) - plan.twin  # beside a card of a group, those that complete it
    results = np.zeros(plan.results + 1, dtype=points.dtype)
    out = np.empty(size, dtype=points.dtype)
    places, draws = plan.places[0], plan.draws[0]  # taken apart in the loop by index alone: a part costs more than it
    for player in range(groups):
        for banker in range(groups):
            ways = dealt[player, banker]
            if not draws[player, banker, 0]:
                results[places[player, banker, 0, 0]] += ways * (cards - 4) * (cards - 5)
                continue
            for card in range(size):
                out[card] = taken[player, card, banker] + taken[banker, card, player]
                once = (ways * points[card] - out[card]) * (cards - 5)
                results[places[player, banker, 0, card + 1]] += once
                results[places[player, banker, card + 1, 0]] += once
            which = player, banker
            _add_last_cards(plan.pair_of, plan.twin, places, draws, others, points, ways, out, which, results)
            _mend_pairs(plan.mate_start, plan.mates, places, draws, both, points, which, results)
    return results


@compiled
def _count_hands(plan: PlanArrays, points: Counted, reach: Counted, held: Counted) -> tuple[Counted, Counted, Counted]:
    """Ways to deal each pair of groups; the cards that the first of them takes; the same by its two cards."""
    size, groups = plan.group_of.shape[0], plan.pair_of.shape[0]
    dealt = np.zeros((groups, groups), dtype=points.dtype)
    taken = np.zeros((groups, size, groups), dtype=points.dtype)
    both = np.zeros((size, size, groups), dtype=points.dtype)
    for one in range(size):
        for other in range(one, size):
            ways = points[one] * (points[other] - (one == other)) * (1 if one == other else 2)
            group = plan.group_of[one, other]
            for opposite in range(groups):
                lost = 2 * (reach[one, opposite] + reach[other, opposite]) - plan.gone[one, other, opposite]
                joint = ways * (held[opposite] - lost)
                dealt[group, opposite] += joint
                taken[group, one, opposite] += joint
                taken[group, other, opposite] += joint
                both[one, other, opposite] = joint
                both[other, one, opposite] = joint
    return dealt, taken, both


@compiled
def _add_last_cards(
    pair_of: Counted,
    twin: Counted,
    places: Counted,
    draws: Counted,
    others: Counted,
    points: Counted,
    ways: float,
    out: Counted,
    which: tuple[int, int],
    results: Counted,
) -> None:
    """Both draw: for each two third cards Σ (x − the hands' x)(y − the hands' y), multiplied out."""
    player, banker = which
    for card in range(len(points)):
        if not draws[player, banker, card + 1]:
            continue
        here, out_here = points[card], out[card]
        mine, theirs = others[player, card], others[banker, card]
        for other in range(len(points)):
            in_mine, in_theirs = pair_of[player, card, other], pair_of[banker, card, other]
            crossed = (mine - in_mine) * (others[banker, other] - in_theirs)
            crossed += (theirs - in_theirs) * (others[player, other] - in_mine)
            found = points[other] * (here * (ways + 4 * crossed) - out_here) - here * out[other]
            results[places[player, banker, card + 1, other + 1]] += found
        crossed = 2 * (mine - twin[player, card]) * (theirs - twin[banker, card])
        same = 2 * out_here - here * (ways + 4 * crossed)  # the same card once more: a copy less
        results[places[player, banker, card + 1, card + 1]] += same


@compiled
def _mend_pairs(
    mate_start: Counted,
    mates: Counted,
    places: Counted,
    draws: Counted,
    both: Counted,
    points: Counted,
    which: tuple[int, int],
    results: Counted,
) -> None:
    """Where one hand holds both third cards' points, and where two hands would share one copy of a card."""
    player, banker = which
    for card in range(len(points)):
        if not draws[player, banker, card + 1]:
            continue
        for own, opposite in ((player, banker), (banker, player)):
            for place in range(mate_start[own, card], mate_start[own, card + 1]):
                mate = mates[place]
                held = both[card, mate, opposite] * (2 if mate == card else 1)
                results[places[player, banker, card + 1, mate + 1]] += held
                for other_place in range(mate_start[opposite, mate], mate_start[opposite, mate + 1]):
                    other = mates[other_place]
                    copies = points[mate] - (mate == card) - (mate == other)
                    shared = 4 * points[card] * (points[other] - (card == other)) * copies
                    results[places[player, banker, card + 1, other + 1]] -= shared
