"""Secrets of shoes: the same after a crash, sealed at rest, useless without the key or under another name."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from punto.books import STORM
from punto.rules.cards import EIGHT_DECKS
from punto.rules.coup import struck_text
from punto.server.config.floor_config import HouseRules
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.house.house_routine import Routine
from punto.server.tables.house.sealing import InvalidKey, SealIsBroken, floor_key, sealed, unsealed
from punto.server.tables.house.shoe_secrets import SHOE, Bound, FairShoes
from punto.table.commands import CardDrawn, CommitShoe, StrikeCards
from punto.table.fair_shoe import commitment
from punto.table.fair_storm import storm_drawn
from punto.table.state import Dealing
from tests.table.playing import Game

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


def test_a_shoe_that_was_committed_to_is_the_same_after_a_crash(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        bound = Bound("jade", 1, await FairShoes(store, KEY).prepare("jade", 1, EIGHT_DECKS))
        again = FairShoes(store, KEY)
        secret = bytes.fromhex(await again.secret(bound))
        assert commitment(secret, "jade", 1, EIGHT_DECKS).hex() == bound.commitment
        order = await again.order(bound, [DIGEST], EIGHT_DECKS)
        assert order == await FairShoes(store, KEY).order(bound, [DIGEST], EIGHT_DECKS)
        assert order != await again.order(bound, [], EIGHT_DECKS)
        assert sorted(order) == sorted(map(str, EIGHT_DECKS.cards))

    on_a_store(tmp_path, test)


def test_a_shoe_that_is_prepared_once_more_has_another_secret(tmp_path: Path) -> None:
    """What was prepared before a copy was made may have been dealt and shown before the copy is restored."""

    async def test(store: SqliteInProcess) -> None:
        shoes = FairShoes(store, KEY)
        first = Bound("jade", 1, await shoes.prepare("jade", 1, EIGHT_DECKS))
        second = Bound("jade", 1, await shoes.prepare("jade", 1, EIGHT_DECKS))
        assert await shoes.secret(first) != await shoes.secret(second)
        assert await shoes.order(first, [], EIGHT_DECKS) != await shoes.order(second, [], EIGHT_DECKS)

    on_a_store(tmp_path, test)


def test_a_secret_that_the_first_release_sealed_is_found_by_its_shoe(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        secret = bytes(range(256)) * 4
        bound = Bound("jade", 7, commitment(secret, "jade", 7, EIGHT_DECKS).hex())
        await store.keep_record(SHOE, "jade:7", sealed(KEY, "jade:7", secret))
        assert await FairShoes(store, KEY).secret(bound) == secret.hex()
        other = bound._replace(commitment="00" * 32)
        with pytest.raises(AssertionError, match="was committed to another secret"):
            await FairShoes(store, KEY).order(other, [], EIGHT_DECKS)

    on_a_store(tmp_path, test)


def test_what_is_in_the_database_does_not_tell_the_secret(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        shoes = FairShoes(store, KEY)
        bound = Bound("jade", 1, await shoes.prepare("jade", 1, EIGHT_DECKS))
        secret = bytes.fromhex(await shoes.secret(bound))
        body = await store.record(SHOE, bound.commitment)
        assert body is not None
        assert secret[:8] not in body
        with pytest.raises(SealIsBroken, match=f"{bound.commitment} was sealed with another key"):
            await FairShoes(store, OTHER_KEY).secret(bound)
        second = Bound("jade", 2, await shoes.prepare("jade", 2, EIGHT_DECKS))
        await store.keep_record(SHOE, second.commitment, body)  # somebody deals the old shoe once more
        with pytest.raises(SealIsBroken, match=second.commitment):
            await shoes.order(second, [], EIGHT_DECKS)

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


def test_a_credential_is_private_whatever_its_mode_shows(tmp_path: Path) -> None:
    """systemd lets a service read its credential by an access list, whose mask shows as a right of the group."""
    file = tmp_path / "key"
    file.write_text(KEY.hex())
    os.chmod(file, 0o440)
    assert floor_key(file, {"CREDENTIALS_DIRECTORY": str(tmp_path)}) == KEY
    with pytest.raises(InvalidKey, match="others may read it"):
        floor_key(file, {"CREDENTIALS_DIRECTORY": str(tmp_path / "of another service")})


def test_a_key_in_the_environment_is_looked_at_too(tmp_path: Path) -> None:
    with pytest.raises(InvalidKey, match="PUNTO_KEY: a key is 64 hexadecimal digits"):
        floor_key(tmp_path / "key", {"PUNTO_KEY": "short"})
    with pytest.raises(InvalidKey, match="No such file or directory"):
        floor_key(tmp_path / "no" / "key", {})


def test_a_storm_is_drawn_from_the_shoe_s_secret_by_whoever_knows_it(tmp_path: Path) -> None:
    """By the house, between the end of betting and the first card, and by anybody once the secret is revealed."""

    async def test(store: SqliteInProcess) -> None:
        shoes, game = FairShoes(store, KEY), Game("storm")
        bound = Bound("jade", 1, await shoes.prepare("jade", 1, EIGHT_DECKS))
        routine = Routine(game.table.config, STORM, shoes, HouseRules(), "f" * 64)
        game.accept(CommitShoe(bound.commitment))
        game.open_betting()
        game.close_betting()
        assert isinstance(game.table.phase, Dealing)
        assert await routine.next_command(game.table, 0, game.now) is None
        command = await routine.next_command(game.table, 0, game.table.phase.next_at)
        assert isinstance(command, StrikeCards)
        secret = bytes.fromhex(await shoes.secret(bound))
        assert STORM.storm
        drawn = storm_drawn(secret, bytes.fromhex(bound.commitment), [], 1, STORM.storm)
        assert command == StrikeCards(struck_text(drawn))
        game.strike(command.struck)
        assert isinstance(game.table.phase, Dealing)
        assert isinstance(await routine.next_command(game.table, 0, game.table.phase.next_at), CardDrawn)

    on_a_store(tmp_path, test)
