"""Malformed messages by the million against a real server: each must be answered, nothing may change, nothing may fail.

The floor's tables are idle (betting stays open for ten minutes), so the whole store can be compared: the versions of
all streams and all balances must be the same before and after.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from punto.server.protocol.table_private import Answer
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.trials.load.bets import ClosedLoop
from punto.trials.load.client import Address, Client, SocketRefused
from punto.trials.load.crowd import kind_of, leave, seat_at
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.nonsense import Where, broken_frames, nonsense
from punto.trials.load.reading import Reading
from punto.trials.load.server_process import ServerProcess

SENDERS = 12
MESSAGES_OF_A_SOCKET = 190  # a floor closes a socket after 200 messages it could not handle
SECONDS_FOR_ANSWERS = 60.0
TABLE = "felt-1"
OTHER_TABLES = ("felt-2", "demand")
ANSWERS = (b"problem", b"answer")


@dataclass(frozen=True)
class State:
    """Everything in a store that these messages could have changed."""

    versions: dict[str, int]
    balances: dict[str, int]


async def state_of(database: str) -> State:
    store = SqliteInProcess(database)
    try:
        versions = {}
        for stream in await store.streams():
            version = 0
            while events := await store.read(stream, version):
                version = events[-1].version
            versions[stream] = version
        return State(versions, await store.every_balance())
    finally:
        await store.close()


@dataclass
class Toll:
    messages: int = 0
    sockets: int = 0
    broken: int = 0
    seconds: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Toll") -> None:
        self.messages += other.messages
        self.sockets += other.sockets
        self.broken += other.broken
        self.seconds += other.seconds
        self.answers += other.answers

    @property
    def readings(self) -> list[Reading]:
        return [
            Reading(what="messages of nonsense, all answered, nothing changed", measured=self.messages, unit=""),
            Reading(what="sockets they came by", measured=self.sockets, unit=""),
            Reading(what="of them ended by broken frames", measured=self.broken, unit=""),
            Reading(what="nonsense a second", measured=self.messages / self.seconds, unit="/s"),
        ]


class _Sender:
    """One socket after another, each sending malformed messages until the server closes it."""

    def __init__(self, address: Address, guest: Guest, where: Where, chance: random.Random, toll: Toll) -> None:
        self._address, self._guest, self._where, self._chance, self._toll = address, guest, where, chance, toll
        self._heard = 0
        self._changed = asyncio.Event()

    async def send(self, messages: int) -> None:
        while messages > 0:
            count = min(MESSAGES_OF_A_SOCKET, messages)
            await self._one_socket(count)
            messages -= count

    async def _one_socket(self, count: int) -> None:
        client = await Client.connect(self._address, self._guest.cookie)
        await seat_at([client], self._where.open_table)
        self._heard, client.on_messages = 0, self._hear
        for _ in range(count):
            client.send_raw(nonsense(self._chance, self._where))
        await self._hear_all(client, count)
        self._toll.messages += count
        self._toll.sockets += 1
        if self._chance.random() < 0.3:
            self._toll.broken += 1
            client.send_raw(broken_frames(self._chance))
            await asyncio.wait([client.closed], timeout=0.05)
        await leave([client])

    async def _hear_all(self, client: Client, count: int) -> None:
        try:
            async with asyncio.timeout(SECONDS_FOR_ANSWERS):
                while self._heard < count:
                    assert not client.closed.done(), f"closed with {client.close_code} after {self._heard} answers"
                    self._changed.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"{count} messages had {self._heard} answers") from None
        assert self._heard == count, f"{count} messages had {self._heard} answers"

    def _hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            kind = kind_of(message)
            if kind in ANSWERS:
                self._heard += 1
                self._note(kind, message)
        self._changed.set()

    def _note(self, kind: bytes, message: bytes) -> None:
        if kind == b"problem":
            self._toll.answers[msgspec.json.decode(message)["reason"]] += 1
            return
        answer = msgspec.json.decode(message, type=Answer)
        assert answer.outcome != "accepted", f"a malformed message was accepted: {answer}"
        self._toll.answers[answer.refusal or answer.outcome] += 1


async def fuzz(address: Address, guests: Sequence[Guest], messages: int, seed: int) -> Toll:
    toll = Toll()
    share, rest = divmod(messages, len(guests))
    senders = []
    for number, guest in enumerate(guests):
        others = tuple(other.patron for other in guests if other is not guest)
        chance = random.Random(f"{seed}/{number}")
        sender = _Sender(address, guest, Where(TABLE, OTHER_TABLES, others), chance, toll)
        senders.append(sender.send(share + (number < rest)))
    await asyncio.gather(*senders)
    return toll


async def fuzz_server(server: ServerProcess, messages: int, seed: int) -> Toll:
    """Raises AssertionError when a message was not answered, something changed, or the server complained."""
    guests = await let_in(server.address, SENDERS + 1)
    await _settle_down(server)
    before = await state_of(server.database)
    began = time.perf_counter()
    try:
        toll = await fuzz(server.address, guests[:SENDERS], messages, seed)
    except (AssertionError, SocketRefused) as error:
        said = b"\n".join(server.trouble or server.log.splitlines()[-3:]).decode(errors="replace")
        raise AssertionError(f"{error}; the server {server.condition} and said {said[:1_500]!r}") from None
    seconds = time.perf_counter() - began
    await asyncio.sleep(0.5)
    after = await state_of(server.database)
    assert server.is_alive, "the server has ended"
    assert not server.trouble, f"the server complained: {server.trouble[0].decode(errors='replace')[:500]}"
    assert after == before, f"the store has changed: {_difference(before, after)}"
    await _still_takes_bets(server.address, guests[SENDERS])
    toll.seconds = seconds
    return toll


async def _settle_down(server: ServerProcess) -> None:
    """Wait until every table takes bets."""
    before = await state_of(server.database)
    for _ in range(100):
        await asyncio.sleep(0.3)
        now = await state_of(server.database)
        if now == before:
            return
        before = now
    raise AssertionError("the floor does not become idle")


async def _still_takes_bets(address: Address, guest: Guest) -> None:
    with suppress(SocketRefused):
        client = await Client.connect(address, guest.cookie)
        await seat_at([client], TABLE)
        result = await ClosedLoop([client], {client: TABLE}).run(0.2)
        await leave([client])
        assert result.accepted > 0, "the table no longer takes bets"
        return
    raise AssertionError("the server no longer takes sockets")


def _difference(before: State, after: State) -> str:
    names = before.versions.keys() | after.versions.keys()
    moved = [f"{name} {before.versions.get(name)} to {after.versions.get(name)}" for name in sorted(names)
             if before.versions.get(name) != after.versions.get(name)]  # fmt: skip
    accounts = before.balances.keys() | after.balances.keys()
    paid = [name for name in sorted(accounts) if before.balances.get(name) != after.balances.get(name)]
    return "; ".join([*moved, *paid])[:500]
