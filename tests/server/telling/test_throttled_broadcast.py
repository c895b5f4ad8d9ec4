"""Totals for many: everybody hears them soon, nobody too often, and never all at once."""

import asyncio
from typing import cast

from punto.server.sockets.patron_connection import Connection
from punto.server.telling.throttled_broadcast import PARTS, TURN_SECONDS, ThrottledBroadcast


class Ear:
    def __init__(self) -> None:
        self.heard: list[tuple[float, bytes]] = []

    def send(self, frame: bytes) -> None:
        self.heard.append((asyncio.get_running_loop().time(), frame))


class Felt:
    """Followers of a table whose totals are a number."""

    def __init__(self, followers: int) -> None:
        self.ears = [Ear() for _ in range(followers)]
        self.followers = set(self.ears)
        self.total = 0
        self._totals = ThrottledBroadcast(cast("set[Connection]", self.followers))

    def changes(self) -> None:
        self.total += 1
        self._totals.hear(b"%d" % self.total, "")

    async def has_told(self, word: bytes) -> None:
        """Until everybody who follows has heard it, and one turn more in which they could hear too much."""
        async with asyncio.timeout(20):
            while not all(ear.heard and ear.heard[-1][1] == word for ear in self.followers):
                await asyncio.sleep(0.01)
        await asyncio.sleep(TURN_SECONDS)


def test_one_change_is_told_to_everybody_once_and_in_parts() -> None:
    async def test() -> None:
        felt = Felt(95)
        felt.changes()
        await felt.has_told(b"1")
        assert all([frame for _, frame in ear.heard] == [b"1"] for ear in felt.ears)
        instants = [ear.heard[0][0] for ear in felt.ears]
        assert len({round(instant, 2) for instant in instants}) > PARTS / 2

    asyncio.run(test())


def test_what_changes_all_the_time_is_told_four_times_a_second_and_the_last_word_comes() -> None:
    async def test() -> None:
        felt = Felt(30)
        for _ in range(60):
            felt.changes()
            await asyncio.sleep(0.01)
        await felt.has_told(b"60")
        for ear in felt.ears:
            assert len(ear.heard) > 1
            gaps = [later - earlier for (earlier, _), (later, _) in zip(ear.heard, ear.heard[1:], strict=False)]
            assert min(gaps) > TURN_SECONDS * 0.8

    asyncio.run(test())


def test_who_has_left_is_not_told() -> None:
    async def test() -> None:
        felt = Felt(2)
        felt.changes()
        leaves = next(ear for ear in felt.ears if not ear.heard)  # waits for its part of the turn
        felt.followers.discard(leaves)
        await felt.has_told(b"1")
        assert sorted(len(ear.heard) for ear in felt.ears) == [0, 1]
        assert not leaves.heard

    asyncio.run(test())
