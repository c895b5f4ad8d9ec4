"""`punto floor`: who runs a floor, since when and in which epoch, and which edges hold its sockets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.backup import DATABASE, trouble_with
from punto.cli.input.choose_book import JSON
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.output.terminal import print_json

if TYPE_CHECKING:
    from punto.server.store.values import Lease

SECONDS_TO_ANSWER = 5.0
EDGES = "punto_edge_"


def floor(
    database: DATABASE = None,
    url: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The floor's address here, which also tells its edges.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Show who runs a floor, as its store tells, and with --url its edges. The floor may be running."""
    import asyncio

    from punto.cli.serve import default_database
    from punto.server.claim.floor_holder import holder_in

    database = database or default_database(None)
    with input_from("floor"), trouble_with(database):
        lease = asyncio.run(_lease(database))
    holder = holder_in(lease.holder).in_words if lease.holder else None
    edges = {} if url is None else _edges(url)
    if as_json:
        print_json({"holder": holder, "epoch": lease.epoch, "silent_ms": lease.silent_ms, "edges": edges})
        return
    heard = "" if lease.silent_ms is None or holder is None else f", heard of {lease.silent_ms / 1000:.1f} s ago"
    sys.stdout.write(f"Run by {holder or 'nobody'}{heard}. Epoch {lease.epoch}.\n")
    for name, told in sorted(edges.items()):
        way = told["round_trip_seconds"] * 1000
        sys.stdout.write(f"  edge {name}: {told['sockets']:,.0f} sockets, {way:.1f} ms to it and back\n")
    if url is not None and not edges:
        sys.stdout.write("  no edges: the floor holds its sockets itself\n")


async def _lease(database: str) -> Lease:
    from punto.server.run.serve_floor import open_store

    store = await open_store(database)
    try:
        return await store.lease()
    finally:
        await store.close()


def _edges(url: str) -> dict[str, dict[str, float]]:
    """By name, as the floor's metrics tell."""
    from urllib.error import URLError
    from urllib.request import urlopen

    if not url.startswith(("http://", "https://")):
        raise BadInput(f"--url: {url!r} is no address; write http://HOST:PORT")
    try:
        with urlopen(f"{url.rstrip('/')}/metrics", timeout=SECONDS_TO_ANSWER) as answer:
            lines = answer.read().decode().splitlines()
    except (URLError, OSError, ValueError) as error:
        raise BadInput(f"--url: {url}: {getattr(error, 'reason', error)}") from None
    edges: dict[str, dict[str, float]] = {}
    for line in lines:
        if line.startswith(EDGES) and 'edge="' in line:
            what, _, rest = line.removeprefix(EDGES).partition('{edge="')
            edge, _, value = rest.partition('"')
            edges.setdefault(edge, {})[what] = float(value.split()[-1])
    return edges
