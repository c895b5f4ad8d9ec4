"""A crowd that is not answered: how long it has waited is told, and who gives up is named."""

import asyncio
import time

from punto.trials.edges.patrons import Patrons
from punto.trials.edges.staying_patron import StayingPatron
from punto.trials.load.client import Address
from punto.trials.load.guests import Guest

NOWHERE = Address("127.0.0.1", 1)


def patron(name: str, table: str) -> StayingPatron:
    return StayingPatron([NOWHERE], Guest(name, "", ""), table, lambda: 0)


def test_whoever_still_waits_counts_with_the_time_so_far() -> None:
    async def waits() -> tuple[list[float], list[float]]:
        silent, answered, at_rounds = patron("ann", "felt"), patron("bob", "felt"), patron("cid", "round")
        patrons = Patrons([silent, answered, at_rounds], round_tables=["round"])
        patrons.begin()
        silent.bettor.due_at = time.perf_counter() - 100
        answered.bettor.due_at, answered.bettor.longest_wait = time.perf_counter(), 3.0
        at_rounds.bettor.due_at, at_rounds.bettor.longest_wait = time.perf_counter(), 2.0
        harm = patrons.harm()
        await patrons.leave()
        return harm.seconds_to_resume, harm.seconds_at_rounds

    (silent, answered), at_rounds = asyncio.run(waits())
    assert (silent >= 100, answered, at_rounds) == (True, 3.0, [2.0])


def test_what_was_told_once_is_not_told_again() -> None:
    async def told() -> list[tuple[int, int, list[str]]]:
        player = patron("ann", "felt")
        patrons = Patrons([player])
        player.dropped, player.bettor.late, player.bettor.refusals = 2, 3, ["credit_is_short"]
        first = patrons.harm()
        player.dropped += 1
        player.bettor.refusals.append("bet_is_not_offered")
        second = patrons.harm()
        await patrons.leave()
        return [(each.dropped, each.late, each.refusals) for each in (first, second)]

    assert asyncio.run(told()) == [(2, 3, ["credit_is_short"]), (1, 0, ["bet_is_not_offered"])]
