"""Everybody bets, betting closes, the cards are dealt: how long after the last card is the last patron paid?"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from punto.trials.load.bets import STAKE
from punto.trials.load.broadcast import instant_of
from punto.trials.load.client import Client
from punto.trials.load.crowd import kind_of

SECONDS_FOR_A_COUP = 30.0


@dataclass(frozen=True)
class SettledCoup:
    wagers: int
    first_ms: float  # from the last card, by the server's clock, until the first patron is told
    last_ms: float  # and until the last is


class _Coup:
    """One coup as all its patrons see it."""

    def __init__(self, clients: Sequence[Client], table: str, bets: Sequence[str], stake: int) -> None:
        self.over = asyncio.Event()
        self.accepted = 0
        self.told_at: list[float] = []
        self.last_card_at = 0
        self._table = table.encode()
        self._bets = bets
        self._stake = stake
        self._has_bet: set[Client] = set()
        self._owed: set[Client] = set()
        self._is_settled = False
        for client in clients:
            client.on_messages = self._hear

    def _hear(self, client: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            match kind_of(message):
                case b"betting_opened" if self._owed.isdisjoint((client,)) and not self._is_settled:
                    self._bet(client)
                case b"answer" if b'"accepted"' in message and client in self._has_bet:
                    self.accepted += 1
                    self._owed.add(client)
                case b"card_dealt":
                    self.last_card_at = max(self.last_card_at, instant_of(message))
                case b"settlement" if client in self._owed:
                    self.told_at.append(time.time() * 1000)
                    self._is_settled = True
                    self._owed.discard(client)
                    if not self._owed:
                        self.over.set()

    def _bet(self, client: Client) -> None:
        """Once, in the first full betting phase that this client sees."""
        if client not in self._has_bet:
            self._has_bet.add(client)
            for number, bet in enumerate(self._bets):
                name = f"{time.time_ns()}-{client.number}-{number}"
                order = {
                    "type": "place_wager",
                    "id": name,
                    "table": self._table.decode(),
                    "bet": bet,
                    "stake": self._stake,
                }
                client.send(msgspec.json.encode(order))


async def settle_one(clients: Sequence[Client], table: str, bets: Sequence[str], stake: int = STAKE) -> SettledCoup:
    """The clients already follow the table; each of them places all the bets in the next coup."""
    coup = _Coup(clients, table, bets, stake)
    async with asyncio.timeout(SECONDS_FOR_A_COUP):
        await coup.over.wait()
    told = [at - coup.last_card_at for at in coup.told_at]
    return SettledCoup(coup.accepted, min(told), max(told))
