"""A finished shoe leaves the store as a file that proves itself."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from punto.server.store import archive
from punto.server.store.archive import InvalidArchive, Seal, drop_sealed, seal, verify
from punto.server.store.interface import EventsAreArchived, Store, StoredEvent
from tests.server.store.engines import Engine, sqlite
from tests.server.store.stories import account, change, told


async def two_coups(store: Store) -> dict[str, int]:
    epochs = {"t1": (await store.claim("t1")).epoch}
    texts = ("t1@0 k>a:100", "t1@1 a>e:60", "t1@2 e>h:60", "t1@3 a>e:10", "t1@4")
    assert told(await store.commit([change(text, epochs) for text in texts])) == "1 2 3 4 5"
    return epochs


def test_two_stretches_are_sealed_and_dropped_one_after_the_other(engine: Engine, tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        epochs = await two_coups(store)
        before = await store.read("t1")
        first, second = tmp_path / "first", tmp_path / "second"

        await seal(store, "t1", 3, first)
        assert verify(first).events == before[:3]
        assert verify(first).balances == {account("k"): -100, account("a"): 30, account("h"): 60, account("e"): 10}
        await drop_sealed(store, first)
        with pytest.raises(EventsAreArchived):
            await store.read("t1")
        assert await store.read("t1", after=3) == before[3:]
        assert told(await store.commit([change("t1@5", epochs)])) == "6"

        stretch = await seal(store, "t1", 6, second)
        assert (stretch.after, stretch.head_before, stretch.up_to) == (3, before[2].head, 6)
        await drop_sealed(store, second)
        assert [event.version for event in verify(second).events] == [4, 5, 6]
        assert (await store.claim("t1")).head == stretch.head

    engine.run(play)


def test_a_long_stretch_is_read_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "EVENTS_READ_AT_ONCE", 2)

    async def play(store: Store) -> None:
        await two_coups(store)
        await seal(store, "t1", 5, tmp_path / "file")
        assert verify(tmp_path / "file").events == await store.read("t1")

    sqlite(tmp_path / "store.db").run(play)


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await two_coups(store)
        await seal(store, "t1", 5, tmp_path / "file")

    sqlite(tmp_path / "store.db").run(play)
    text = (tmp_path / "file").read_bytes()
    for position in range(len(text) - 1):  # the last byte ends the last line
        changed = bytearray(text)
        changed[position] ^= 1
        (tmp_path / "changed").write_bytes(changed)
        with pytest.raises(InvalidArchive):
            verify(tmp_path / "changed")
    (tmp_path / "changed").write_bytes(text[: len(text) // 2])
    with pytest.raises(InvalidArchive):
        verify(tmp_path / "changed")


@pytest.mark.parametrize(
    ("line", "old", "new", "flaw"),
    [
        (0, "punto archive 1", "punto archive 9", "format is 'punto archive 9'"),
        (0, '"up_to":5', '"up_to":6', "events end at 5"),
        (2, '"version":2', '"version":3', "event 3 does not follow"),
        (6, "-100", "-101", "do not sum to zero"),
    ],
)
def test_a_file_that_somebody_sealed_again_is_still_wrong(
    tmp_path: Path, line: int, old: str, new: str, flaw: str
) -> None:
    async def play(store: Store) -> None:
        await two_coups(store)
        await seal(store, "t1", 5, tmp_path / "file")

    sqlite(tmp_path / "store.db").run(play)
    lines = (tmp_path / "file").read_text().splitlines()[:-1]
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new)
    text = "".join(f"{each}\n" for each in lines).encode()
    (tmp_path / "file").write_bytes(text + msgspec.json.encode(Seal(sha256(text).digest())) + b"\n")
    with pytest.raises(InvalidArchive, match=flaw):
        verify(tmp_path / "file")


def test_a_file_of_another_store_drops_nothing(tmp_path: Path) -> None:
    async def sealed(store: Store) -> None:
        await two_coups(store)
        await seal(store, "t1", 5, tmp_path / "file")

    async def other(store: Store) -> list[StoredEvent]:
        epochs = {"t1": (await store.claim("t1")).epoch}
        await store.commit([change(f"t1@{version}", epochs) for version in range(5)])
        with pytest.raises(InvalidArchive, match="does not hold the oldest events of t1"):
            await drop_sealed(store, tmp_path / "file")
        return await store.read("t1")

    sqlite(tmp_path / "store.db").run(sealed)
    assert len(sqlite(tmp_path / "other.db").run(other)) == 5


def test_a_version_that_was_not_reached_cannot_be_sealed(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await two_coups(store)
        with pytest.raises(AssertionError, match="not reached version 6"):
            await seal(store, "t1", 6, tmp_path / "file")
        with pytest.raises(AssertionError, match="no events"):
            await seal(store, "t2", 6, tmp_path / "file")

    sqlite(tmp_path / "store.db").run(play)
    assert not (tmp_path / "file").exists()
