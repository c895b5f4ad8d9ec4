"""`punto serve`: a floor on a port. Without a configuration it is the demo floor, with a database file of its own."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from msgspec import structs

from punto.cli.input.refuse import BadInput, input_from

if TYPE_CHECKING:
    from punto.server.config.floor_config import FloorConfig

EVERYWHERE = "0.0.0.0"
HERE = "127.0.0.1"
FLOOR_IS_HELD = 69  # exit codes: another server runs this floor
FLOOR_WAS_TAKEN = 75  # another server has taken it from this one
HEADS_FILE = Annotated[
    Path | None,
    typer.Option(
        "--heads-file", metavar="FILE", help="Knows how far the database has come; else DATABASE.heads or KEY.heads."
    ),
]


class Where(NamedTuple):
    """Where a floor listens and where it keeps what happens."""

    database: str
    key_file: Path | None
    host: str
    port: int
    is_lan: bool
    take_over: bool = False
    heads_file: Path | None = None


class Wanted(NamedTuple):
    """What the command line says about the floor itself, over its file."""

    public_url: str | None
    host: str | None  # whoever listens under a name may be asked by it
    bots: bool | None


def serve(
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="The floor (TOML). Without it: the demo.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="FILE|ADDRESS", help="An SQLite file, or postgresql://…")
    ] = None,
    host: Annotated[str | None, typer.Option(help=f"Where to listen; {HERE}, or everywhere with --lan.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 takes any that is free.")] = 8000,
    lan: Annotated[bool, typer.Option("--lan", help="Let this network in, and show its address as a QR code.")] = False,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="As patrons reach it through a proxy, with its path.")
    ] = None,
    bots: Annotated[
        bool | None, typer.Option("--bots/--no-bots", help="Let bots play; else as the floor says.")
    ] = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Seals the shoes; else PUNTO_KEY or DATABASE.key.")
    ] = None,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Displace the server that runs this floor now.")
    ] = False,
    heads_file: HEADS_FILE = None,
    check: Annotated[bool, typer.Option("--check", help="Check the configuration and stop.")] = False,
    example: Annotated[
        bool, typer.Option("--example", help="Print the demo floor's file, to start yours from.")
    ] = False,
) -> None:
    """Open a floor: many tables, one port.

    Ctrl-C closes it: no more bets are taken, rounds that are being dealt are finished, and nothing is lost.
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
    host = host or (EVERYWHERE if lan else HERE)
    where = Where(database or default_database(config), key_file, host, port, lan, take_over, heads_file)
    _run(floor, where, None if config is None else partial(floor_as_wanted, config, wanted))


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
        raise BadInput(f"--bots: {path} is no demo floor, and only a demo floor has bots")
    return floor


def floor_as_wanted(path: Path | None, wanted: Wanted) -> FloorConfig:
    """The floor as its file and the command line together want it."""
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
    """In the user's own data folder, named after the floor's file."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return str(data / "punto" / f"{config.stem if config else 'demo'}.db")


def _checked(path: Path | None, floor: FloorConfig) -> str:
    name = "the demo floor" if path is None else str(path)
    books = ", ".join(book.id for book in floor.books)
    return f"{name}: fine. {floor.name}: {len(floor.tables)} tables, {floor.currency}, books {books}."


def _run(floor: FloorConfig, where: Where, read_again: Callable[[], FloorConfig] | None) -> None:
    gc.disable()  # what is loaded now stays; the floor turns it on again when it is open
    from punto.server.claim.floor_lease import FloorIsHeld
    from punto.server.run.logs import start_logging
    from punto.server.run.serve_floor import FloorWasTaken, Options, serve_floor

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
            serve_floor(options, opened)
    except FloorIsHeld as held:
        raise _ends(held, FLOOR_IS_HELD) from None
    except FloorWasTaken as taken:
        raise _ends(taken, FLOOR_WAS_TAKEN) from None
    sys.stdout.write("The floor is closed. What was accepted is kept.\n")


def _ends(reason: Exception, code: int) -> typer.Exit:
    sys.stderr.write(f"punto: serve: {reason}\n")
    return typer.Exit(code)


def first_start(password: str | Path) -> str:
    """The one thing that is never shown again. It goes to a terminal, or to a file: never where it would be kept."""
    if isinstance(password, Path):
        said = f"The password of admin is in {password}, which you alone may read.\n  It goes once it was used."
    else:
        said = f"Sign in as admin with the password {password}\n  It is shown only now."
    return f"\n  First start. {said}\n"


def welcome(floor: FloorConfig, where: Where, port: int) -> str:
    """What the person at the terminal needs: where to go."""
    from punto.cli.output.lan import lan_address, qr_code

    books = len(floor.books)
    credit = "play credits, no money" if floor.play_credits is not None else floor.currency
    lines = ["", f"{floor.name}: {len(floor.tables)} tables, {books} books, {credit}"]
    if floor.public_url is not None:
        lines.append(f"  Patrons:   {floor.public_url}")
    lines.append(f"  Here:      {_address(HERE if where.host == EVERYWHERE else where.host, port, floor.base_path)}")
    if where.is_lan:
        own = lan_address()
        address = None if own is None else _address(own, port, floor.base_path)
        lines.append(f"  Network:   {address or 'no network was found'}")
        lines += ["", qr_code(address, has_colours=sys.stdout.isatty())] if address else []
    lines.append(f"  Database:  {_without_password(where.database)}")
    return "\n".join([*lines, "", "  Ctrl-C closes the floor.", "", ""])


def _address(host: str, port: int, path: str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}/"


def _without_password(database: str) -> str:
    scheme, at, rest = database.rpartition("@")
    return f"{scheme.partition('://')[0]}://…@{rest}" if at and "://" in scheme else database
