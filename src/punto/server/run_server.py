"""A floor on a port: opens socket, store and floor, serves until it is told to stop, and stops well.

Stopping takes no more bets, finishes the coups that are being dealt, parks the rest, closes every socket with "come
back soon", and closes the store last.
"""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import structlog
import uvicorn
import uvloop
from msgspec import Struct

from punto.rules.invalid_input import InvalidInput
from punto.server.app import create_app
from punto.server.counting import counting_process
from punto.server.fair_shoes import SHOE
from punto.server.floor import Floor
from punto.server.floor_config import FloorConfig
from punto.server.known_odds import KnownOdds
from punto.server.living_store import living_store
from punto.server.sealing import KEY_VARIABLE, floor_key
from punto.server.sockets import Socket
from punto.server.store.interface import Store, StoreCannotBeOpened, StoreIsLost
from punto.server.store.postgres_connection import CONNECTION_IS_LOST
from punto.server.store.postgres_store import PostgresStore
from punto.server.store.sqlite_client import SqliteClient

POSTGRESQL = ("postgresql://", "postgres://")
CANNOT_CONNECT = (*CONNECTION_IS_LOST, asyncpg.PostgresError, ValueError)  # away, unwilling, or no address at all
SECONDS_TO_CLOSE = 5  # for answers that are on their way when everything else has stopped
SECONDS_KEPT_ALIVE = 20
GARBAGE_AFTER = (100_000, 20, 50)  # new objects, before cycles are looked for: bets make many and leave none
HEADERS_BYTES_MAX = 16_384
WAITING_CONNECTIONS_MAX = 2_048

log = structlog.get_logger("punto.server")


class CannotServe(InvalidInput):
    """What keeps a server from starting, in one line."""


class Options(Struct, frozen=True):
    config: FloorConfig
    database: str  # a file, or the address of a PostgreSQL
    key_file: Path | None
    host: str
    port: int


Opened = Callable[[int, str | None], None]  # told the port when patrons can come, and once the first admin's password


def serve_floor(options: Options, opened: Opened) -> None:
    """Until a signal stops it."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client may go while we write to it
    with (
        counting_process(options.config.books) as count,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        runner.run(_serve(options, opened, KnownOdds(count)))


async def _serve(options: Options, opened: Opened, odds: KnownOdds) -> None:
    with listening(options.host, options.port) as sock:
        store = await open_store(options.database)
        try:
            key = await key_for(options, store)
            floor = await Floor.open(options.config, store, key, now_ms, odds)
            password = await floor.accounts.first_admin()
            server = FloorServer(uvicorn_config(floor), floor, lambda: opened(sock.getsockname()[1], password))
            await floor.start()
            gc.collect()
            gc.freeze()  # what lives as long as the floor need not be looked through again and again
            gc.set_threshold(*GARBAGE_AFTER)
            await server.serve(sockets=[sock])
        finally:
            await store.close()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Taken before anything else, so that a port in use is the first thing that is said."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        sock = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotServe(f"{host}: {error.strerror}") from None
    with sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(address)
        except OSError as error:
            raise CannotServe(f"port {port} of {host}: {error.strerror}") from None
        sock.settimeout(0)
        yield sock


def is_postgresql(database: str) -> bool:
    return database.startswith(POSTGRESQL)


async def key_for(options: Options, store: Store) -> bytes:
    """A first start makes the key's file. A floor with sealed shoes and no key is not given a new one."""
    file = options.key_file or (None if is_postgresql(options.database) else Path(f"{options.database}.key"))
    if file is None:
        if KEY_VARIABLE not in os.environ:
            raise CannotServe(f"a floor on PostgreSQL needs {KEY_VARIABLE} or --key-file")
        file = Path(os.devnull)  # not looked at
    if KEY_VARIABLE not in os.environ and not file.exists() and await store.records(SHOE, limit=1):
        raise CannotServe(f"{file} is missing: the shoes of {options.database} are sealed with the key in it")
    return floor_key(file)


async def open_store(database: str) -> Store:
    def open_it() -> Awaitable[Store]:
        return PostgresStore.open(database) if is_postgresql(database) else SqliteClient.open(database)

    if not is_postgresql(database):
        _make_folder(Path(database).parent)
        _make_private(Path(database))
    try:
        return await living_store(open_it)
    except StoreCannotBeOpened as error:
        raise CannotServe(f"the database: {error}") from None
    except StoreIsLost:
        raise CannotServe("the database: its writer ended before it was open; see the line above") from None
    except CANNOT_CONNECT as error:  # the address stays unsaid: it may hold a password
        raise CannotServe(f"the database: {str(error).splitlines()[0] if str(error) else 'no answer'}") from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"the database: {folder}: {error.strerror}") from None


def _make_private(database: Path) -> None:
    """A new file is its owner's alone, and so are the logs that SQLite puts beside it: they hold names and hashes."""
    try:
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT, 0o600))
    except OSError as error:
        raise CannotServe(f"the database: {database}: {error.strerror}") from None


def uvicorn_config(floor: Floor) -> uvicorn.Config:
    safety, config = floor.config.safety, floor.config
    return uvicorn.Config(
        create_app(floor),
        loop="none",
        http="h11",
        ws=Socket,
        ws_max_size=safety.message_bytes_max,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=config.public_url is not None,  # else anybody could say who they are
        h11_max_incomplete_event_size=HEADERS_BYTES_MAX,
        backlog=WAITING_CONNECTIONS_MAX,
        timeout_keep_alive=SECONDS_KEPT_ALIVE,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
    )


class FloorServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, floor: Floor, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._floor = floor
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        log.info("floor_is_open", tables=len(self._floor.config.tables))
        self._opened()  # now that whoever reads it can come, and a signal is heard

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal asks us to stop, and no more: uvicorn would raise it again, and the store would not be closed."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        try:
            yield
        finally:
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(each)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The floor first: patrons see the end of their coup. A second Ctrl-C waits for nothing."""
        log.info("floor_stops")
        stopping = asyncio.create_task(self._floor.stop())
        while not stopping.done() and not self.force_exit:
            await asyncio.wait({stopping}, timeout=0.1)
        if not stopping.done():
            stopping.cancel()
        results = await asyncio.gather(stopping, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                log.error("floor_did_not_stop_well", exc_info=result)
        await super().shutdown(sockets)
        log.info("floor_is_closed")
