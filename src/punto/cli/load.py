"""`punto load`: thousands of patrons against the real server, on this machine, with every figure beside its limit."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from punto.cli.refuse import BadInput
from punto.cli.terminal import console, error_console, print_json

if TYPE_CHECKING:
    from punto.server.load.client import Address
    from punto.server.load.reading import Reading
    from punto.server.load.server_process import ServerProcess


def load(
    url: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of a server on this machine; without, one is started.")
    ] = None,
    patrons: Annotated[int, typer.Option(min=10, max=50_000, help="How many to connect.")] = 5_000,
    seconds: Annotated[float, typer.Option(min=1, max=3_600, help="To measure for, all in all.")] = 20,
    bets_a_second: Annotated[int, typer.Option(min=1, max=100_000, help="Of the loop that bets by the clock.")] = 3_000,
    slow_share: Annotated[float, typer.Option(min=0, max=0.9, help="Of the followers, who never read.")] = 0.1,
    database: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="For the server that is started: an empty PostgreSQL.")
    ] = None,
    fuzz: Annotated[int, typer.Option(min=0, help="Send so many messages of nonsense instead.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Of the nonsense.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Measure a floor under load: connections, bets, settlement, broadcast, slow readers, coming back.

    Without --url a server is started as a child process, on an empty database in a temporary folder and a floor of its
    own. Only servers on this machine are loaded.
    """
    if url is not None and (database is not None or fuzz):
        raise BadInput("--url names a server that runs; --database and --fuzz are for one that is started here")
    with _server(database, is_fuzzed=fuzz > 0) if url is None else _nothing() as server:
        address = _loopback(url) if url else server.address  # type: ignore[union-attr]
        if fuzz:
            assert server is not None
            readings = _fuzz(server, fuzz, seed)
        else:
            readings = _measure(address, server, patrons, seconds, bets_a_second, slow_share)
    if json:
        print_json([{**_plain(reading), "ratio": reading.ratio} for reading in readings])
    else:
        _show(readings)


def _measure(
    address: Address, server: ServerProcess | None, patrons: int, seconds: float, bets_a_second: int, slow_share: float
) -> list[Reading]:
    from punto.server.load.crowd import allow_many_files
    from punto.server.load.measure import Load, Plan

    try:
        allow_many_files(patrons + 1_000)
    except ValueError as error:
        raise BadInput(str(error)) from None
    plan = Plan(patrons=patrons, seconds=seconds, bets_a_second=bets_a_second, slow_share=slow_share)
    memory: Callable[[], int] | None = (lambda: server.memory_bytes) if server else None
    return _run(Load(address, plan, memory, _say).run())


def _fuzz(server: ServerProcess, messages: int, seed: int) -> list[Reading]:
    from punto.server.load.fuzz import fuzz_server

    return _run(fuzz_server(server, messages, seed, _say))


def _run(measuring: Coroutine[None, None, list[Reading]]) -> list[Reading]:
    import uvloop

    from punto.server.load.client import SocketRefused
    from punto.server.load.crowd import NobodyAnswered
    from punto.server.load.guests import NotLetIn

    try:
        return uvloop.run(measuring)
    except (TimeoutError, NotLetIn, SocketRefused, NobodyAnswered, AssertionError, OSError) as error:
        raise BadInput(f"the load broke off: {str(error) or type(error).__name__}") from None


@contextmanager
def _server(database: str | None, *, is_fuzzed: bool) -> Iterator[ServerProcess | None]:
    from punto.server.load.server_process import FUZZ_FLOOR, LOAD_FLOOR, ServerDidNotStart, ServerProcess

    with tempfile.TemporaryDirectory(prefix="punto-load-") as name:
        folder = Path(name)
        server = ServerProcess(FUZZ_FLOOR if is_fuzzed else LOAD_FLOOR, database or str(folder / "floor.db"), folder)
        _say("starting a server")
        try:
            server.start()
        except ServerDidNotStart as error:
            raise BadInput(f"the server did not start: {error}") from None
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def _nothing() -> Iterator[ServerProcess | None]:
    yield None


def _loopback(url: str) -> Address:
    from punto.server.load.client import Address

    try:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        host, port = parts.hostname or "", parts.port or 80
    except ValueError:
        raise BadInput(f"--url: {url!r} is no address") from None
    host = "127.0.0.1" if host == "localhost" else host
    try:
        is_here = ip_address(host).is_loopback
    except ValueError:
        is_here = False
    if parts.scheme != "http" or not is_here:
        raise BadInput(f"--url: {url!r} is no server on this machine, such as http://127.0.0.1:8000")
    return Address(host, port, parts.path.rstrip("/"))


def _say(text: str) -> None:
    error_console().print(text, style="dim")


def _plain(reading: Reading) -> dict[str, object]:
    return {name: getattr(reading, name) for name in reading.__struct_fields__}


def _show(readings: list[Reading]) -> None:
    from rich.table import Table

    table = Table("figure", "measured", "limit", "ratio")
    for reading in readings:
        sign = "≤" if reading.is_better == "lower" else "≥"
        limit = "" if reading.limit is None else f"{sign} {reading.limit:,g} {reading.unit}"
        ratio = "" if reading.ratio is None else f"{reading.ratio:.2f}"
        style = "red" if reading.ratio is not None and reading.ratio < 1 else ""
        table.add_row(reading.what, f"{reading.measured:,.4g} {reading.unit}", limit, ratio, style=style)
    console().print(table)
    sys.stdout.flush()
