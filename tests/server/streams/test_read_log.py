"""Reading a log gives the live state wherever it begins, and nobody is told of replayed events."""

import asyncio
from pathlib import Path

import pytest

from punto.server.streams import log_notes
from punto.server.streams import read_log as reading
from punto.server.streams.happened import Happened, is_public
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.table.commands import PatronWent, PlaceWager
from punto.table.events import BettingOpened
from punto.table.state import ShowingResult
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.floor import Shoes, due_at, house_request
from tests.server.streams.test_table_stream import BET_100, BOOK, CONFIG, NOW, on_a_table


def test_only_events_stored_from_now_on_are_observed(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        await stream.handle([BET_100], NOW)
        log, heard = await read_log(store, CONFIG, BOOK), list[Happened]()
        again = TableStream(store, LedgerWallet(store, CONFIG.currency), log, observer=heard.append)
        assert (again.table, again.version, heard) == (stream.table, stream.version, [])
        await again.handle([Request(PlaceWager("p2", "tie", 20), "p2:1")], NOW)
        assert [each.version for each in heard] == [stream.version + 1]

    on_a_table(test, tmp_path)


def test_the_tail_is_the_end_of_the_log_with_the_states_around_each_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "TAIL", 2)

    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        await stream.handle([BET_100], NOW)
        log = await read_log(store, CONFIG, BOOK)
        assert [each.version for each in log.tail] == [stream.version - 1, stream.version]
        assert log.tail[0].after == log.tail[1].before
        assert log.tail[1].after == log.table
        assert log.after(stream.version) == ()
        assert log.after(stream.version - 1) == log.tail[1:]
        assert log.after(stream.version - 2) == log.tail
        assert log.after(stream.version - 3) is None, "that much was not kept"

    on_a_table(test, tmp_path)


def test_all_events_of_the_round_are_there_however_short_the_tail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A play record that is written after each round needs no more, and reads nothing twice."""
    monkeypatch.setattr(reading, "TAIL", 2)

    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        for number in range(5):
            await stream.handle([Request(PlaceWager("p1", "tie", 20), f"p1:{number}")], NOW)
        log = await read_log(store, CONFIG, BOOK)
        opened = log.of_round[0][1]
        events = log.events_after(opened - 1)
        assert events is not None
        assert isinstance(events[0][0], BettingOpened)
        assert [version for _, version in events] == list(range(opened, stream.version + 1))
        assert len(events) > reading.TAIL
        assert log.events_after(stream.version - 1) == list(events[-1:])
        assert log.events_after(opened) is None, "that begins in the middle"

    on_a_table(test, tmp_path)


def test_a_snapshot_gives_the_same_state_and_the_same_count_of_public_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_notes, "EVENTS_BETWEEN", 0)

    async def test(store: SqliteInProcess, stream: TableStream) -> None:
        now = NOW
        await stream.handle([BET_100], now)
        while not isinstance(stream.table.phase, ShowingResult):
            now = max(now, due_at(stream.table) or 0)
            await stream.handle([house_request(stream.table, Shoes(1), now)], now)
        whole = LogNotes(store, CONFIG, BOOK, "")
        at_rest = await read_log(store, CONFIG, BOOK, whole)
        assert whole.public_events == sum(map(is_public, at_rest.tail))
        whole.keep(at_rest.tail[-1])
        await asyncio.gather(*whole._tasks)
        latest = TableStream(store, LedgerWallet(store, CONFIG.currency), at_rest)
        await latest.handle([Request(PatronWent("p1"), "p1:2")], now)

        again = LogNotes(store, CONFIG, BOOK, "")
        log = await read_log(store, CONFIG, BOOK, again)
        assert [each.version for each in log.tail] == [at_rest.version + 1], "the rest was in the snapshot"
        assert (log.table, log.version) == (latest.table, latest.version)
        assert again.public_events == whole.public_events, "a choice is private"
        assert (again.log_id, again.fingerprint) == (whole.log_id, whole.fingerprint)

    on_a_table(test, tmp_path)
