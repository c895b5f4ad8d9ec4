"""The capacity model against the simulation: they agree on every queue, and on the one that gives way first."""

from dataclasses import fields, replace
from math import ceil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.scale.__main__ import tables, written
from bench.scale.costs import SHARED_BATCHES, Costs
from bench.scale.model import TARGET, Load, Needs, Resource, needs
from bench.scale.simulation import Seen, simulate
from bench.scale.sizing import fits, floors_for, with_enough_edges

ROUNDS = 6
PLAYED = 8_000  # patrons times rounds, so that chance hardly shows
TOLERANCE = 0.05  # of a queue's utilisation
COMMITS_TOLERANCE = 0.15  # the model's gathering knows no bursts
BUSY = 0.6  # the busiest queue of a fair comparison


def at(share: float, costs: Costs, load: Load) -> Costs:
    """On a machine so slow that the busiest queue is this busy."""
    return costs.slowed(share / max(needs(costs, load).utilisation.values()))


def differs(model: Needs, seen: Seen) -> dict[Resource, float]:
    return {
        each: abs(seen.utilisation[each] / utilisation - 1)
        for each, utilisation in model.utilisation.items()
        if abs(seen.utilisation[each] / utilisation - 1) > TOLERANCE
    }


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    tables=st.integers(4, 30),
    followers=st.integers(10, 60),
    edges=st.integers(1, 6),
    lobby=st.sampled_from((0.0, 0.05, 0.3)),
    lobby_page=st.sampled_from((None, 3)),
    bettors=st.sampled_from((0.3, 0.7, 1.0)),
    bets=st.integers(1, 4),
    burst=st.sampled_from((0.2, 0.5, 0.9)),
)
def test_model_and_simulation_agree_on_every_queue(
    tables: int,
    followers: int,
    edges: int,
    lobby: float,
    lobby_page: int | None,
    bettors: float,
    bets: int,
    burst: float,
) -> None:
    load = Load(
        tables * followers, tables, edges, lobby=lobby, lobby_page=lobby_page, bettors=bettors, bets=bets, burst=burst
    )
    costs = at(BUSY, Costs(), load)
    model, seen = needs(costs, load), simulate(costs, load, rounds=ceil(PLAYED / load.patrons))
    assert differs(model, seen) == {}
    assert seen.explodes is None


SMALL = Load(patrons=400, tables=8, edges=2)
FIRST = (
    # what gives way first     because                              where
    (Resource.FLOOR, Costs(), SMALL),
    (Resource.STORE, Costs(store_bet_us=400), SMALL),
    (Resource.EDGES, Costs(edge_message_us=40), SMALL),
    (Resource.EDGES, Costs(), Load(patrons=2_000, tables=4, edges=1, lobby=0.8, bettors=0.1, bets=1)),  # the lobby
    (Resource.BUS, Costs(bus_bytes_a_second=5e5), SMALL),
)


@pytest.mark.parametrize(("first", "costs", "load"), FIRST)
def test_the_queue_that_explodes_is_the_one_the_model_names(first: Resource, costs: Costs, load: Load) -> None:
    assert needs(costs, load).saturates_first is first
    calm, flooded = (simulate(at(share, costs, load), load, ROUNDS) for share in (0.8, 1.3))
    assert calm.explodes is None
    assert flooded.explodes is first


OF_NO_QUEUE = {
    "store_commit_us",  # gathered: it sets how many commits there are, not how much work
    "floor_connection_bytes",
    "edge_connection_bytes",
    "table_bytes",
    "event_stored_bytes",
}
WEIGHTY = {"floor_bet_us", "floor_event_us", "edge_message_us", "store_bet_us", "bet_bytes"}
OF_QUEUES = [
    each.name for each in fields(Costs) if each.name.endswith(("_us", "_bytes")) and each.name not in OF_NO_QUEUE
]


@pytest.mark.parametrize("name", OF_QUEUES)
def test_a_wrong_cost_is_noticed(name: str) -> None:
    """The model's is too high: by half, or tenfold where little hangs on it."""
    costs = at(BUSY, Costs(), SMALL)
    wrong = replace(costs, **{name: (1.5 if name in WEIGHTY else 10) * getattr(costs, name)})
    seen = simulate(costs, SMALL, 2 * ROUNDS)
    assert differs(needs(costs, SMALL), seen) == {}
    assert differs(needs(wrong, SMALL), seen)


@pytest.mark.parametrize("name", sorted(OF_NO_QUEUE))
def test_every_other_cost_shows_in_what_is_needed(name: str) -> None:
    wrong = replace(Costs(), **{name: 2 * getattr(Costs(), name)})
    assert needs(wrong, SMALL) != needs(Costs(), SMALL)


@pytest.mark.parametrize("commit_us", [200, 2_000, 20_000])
def test_commits_gather_as_the_model_says(commit_us: float) -> None:
    load, costs = replace(SMALL, burst=0.2), Costs(store_commit_us=commit_us)
    expected = needs(costs, load).commits_a_second
    assert simulate(costs, load, ROUNDS).commits_a_second == pytest.approx(expected, rel=COMMITS_TOLERANCE)


def test_waiting_grows_long_before_a_queue_explodes() -> None:
    waits = [simulate(at(share, Costs(), SMALL), SMALL, ROUNDS).waiting_p99_ms[Resource.FLOOR] for share in (0.2, 0.9)]
    slower = 0.9 / 0.2
    assert waits[1] > 2 * slower * waits[0]  # more than the slower machine alone explains


@settings(max_examples=20, deadline=None)
@given(patrons=st.integers(1_000, 2_000_000), followers=st.integers(5, 500))
def test_a_crowd_is_split_into_as_few_floors_as_carry_it(patrons: int, followers: int) -> None:
    load = Load(patrons, max(1, patrons // followers), 1)
    floors = floors_for(SHARED_BATCHES, load)
    sized = with_enough_edges(SHARED_BATCHES, load.split(floors))
    assert needs(SHARED_BATCHES, sized).utilisation[Resource.EDGES] <= TARGET
    if floors < load.tables:
        assert fits(needs(SHARED_BATCHES, sized))
    if floors > 1:
        assert not fits(needs(SHARED_BATCHES, with_enough_edges(SHARED_BATCHES, load.split(floors - 1))))


@pytest.mark.parametrize(("title", "rows"), [(title, written(rows)) for title, rows in tables()])
def test_the_page_has_what_the_model_says(title: str, rows: list[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8").splitlines()
    assert [row for row in rows if row not in page] == [], f"{title}: run `python -m bench.scale` and copy it"
