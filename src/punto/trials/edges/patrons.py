"""A crowd of staying patrons, spread over addresses and tables, and what was done to them since it was last asked."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from itertools import count

from punto.trials.edges.harm import Harm
from punto.trials.edges.staying_patron import SECONDS_BETWEEN_BETS, StayingPatron
from punto.trials.load.client import Address
from punto.trials.load.guests import let_in

SECONDS_TO_RESUME = 30.0
SECONDS_BETWEEN_LOOKS = 0.005


class NeverResumed(AssertionError):
    """Some patrons were not answered any more; the text says how many, and where."""


class Patrons:
    def __init__(self, players: Sequence[StayingPatron], round_tables: Sequence[str] = ()) -> None:
        """Whoever sits at one of `round_tables` is not answered all the time: rounds end there."""
        self.players = players
        self._round_tables = frozenset(round_tables)
        self._playing = [asyncio.create_task(player.play()) for player in players]
        self._told: dict[StayingPatron, tuple[int, int, int, int, int]] = {}  # what is in an earlier Harm

    @classmethod
    async def come(
        cls,
        addresses: Sequence[Address],
        tables: Sequence[str],
        number: int,
        round_tables: Sequence[str] = (),
        seconds_between_bets: float = SECONDS_BETWEEN_BETS,
    ) -> "Patrons":
        names, everywhere = count(time.time_ns() // 1_000), (*tables, *round_tables)
        players = [
            StayingPatron(
                _from(addresses, (each + each // len(everywhere)) % len(addresses)),  # every table at each address
                guest,
                everywhere[each % len(everywhere)],
                lambda: next(names),
                seconds_between_bets,
            )
            for each, guest in enumerate(await let_in(addresses[0], number))
        ]
        patrons = cls(players, round_tables)
        await patrons.all_bet(since=0.0)
        return patrons

    def begin(self) -> None:
        """From now on, waits count anew."""
        for player in self.players:
            player.bettor.longest_wait = 0.0

    @property
    def seconds_of_betting(self) -> float:
        """How long everybody can go on where they are answered all the time."""
        until = [each.bettor.bets_until for each in self.players if each.table not in self._round_tables]
        return min(until, default=0.0) - time.perf_counter()

    async def all_bet(self, since: float) -> None:
        """Until each had a bet answered that was made after `since`. Raises NeverResumed."""
        await self._answered(list(self.players), since)

    async def bet_again(self) -> None:
        """Until each who is answered all the time had one more bet answered."""
        await self._answered(
            [each for each in self.players if each.table not in self._round_tables], time.perf_counter()
        )

    async def _answered(self, waiting: list[StayingPatron], since: float) -> None:
        give_up_at = time.perf_counter() + SECONDS_TO_RESUME
        while waiting := [player for player in waiting if player.bettor.answers_bet_of <= since]:
            if time.perf_counter() > give_up_at:
                tables = sorted({player.table for player in waiting})
                raise NeverResumed(f"{len(waiting)} of {len(self.players)} never resumed, at {', '.join(tables)}")
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def open_again(self, since: float) -> None:
        """Whoever was not answered after `since` takes a new socket, as somebody who reloads the page."""
        for player in self.players:
            if player.bettor.answers_bet_of <= since:
                player.drop()

    def harm(self) -> Harm:
        """Since this was last asked, without money."""
        harm = Harm()
        for player in self.players:
            bettor = player.bettor
            now = (player.dropped, player.given_up, player.gaps, bettor.late, len(bettor.refusals))
            before = self._told.get(player, (0, 0, 0, 0, 0))
            self._told[player] = now
            harm.dropped += now[0] - before[0]
            harm.given_up += now[1] - before[1]
            harm.gaps += now[2] - before[2]
            harm.late += now[3] - before[3]
            harm.refusals += bettor.refusals[before[4] :]
            seconds = harm.seconds_at_rounds if player.table in self._round_tables else harm.seconds_to_resume
            seconds.append(max(bettor.longest_wait, time.perf_counter() - bettor.due_at))  # who waits still counts
        return harm

    @property
    def close_codes(self) -> str:
        """How often each, ever."""
        codes = sum((player.close_codes for player in self.players), Counter[int | None]())
        return ", ".join(f"{count} with {code}" for code, count in codes.items()) or "none"

    @property
    def told_to_wait(self) -> int:
        return sum(player.bettor.was_told_to_wait for player in self.players)

    @property
    def accepted(self) -> dict[str, int]:
        """Units of each, ever."""
        return {player.patron: player.bettor.accepted for player in self.players}

    async def rest(self) -> None:
        """Returns once nothing is unanswered. Raises NeverResumed."""
        try:
            await asyncio.gather(*(player.rest() for player in self.players))
        except TimeoutError:
            silent = sum(bool(player.bettor.waiting) for player in self.players)
            raise NeverResumed(f"{silent} of {len(self.players)} have bets that are never answered") from None

    def go_on(self) -> None:
        for player in self.players:
            player.is_resting = False

    async def stop(self) -> None:
        """Each asks for its seat once more, which says what lies, and leaves."""
        await asyncio.gather(*(player.stop() for player in self.players))
        await asyncio.gather(*self._playing)

    async def leave(self) -> None:
        """At once."""
        for player in self.players:
            player.leave()
        await asyncio.gather(*self._playing)


def _from(addresses: Sequence[Address], first: int) -> Sequence[Address]:
    """All of them in turn, another first."""
    return (*addresses[first:], *addresses[:first])
