"""A shoe leaves together with every decision about its rounds: folding a decision needs the round."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from punto.server.keeping.archive import _finished
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.happened import stream_of
from punto.table.commands import CommitShoe, EnterCard, OpenShoe, PlaceWager, RaiseDispute, RevealShoe, Tick, VoidCoup
from punto.table.evolve import evolve
from punto.table.fair_shoe import SECRET_BYTES, commitment
from punto.table.state import NeedsShoe, Table
from punto.table.stored.event_codec import decode_event
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import CURRENCY, TABLES
from punto.trials.torture.simulation import buy_in
from tests.server.record.test_play_record import BANKER_WINS, LIVE, Playing

ONE_COUP_A_SHOE = replace(LIVE, cut_card=404)  # eight cards are burned and four dealt
SECRET = bytes(SECRET_BYTES)


async def shoe(playing: Playing, *, is_disputed: bool = False, bound_by: str = "") -> None:
    phase = playing.stream.table.phase
    assert isinstance(phase, NeedsShoe)
    playing.now = max(playing.now, phase.ready_at)
    await playing.send(OpenShoe(bound_by, "f1"), EnterCard("7h"), Tick(), PlaceWager("p1", "banker", 100))
    await playing.wait()
    for card in BANKER_WINS.split():
        await playing.send(EnterCard(card))
    if is_disputed:
        await playing.send(RaiseDispute("p1"))
    await playing.wait()


def test_a_shoe_is_kept_until_its_disputes_are_decided(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await buy_in(store, Auditor(TABLES, CURRENCY))
        playing = await Playing(store, ONE_COUP_A_SHOE).open()

        async def finished() -> list[int]:
            return [each.shoe async for each in _finished(store, stream_of(LIVE.id))]

        await shoe(playing)
        await shoe(playing, is_disputed=True)
        await shoe(playing)
        await shoe(playing)
        assert await finished() == [1], "the second is in dispute, and what follows waits for it"
        await playing.send(VoidCoup("sue", "dispute", (2, 1)))
        await shoe(playing)
        assert await finished() == [1, 4], "the second to the fourth leave together, with the decision"
        await store.close()

    asyncio.run(test())


def test_a_round_voided_during_the_shoe_change_is_archived_with_its_decision(tmp_path: Path) -> None:
    """Else a table that begins at the checkpoint would not know the round that is taken back."""

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await buy_in(store, Auditor(TABLES, CURRENCY))
        playing = await Playing(store, ONE_COUP_A_SHOE).open()
        await shoe(playing)
        bound_by = commitment(SECRET, LIVE.id, 2, playing.stream.table.book.deck).hex()
        await playing.send(CommitShoe(bound_by), VoidCoup("sue", "malfunction"))
        await shoe(playing, bound_by=bound_by)
        await playing.send(RevealShoe(2, SECRET.hex()))
        await shoe(playing)
        stretches = [each async for each in _finished(store, stream_of(LIVE.id))]
        assert [each.shoe for each in stretches] == [1, 2]
        before = 0
        for stretch in stretches:
            table = Table(ONE_COUP_A_SHOE, playing.stream.table.book, shoe=before)
            for stored in stretch.events:
                table = evolve(table, decode_event(stored.body))
            before = table.shoe
            assert before == stretch.shoe
        await store.close()

    asyncio.run(test())
