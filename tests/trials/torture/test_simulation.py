"""Torture finds nothing, finds the same each time, and would find something if there were something to find."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.ledger.accounts import Account as LedgerAccount
from punto.ledger.journal import Journal
from punto.rules.rulebook import RuleBook
from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.store.interface import EventStore, Store
from punto.server.store.values import Change, Given, Outcome
from punto.server.streams.kept_answers import KeptAnswers
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import ReadLog, read_log
from punto.table.config import TableConfig
from punto.table.money import Move, Settle, journal_of
from punto.table.state import Instant, Table
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.simulation import Result, simulate
from punto.trials.torture.stores import Place
from tests.cli.terminal import Terminal
from tests.server.store.postgres_server import running_postgres

BATCHES, SEEDS_IN_A_BATCH = 6, 10
SEEDS_TO_FIND = BATCHES * SEEDS_IN_A_BATCH
TRIED = (
    "id_was_used",
    "comes once more",
    "the clock is set",
    "a second server has jade, ruby",
    "race",
    "logins race",
    "lost after the commit",
    "streams have lost their end",
    "rewound, no streams",  # since the copy there were answers at most, which left no event and may be lost with it
)


def play(seed: int, folder: Path, kind: type[SqliteInProcess] = SqliteInProcess) -> Result:
    place = Place(file=str(folder / f"{seed}.db"))

    async def open_store() -> Store:
        return kind(place.file)

    return asyncio.run(simulate(seed, place, open_store))


def play_many(folder: Path, kind: type[SqliteInProcess] = SqliteInProcess) -> None:
    for seed in range(SEEDS_TO_FIND):
        play(seed, folder, kind)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_promise_is_broken(batch: int, tmp_path: Path) -> None:
    results = [play(seed, tmp_path) for seed in range(batch * SEEDS_IN_A_BATCH, (batch + 1) * SEEDS_IN_A_BATCH)]
    assert sum(result.crashes for result in results) > SEEDS_IN_A_BATCH
    assert sum(result.wagers_settled for result in results) > 0


def test_every_fault_is_tried(tmp_path: Path) -> None:
    untried = set(TRIED)
    for seed in range(SEEDS_TO_FIND):
        said = "\n".join(play(seed, tmp_path).log)
        untried = {fault for fault in untried if fault not in said}
        if not untried:
            return
    raise AssertionError(f"not in {SEEDS_TO_FIND} seeds: {untried}")


def test_the_same_seed_gives_the_same_log(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first = play(7, tmp_path).log
    assert play(7, tmp_path / "again").log == first
    assert play(8, tmp_path).log != first


def test_a_seed_gives_the_same_log_on_both_engines(tmp_path: Path) -> None:
    with running_postgres() as address:
        for seed in (3, 4):
            place = Place(file=str(tmp_path / "postgres"), address=address, schema=f"torture_{seed}")
            assert asyncio.run(simulate(seed, place)).log == play(seed, tmp_path).log


# --- would it find anything? ------------------------------------------------------------------------------------------


class DoublingStore(SqliteInProcess):
    """Takes every command for new."""

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        return await super().commit([Change(c.stream, c.epoch, c.version, c.events, c.journal) for c in changes])

    async def answer_to(self, command: str) -> Given | None:
        return await super().answer_to(f"not {command}")


class ForgetfulStore(SqliteInProcess):
    """Forgets answers with the shoe."""

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        outcomes = await super().commit(changes)
        if any(b"ShoeEnded" in body or b"ShoeAbandoned" in body for each in changes for body in each.events):
            await self.forget_answers(2**62, 1, 100_000)
        return outcomes


class TrustingStore(SqliteInProcess):
    """Takes whatever comes under a known id for the same."""

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        return await super().commit([replace(change, digest=b"") for change in changes])


class UnorderedStore(SqliteInProcess):
    """What arrives last stands."""

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:  # noqa: ARG002
        return await super().keep_record(kind, name, body)


class UnguardedStore(SqliteInProcess):
    """Knows nothing of a lease."""

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        pass


@pytest.mark.parametrize(
    ("store", "broken"),
    [
        (DoublingStore, "was answered"),
        (ForgetfulStore, "was answered"),
        (TrustingStore, "a different command under it was answered"),
        (UnorderedStore, r"the last write of \w+ stands"),
        (UnguardedStore, "a process that has lost the floor can still"),
    ],
)
def test_a_store_that_breaks_a_promise_is_found_out(tmp_path: Path, store: type[SqliteInProcess], broken: str) -> None:
    with pytest.raises(AssertionError, match=broken):
        play_many(tmp_path, store)


async def never(*_: object) -> bool:
    return False


def test_a_floor_that_is_set_back_and_deals_on_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.trials.torture.process.was_set_back", never)
    with pytest.raises(AssertionError, match="no card is dealt that anybody may know"):
        play_many(tmp_path)


async def no_loss(*_: object) -> None:
    return None


def test_a_store_that_has_lost_its_end_and_is_not_missed_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.trials.torture.simulation.loss_of", no_loss)
    with pytest.raises(AssertionError, match="the heads reveal that acknowledged events are lost"):
        play_many(tmp_path)


async def begun_at_once(_: Accounts, account: Account, begin: Callable[[Account], Awaitable[str]]) -> str:
    return await begin(account)


def test_a_session_of_an_old_role_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Accounts, "admit", begun_at_once)
    with pytest.raises(AssertionError, match="no session"):
        play_many(tmp_path)


def test_answers_that_a_leap_of_the_clock_makes_old_are_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_the_clock_alone(kept: KeptAnswers, now: Instant, _: int) -> Instant:
        return now - kept._keep_ms

    monkeypatch.setattr(KeptAnswers, "_before", by_the_clock_alone)
    with pytest.raises(AssertionError, match="was answered"):
        play_many(tmp_path)


def test_a_cent_that_is_lost_in_settlement_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(move: Move, stakes: LedgerAccount) -> Journal:
        return Journal({}) if isinstance(move, Settle) and move.patrons else journal_of(move, stakes)

    monkeypatch.setattr("punto.server.streams.wallets.ledger_wallet.journal_of", leaky)
    with pytest.raises(AssertionError, match="money follows events"):
        play_many(tmp_path)


def test_a_state_that_does_not_survive_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forgetful(
        store: EventStore, config: TableConfig, book: RuleBook, notes: LogNotes | None = None
    ) -> ReadLog:
        log = await read_log(store, config, book, notes)
        return replace(log, table=Table(config, book)) if log.version > 5 else log

    monkeypatch.setattr("punto.trials.torture.process.read_log", forgetful)
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
