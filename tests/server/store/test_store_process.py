"""What only a store in a process of its own can do wrong: mix up answers, or let one call spoil the others."""

import asyncio
import os
import signal
from pathlib import Path
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import pytest

from punto.server.store.failures import CallFailed, FloorIsTaken, StoreIsLost
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.process import client, replies
from punto.server.store.process.frames import Frames, framed
from punto.server.store.sqlite.client import SqliteClient
from tests.server.store import engines


@pytest.mark.parametrize("cut", [1, 3, 8, 11, 1_000])
def test_messages_arrive_whole_however_they_are_cut(cut: int) -> None:
    sent = [(7, b"one"), (0, b""), (2**32 - 1, b"x" * 500)]
    stream, frames, came = b"".join(framed(*each) for each in sent), Frames(), []
    for at in range(0, len(stream), cut):
        frames.add(stream[at : at + cut])
        while (frame := frames.next()) is not None:
            came.append(frame)
    assert came == sent


def test_a_call_that_waits_for_a_lock_keeps_no_other_waiting(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"

    async def play() -> None:
        store = await engines.postgres(postgres_address, schema).open()
        await store.claim("t1")
        somebody = await asyncpg.connect(postgres_address)
        async with somebody.transaction():
            await somebody.execute(f'select 1 from "{schema}".streams for update')
            claiming = asyncio.create_task(store.claim("t1"))
            assert await store.balances(["a"]) == {"a": 0}
            assert (await store.claim("t2")).epoch == 1  # in the same step, both would be claimed together
            assert not claiming.done()
        assert (await claiming).epoch == 2
        await somebody.close()
        await store.close()

    asyncio.run(play())


def test_a_call_that_cannot_be_carried_out_fails_alone(
    postgres_address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        store = await engines.postgres(postgres_address, f"test_{uuid4().hex}").open()
        with pytest.raises(CallFailed, match="CharacterNotInRepertoireError"):
            await store.keep_record("kind", "no text in PostgreSQL holds a \0", b"")
        assert await store.keep_record("kind", "name", b"") == 1
        await store.close()

    asyncio.run(play())
    assert '"event":"store_call_failed","level":"error"' in capfd.readouterr().err


def test_whoever_waits_for_a_process_that_is_closed_is_told(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"

    async def play() -> None:
        store = await engines.postgres(postgres_address, schema).open()
        await store.claim("t1")
        somebody = await asyncpg.connect(postgres_address)
        async with somebody.transaction():
            await somebody.execute(f'select 1 from "{schema}".streams for update')
            claiming = asyncio.create_task(store.claim("t1"))
            await store.balances(["a"])  # whose answer shows that the claim was heard
            closing = asyncio.create_task(store.close())
            with pytest.raises(StoreIsLost):
                await claiming
        await closing  # once what was under way is done
        assert (await somebody.fetchval(f'select epoch from "{schema}".streams')) == 2
        await somebody.close()

    asyncio.run(play())


def test_a_floor_that_was_taken_is_noticed_through_the_process(postgres_address: str) -> None:
    async def play() -> None:
        store = await engines.postgres(postgres_address, f"test_{uuid4().hex}").open()
        noticed: list[str] = []
        assert await store.take_lease(b"ours", 0) == 1
        await store.guard(1, lambda: noticed.append("taken"))
        await store.keep_record("kind", "name", b"")
        assert await store.take_lease(b"theirs", 1) == 2
        with pytest.raises(FloorIsTaken):
            await store.keep_record("kind", "name", b"")
        assert noticed == ["taken"]
        await store.close()

    asyncio.run(play())


def test_nobody_reads_the_address_of_a_database_off_a_command_line(postgres_address: str) -> None:
    """It may hold a password."""

    async def play() -> bytes:
        store = await PostgresClient.open(postgres_address, f"test_{uuid4().hex}")
        said = Path(f"/proc/{store.writer_process}/cmdline").read_bytes()
        await store.close()
        return said

    said = asyncio.run(play())
    assert b"postgres.writer" in said
    assert postgres_address.encode() not in said


def test_a_store_whose_process_hangs_can_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "SECONDS_TO_FLUSH", 0.05)
    monkeypatch.setattr(client, "SECONDS_TO_END", 0.05)

    async def play() -> None:
        store = await SqliteClient.open(str(tmp_path / "floor.db"))
        os.kill(store.writer_process, signal.SIGSTOP)
        more_than_a_socket_holds = b"x" * 1_000_000
        asked = [asyncio.create_task(store.keep_record("kind", str(n), more_than_a_socket_holds)) for n in range(3)]
        await asyncio.sleep(0)
        await asyncio.wait_for(store.close(), timeout=10)
        ends = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(end) for end in ends} == {StoreIsLost}

    asyncio.run(play())


def test_reports_that_take_long_keep_no_heartbeat_waiting(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"

    async def play() -> None:
        store = await engines.postgres(postgres_address, schema).open()
        epoch = await store.take_lease(b"{}", after=0)
        assert epoch is not None
        await store.claim("t1")
        somebody = await asyncpg.connect(postgres_address)
        async with somebody.transaction():
            await somebody.execute(f'lock table "{schema}".accounts in access exclusive mode')
            reports = [asyncio.create_task(store.every_balance()) for _ in range(8)]
            await asyncio.sleep(0.2)
            assert await asyncio.wait_for(store.renew_lease(epoch), timeout=10)
            assert (await asyncio.wait_for(store.claim("t1"), timeout=10)).epoch == 2
            assert not any(report.done() for report in reports)
        assert await asyncio.gather(*reports) == [{}] * 8
        await somebody.close()
        await store.close()

    asyncio.run(play())
