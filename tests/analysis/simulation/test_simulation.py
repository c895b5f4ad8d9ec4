"""Simulated means agree with exact values, and depend on the seed alone."""

import os
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from punto.analysis.odds.house_edge import book_odds
from punto.analysis.simulation import table_cache
from punto.analysis.simulation.blocks import BLOCK_COUPS, blocks, play_in_threads
from punto.analysis.simulation.chi_square import chi_square, chi_square_tail
from punto.analysis.simulation.limits import COUPS_MAX, SEED_MAX, CannotSimulate
from punto.analysis.simulation.simulation import Simulation
from punto.analysis.simulation.tables import SimulationTables, compile_tables
from punto.books import EVERY_BOOK, INTERBLOCK, SA
from punto.rules import RuleBook
from tests.analysis.simulation.test_kernel import ODD_FEW

COUPS = 3 * BLOCK_COUPS + 12_345


def simulated(book: RuleBook, coups: int = COUPS, seed: int = 11, threads: int = 1) -> Simulation:
    tables = compile_tables(book)
    simulation = Simulation(book, tables)
    for tally in play_in_threads(tables, blocks(coups, seed), threads):
        simulation.add(tally)
    return simulation


@pytest.mark.parametrize("book", [*EVERY_BOOK, ODD_FEW], ids=lambda book: book.id)
def test_every_bet_comes_to_its_exact_value(book: RuleBook) -> None:
    simulation = simulated(book)
    assert simulation.coups == COUPS
    assert simulation.chi_square().p_value > 0.001
    for each, exact in zip(simulation.bets(), book_odds(book).bets, strict=True):
        assert each.exact_ev == exact.ev, "priced by the lines that settle"
        assert each.z_score is not None
        assert abs(each.z_score) < 4, each.bet.id
        assert each.standard_error == pytest.approx(exact.standard_deviation / simulation.coups_compared**0.5)


def test_a_wrong_chance_is_found_out() -> None:
    """The same counts against chances in which one outcome is a tenth too likely at another's cost."""
    simulation = simulated(SA)
    chances = simulation.tables.ways / simulation.tables.orderings
    wrong = chances.copy()
    one, other = np.argsort(chances)[-2:]
    wrong[one] += chances[one] / 10
    wrong[other] -= chances[one] / 10
    right = chi_square(simulation.always, chances, simulation.scatter, simulation.blocks)
    found = chi_square(simulation.always, wrong, simulation.scatter, simulation.blocks)
    assert right.p_value > 0.001
    assert found.p_value < 1e-6


@pytest.mark.parametrize("threads", [2, 3])
def test_the_result_is_the_same_whatever_the_threads(threads: int) -> None:
    one, many = simulated(INTERBLOCK), simulated(INTERBLOCK, threads=threads)
    assert (one.always == many.always).all()
    assert (one.rest == many.rest).all()
    assert (one.scatter == many.scatter).all(), "to the last bit"
    assert one.bets() == many.bets()


def test_another_seed_gives_another_result() -> None:
    assert (simulated(INTERBLOCK, coups=10_000).always != simulated(INTERBLOCK, coups=10_000, seed=12).always).any()


@pytest.mark.parametrize("coups", [1, 5, 400, 1_000, 12_345])
def test_exactly_as_many_coups_are_played_as_asked(coups: int) -> None:
    simulation = simulated(INTERBLOCK, coups)
    assert simulation.coups == coups == simulation.always.sum() + simulation.rest.sum()


@pytest.mark.parametrize(
    ("coups", "seed", "says"),
    [
        (0, 1, "from 1 to 1,000,000,000,000,000 rounds can be played, not 0"),
        (-5, 1, "not -5"),
        (COUPS_MAX + 1, 1, "rounds can be played"),
        (1, -1, "a seed is a whole number from 0 to 18446744073709551615, not -1"),
        (1, SEED_MAX + 1, "a seed is"),
    ],
)
def test_numbers_out_of_range_are_refused(coups: int, seed: int, says: str) -> None:
    with pytest.raises(CannotSimulate, match=says):
        blocks(coups, seed)


@pytest.mark.parametrize(
    ("statistic", "degrees_of_freedom", "tail"),
    [  # printed tables of the distribution
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (2.558, 10, 0.99),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (77.929, 100, 0.95),
        (149.449, 100, 0.001),
        (1_074.679, 1_000, 0.05),
        (0, 5, 1),
    ],
)
def test_the_tail_of_chi_square(statistic: float, degrees_of_freedom: int, tail: float) -> None:
    assert chi_square_tail(statistic, degrees_of_freedom) == pytest.approx(tail, rel=1e-3)


def test_tables_are_kept_on_disk_and_read_back_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = table_cache.cached_tables(SA)
    monkeypatch.setattr(table_cache, "compile_tables", lambda *_: pytest.fail("they should be read"))
    read = table_cache.cached_tables(SA)
    for each in fields(SimulationTables):
        assert np.array_equal(getattr(made, each.name), getattr(read, each.name)), each.name
        assert type(getattr(made, each.name)) is type(getattr(read, each.name))


def test_a_damaged_or_outdated_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    table_cache.cached_tables(SA)
    [file] = (tmp_path / "punto").iterdir()
    file.write_bytes(file.read_bytes()[:5_000])
    assert table_cache.cached_tables(SA).cells == compile_tables(SA).cells
    monkeypatch.setattr(table_cache, "source_hash", lambda _: "other sources")
    table_cache.cached_tables(SA)
    assert len(list((tmp_path / "punto").iterdir())) == 1, "the old one is gone"


def test_without_a_folder_to_write_tables_are_made_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert table_cache.cached_tables(SA).cells == compile_tables(SA).cells
    assert os.listdir(tmp_path) == ["file"]
