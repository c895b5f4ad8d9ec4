"""Records and people are written by version: what is newer stays, whichever write comes last, on every engine."""

import asyncio
from random import Random

from punto.server.store.interface import Store
from tests.server.store.engines import Engine

CONNECTIONS = 4
RACES = 25


def test_a_late_write_never_replaces_a_newer_record(engine: Engine) -> None:
    async def test(store: Store) -> None:
        assert await store.keep_record("protection", "ann", b"excluded", version=7) == 7
        assert await store.keep_record("protection", "ann", b"late", version=6) == 7
        assert await store.keep_record("protection", "ann", b"other", version=7) == 7
        assert await store.record("protection", "ann") == b"excluded"
        assert await store.keep_record("protection", "ann", b"follows", version=None) == 8
        assert await store.record("protection", "ann") == b"follows"

    engine.run(test)


def test_a_late_write_does_not_bring_back_a_forgotten_record(engine: Engine) -> None:
    async def test(store: Store) -> None:
        assert await store.forget_record("session", "ann", version=5) == 5  # the write it follows is still on its way
        assert await store.keep_record("session", "ann", b"late", version=4) == 5
        assert await store.record("session", "ann") is None
        assert await store.records("session") == []
        assert await store.forget_record("session", "ann", version=3) == 5
        assert await store.keep_record("session", "ann", b"again", version=6) == 6
        assert await store.records("session") == [("ann", b"again")]

    engine.run(test)


def test_marks_of_forgotten_records_are_dropped_up_to_a_version(engine: Engine) -> None:
    async def test(store: Store) -> None:
        for version, name in enumerate(("a", "b", "c"), start=1):
            await store.forget_record("session", name, version=version)
        await store.keep_record("session", "d", b"kept", version=1)
        await store.drop_marks(2)
        kept = {name: await store.keep_record("session", name, b"", version=1) for name in ("a", "b", "c", "d")}
        assert kept == {"a": 1, "b": 1, "c": 3, "d": 1}
        assert await store.record("session", "d") == b"kept"

    engine.run(test)


def test_an_erased_person_stays_erased_whatever_comes_late(engine: Engine) -> None:
    async def test(store: Store) -> None:
        assert await store.keep_person("ann", b"Ann", version=1) == 1
        assert await store.erase_person("ann", version=3) == 3
        assert await store.keep_person("ann", b"Ann", version=2) == 3
        assert await store.person("ann") is None
        assert await store.keep_person("bob", b"Bob") == 1
        assert await store.erase_person("bob") == 2
        assert await store.person("bob") is None

    engine.run(test)


def test_writers_that_race_on_several_connections_leave_the_newest(engine: Engine) -> None:
    """Self-exclusions were lost so: each write had a connection of its own, and the older one came last."""
    chance = Random(6)

    async def test(store: Store) -> None:
        stores = [store, *[await engine.open() for _ in range(CONNECTIONS - 1)]]
        for race in range(RACES):
            name = f"p{race}"
            versions = list(range(1, 9))
            chance.shuffle(versions)
            forgets_at = chance.choice((0, 8))
            await asyncio.gather(
                *(
                    each.forget_record("protection", name, version=version)
                    if version == forgets_at
                    else each.keep_record("protection", name, str(version).encode(), version=version)
                    for each, version in zip(stores * 2, versions, strict=True)
                )
            )
            assert await store.record("protection", name) == (None if forgets_at else b"8")
        for other in stores[1:]:
            await other.close()

    engine.run(test)
