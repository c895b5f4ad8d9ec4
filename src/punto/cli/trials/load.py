"""`punto load`: runs thousands of patrons against a real server on this machine and shows each figure and its limit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from punto.cli.input.choose_book import JSON
from punto.cli.input.refuse import BadInput
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.terminal import console, error_console, print_json

MESSAGES_OF_A_SERVER = 100_000  # of nonsense: its tables stand still for ten minutes, and no longer

if TYPE_CHECKING:
    from punto.analysis.tabular import Row
    from punto.trials.load.client import Address
    from punto.trials.load.plan import Plan
    from punto.trials.load.reading import Reading


def load(
    url: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A running server on this machine; default: start our own.")
    ] = None,
    patrons: Annotated[int, typer.Option(min=10, max=50_000, help="How many patrons connect.")] = 5_000,
    seconds: Annotated[float, typer.Option(min=1, max=3_600, help="How long to measure in total.")] = 20,
    bets_a_second: Annotated[
        int, typer.Option(min=1, max=100_000, help="The rate at which patrons bet on a timer.")
    ] = 3_000,
    slow_share: Annotated[float, typer.Option(min=0, max=0.9, help="The share of followers who never read.")] = 0.1,
    database: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="An empty PostgreSQL for our own servers.")
    ] = None,
    fuzz: Annotated[int, typer.Option(min=0, help="Send this many malformed messages instead.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the malformed messages.")] = 0,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Measure a floor under load: connections, bets, settlement, reconnecting, broadcast, slow readers, a kill.

    Without --url it starts servers as child processes, one after another, each with its own floor and an empty
    database. Only servers on this machine can be loaded.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    if url is not None and (database is not None or fuzz):
        raise BadInput("--url names a running server; --database and --fuzz are for servers that this command starts")
    if fuzz and database is not None:
        raise BadInput("--fuzz reads the server's SQLite file, so it takes no --database")
    with _one_line():
        plan = _plan(patrons, seconds, bets_a_second, slow_share)
        readings = _fuzz(fuzz, seed) if fuzz else _measure(url, database, plan)
    rows = [_row(reading) for reading in readings]
    if export:
        export.write(rows)
    elif as_json:
        print_json(rows)
    else:
        _show(readings)


def _plan(patrons: int, seconds: float, bets_a_second: int, slow_share: float) -> Plan:
    from punto.trials.load.plan import Plan

    return Plan(patrons=patrons, seconds=seconds, bets_a_second=bets_a_second, slow_share=slow_share)


def _measure(url: str | None, database: str | None, plan: Plan) -> list[Reading]:
    from punto.trials.load.crowd import allow_many_files
    from punto.trials.load.whole_load import whole_load

    allow_many_files(plan.patrons + 1_000)
    return whole_load(plan, database, _say) if url is None else _measure_running(_loopback(url), plan)


def _measure_running(address: Address, plan: Plan) -> list[Reading]:
    """Never kills a server that it did not start."""
    import uvloop

    from punto.trials.load.measures.calm_load import CalmLoad
    from punto.trials.load.measures.swift_load import SwiftLoad

    async def measured() -> list[Reading]:
        calm = await CalmLoad(address, plan, None, _say).run()
        return calm + await SwiftLoad(address, plan, None, _say).run()

    return uvloop.run(measured())


def _fuzz(messages: int, seed: int) -> list[Reading]:
    import tempfile
    from pathlib import Path

    import uvloop

    from punto.trials.load.fuzz import Toll, fuzz_server
    from punto.trials.load.server_process import FUZZ_FLOOR
    from punto.trials.load.whole_load import new_server

    toll = Toll()
    while toll.messages < messages:
        count = min(MESSAGES_OF_A_SERVER, messages - toll.messages)
        with (
            tempfile.TemporaryDirectory(prefix="punto-load-") as folder,
            new_server(FUZZ_FLOOR, None, Path(folder), _say) as server,
        ):
            toll.add(uvloop.run(fuzz_server(server, count, seed)))
        seed += 1
        _say(f"{toll.messages:,} messages")
    for name, times in toll.answers.most_common():
        _say(f"{times:>9,}  {name}")
    return toll.readings


@contextmanager
def _one_line() -> Iterator[None]:
    """Report whatever stops a load in one line."""
    import signal

    from punto.trials.load.client import SocketRefused
    from punto.trials.load.crowd import NobodyAnswered, TooFewFiles
    from punto.trials.load.guests import NotLetIn
    from punto.trials.load.plan import NoTableToLoad
    from punto.trials.load.server_process import ServerDidNotStart

    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a broken socket must not end the program
    try:
        yield
    except ServerDidNotStart as error:
        raise BadInput(f"the server did not start: {error}") from None
    except TooFewFiles as error:
        raise BadInput(str(error)) from None
    except (TimeoutError, NotLetIn, NoTableToLoad, SocketRefused, NobodyAnswered, AssertionError, OSError) as error:
        raise BadInput(f"the load stopped: {str(error) or type(error).__name__}") from None


def _loopback(url: str) -> Address:
    from punto.trials.load.client import Address

    try:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        host, port = parts.hostname or "", parts.port or 80
    except ValueError:
        raise BadInput(f"--url: {url!r} is not an address") from None
    host = "127.0.0.1" if host == "localhost" else host
    try:
        is_here = ip_address(host).is_loopback
    except ValueError:
        is_here = False
    if parts.scheme != "http" or not is_here:
        raise BadInput(f"--url: {url!r} is not a server on this machine, such as http://127.0.0.1:8000")
    return Address(host, port, parts.path.rstrip("/"))


def _say(text: str) -> None:
    error_console().print(text, style="dim")


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:,.4g}"


def _row(reading: Reading) -> Row:
    return {**{name: getattr(reading, name) for name in reading.__struct_fields__}, "ratio": reading.ratio}


def _show(readings: list[Reading]) -> None:
    from rich.table import Table

    table = Table("figure", "measured", "limit", "ratio")
    for reading in readings:
        sign = "≤" if reading.is_better == "lower" else "≥"
        limit = "" if reading.limit is None else f"{sign} {reading.limit:,g} {reading.unit}"
        ratio = "" if reading.ratio is None else f"{reading.ratio:.2f}"
        style = "red" if reading.ratio is not None and reading.ratio < 1 else ""
        table.add_row(reading.what, f"{_figure(reading.measured)} {reading.unit}", limit, ratio, style=style)
    console().print(table)
    sys.stdout.flush()
