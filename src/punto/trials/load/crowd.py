"""Many clients at once: connected, seated at tables, and waited for."""

import asyncio
import resource
from collections.abc import Callable, Iterable, Sequence

import msgspec

from punto.server.protocol.client import OpenTable
from punto.trials.load.client import Address, Client
from punto.trials.load.guests import Guest

CONNECTING_AT_ONCE = 64
SECONDS_TO_WAIT = 60.0
_TAG = len('{"type":"')
Wanted = Callable[[Client, bytes], bool]


class TooFewFiles(Exception):
    """The system does not allow one process that many sockets."""


class NobodyAnswered(Exception):
    """Some clients never received what they were waiting for; the text says how many and what."""


def kind_of(message: bytes) -> bytes:
    """The type of a message, which comes first in it."""
    return message[_TAG : message.index(b'"', _TAG)]


def allow_many_files(count: int) -> None:
    """Raise this process's limit as far as the system allows. Raises TooFewFiles."""
    wanted = count + 256
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        most = max(wanted, hard) if hard == resource.RLIM_INFINITY else hard
        if most < wanted:
            raise TooFewFiles(f"{count} sockets need {wanted} open files, and this system allows {hard}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def bring_in(address: Address, guests: Sequence[Guest], *, buffer: int = 0) -> list[Client]:
    """A socket for each guest, in order."""
    clients: list[Client | None] = [None] * len(guests)
    numbers = iter(range(len(guests)))

    async def doorway() -> None:
        for number in numbers:
            clients[number] = await Client.connect(address, guests[number].cookie, number, buffer=buffer)

    await asyncio.gather(*(doorway() for _ in range(CONNECTING_AT_ONCE)))
    return [client for client in clients if client is not None]


async def hear_each(clients: Iterable[Client], wanted: Wanted, ask: Callable[[Client], None], what: str) -> None:
    """Send each client's request and wait until each has received the message it wants."""
    waiting = set(clients)
    heard = asyncio.Event()

    def listen(client: Client, messages: tuple[bytes, ...]) -> None:
        if client in waiting and any(wanted(client, message) for message in messages):
            waiting.discard(client)
            if not waiting:
                heard.set()

    for client in list(waiting):
        client.on_messages = listen
        ask(client)
    if not waiting:
        return
    try:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            await heard.wait()
    except TimeoutError:
        raise NobodyAnswered(f"{len(waiting)} clients never received {what}") from None


async def seat_at(clients: Sequence[Client], table: str) -> None:
    opening = msgspec.json.encode(OpenTable(table))
    await hear_each(
        clients,
        lambda _, message: message.startswith(b'{"type":"seat"'),
        lambda client: client.send(opening),
        f"their seat at {table!r}",
    )


async def leave(clients: Iterable[Client]) -> None:
    """All at once; when it returns, they are gone."""
    leaving = list(clients)
    for client in leaving:
        client.drop()
    if leaving:
        await asyncio.wait([client.closed for client in leaving], timeout=SECONDS_TO_WAIT)
