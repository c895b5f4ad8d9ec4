"""A connection to NATS that is kept, however often it breaks."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

NAME = "punto"  # of the floor, unless the address has a path
SECONDS_BETWEEN_TRIES = 0.25
SECONDS_TO_CONNECT = 10
SECONDS_TO_CLOSE = 1
_IS_GONE = (NatsError, asyncio.TimeoutError, OSError, RuntimeError)  # the last one is uvloop's: the handler is closed

log = structlog.get_logger("punto.bus")


class Bus:
    """Each connection has a client of its own. One that is left to connect again by itself gives up silently when a
    server that is just starting resets the line, and one whose credentials have run out does not even try."""

    def __init__(self, address: str, new_client: Callable[[], Client] = Client) -> None:
        first = urlsplit(address.split(",")[0])
        self.name = first.path.strip("/") or NAME
        self.is_connected = asyncio.Event()
        self.on_lost: list[Callable[[], None]] = []
        self._servers = [urlunsplit(urlsplit(each)._replace(path="")) for each in address.split(",")]
        self._new_client = new_client
        self._client = new_client()
        self._heard: list[_Heard] = []
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._sending: asyncio.Task[None] | None = None  # for as long as a connection lasts

    @property
    def bytes_max(self) -> int:
        """Of one message, as the server that we are connected to says."""
        return self._client.max_payload

    def subject(self, *parts: str) -> str:
        return ".".join((self.name, *parts))

    def publish(self, subject: str, data: bytes) -> None:
        """What cannot be sent is lost; whoever needs it notices."""
        if self.is_connected.is_set():
            self._outgoing.put_nowait((subject, data))

    async def hear(self, subject: str, hear: Callable[[bytes], None]) -> Callable[[], Awaitable[None]]:
        """Subscribes, now or when there is a connection; returns what ends it."""
        heard = _Heard(subject, hear)
        self._heard.append(heard)
        if self.is_connected.is_set():
            with suppress(*_IS_GONE):  # the next connection hears it
                await heard.begin(self._client)

        async def end() -> None:
            self._heard.remove(heard)
            await heard.end()

        return end

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Connects in the background, for as long as it takes."""
        keeping = asyncio.create_task(self._keep_connected(), name="keep connected to the bus")
        try:
            yield
        finally:
            with suppress(*_IS_GONE):
                await self._flush()
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _keep_connected(self) -> None:
        is_told = False
        while True:
            self._client = self._new_client()
            try:
                is_gone = await self._connect()
                is_told = False
                await self._begin()
                await self._until(is_gone)
                log.warning("bus_is_lost", reason=str(self._client.last_error))
            except _IS_GONE as error:
                if not is_told:
                    log.warning("bus_is_not_there", reason=str(error) or type(error).__name__)
                    is_told = True
            finally:
                self._end()
                with suppress(*_IS_GONE, AssertionError):  # the last one: it has never been connected
                    async with asyncio.timeout(SECONDS_TO_CLOSE):
                        await self._client.close()
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)

    async def _connect(self) -> asyncio.Event:
        """Returns what is set when the connection has gone."""
        is_gone = asyncio.Event()

        async def go() -> None:
            is_gone.set()

        async with asyncio.timeout(SECONDS_TO_CONNECT):
            await self._client.connect(
                servers=self._servers,
                allow_reconnect=False,
                max_reconnect_attempts=1,  # to each server, before there is a connection
                reconnect_time_wait=SECONDS_BETWEEN_TRIES,  # type: ignore[arg-type] # it sleeps so long
                connect_timeout=2,
                ping_interval=2,
                max_outstanding_pings=2,
                error_cb=_note,
                disconnected_cb=go,
                no_echo=True,
            )
        return is_gone

    async def _begin(self) -> None:
        while waiting := [each for each in self._heard if each.client is not self._client]:
            for each in waiting:
                await each.begin(self._client)
        self._sending = asyncio.create_task(self._send(), name="send to the bus")
        self.is_connected.set()
        log.info("bus_is_connected")

    async def _until(self, is_gone: asyncio.Event) -> None:
        """A client that fails as it closes does not tell that it has: so it is asked as well."""
        while self._client.is_connected and not is_gone.is_set():
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(is_gone.wait(), SECONDS_BETWEEN_TRIES)

    def _end(self) -> None:
        if not self.is_connected.is_set():
            return
        self.is_connected.clear()
        sending, self._sending = self._sending, None
        if sending is not None:
            sending.cancel()
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        for lost in self.on_lost:
            lost()

    async def _send(self) -> None:
        """The client may wait for ever for a flush of a connection that is gone, and then even ignores that it is
        cancelled: so each connection has a sender of its own, which looks whether it still is that."""
        while self._sending is asyncio.current_task():
            subject, data = await self._outgoing.get()
            try:
                await self._client.publish(subject, data)
            except _IS_GONE as error:  # whoever hears the next packet of its link notices
                log.warning("bus_does_not_send", bytes=len(data), reason=str(error) or type(error).__name__)

    async def _flush(self) -> None:
        while not self._outgoing.empty() and self.is_connected.is_set():
            await asyncio.sleep(0)
        if self.is_connected.is_set():
            await self._client.flush(1)


class _Heard:
    """A subject that is heard, with whichever client we have."""

    def __init__(self, subject: str, hear: Callable[[bytes], None]) -> None:
        self.client: Client | None = None
        self._subject = subject
        self._hear = hear
        self._subscription: Subscription | None = None

    async def begin(self, client: Client) -> None:
        self._subscription = await client.subscribe(self._subject, cb=self._came)
        self.client = client

    async def end(self) -> None:
        with suppress(*_IS_GONE):
            if self._subscription is not None:
                await self._subscription.unsubscribe()

    async def _came(self, message: Msg) -> None:
        self._hear(message.data)


async def _note(error: Exception) -> None:
    log.debug("bus_error", reason=str(error))
