"""`python -m bench.scale.measure_rounds`: what a round costs a server, apart from what its followers cost.

Nobody bets. Two tables deal short rounds to few followers, then to many; processor time of a round grows in a straight
line with them, and the line has two numbers. One process holds floor and sockets, so a follower's part has the writes.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median

import uvloop

from punto.trials.load.client import Client
from punto.trials.load.crowd import allow_many_files, bring_in, kind_of, leave, seat_at
from punto.trials.load.guests import let_in
from punto.trials.load.plan import SWIFT
from punto.trials.load.server_process import SWIFT_FLOOR, ServerProcess, busy_seconds

FEW, MANY = 10, 200
TURNS = 4
TURN_SECONDS = 8.0


def main() -> None:
    allow_many_files(MANY)
    with tempfile.TemporaryDirectory(prefix="punto-scale-") as name:
        server = ServerProcess(SWIFT_FLOOR, str(Path(name) / "floor.db"), Path(name))
        server.start()
        try:
            (few, _), (many, messages) = (uvloop.run(_round(server, followers)) for followers in (FEW, MANY))
        finally:
            server.kill()
    follower = (many - few) / (MANY - FEW)
    sys.stdout.write(f"a round of a table: {few - FEW * follower:,.0f} µs\n")
    sys.stdout.write(f"each follower of it: {follower:,.1f} µs for {messages:.2f} messages\n")


async def _round(server: ServerProcess, followers: int) -> tuple[float, float]:
    """Microseconds of the process that runs floor and sockets; messages to each follower."""
    clients = await bring_in(server.address, await let_in(server.address, followers))
    for table in SWIFT:
        await seat_at(clients, table)
    turns = []
    for _ in range(TURNS):
        heard: Counter[bytes] = Counter()

        def hear(_: Client, messages: tuple[bytes, ...], heard: Counter[bytes] = heard) -> None:
            heard.update(map(kind_of, messages))

        for client in clients:
            client.on_messages = hear
        before = busy_seconds(server.pid)
        await asyncio.sleep(TURN_SECONDS)
        rounds = heard[b"round_settled"] / followers
        if rounds:
            turns.append(((busy_seconds(server.pid) - before) / rounds * 1e6, heard.total() / followers / rounds))
    await leave(clients)
    return median(cost for cost, _ in turns), median(messages for _, messages in turns)


if __name__ == "__main__":
    main()
