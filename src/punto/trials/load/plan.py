"""What a load does and at which tables: those of its own floor, or the most suitable ones of another floor."""

import asyncio
from dataclasses import dataclass, replace

import msgspec

from punto.server.protocol.client import WatchLobby
from punto.server.protocol.floor import Lobby, LobbyTable
from punto.trials.load.bets import STAKE
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import leave
from punto.trials.load.guests import Guest

BETS_A_SECOND = 3_000
SWIFT = ("swift-1", "swift-2")  # tables for messages at full rate
STEADY = ("steady-1", "steady-2")  # tables for messages at the required rate
FELTS = ("felt-1", "felt-2", "felt-3", "felt-4")  # tables for bets
SECONDS_TO_WAIT = 30.0


class NoTableToLoad(Exception):
    """The floor has no timed table."""


@dataclass(frozen=True)
class Plan:
    patrons: int = 5_000
    seconds: float = 20.0  # in total, over everything that is timed
    bets_a_second: float = BETS_A_SECOND  # of the open loop
    slow_share: float = 0.1
    swift: tuple[str, ...] = SWIFT
    steady: tuple[str, ...] = STEADY
    felts: tuple[str, ...] = FELTS
    round: str = "round"  # for whole coups
    brisk: str = "brisk"  # for reconnecting after something has happened
    calm: str = "classic"  # just connected
    stake: int = STAKE

    @property
    def part_seconds(self) -> float:
        """Five parts: messages at a steady rate, at full rate, with slow readers; bets in a closed and an open loop."""
        return self.seconds / 5


async def fitted(plan: Plan, address: Address, guest: Guest) -> Plan:
    """The plan for an existing floor."""
    tables = await _lobby(address, guest)
    names = {table.table for table in tables}
    if names.issuperset(FELTS) or names.issuperset(SWIFT):
        return plan
    timed = sorted((table for table in tables if table.kind == "timed"), key=lambda table: table.pace_ms or 0)
    if not timed:
        raise NoTableToLoad("the floor has no timed table")
    by_pace = [table.table for table in timed]
    return replace(
        plan,
        swift=tuple(by_pace[:2]),
        steady=(),
        felts=tuple(by_pace[-4:]),
        round=by_pace[0],
        brisk=by_pace[0],
        calm=by_pace[-1],
        stake=max(table.stake_min for table in timed),
    )


async def _lobby(address: Address, guest: Guest) -> tuple[LobbyTable, ...]:
    heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def hear(_: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            if message.startswith(b'{"type":"lobby"') and not heard.done():
                heard.set_result(message)

    client = await Client.connect(address, guest.cookie, on_messages=hear)
    client.send(msgspec.json.encode(WatchLobby()))
    async with asyncio.timeout(SECONDS_TO_WAIT):
        message = await heard
    await leave([client])
    return msgspec.json.decode(message, type=Lobby).tables
