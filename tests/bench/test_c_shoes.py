"""The C program that `make bench` measures simulation by plays the same shoes and counts the same."""

import shutil
from pathlib import Path

import pytest

from bench.c_shoes.c_program import CProgram
from punto.analysis.simulation.blocks import Block, play
from punto.analysis.simulation.tables import compile_tables
from punto.books import SA

SEED = 5


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc builds the program")
def test_the_c_program_and_the_kernel_count_the_same_wins(tmp_path: Path) -> None:
    run, wins = CProgram(tmp_path).play(coups=400_000, seed=SEED)
    tables = compile_tables(SA)
    tally = play(tables, Block(SEED, number=0, coups=run.coups))
    counts = tally.always + tally.rest
    found = {}
    for place, bet in enumerate(SA.bets):
        pays = [line.pays > 0 for line in bet.lines] + [False]
        found[bet.id] = sum(
            int(count) for count, line in zip(counts, tables.lines[:, place], strict=True) if pays[line]
        )
    assert wins == {bet: found[bet] for bet in wins}
    assert {"player", "banker", "tie", "perfect-pair"} <= wins.keys()
