"""Secrets of shoes: the same after a crash, sealed at rest, useless without the key or under another name."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from punto.rules.cards import EIGHT_DECKS
from punto.server.fair_shoes import SHOE, FairShoes
from punto.server.sealing import InvalidKey, SealIsBroken, floor_key, sealed, unsealed
from punto.server.store.sqlite_in_process import SqliteInProcess
from punto.table.fair_shoe import commitment

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
DIGEST = "ab" * 32


def on_a_store(folder: Path, test: Callable[[SqliteInProcess], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteInProcess(folder / "floor.db")
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_a_shoe_is_the_same_after_a_crash(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        bound_by = await FairShoes(store, KEY).prepare("jade", 1, EIGHT_DECKS)
        again = FairShoes(store, KEY)
        assert await again.prepare("jade", 1, EIGHT_DECKS) == bound_by
        assert await again.prepare("jade", 2, EIGHT_DECKS) != bound_by
        assert await again.prepare("ruby", 1, EIGHT_DECKS) != bound_by
        secret = bytes.fromhex(await again.secret("jade", 1))
        assert commitment(secret, "jade", 1, EIGHT_DECKS).hex() == bound_by
        order = await again.order("jade", 1, [DIGEST], EIGHT_DECKS)
        assert order == await FairShoes(store, KEY).order("jade", 1, [DIGEST], EIGHT_DECKS)
        assert order != await again.order("jade", 1, [], EIGHT_DECKS)
        assert sorted(order) == sorted(map(str, EIGHT_DECKS.cards))

    on_a_store(tmp_path, test)


def test_what_is_in_the_database_does_not_tell_the_secret(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        shoes = FairShoes(store, KEY)
        await shoes.prepare("jade", 1, EIGHT_DECKS)
        secret = bytes.fromhex(await shoes.secret("jade", 1))
        body = await store.record(SHOE, "jade:1")
        assert body is not None
        assert secret[:8] not in body
        with pytest.raises(SealIsBroken, match="jade:1 was sealed with another key"):
            await FairShoes(store, OTHER_KEY).secret("jade", 1)
        await store.keep_record(SHOE, "jade:2", body)  # somebody deals the old shoe once more
        with pytest.raises(SealIsBroken, match="jade:2"):
            await shoes.order("jade", 2, [], EIGHT_DECKS)

    on_a_store(tmp_path, test)


def test_the_same_secret_is_never_sealed_alike() -> None:
    assert sealed(KEY, "a", b"secret") != sealed(KEY, "a", b"secret")
    assert unsealed(KEY, "a", sealed(KEY, "a", b"secret")) == b"secret"


def test_a_first_start_makes_a_key_that_only_its_owner_may_read(tmp_path: Path) -> None:
    file = tmp_path / "floor.db.key"
    key = floor_key(file, {})
    assert len(key) == 32
    assert file.stat().st_mode & 0o777 == 0o600
    assert floor_key(file, {}) == key
    assert floor_key(file, {"PUNTO_KEY": OTHER_KEY.hex()}) == OTHER_KEY, "the environment comes first"


@pytest.mark.parametrize(
    ("content", "mode", "says"),
    [
        (KEY.hex(), 0o644, "others may read it; make it yours alone with chmod 600"),
        (KEY.hex(), 0o640, "others may read it"),
        ("dear diary", 0o600, "a key is 64 hexadecimal digits"),
        (KEY.hex()[:-2], 0o600, "a key is 64 hexadecimal digits"),
        ("\udcff", 0o600, "it is not text"),
    ],
)
def test_a_key_file_that_cannot_be_used_is_named(tmp_path: Path, content: str, mode: int, says: str) -> None:
    file = tmp_path / "floor.db.key"
    file.write_bytes(content.encode(errors="surrogateescape"))
    os.chmod(file, mode)
    with pytest.raises(InvalidKey, match=says) as refused:
        floor_key(file, {})
    assert str(refused.value).startswith(f"key file {file}: ")
    assert KEY.hex() not in str(refused.value)


def test_a_key_in_the_environment_is_looked_at_too(tmp_path: Path) -> None:
    with pytest.raises(InvalidKey, match="PUNTO_KEY: a key is 64 hexadecimal digits"):
        floor_key(tmp_path / "key", {"PUNTO_KEY": "short"})
    with pytest.raises(InvalidKey, match="No such file or directory"):
        floor_key(tmp_path / "no" / "key", {})
