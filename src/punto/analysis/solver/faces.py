"""The part of the fast count that looks at faces: pairs and the like on first-two hands, and hands of three.

Two kinds of bet are counted here. Those that ask about first-two hands only need no third cards: the hands of both
sides are counted by the atoms that hold (`count_pairs`). Those that ask about one side's faces and the result too start
from the results; each kind of hand for which an atom holds is then moved to where it belongs (`count_view`).
"""

import numpy as np

from punto.analysis.native import compiled
from punto.analysis.solver.plan import Counted, PlanArrays


@compiled
def count_pairs(plan: PlanArrays, left: Counted) -> Counted:
    """Orderings by the atoms that hold for Player's first two cards and for Banker's; place 0 is none on either."""
    kinds, cards = plan.pair_kinds, left.sum()
    single = np.zeros((2, kinds), dtype=left.dtype)
    near = np.zeros((kinds, len(left)), dtype=left.dtype)
    for row in range(len(plan.pair_rows)):
        side, first, second, kind, times = plan.pair_rows[row]
        single[side, kind] += times * left[first] * (left[second] - (first == second))
        if side == 1:
            near[kind, first] += times * left[second]
            near[kind, second] += times * left[first]
    joint = np.zeros((kinds, kinds), dtype=left.dtype)
    for row in range(len(plan.pair_rows)):
        side, first, second, kind, times = plan.pair_rows[row]
        if side == 0:
            ways = times * left[first] * (left[second] - (first == second))
            for other in range(1, kinds):
                lost = near[other, first] + near[other, second] - plan.pair_gone[row, other]
                joint[kind, other] += ways * (single[1, other] - lost)
    last_two_of_four = (cards - 2) * (cards - 3)
    for kind in range(1, kinds):
        joint[kind, 0] = single[0, kind] * last_two_of_four - joint[kind, 1:].sum()
        joint[0, kind] = single[1, kind] * last_two_of_four - joint[1:, kind].sum()
    joint[0, 0] = cards * (cards - 1) * last_two_of_four - joint.sum()
    joint *= (cards - 4) * (cards - 5)
    return joint.ravel()


@compiled
def count_view(
    plan: PlanArrays,
    view: int,
    left: Counted,
    points: Counted,
    reach: Counted,
    held: Counted,
    results: Counted,
) -> Counted:
    """Orderings by result and by the atoms that hold on one side: a row of results for each set of atoms."""
    outcomes = np.zeros((plan.view_kinds[view], len(results)), dtype=left.dtype)
    outcomes[0] = results
    for hand in range(plan.view_hands[view], plan.view_hands[view + 1]):
        side, first, second, third, before, after, group = plan.hands[hand]
        ways = _ways_to_hold(plan, hand, left)
        if ways == 0:
            continue
        now = points.copy()
        now[first] -= 1
        now[second] -= 1
        found = np.zeros(len(results), dtype=left.dtype)
        for opposite in range(plan.pair_of.shape[0]):
            lost = 2 * (reach[first, opposite] + reach[second, opposite]) - plan.gone[first, second, opposite]
            pair = plan.pair_of[opposite]
            near = reach[:, opposite] - pair[first] - pair[second]
            places, draws = plan.places[side, group, opposite], plan.draws[side, group, opposite]
            if third >= 0:
                _finish_three(ways, held[opposite] - lost, third, now, near, pair, places, draws, found)
            else:
                _finish_two(ways, held[opposite] - lost, now, near, pair, places, draws, found)
        outcomes[before] -= found
        outcomes[after] += found
    return outcomes.ravel()


@compiled
def _ways_to_hold(plan: PlanArrays, hand: int, left: Counted) -> float:
    ways: float = left[0] * 0
    for row in range(plan.hand_start[hand], plan.hand_start[hand + 1]):
        one, two, three, times = plan.hand_rows[row]
        found = times * left[one] * (left[two] - (one == two))
        if three >= 0:
            found *= left[three] - (three == one) - (three == two)
        ways += found
    return ways


@compiled
def _finish_two(
    ways: float,
    others: float,
    now: Counted,
    near: Counted,
    pair: Counted,
    places: Counted,
    draws: Counted,
    found: Counted,
) -> None:
    """Two given cards against the other side's group, of which there are `others`, with every pair of third cards."""
    size, cards = len(now), now.sum()
    if not draws[0]:
        found[places[0, 0]] += ways * others * (cards - 2) * (cards - 3)
        return
    for card in range(size):
        once = ways * now[card] * (others - 2 * near[card] + 2 * pair[card, card]) * (cards - 3)
        found[places[card + 1, 0]] += once
        found[places[0, card + 1]] += once
        if not draws[card + 1]:
            continue
        for other in range(size):
            again = pair[card, card] + pair[other, other] + pair[card, other]
            hands = others - 2 * (near[card] + near[other]) + 2 * again
            found[places[card + 1, other + 1]] += ways * now[card] * (now[other] - (card == other)) * hands


@compiled
def _finish_three(
    ways: float,
    others: float,
    third: int,
    now: Counted,
    near: Counted,
    pair: Counted,
    places: Counted,
    draws: Counted,
    found: Counted,
) -> None:
    """Three given cards, the third of them not yet out of `now`."""
    cards = now.sum()
    hands = others - 2 * near[third] + 2 * pair[third, third]
    found[places[third + 1, 0]] += ways * hands * (cards - 3)
    if not draws[third + 1]:
        return
    for card in range(len(now)):
        again = pair[third, third] + pair[card, card] + pair[third, card]
        hands = others - 2 * (near[third] + near[card]) + 2 * again
        found[places[third + 1, card + 1]] += ways * (now[card] - (card == third)) * hands
