"""A busy floor is killed and started again: clients resume by offset, and purses are what was acknowledged.

What was under way when the server died is asked again under the same id; then every bet has one answer, and the log has
exactly those that were accepted.
"""

import asyncio
from collections import defaultdict
from pathlib import Path

import msgspec

from punto.ledger.accounts import purse
from punto.server.protocol.client import PlaceWager
from punto.server.protocol.table_private import Answer
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.events import CoupSettled, WagersChanged
from punto.trials.load.client import Address, Client
from punto.trials.load.coming_back import Follower
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import PLAY_CREDITS, run, served, stored_events, table

QUICK = table("quick", "betting_ms = 1_000, hurry_ms = 200, card_ms = 10, result_ms = 60, shoe_change_ms = 100")
PATRONS = 10
KILLS = 2
STAKE = 100


class Bettor(Follower):
    """Bets as fast as answers come, one bet at a time, and remembers each id with its answer."""

    def __init__(self, address: Address, guest: Guest) -> None:
        super().__init__(address, guest, "quick")
        self.answers: dict[str, str] = {}
        self.waiting: str | None = None
        self.is_busy = True

    async def come(self) -> float:
        seconds = await super().come()
        assert self.client is not None
        follow = self.client.on_messages

        def hear(client: Client, messages: tuple[bytes, ...]) -> None:
            follow(client, messages)
            for message in messages:
                if message.startswith(b'{"type":"answer"'):
                    self._answered(msgspec.json.decode(message, type=Answer))

        self.client.on_messages = hear
        self._bet(self.waiting or "0")
        return seconds

    def _bet(self, name: str) -> None:
        """While there is no server, it waits to be asked again."""
        assert self.client is not None
        self.waiting = name
        if self.client.closed.done():
            return
        order = PlaceWager(id=name, table="quick", bet="player", stake=STAKE)
        self.client.send(msgspec.json.encode(order))

    def _answered(self, answer: Answer) -> None:
        if answer.id == self.waiting:
            self.answers[answer.id], self.waiting = answer.outcome, None
            if self.is_busy:
                asyncio.get_running_loop().call_later(0.002, self._bet, str(int(answer.id) + 1))


def test_a_killed_floor_goes_on_where_it_was(tmp_path: Path) -> None:
    with served(tmp_path, QUICK) as server:
        run(_kill_and_leave(server))


async def _kill_and_leave(server: ServerProcess) -> None:
    bettors = [Bettor(server.address, guest) for guest in await let_in(server.address, PATRONS)]
    try:
        await _kill_and_check(server, bettors)
    finally:
        await asyncio.gather(*(bettor.lose() for bettor in bettors))


async def _kill_and_check(server: ServerProcess, bettors: list[Bettor]) -> None:
    await asyncio.gather(*(bettor.come() for bettor in bettors))
    for number in range(KILLS):
        await asyncio.sleep(0.7 + 0.23 * number)  # in the middle of betting, of the cards, of the result
        server.kill()
        await asyncio.gather(*(bettor.client.closed for bettor in bettors if bettor.client))
        server.start()
        await asyncio.gather(*(bettor.come() for bettor in bettors))
    for bettor in bettors:
        bettor.is_busy = False
    await asyncio.sleep(1.5)  # the last coup is settled
    assert all(bettor.waiting is None for bettor in bettors), "everything asked was answered"
    assert {bettor.resumed for bettor in bettors} == {KILLS}, "nobody needed a second snapshot"
    assert {bettor.snapshots for bettor in bettors} == {1}
    assert len({bettor.version for bettor in bettors}) == 1, "all have followed to the same place"
    await _check_money(server, bettors)


async def _check_money(server: ServerProcess, bettors: list[Bettor]) -> None:
    """The log holds the accepted bets and no others; purses are what the log and the last message say."""
    events = await stored_events(server, "quick")
    store = SqliteInProcess(server.database)
    balances = await store.every_balance()
    await store.close()
    assert sum(balances.values()) == 0
    bets: dict[str, int] = defaultdict(int)
    returned: dict[str, int] = defaultdict(int)
    for event in events:
        if isinstance(event, WagersChanged):
            bets[event.patron] += 1
        if isinstance(event, CoupSettled):
            for wager in event.wagers:
                returned[wager.patron] += wager.returned
    for bettor in bettors:
        patron, accepted = bettor.guest.patron, list(bettor.answers.values()).count("accepted")
        assert accepted > 0
        assert bets[patron] == accepted, "what was acknowledged is in the log, once, and nothing else is"
        balance = balances[purse(patron, "PLAY")]
        assert balance == PLAY_CREDITS - accepted * STAKE + returned[patron]
        assert bettor.purse == balance, "and the patron was told so"
