"""A few seeds of the simulation with pits; `python -m bench.pit_torture` plays thousands."""

from contextlib import ExitStack

import pytest

from tests.server.pits.broken_rules import BROKEN_RULES
from tests.server.pits.simulation import play

NOTICED = {
    "a pit claims a table whatever happened since it was lent": 8,
    "a commit is stored at any epoch of its stream": 6,
    "a pit plays on without its floor, which does not claim": 1,
    "what was not answered is asked again by another id": 2,
    "a pit never forgets a purse": 4,
    "nobody checks the lease": 2,
    "patrons with own limits take no turns": 5,
    "rounds that the last floor had not recorded do not count": 11,
}  # first by the simulation with about this seed
SEEDS_TO_NOTICE = 100


@pytest.mark.parametrize("first", range(1, 25, 4))
def test_no_coup_has_two_results_and_no_wager_is_lost_or_doubled_whatever_becomes_of_nodes(first: int) -> None:
    played = [play(seed) for seed in range(first, first + 4)]
    assert all(each.coups > 0 for each in played)
    assert sum(each.accepted for each in played) > 50
    assert sum(each.loans for each in played) > 0


def test_a_seed_is_played_the_same_way_each_time() -> None:
    assert play(2) == play(2)


@pytest.mark.parametrize("rule", BROKEN_RULES)
def test_a_broken_rule_is_noticed(rule: str) -> None:
    """Whatever changes the course of a seed makes another one notice."""
    with ExitStack() as broken:
        for each in BROKEN_RULES[rule]():
            broken.enter_context(each)
        assert any(is_noticed(seed) for seed in range(NOTICED[rule], NOTICED[rule] + SEEDS_TO_NOTICE))


def is_noticed(seed: int) -> bool:
    try:
        play(seed)
    except AssertionError:
        return True
    return False
