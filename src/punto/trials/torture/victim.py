"""A process that plays a floor as fast as it can and prints what was acknowledged, until it is killed.

`python -m punto.trials.torture.victim PLACE SEED`: each line it prints is an answer that a patron could have read.
"""

import asyncio
import random
import sys

import msgspec

from punto.server.streams.happened import stream_of
from punto.server.streams.request import Request, named_id
from punto.server.streams.table_stream import TableStream
from punto.trials.torture.floor import PATRONS, TABLES, Shoes, due_at, house_request, patron_command
from punto.trials.torture.process import handle_in_batches, take_floor
from punto.trials.torture.stores import Place


class Heard(msgspec.Struct, frozen=True):
    """An acknowledgement that left the process."""

    id: str
    digest: bytes
    stream: str
    version: int


async def play(place: Place, seed: int, run: int) -> None:
    store = await place.open(in_process=False)
    await take_floor(store)
    shoes = Shoes(seed, log_id=await store.log_id())
    streams = {config.id: await TableStream.open(store, config, book) for config, book in TABLES}
    await asyncio.gather(*(_table(stream, shoes, run) for stream in streams.values()))


async def _table(stream: TableStream, shoes: Shoes, run: int) -> None:
    table = stream.table.config.id
    chance = random.Random(f"{shoes.seed}/{run}/{table}")
    now, sent = 1_000_000 * (run + 1), 0
    while True:
        requests = []
        for patron in chance.sample(PATRONS, k=chance.randint(1, len(PATRONS))):
            sent += 1
            name = named_id(f"{run:06}-{sent}", patron, table)
            requests.append(Request(patron_command(stream.table, patron, chance), name))
        requests += chance.choices(requests, k=1)  # send one of them twice
        now = max(now + chance.choice((100, 700, 3_000)), due_at(stream.table) or 0 if chance.random() < 0.3 else 0)
        requests.append(house_request(stream.table, shoes, now))
        answers = await handle_in_batches(stream, requests, chance.randint(2, 6), now)
        for request, answer in zip(requests, answers, strict=True):
            if request.id and answer.refusal is None:
                heard = Heard(request.id, request.digest, stream_of(table), answer.version)
                sys.stdout.buffer.write(msgspec.json.encode(heard) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    place, seed, run = msgspec.json.decode(sys.argv[1], type=Place), int(sys.argv[2]), int(sys.argv[3])
    asyncio.run(play(place, seed, run))
