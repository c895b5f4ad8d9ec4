"""A pit: plays tables for the floor that it finds, on the same database, until a signal stops it."""

import asyncio
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
from punto.server.run.serve_floor import key_for, resume_collecting
from punto.server.run.service_manager import OPEN, STOPPING, tell_service_manager

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
    store = await open_store(options.database)
    try:
        key = await key_for(options, store)
        pit = Pit(process_name(), __version__, store, key, options.config)
        store.watch(pit)
        finding = asyncio.create_task(find_floor(pit, options.bus, "pit", "" if part is None else part.pit_path))
        resume_collecting()
        log.info("pit_is_open", pit=pit.name)
        tell_service_manager(OPEN)
        if opened is not None:
            opened(0, None)
        stopping = asyncio.create_task(stops.wait())
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
