"""Processes packed on cores, and the ratio that follows from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.cores import middle, ratio
from bench.packing import COMPARED_MAX, fullest, packed
from bench.processes import spent_between

LOADS = st.dictionaries(st.text("abcdefghijklmnop", min_size=1, max_size=3), st.integers(0, 100), max_size=6)


def test_the_fuller_core_has_as_little_to_do_as_can_be() -> None:
    loads = {"floor": 60.0, "edge": 30.0, "store": 20.0, "parent": 1.0}
    assert packed(loads, 2) == (("floor",), ("edge", "store", "parent"))
    assert fullest(loads, packed(loads, 2)) == 60.0


def test_the_heaviest_first_is_not_always_the_best() -> None:
    loads = {"a": 3.0, "b": 3.0, "c": 2.0, "d": 2.0, "e": 2.0}
    assert fullest(loads, packed(loads, 2)) == 6.0


def test_one_core_has_everything() -> None:
    assert fullest({"floor": 60.0, "edge": 30.0}, packed({"floor": 60.0, "edge": 30.0}, 1)) == 90.0


@given(LOADS)
def test_everything_is_on_one_core_and_no_process_is_split(loads: dict[str, int]) -> None:
    cores = packed(loads, 2)
    assert sorted(name for core in cores for name in core) == sorted(loads)
    assert max([sum(loads.values()) / 2, *loads.values()]) <= fullest(loads, cores) <= sum(loads.values())


def test_many_small_processes_fill_the_emptier_core() -> None:
    loads = {"floor": 50.0} | {f"backend {number:02}": 1.0 for number in range(2 * COMPARED_MAX)}
    assert packed(loads, 2)[0] == ("floor",)


def test_the_ratio_is_the_middle_one_of_all_pairs() -> None:
    cores = (("floor",), ("edge", "store"))
    pairs = [({"server": one}, {"floor": 50.0, "edge": 10.0, "store": 5.0}) for one in (80.0, 100.0, 900.0)]
    assert ratio(pairs, cores) == pytest.approx(2.0)


def test_a_process_that_was_not_there_was_idle() -> None:
    assert middle([{"floor": 4.0}, {"floor": 6.0, "worker": 9.0}, {"floor": 5.0}]) == {"floor": 5.0, "worker": 0.0}
    assert ratio([({"server": 8.0}, {"floor": 4.0})], (("floor",), ("worker",))) == pytest.approx(2.0)


def test_sessions_that_take_over_from_one_another_are_known_by_rank() -> None:
    before = {"floor": 1.0, "PostgreSQL 71": 4.0, "PostgreSQL 72": 6.0}
    after = {"floor": 3.0, "PostgreSQL 71": 5.0, "PostgreSQL 72": 9.0, "PostgreSQL 80": 2.0}
    spent = {"floor": 2.0, "PostgreSQL 1": 3.0, "PostgreSQL 2": 2.0, "PostgreSQL 3": 1.0}
    assert spent_between(before, after) == spent
