"""A pit: plays tables for the floor that it finds, on the same database, until a signal stops it."""

import asyncio
import os
import signal

import structlog
import uvloop

from punto import __version__
from punto.server.config.process_name import process_name
from punto.server.pits.pit import Pit
from punto.server.run.find_floor import find_floor
from punto.server.run.open_store import open_store
from punto.server.run.options import Opened, Options
from punto.server.run.process_group import Part
from punto.server.run.serve_floor import key_file_of, key_for, resume_collecting
from punto.server.run.service_manager import OPEN, STOPPING, tell_service_manager
from punto.server.store.interface import Store
from punto.server.tables.house.sealing import KEY_VARIABLE

SECONDS_BETWEEN_LOOKS = 0.2

log = structlog.get_logger("punto.pit")


def serve_pit(options: Options, part: Part | None = None, opened: Opened | None = None) -> None:
    """Until a signal stops it. `part` is what it is of a group of processes; alone, it tells when it is `opened`."""
    for number in (signal.SIGHUP, signal.SIGUSR2):  # a pit has nothing to reload or hand over
        signal.signal(number, signal.SIG_IGN)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(options, part, opened))


async def _serve(options: Options, part: Part | None, opened: Opened | None) -> None:
    loop, stops = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stops.set)
    if part is None:
        loop.add_signal_handler(signal.SIGINT, stops.set)
    stopping = asyncio.create_task(stops.wait())
    store = await open_store(options.database)
    try:
        waiting = asyncio.create_task(_key_of_floor(options, store))
        await asyncio.wait({stopping, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            return
        key = await waiting
        pit = Pit(process_name(), __version__, store, key, options.config)
        store.watch(pit)
        finding = asyncio.create_task(find_floor(pit, options.bus, "pit", "" if part is None else part.pit_path))
        resume_collecting()
        log.info("pit_is_open", pit=pit.name)
        tell_service_manager(OPEN)
        if opened is not None:
            opened(0, None)
        await asyncio.wait({stopping, finding}, return_when=asyncio.FIRST_COMPLETED)  # who finds no floor for good ends
        tell_service_manager(STOPPING)
        await pit.leave()
        for task in (stopping, finding):
            task.cancel()
        ends = await asyncio.gather(finding, return_exceptions=True)
        if isinstance(ends[0], Exception):
            raise ends[0]
    finally:
        await store.close()


async def _key_of_floor(options: Options, store: Store) -> bytes:
    """A pit makes no key: what it sealed with one of its own, no floor could open. On one machine the floor may just be
    making it."""
    file = key_file_of(options.database, options.key_file)
    if KEY_VARIABLE not in os.environ and not file.exists():
        log.warning("pit_waits_for_key", missing=str(file), remedy="bring a copy of the floor's key file here")
        while not file.exists():
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
    return await key_for(options, store)
