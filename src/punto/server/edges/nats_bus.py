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
_IS_GONE = (NatsError, asyncio.TimeoutError, OSError, RuntimeError)  # the last one is uvloop's: the handler is closed

log = structlog.get_logger("punto.bus")


class Bus:
    """A client that NATS has sent away, as when credentials have run out, does not connect again: another takes its
    place."""

    def __init__(self, address: str) -> None:
        first = urlsplit(address.split(",")[0])
        self.name = first.path.strip("/") or NAME
        self.is_connected = asyncio.Event()
        self.on_lost: list[Callable[[], None]] = []
        self._servers = [urlunsplit(urlsplit(each)._replace(path="")) for each in address.split(",")]
        self._client = Client()
        self._connecting: asyncio.Task[None] | None = None  # while the bus is open
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
            await heard.begin(self._client)

        async def end() -> None:
            self._heard.remove(heard)
            await heard.end()

        return end

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Connects in the background, for as long as it takes."""
        self._connecting = asyncio.create_task(self._connect())
        try:
            yield
        finally:
            with suppress(*_IS_GONE):
                await self._flush()
            connecting, self._connecting = self._connecting, None
            connecting.cancel()
            self._stop_sending()
            await asyncio.gather(connecting, return_exceptions=True)
            with suppress(*_IS_GONE):
                await self._client.close()

    async def _connect(self) -> None:
        is_told = False
        while not self._client.is_connected:
            try:
                await self._client.connect(
                    servers=self._servers,
                    allow_reconnect=True,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=SECONDS_BETWEEN_TRIES,  # type: ignore[arg-type] # it sleeps so long
                    connect_timeout=2,
                    ping_interval=2,
                    max_outstanding_pings=2,
                    error_cb=_note,
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._connected,
                    closed_cb=self._closed,
                    no_echo=True,
                )
            except (TimeoutError, NatsError, OSError) as error:
                if not is_told:
                    log.warning("bus_is_not_there", reason=str(error) or type(error).__name__)
                    is_told = True
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        await self._connected()

    async def _connected(self) -> None:
        log.info("bus_is_connected")
        for each in list(self._heard):
            await each.begin(self._client)
        self._stop_sending()
        self._sending = asyncio.create_task(self._send(), name="send to the bus")
        self.is_connected.set()

    async def _disconnected(self) -> None:
        if self.is_connected.is_set():
            log.warning("bus_is_lost")
            self.is_connected.clear()
            self._stop_sending()
            while not self._outgoing.empty():
                self._outgoing.get_nowait()
            for lost in self.on_lost:
                lost()

    async def _closed(self) -> None:
        if self._connecting is not None:  # else we have closed it
            log.warning("bus_sends_us_away", reason=str(self._client.last_error))
            self._client = Client()
            self._connecting = asyncio.create_task(self._connect_later())

    async def _connect_later(self) -> None:
        await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        await self._connect()

    async def _send(self) -> None:
        """The client may wait for ever for a flush of a connection that is gone, and then even ignores that it is
        cancelled: so each connection has a sender of its own, which looks whether it still is that."""
        while self._sending is asyncio.current_task():
            subject, data = await self._outgoing.get()
            try:
                await self._client.publish(subject, data)
            except NatsError as error:  # whoever hears the next packet of its link notices
                log.warning("bus_does_not_send", bytes=len(data), reason=str(error) or type(error).__name__)

    def _stop_sending(self) -> None:
        sending, self._sending = self._sending, None
        if sending is not None:
            sending.cancel()

    async def _flush(self) -> None:
        while not self._outgoing.empty() and self.is_connected.is_set():
            await asyncio.sleep(0)
        if self.is_connected.is_set():
            await self._client.flush(1)


class _Heard:
    """A subject that is heard, with whichever client we have."""

    def __init__(self, subject: str, hear: Callable[[bytes], None]) -> None:
        self._subject = subject
        self._hear = hear
        self._client: Client | None = None
        self._subscription: Subscription | None = None

    async def begin(self, client: Client) -> None:
        """A client that has it subscribes again by itself when it reconnects."""
        if self._client is client:
            return
        with suppress(NatsError):  # it has just been closed: the next one hears it
            self._subscription = await client.subscribe(self._subject, cb=self._came)
            self._client = client

    async def end(self) -> None:
        with suppress(NatsError):
            if self._subscription is not None:
                await self._subscription.unsubscribe()

    async def _came(self, message: Msg) -> None:
        self._hear(message.data)


async def _note(error: Exception) -> None:
    log.debug("bus_error", reason=str(error))
