"""A floor on a port: opens socket, store and floor, serves until a signal stops it, and stops in order.

Stopping takes no more bets, finishes the coups that are being dealt, parks the rest, closes every socket with "come
back soon", and closes the store last.
"""

import asyncio
import contextlib
import gc
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
import uvloop

from punto.books.find_book import BUILT_IN
from punto.rules.invalid_input import InvalidInput
from punto.server.claim.clock_record import adjust_for_clocks, keep_clock
from punto.server.claim.floor_lease import FloorLease, note_take_over, take_floor
from punto.server.claim.key_check import check_key, has_a_key, keep_key_check
from punto.server.claim.standby import stand_by
from punto.server.claim.steady_clock import SteadyClock
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.counting_process import CountingProcess
from punto.server.keeping.kept_heads import KeptHeads, check_file, keep_heads
from punto.server.people.keys import derived_key
from punto.server.run.allow_sockets import allow_sockets
from punto.server.run.cannot_serve import CannotServe
from punto.server.run.listening import Listening
from punto.server.run.open_store import lock_of, open_store
from punto.server.run.options import Opened, Options
from punto.server.run.process_group import Part
from punto.server.run.service_manager import STANDING_BY, tell_service_manager
from punto.server.store.database_kind import is_postgresql
from punto.server.store.failures import FloorIsTaken, StoreCannotBeOpened, StoreIsLost
from punto.server.store.heads_as_read import HeadsAsRead
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.store.reopening_store import ReopeningStore
from punto.server.tables.house.sealing import KEY_VARIABLE, floor_key

if TYPE_CHECKING:
    from punto.server.floor.file_ahead import FileAhead
    from punto.server.people.accounts import Accounts
    from punto.server.staff.staff_log import StaffLog
    from punto.server.streams.read_ahead import ReadAhead

NICENESS_OF_CLOSING = 10  # the next floor needs the processor now
SECONDS_BETWEEN_OPENINGS = 0.5  # of one that stands by and has lost its store
GARBAGE_AFTER = (100_000, 20, 50)  # objects between collections: bets allocate many and leave no cycles

log = structlog.get_logger("punto.floor")


class FloorWasTaken(Exception):
    """By another server, while this one ran; the text says by which."""


class StoppedBeforeOpening(Exception):
    """Asked to stop while it stood by, or while it was opening."""


def serve_floor(options: Options, opened: Opened, part: Part | None = None) -> None:
    """Until a signal stops it. `part` is what it is of a group of processes."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client may disconnect while we write
    for early in (signal.SIGHUP, signal.SIGUSR2):  # until there is a floor that can be reloaded or handed over
        signal.signal(early, signal.SIG_IGN)
    allow_sockets(options.config.safety.sockets_max)
    stage = _Stage()
    while True:
        try:
            return _run(options, opened, part, stage)
        except StoreIsLost as lost:
            if not stage.is_opening:
                raise
            log.warning("opening_again_when_the_store_is_back", why=str(lost))


class _Stage:
    def __init__(self) -> None:
        self.read = HeadsAsRead()  # while it stood by
        self.is_opening = False  # it stood by, got the floor, and has not opened it yet: there may be nobody else


def _run(options: Options, opened: Opened, part: Part | None, stage: _Stage) -> None:
    with (
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        # closed before the loop, whose threads wait for it; a reload may bring any of our books
        CountingProcess((*options.config.books, *BUILT_IN)) as counting,
    ):
        try:
            runner.run(_serve_or_rest(options, opened, KnownOdds(counting.count), part, stage))
        except asyncio.CancelledError:
            raise StoppedBeforeOpening from None


async def _serve_or_rest(options: Options, opened: Opened, odds: KnownOdds, part: Part | None, stage: _Stage) -> None:
    _stop_on_request()
    try:
        await _serve(options, opened, odds, part, stage)
    except StoreIsLost:
        if stage.is_opening:
            await asyncio.sleep(SECONDS_BETWEEN_OPENINGS)
        raise


async def _serve(options: Options, opened: Opened, odds: KnownOdds, part: Part | None, stage: _Stage) -> None:
    with Listening(options.host, options.port) as listening:
        if not options.stands_by and part is None:  # whoever runs the floor now may use the port
            listening.begin()
        await check_before_opening(options)
        health = StoreHealth()
        opening = asyncio.create_task(open_store(options.database, health))
        await asyncio.sleep(0)  # the store's process starts while we import the rest, which takes half of the start
        from punto.server.edges.edge_desk import EdgeDesk
        from punto.server.edges.node_files import NodeFiles
        from punto.server.figures.edge_metrics import EdgeMetrics
        from punto.server.floor.open_floor import open_floor
        from punto.server.floor.reload import Reloading, config_now
        from punto.server.floor.removed_tables import check_books
        from punto.server.jobs.start_jobs import start_jobs
        from punto.server.pits.on_the_board import PitsOnTheBoard
        from punto.server.pits.pit_desk import PitDesk
        from punto.server.pits.pit_metrics import add_to
        from punto.server.run.app import create_app, prepared_routes
        from punto.server.run.links_taken import bus_opened, links_taken
        from punto.server.run.uvicorn_server import FloorServer, uvicorn_config

        routes = prepared_routes(options.config.base_path)
        store = await opening
        try:
            key = await key_for(options, store)
            await check_books(options.config, store)  # whatever would be refused is, before a server is displaced
            file = await _file_ahead(options)
            ahead = await _read_ahead(options, store, stage.read, file)
            if options.stands_by:
                await routes.put_together()
            async with (
                bus_opened(options.bus) as bus,
                held(store, options, health, part) as lease,
                heads_kept(store, options, stage.read) as heads,
            ):
                stage.is_opening = options.stands_by
                config, sockets = options.config, [] if part is not None else [await listening.begun()]
                clock = SteadyClock()
                adjusting = adjust_for_clocks(store, clock)
                if options.stands_by:  # key and file may have changed since it began to wait
                    reading = config_now(config, file, store)
                    key, config, *_ = await asyncio.gather(key_for(options, store), reading, ahead.end(), adjusting)
                    await keep_key_check(store, key)
                else:
                    await asyncio.gather(keep_key_check(store, key), adjusting)
                floor = await open_floor(config, store, key, clock, odds, health, ahead=ahead)
                await note_take_over(floor.staff_log, lease)
                port = sockets[0].getsockname()[1] if sockets else options.port
                app = create_app(floor, routes)
                files = NodeFiles(lambda: floor.file_digest)
                edges = EdgeDesk(app, floor.bus, lease.epoch, clock, files)
                pits = PitDesk(
                    floor.tables,
                    floor.ledger,
                    lambda: floor.config,
                    clock,
                    lease.epoch,
                    files,
                    heads.moved,
                    lease.holder,
                )
                floor.supervising.nodes.epoch = lease.epoch
                floor.supervising.nodes.came_by = "handed_over" if lease.was_given_back else "died"
                floor.supervising.nodes.node_sources.append(edges.nodes)
                PitsOnTheBoard(pits, floor.supervising.nodes)
                pits.on_observed.append(partial(add_to, floor.metrics))
                floor.metrics.registry.register(EdgeMetrics(lease.epoch, edges.figures))

                def is_open() -> None:
                    stage.is_opening = False
                    opened(port, password)

                server = FloorServer(
                    uvicorn_config(floor, app),
                    floor,
                    lease,
                    opened=is_open,
                    reload=Reloading(floor, options.read_again).soon,
                    edges=edges,
                    pits=pits,
                    give_up_floor=lambda: _give_up(keeping, heads, lease),
                )
                start_jobs(floor)
                await floor.start()
                floor.background.run(pits.run(), "spread tables over pits")
                resume_collecting()
                keeping = asyncio.create_task(keep_clock(store, clock), name="keep the clock")
                try:
                    house = derived_key(key, "house")
                    async with links_taken(edges, pits, bus, part, lease.epoch, house):
                        password = await _first_password(options, floor.accounts, floor.staff_log)
                        await heads.is_written()
                        await server.serve(sockets=sockets)
                finally:
                    keeping.cancel()
        finally:
            await store.close()


async def _read_ahead(options: Options, store: Store, heads: HeadsAsRead, file: "FileAhead | None") -> "ReadAhead":
    """A server that stands by follows the tables of the one that runs the floor."""
    from punto.server.figures.book_fingerprints import code_digest
    from punto.server.floor.another_floor_file import AnotherFloorFile
    from punto.server.streams.read_ahead import ReadAhead

    config = options.config
    ahead = ReadAhead(store, [(each, config.book_of(each)) for each in config.tables], heads)
    if options.stands_by:
        ahead.now_and_then.append(AnotherFloorFile(store, file or (lambda: config)).look)
        await asyncio.gather(ahead.begin(), asyncio.to_thread(code_digest))
    return ahead


async def _file_ahead(options: Options) -> "FileAhead | None":
    from punto.server.floor.file_ahead import FileAhead

    if options.read_again is None or not options.stands_by:
        return None
    file = FileAhead(options.config, options.read_again)
    with contextlib.suppress(InvalidInput):  # told when the floor is opened, unless it is mended by then
        await asyncio.to_thread(file)
    return file


async def _give_up(clock: asyncio.Task[None], heads: KeptHeads, lease: FloorLease) -> None:
    """Whatever still writes ends; then whoever stands by opens the floor while this server closes, also its heads."""
    clock.cancel()
    await heads.rest()
    await lease.give_back()
    with contextlib.suppress(OSError):
        os.nice(NICENESS_OF_CLOSING)


def _stop_on_request() -> None:
    """Until the floor is open and has its own handlers. A container's first process would not even die of SIGTERM: to
    it the system delivers no signal that it does not handle."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def resume_collecting() -> None:
    gc.freeze()  # the collector need not scan what lives as long as the floor
    gc.set_threshold(*GARBAGE_AFTER)
    gc.enable()


async def _first_password(options: Options, accounts: "Accounts", staff_log: "StaffLog") -> str | Path | None:
    from punto.server.staff.first_admin import make_first_admin
    from punto.server.staff.first_password import forget_password_once_used, keep_password, password_file

    file = password_file(options.heads)

    def keep(password: str) -> None:
        if not options.has_terminal:
            keep_password(file, password)

    password = await make_first_admin(accounts, staff_log, keep)
    await forget_password_once_used(file, accounts)
    return password if password is None or options.has_terminal else file


@contextlib.asynccontextmanager
async def held(
    store: Store, options: Options, health: StoreHealth, part: Part | None = None
) -> AsyncIterator[FloorLease]:
    """Holds the floor's lease inside, until it is given back. Raises FloorWasTaken at the end if it was lost."""
    lease = await _lease_for(store, options, part)
    lease.begin(health)
    try:
        yield lease
    except FloorIsTaken:
        lease.lost.set()
    finally:
        new_holder = await lease.new_holder() if lease.was_taken else ""
        await lease.give_back()
    if lease.was_taken:
        raise FloorWasTaken(f"the floor was taken by another server: {new_holder}")


async def _lease_for(store: Store, options: Options, part: Part | None) -> FloorLease:
    lock = lock_of(options.database)
    if not options.stands_by:
        return await take_floor(store, lock, take_over=options.take_over)
    tell_service_manager(STANDING_BY)
    gc.enable()  # it may be days
    try:
        return await (stand_by(store, lock, part.waits) if part and part.waits else stand_by(store, lock))
    finally:
        gc.disable()


async def check_before_opening(options: Options) -> None:
    try:
        await check_file(options.database, options.heads)
    except StoreCannotBeOpened as error:
        raise CannotServe(f"the database: {error}") from None


@contextlib.asynccontextmanager
async def heads_kept(store: ReopeningStore, options: Options, read: HeadsAsRead) -> AsyncIterator[KeptHeads]:
    """Inside, the heads of the store's commits are kept in a file beside it. Patrons of one that stood by do not wait
    for the disk."""
    heads = await keep_heads(store, options.database, options.heads, read.heads)
    store.watch(heads)
    try:
        if not options.stands_by:
            await heads.is_written()
        yield heads
    finally:
        await heads.close()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def key_for(options: Options, store: Store) -> bytes:
    """A first start creates the key file. A floor that already has sealed secrets gets no new key."""
    file = key_file_of(options.database, options.key_file)
    if KEY_VARIABLE not in os.environ and not file.exists() and await has_a_key(store):
        raise CannotServe(f"{file} is missing: the shoes of this floor are sealed with the key in it")
    key = floor_key(file)
    await check_key(store, key, KEY_VARIABLE if KEY_VARIABLE in os.environ else f"key file {file}")
    return key


def key_file_of(database: str, chosen: Path | None) -> Path:
    """Not read when the environment has the key."""
    if chosen is not None:
        return chosen
    if not is_postgresql(database):
        return Path(f"{database}.key")
    if KEY_VARIABLE not in os.environ:
        raise CannotServe(f"a floor on PostgreSQL needs {KEY_VARIABLE} or --key-file")
    return Path(os.devnull)
