"""A few seeds of the simulation of several nodes; `python -m bench.edge_torture` plays thousands."""

from pathlib import Path

import pytest

from tests.server.edges.simulation import play
from tests.server.edges.virtual_time import run


@pytest.mark.parametrize("seed", [3, 4, 7])  # between them every kind of blow, and zombies that wake up
def test_no_bet_is_lost_doubled_or_refused_and_no_socket_closed_whatever_becomes_of_floors(
    seed: int, tmp_path: Path
) -> None:
    played = run(play(seed, tmp_path))
    assert played.floors > 2
    assert played.zombies > 0


def test_a_seed_is_played_the_same_way_each_time(tmp_path: Path) -> None:
    played = []
    for name in ("once", "again"):
        (tmp_path / name).mkdir()
        played.append(run(play(1, tmp_path / name, blows=2)))
    assert played[0] == played[1]
