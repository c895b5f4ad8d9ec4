"""A store that lost its end is detected, on every engine; and the file that holds the heads."""

import asyncio
from pathlib import Path

import pytest

from punto.server.store import heads_file
from punto.server.store.heads_file import Head, Heads, HeadsFile, UnusableHeads, read_heads
from punto.server.store.interface import Store
from punto.server.store.lost_end import Loss, Missing, loss_of
from punto.server.store.sqlite.look import SqliteLook
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.values import Change, Checkpoint, Stored
from tests.server.store.engines import Engine, sqlite

EVENTS = 10
HASH = bytes(range(32))


async def filled(store: Store) -> Heads:
    """Two streams, and their heads half way and at the end."""
    streams = {}
    for stream in ("jade", "ruby"):
        claim = await store.claim(stream)
        version = claim.version
        for number in range(EVENTS):
            (outcome,) = await store.commit([Change(stream, claim.epoch, version, (f"{stream} {number}".encode(),))])
            assert isinstance(outcome, Stored)
            version = outcome.version
            if stream == "jade" or version <= EVENTS // 2:
                streams[stream] = Head(outcome.version, outcome.head)
    return Heads(await store.log_id(), streams)


def only(told: Heads, stream: str, head: Head) -> Heads:
    return told._replace(streams=told.streams | {stream: head})


@pytest.mark.parametrize(
    ("stream", "version", "wrong_hash", "missing"),
    [
        ("jade", EVENTS, False, None),
        ("ruby", EVENTS // 2, False, None),  # the store is ahead, as after a crash
        ("jade", EVENTS + 1, False, Missing("jade", EVENTS + 1, EVENTS + 1)),
        ("jade", EVENTS + 24, True, Missing("jade", EVENTS + 1, EVENTS + 24)),
        ("jade", EVENTS, True, Missing("jade", EVENTS, EVENTS)),  # as long, but another
        ("ruby", EVENTS // 2, True, Missing("ruby", EVENTS // 2, EVENTS // 2)),  # longer, and another
        ("opal", 3, True, Missing("opal", 1, 3)),
    ],
)
def test_what_is_missing_is_named(
    engine: Engine, *, stream: str, version: int, wrong_hash: bool, missing: Missing | None
) -> None:
    async def test(store: Store) -> Loss | None:
        told = await filled(store)
        known = told.streams.get(stream, Head(0, HASH)).hash
        return await loss_of(only(told, stream, Head(version, HASH if wrong_hash else known)), store)

    loss = engine.run(test)
    assert (loss and tuple(loss.missing)) == (missing and (missing,))


def test_events_that_were_archived_and_dropped_are_not_missing(engine: Engine) -> None:
    async def test(store: Store) -> None:
        told = await filled(store)
        at = {each.version: each.head for each in await store.read("ruby")}
        await _archive(store, "ruby", EVENTS // 2)
        assert await loss_of(told, store) is None, "the last that was dropped is still known"
        assert await loss_of(only(told, "ruby", Head(2, at[2])), store) is None
        wrong = await loss_of(only(told, "ruby", Head(EVENTS // 2, HASH)), store)
        assert wrong is not None
        await _archive(store, "jade", EVENTS)
        assert await loss_of(told, store) is None

    engine.run(test)


async def _archive(store: Store, stream: str, up_to: int) -> None:
    (last,) = await store.read(stream, after=up_to - 1, limit=1)
    assert await store.set_checkpoint(stream, Checkpoint(up_to, last.head))
    assert await store.drop_events(stream, EVENTS) == up_to


def test_another_history_is_recognized(engine: Engine) -> None:
    async def test(store: Store) -> tuple[Loss | None, Loss | None]:
        told = await filled(store)
        before = await loss_of(told, store)
        await store.renew_log_id("restored")
        return before, await loss_of(told, store)

    before, after = engine.run(test)
    assert before is None
    assert after is not None
    assert (after.is_another, after.is_empty, list(after.missing)) == (True, False, [])


def test_an_empty_store_is_recognized(engine: Engine) -> None:
    loss = engine.run(lambda store: loss_of(Heads("l0g", {}), store))
    assert loss is not None
    assert loss.is_empty
    assert "missing or empty" in str(loss)


def test_of_many_streams_only_some_are_named() -> None:
    loss = Loss(is_empty=False, is_another=False, missing=[Missing(f"table:{n}", 2, 3 + n) for n in range(8)])
    assert str(loss) == (
        "it has lost its end: table:0 lacks events 2 to 3, table:1 lacks events 2 to 4, table:2 lacks events 2 to 5,"
        " table:3 lacks events 2 to 6, table:4 lacks events 2 to 7, and 3 streams more"
    )
    assert str(Missing("cashier", 7, 7)) == "cashier lacks event 7"


# --- a file that is only looked at ------------------------------------------------------------------------------------


def looked(path: Path, told: Heads) -> Loss | None:
    look = SqliteLook(path)
    try:
        return asyncio.run(loss_of(told, look))
    finally:
        look.close()


def test_reading_a_file_in_place_gives_the_same_result_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    told = sqlite(path).run(filled)
    held = SqliteStore(path)  # so that its log stays where it is
    held.keep_record("a", "b", b"c")
    content = {each.name: each.read_bytes() for each in tmp_path.iterdir() if not each.name.endswith("-shm")}
    assert content["store.db-wal"]
    assert looked(path, told) is None
    loss = looked(path, only(told, "jade", Head(EVENTS + 3, HASH)))
    assert loss is not None
    assert loss.missing == [Missing("jade", EVENTS + 1, EVENTS + 3)]
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir() if not each.name.endswith("-shm")} == content
    held.close()


@pytest.mark.parametrize("content", [None, b""])
def test_a_missing_or_empty_file_can_be_checked_too(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "store.db"
    if content is not None:
        path.write_bytes(content)
    loss = looked(path, Heads("l0g", {"jade": Head(3, HASH)}))
    assert loss is not None
    assert (loss.is_empty, loss.missing) == (True, [Missing("jade", 1, 3)])
    assert path.exists() == (content is not None)


# --- the file of heads ------------------------------------------------------------------------------------------------

JADE, RUBY = Head(7, HASH), Head(9, bytes(32))


def test_heads_are_added_and_the_last_counts(tmp_path: Path) -> None:
    path = tmp_path / "floor.db.heads"
    assert read_heads(path) is None
    file = HeadsFile.written(path, Heads("l0g", {"table:jade": JADE, "claimed": Head(0, HASH)}))
    assert path.stat().st_mode & 0o777 == 0o600
    file.add({"table:jade": Head(8, HASH), "table:ruby~p 1": RUBY})
    file.add({"table:jade": Head(9, HASH)})
    file.close()
    assert read_heads(path) == Heads("l0g", {"table:jade": Head(9, HASH), "table:ruby~p 1": RUBY})


def test_a_file_that_has_grown_is_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.server.store.heads_file.LINES_BEFORE_REWRITE", 10)
    path = tmp_path / "floor.db.heads"
    file = HeadsFile.written(path, Heads("l0g", {"jade": JADE}))
    sizes = []
    for version in range(8, 108):
        file.add({"jade": Head(version, HASH)})
        sizes.append(path.stat().st_size)
    assert max(sizes) < 14 * sizes[0]
    assert read_heads(path) == Heads("l0g", {"jade": Head(107, HASH)})
    file.close()


def test_a_file_replaced_by_somebody_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor that runs on while its store is restored."""
    monkeypatch.setattr("punto.server.store.heads_file.LINES_BEFORE_REWRITE", 3)
    path = tmp_path / "floor.db.heads"
    old = HeadsFile.written(path, Heads("l0g", {"jade": JADE}))
    HeadsFile.written(path, Heads("n3w", {"jade": RUBY})).close()
    for version in range(10, 30):
        old.add({"jade": Head(version, HASH)})
    assert read_heads(path) == Heads("n3w", {"jade": RUBY})
    old.close()


@pytest.mark.parametrize("cut", range(1, 90, 8))
def test_a_torn_line_does_not_spoil_the_others(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "floor.db.heads"
    file = HeadsFile.written(path, Heads("l0g", {"jade": JADE, "ruby": RUBY}))
    file.add({"jade": Head(8, HASH)})
    file.close()
    path.write_bytes(path.read_bytes()[:-cut])
    heads = read_heads(path)
    assert heads is not None
    assert heads.streams == {"jade": JADE if cut > 1 else Head(8, HASH), "ruby": RUBY}


def test_lines_that_are_damaged_are_counted_and_the_others_hold(tmp_path: Path) -> None:
    path = tmp_path / "floor.db.heads"
    HeadsFile.written(path, Heads("l0g", {"jade": JADE, "ruby": RUBY})).close()
    first, second, third, _ = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join((first, second.replace(b" 7 ", b" 6 "), bytes(40), b"\xff\xfe", third, b"")))
    assert read_heads(path) == Heads("l0g", {"ruby": RUBY}, unreadable=3)


@pytest.mark.parametrize("content", [b"", b"\n", bytes(100), b"dear diary\n"])
def test_a_file_without_a_first_line_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "floor.db.heads"
    path.write_bytes(content)
    with pytest.raises(UnusableHeads, match=f"{path}: its first line cannot be read"):
        read_heads(path)


def test_heads_that_could_not_be_added_are_added_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that was full tears a line, and the next one begins anew."""
    path = tmp_path / "floor.db.heads"
    file = HeadsFile.written(path, Heads("l0g", {"jade": JADE}))
    write_all = heads_file._write_all

    def full(descriptor: int, content: bytes) -> None:
        write_all(descriptor, content[:30])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(heads_file, "_write_all", full)
        with pytest.raises(OSError, match="No space"):
            file.add({"ruby": RUBY})
    file.add({"ruby": RUBY})
    file.close()
    assert read_heads(path) == Heads("l0g", {"jade": JADE, "ruby": RUBY}, unreadable=1)
