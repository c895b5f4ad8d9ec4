"""Torture finds nothing, finds the same each time, and would find something if there were something to find."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from punto.ledger.journal import Journal
from punto.server.store.interface import Change, Given, Outcome
from punto.server.table_stream import TableStream
from punto.server.torture.faults import AuditedStore, SqliteInProcess
from punto.server.torture.simulation import Result, simulate
from punto.table.events import CoupSettled, Event
from punto.table.money import journal_for
from punto.table.state import Table
from tests.cli.terminal import Terminal

BATCHES, SEEDS_IN_A_BATCH = 10, 10


def play(seed: int, folder: Path, kind: type[SqliteInProcess] = SqliteInProcess) -> Result:
    async def open_store() -> AuditedStore:
        return kind(str(folder / f"{seed}.db"))

    return asyncio.run(simulate(seed, open_store))


def play_many(folder: Path, kind: type[SqliteInProcess] = SqliteInProcess) -> None:
    for seed in range(30):
        play(seed, folder, kind)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_promise_is_broken(batch: int, tmp_path: Path) -> None:
    results = [play(seed, tmp_path) for seed in range(batch * SEEDS_IN_A_BATCH, (batch + 1) * SEEDS_IN_A_BATCH)]
    assert sum(result.crashes for result in results) > SEEDS_IN_A_BATCH
    assert sum(result.wagers_settled for result in results) > SEEDS_IN_A_BATCH


def test_the_same_seed_gives_the_same_log(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first = play(7, tmp_path).log
    assert play(7, tmp_path / "again").log == first
    assert play(8, tmp_path).log != first


class DoublingStore(SqliteInProcess):
    """Takes every command for new."""

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        return await super().commit([Change(c.stream, c.epoch, c.version, c.events, c.journal) for c in changes])

    async def answer_to(self, command: str) -> Given | None:
        return await super().answer_to(f"not {command}")


def test_a_store_that_doubles_commands_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="was answered"):
        play_many(tmp_path, DoublingStore)


def test_a_cent_that_is_lost_in_settlement_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = journal_for

    def leaky(table: Table, event: Event) -> Journal:
        journal = honest(table, event)
        return Journal({}) if isinstance(event, CoupSettled) and event.wagers else journal

    monkeypatch.setattr("punto.server.deciding.journal_for", leaky)
    with pytest.raises(AssertionError, match="money follows events"):
        play_many(tmp_path)


def test_a_state_that_does_not_survive_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = TableStream.open

    async def forgetful(*arguments: object) -> TableStream:
        stream = await honest(*arguments)  # type: ignore[arg-type]
        if stream.version > 5:
            stream.table = Table(stream.table.config, stream.table.book)
        return stream

    monkeypatch.setattr(TableStream, "open", forgetful)
    with pytest.raises(AssertionError, match="folding the events gives the live table"):
        play_many(tmp_path)


def test_the_command_plays_seeds_and_keeps_a_log(terminal: Terminal, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    ran = terminal.run("torture", "--seeds", "2", "--first", "3", "--log", str(log))
    assert ran.code == 0
    assert ran.printed.startswith("2 seeds: ")
    assert ran.printed.endswith("no promise broken\n")
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("seed ")] == ["seed 3", "seed 4"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seeds", "0"], "Invalid value for '--seeds'"),
        (["--seeds", "1", "--log", "{folder}"], "--log: {folder}: Is a directory"),
    ],
)
def test_what_cannot_be_played(terminal: Terminal, tmp_path: Path, arguments: list[str], says: str) -> None:
    ran = terminal.run("torture", *(argument.format(folder=tmp_path) for argument in arguments))
    assert ran.code == 2
    assert says.format(folder=tmp_path) in ran.refused
