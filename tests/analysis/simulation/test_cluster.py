"""A real cluster of two workers, each a process of its own, plays what one machine plays."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest
from distributed import LocalCluster

from punto.analysis.simulation.blocks import BLOCK_COUPS, blocks, play_in_threads
from punto.analysis.simulation.cluster import NoCluster, tallies_of_cluster
from punto.analysis.simulation.simulation import Simulation
from punto.analysis.simulation.tables import compile_tables
from punto.books import SQUEEZE
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.filterwarnings("default")  # of Dask's own clean-up

COUPS = 3 * BLOCK_COUPS + 100


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
    ) as cluster:
        yield cluster.scheduler_address


def test_two_workers_give_what_one_machine_gives(address: str) -> None:
    tables = compile_tables(SQUEEZE)
    here, there = Simulation(SQUEEZE, tables), Simulation(SQUEEZE, tables)
    for tally in play_in_threads(tables, blocks(COUPS, seed=4), threads=1):
        here.add(tally)
    with tallies_of_cluster(address, tables, blocks(COUPS, seed=4)) as tallies:
        for tally in tallies:
            there.add(tally)
    assert there.coups == COUPS
    assert (there.always == here.always).all()
    assert (there.rest == here.rest).all()
    assert there.bets() == here.bets()
    assert there.chi_square() == here.chi_square()


def test_the_command_plays_on_a_cluster(terminal: Terminal, address: str) -> None:
    def told(*more: str) -> object:
        ran = terminal.run("simulate", "interblock", "--coups", "2500000", "--seed", "3", "--json", *more)
        assert ran.code == 0, ran.refused
        result = json.loads(ran.printed)
        return {name: result[name] for name in ("coups", "shoes", "chi_square", "bets")}

    assert told("--cluster", address) == told()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:99999999"])
def test_no_scheduler_is_refused_in_one_line(terminal: Terminal, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.analysis.simulation.cluster.CONNECT_SECONDS", 1)
    ran = terminal.run("simulate", "interblock", "--coups", "10", "--cluster", address)
    assert ran.code == 2
    assert ran.refused.startswith(f"punto: --cluster: no Dask scheduler answers at {address}: ")
    assert ran.refused.count("\n") == 1


def test_without_dask_it_says_what_to_install(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # as if it were not installed
    ran = terminal.run("simulate", "interblock", "--coups", "10", "--cluster", "tcp://127.0.0.1:9")
    assert ran.refused == "punto: --cluster: it needs Dask: pip install '.[cluster]' in Punto's folder\n"


def test_a_scheduler_without_workers_is_refused() -> None:
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=logging.CRITICAL) as cluster,
        pytest.raises(NoCluster, match="has no workers"),
        tallies_of_cluster(cluster.scheduler_address, compile_tables(SQUEEZE), blocks(10, seed=1)),
    ):
        pytest.fail("nobody can play")
