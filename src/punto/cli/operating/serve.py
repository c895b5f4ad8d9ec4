"""`punto serve`: opens a floor on a port. Without a configuration it is the demo floor, with its own database file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from msgspec import structs

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import NO_ANSWER
from punto.cli.output.numbered import numbered

if TYPE_CHECKING:
    from punto.server.config.floor_config import FloorConfig

EVERYWHERE = "0.0.0.0"
HERE = "127.0.0.1"
FLOOR_IS_HELD = 69  # exit codes: another server runs this floor
DATABASE_IS_AWAY = 74  # it cannot be reached or written now: the only code after which a later start may succeed
FLOOR_WAS_TAKEN = 75  # another server has taken it from this one
HEADS_FILE = Annotated[
    Path | None,
    typer.Option(
        "--heads-file", metavar="FILE", help="Records the latest events; default: DATABASE.heads or KEY.heads."
    ),
]


class Where(NamedTuple):
    """Where a floor listens and stores its events."""

    database: str
    key_file: Path | None
    host: str
    port: int
    is_lan: bool
    take_over: bool = False
    stands_by: bool = False
    heads_file: Path | None = None
    processes: int = 1
    bus: str = ""
    is_edge: bool = False
    pits: int = 0
    is_pit: bool = False


class Wanted(NamedTuple):
    """What the command line overrides in the floor's file."""

    public_url: str | None
    host: str | None  # requests may name the host we listen on
    bots: bool | None


def serve(
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The floor's TOML file; default: the demo floor.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="FILE|ADDRESS", help="An SQLite file or postgresql://…")
    ] = None,
    host: Annotated[
        str | None, typer.Option(help=f"The address to listen on; default: {HERE}, or all with --lan.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port; 0 picks a free one.")] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let the local network in and show the address as a QR code.")
    ] = False,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address patrons use behind a proxy, with its path.")
    ] = None,
    bots: Annotated[
        bool | None, typer.Option("--bots/--no-bots", help="Let bots play; default: as the floor's file says.")
    ] = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key that seals shoes; default: PUNTO_KEY or DATABASE.key.")
    ] = None,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Take the floor from the server that runs it now.")
    ] = False,
    standby: Annotated[
        bool, typer.Option("--standby", help="Wait while another server runs the floor; run it when that one is gone.")
    ] = False,
    heads_file: HEADS_FILE = None,
    processes: Annotated[
        int,
        typer.Option(min=1, max=64, metavar="N", help="Run the floor in one process, its sockets also in N-1 more."),
    ] = 1,
    bus: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="nats://… where a floor and its edges find each other.")
    ] = None,
    edge: Annotated[
        bool, typer.Option("--edge", help="Hold sockets for a floor on the bus; run none, and open no database.")
    ] = False,
    pits: Annotated[
        int, typer.Option(min=0, max=64, metavar="N", help="Play the floor's tables in N more processes (PostgreSQL).")
    ] = 0,
    pit: Annotated[
        bool, typer.Option("--pit", help="Play tables for a floor on the bus, on the same PostgreSQL; hold no sockets.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Check the configuration and exit.")] = False,
    example: Annotated[
        bool, typer.Option("--example", help="Print the demo floor's file as a starting point for yours.")
    ] = False,
) -> None:
    """Open a floor: many tables on one port.

    Ctrl-C closes it: no more bets are taken, rounds in progress are finished, and nothing is lost.
    """
    if example:
        from punto.server.config.demo_floor import DEMO_FILE

        sys.stdout.write(DEMO_FILE.read_text(encoding="utf-8"))
        return
    wanted = Wanted(public_url, host, bots)
    floor = read_config(config, wanted)
    if check:
        sys.stdout.write(_checked(config, floor) + "\n")
        return
    if take_over and standby:
        raise BadInput("--take-over and --standby: choose one; the first displaces a running server, the second waits")
    if pit and edge:
        raise BadInput("--pit and --edge: choose one; the first plays tables, the second holds sockets")
    is_floor = take_over or standby
    wrong = _wrong_with_edge(database, bus, is_edge=edge, is_floor=is_floor or pits > 0) or _wrong_with_pits(
        database, bus, pits, is_pit=pit, is_other=is_floor or edge
    )
    if wrong is not None:
        raise BadInput(wrong)
    host = host or (EVERYWHERE if lan else HERE)
    where = Where(
        database=database or default_database(config),
        key_file=key_file,
        host=host,
        port=port,
        is_lan=lan,
        take_over=take_over,
        stands_by=standby,
        heads_file=heads_file,
        processes=max(processes, 2) if pits else processes,  # one that runs the floor, and one that holds its sockets
        bus=bus or "",
        is_edge=edge,
        pits=pits,
        is_pit=pit,
    )
    _run(floor, where, None if config is None else partial(floor_as_wanted, config, wanted))


def _wrong_with_edge(database: str | None, bus: str | None, *, is_edge: bool, is_floor: bool) -> str | None:
    schemes = ("nats://", "tls://", "ws://", "wss://")
    if bus is not None and not all(each.startswith(schemes) for each in bus.split(",")):
        return f"--bus: {_without_password(bus)!r} is no address of a NATS server; write nats://HOST:4222"
    if is_edge and bus is None:
        return "--edge: an edge finds its floor on a bus; add --bus nats://HOST:4222, as the floor has it"
    if is_edge and (database is not None or is_floor):
        return "--edge: an edge runs no floor and has no database; leave out --database, --standby, --take-over, --pits"
    return None


def _wrong_with_pits(database: str | None, bus: str | None, pits: int, *, is_pit: bool, is_other: bool) -> str | None:
    from punto.server.store.database_kind import is_postgresql

    option = "--pit" if is_pit else "--pits"
    if (is_pit or pits) and not is_postgresql(database or ""):
        return f"{option}: pits write to the floor's database beside it; add --database postgresql://…"
    if is_pit and bus is None:
        return "--pit: a pit finds its floor on a bus; add --bus nats://HOST:4222, as the floor has it"
    if is_pit and (is_other or pits):
        return "--pit: a pit runs no floor; leave out --standby, --take-over and --pits"
    return None


def read_config(path: Path | None, wanted: Wanted) -> FloorConfig:
    from punto.server.config.file_faults import InvalidFile
    from punto.server.config.floor_file import why_no_public_url

    if wanted.public_url is not None and (why := why_no_public_url(wanted.public_url)):
        raise BadInput(f"--public-url: {why}")
    try:
        floor = floor_as_wanted(path, wanted)
    except InvalidFile as error:
        raise BadInput(*error.faults) from None
    if floor.bots and not floor.is_demo:
        raise BadInput(f"--bots: {path} is not a demo floor, and only a demo floor has bots")
    return floor


def floor_as_wanted(path: Path | None, wanted: Wanted) -> FloorConfig:
    """The floor's file with what the command line overrides."""
    from punto.server.config.demo_floor import demo_floor
    from punto.server.config.floor_file import read_floor

    floor = demo_floor() if path is None else read_floor(path)
    safety = floor.safety
    return structs.replace(
        floor,
        public_url=wanted.public_url or floor.public_url,
        bots=floor.bots if wanted.bots is None else wanted.bots,
        safety=structs.replace(safety, hosts=(*safety.hosts, wanted.host)) if wanted.host else safety,
    )


def default_database(config: Path | None) -> str:
    """In the user's data folder, named after the floor's file."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return str(data / "punto" / f"{config.stem if config else 'demo'}.db")


def _checked(path: Path | None, floor: FloorConfig) -> str:
    name = "the demo floor" if path is None else str(path)
    books = ", ".join(book.id for book in floor.books)
    return f"{name}: fine. {floor.name}: {numbered(len(floor.tables), 'table')}, {floor.currency}, books {books}."


def _run(floor: FloorConfig, where: Where, read_again: Callable[[], FloorConfig] | None) -> None:
    from punto.server.run.lean_structlog import load_structlog

    load_structlog()
    from punto.server.claim.floor_lease import FloorIsHeld
    from punto.server.run.logs import start_logging
    from punto.server.run.options import Options
    from punto.server.run.serve_floor import FloorWasTaken, StoppedBeforeOpening
    from punto.server.run.serve_in_processes import serve_in_processes
    from punto.server.store.failures import StoreIsLost

    start_logging()
    terminal = next((stream for stream in (sys.stdout, sys.stderr) if stream.isatty()), None)
    options = Options(
        floor,
        where.database,
        where.key_file,
        where.host,
        where.port,
        where.take_over,
        read_again,
        where.heads_file,
        has_terminal=terminal is not None,
        stands_by=where.stands_by,
        processes=where.processes,
        bus=where.bus,
        is_edge=where.is_edge,
        pits=where.pits,
        is_pit=where.is_pit,
    )

    def opened(port: int, password: str | Path | None) -> None:
        if password is not None:
            seen_at = terminal or sys.stdout
            seen_at.write(first_start(password))
            seen_at.flush()
        sys.stdout.write(welcome(floor, where, port))
        sys.stdout.flush()

    try:
        with input_from("serve"):
            code = serve_in_processes(options, opened)
    except StoppedBeforeOpening:
        return
    except FloorIsHeld as held:
        raise _ends(held, FLOOR_IS_HELD) from None
    except StoreIsLost as lost:  # once the floor is open, it waits for its store
        raise _ends(f"{str(lost) or NO_ANSWER}; start again when it can be used", DATABASE_IS_AWAY) from None
    except FloorWasTaken as taken:
        raise _ends(taken, FLOOR_WAS_TAKEN) from None
    if code:
        raise typer.Exit(code)
    sys.stdout.write(_closed(where))


def _closed(where: Where) -> str:
    if where.is_edge or where.is_pit:
        return f"The {'edge' if where.is_edge else 'pit'} is closed.\n"
    return "The floor is closed. Every accepted bet is stored.\n"


def _ends(reason: object, code: int) -> typer.Exit:
    sys.stderr.write(f"punto: serve: {reason}\n")
    return typer.Exit(code)


def first_start(password: str | Path) -> str:
    """The password is never shown again. It goes to a terminal or a private file, never to a log."""
    if isinstance(password, Path):
        said = (
            f"The password of admin is in {password}, which only you can read.\n  The file is deleted once it is used."
        )
    else:
        said = f"Sign in as admin with the password {password}\n  It is not shown again."
    return f"\n  First start. {said}\n"


def welcome(floor: FloorConfig, where: Where, port: int) -> str:
    """Tells the person at the terminal where to go."""
    from punto.cli.output.lan import lan_address, qr_code

    if where.is_pit:
        bus, database = _without_password(where.bus), _without_password(where.database)
        lines = ["", f"{floor.name}: a pit", f"  Floor:     on {bus}", f"  Database:  {database}"]
        return "\n".join([*lines, "", "  Ctrl-C closes the pit.", "", ""])
    tables, books = numbered(len(floor.tables), "table"), numbered(len(floor.books), "book")
    credit = "play credits, no money" if floor.play_credits is not None else floor.currency
    lines = ["", f"{floor.name}: {tables}, {books}, {credit}"]
    if floor.public_url is not None:
        lines.append(f"  Patrons:   {floor.public_url}")
    lines.append(f"  Here:      {_address(HERE if where.host == EVERYWHERE else where.host, port, floor.base_path)}")
    if where.is_lan:
        own = lan_address()
        address = None if own is None else _address(own, port, floor.base_path)
        lines.append(f"  Network:   {address or 'no network was found'}")
        lines += ["", qr_code(address, has_colours=sys.stdout.isatty())] if address else []
    lines.append(
        f"  Floor:     on {_without_password(where.bus)}"
        if where.is_edge
        else f"  Database:  {_without_password(where.database)}"
    )
    return "\n".join([*lines, "", f"  Ctrl-C closes the {'edge' if where.is_edge else 'floor'}.", "", ""])


def _address(host: str, port: int, path: str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}/"


def _without_password(database: str) -> str:
    scheme, at, rest = database.rpartition("@")
    return f"{scheme.partition('://')[0]}://…@{rest}" if at and "://" in scheme else database
