"""Guests who sit at tables over sockets while a test or a picture is made: each bets where betting is open."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from punto.server.protocol.client import PlaceWager
from punto.server.protocol.table_private import Seat
from punto.trials.load.client import Address
from punto.trials.load.crowd import leave
from punto.trials.load.guests import let_in
from tests.server.real_server import Patron

BETS = ("player", "banker", "player", "tie", "banker")


@contextmanager
def seated_crowd(address: str, places: Mapping[str, tuple[int, int]]) -> Iterator[None]:
    """`places`: how many at each table, and the stake of each in the smallest unit; 0: they only look on."""
    host, port = address.removeprefix("http://").split(":")
    seated, over = threading.Event(), threading.Event()

    async def sit() -> None:
        here = await _come(Address(host, int(port)), places)
        seated.set()
        await asyncio.to_thread(over.wait)
        await leave([patron.client for patron in here])

    crowd = threading.Thread(target=lambda: asyncio.run(sit()), daemon=True)
    crowd.start()
    try:
        assert seated.wait(60), "the crowd has come"
        yield
    finally:
        over.set()
        crowd.join(60)


async def _come(address: Address, places: Mapping[str, tuple[int, int]]) -> list[Patron]:
    guests = iter(await let_in(address, sum(count for count, _ in places.values())))
    here = []
    for table, (count, stake) in places.items():
        for number in range(count):
            patron = await Patron(next(guests)).come(address, table)
            await patron.hears(lambda message: isinstance(message, Seat))
            if stake:
                bet = BETS[number % len(BETS)]
                patron.say(PlaceWager(id=f"{table}-{number}", table=table, bet=bet, stake=stake * (1 + number % 3)))
            here.append(patron)
    return here
