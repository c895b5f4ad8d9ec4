"""`punto floor`: who runs a floor and in which epoch; its nodes with their lag, who runs each table, what moved lately.

All of it is read from the store, where a floor that runs keeps it, so nobody has to reach the floor itself.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from punto.cli.input.choose_book import JSON
from punto.cli.input.refuse import input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.operating.existing_store import existing_store
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.terminal import console, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from punto.analysis.tabular import Row
    from punto.server.protocol.nodes import Move, NodeWatch
    from punto.server.store.values import Lease

OWN_TABLES = "Patrons' own tables count under their place; a place where nobody has one is not listed."


def floor(
    database: DATABASE = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Show who runs a floor, its nodes, who runs each table and what moved. The floor may be running."""
    import asyncio

    from msgspec import to_builtins

    from punto.cli.operating.serve import default_database
    from punto.server.claim.floor_holder import holder_in

    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    database = database or default_database(None)
    with input_from("floor"), trouble_with(database):
        lease, kept = asyncio.run(_read(database))
    holder = holder_in(lease.holder).in_words if lease.holder else None
    now = kept if kept is not None and holder is not None and _is_told_by(lease, kept) else None
    moves = kept.moves if kept is not None else ()
    if export:
        export.write(_rows(now, moves))
        return
    if as_json:
        told = {} if now is None else {"told_at": now.server_time, "nodes": now.nodes, "owners": now.owners}
        whose = {"holder": holder, "epoch": lease.epoch, "silent_ms": lease.silent_ms}
        nobody = {"told_at": None, "nodes": (), "owners": ()}
        print_json(to_builtins({**whose, **nobody, **told, "moves": moves}))
        return
    heard = "" if lease.silent_ms is None or holder is None else f", heard of {lease.silent_ms / 1000:.1f} s ago"
    sys.stdout.write(f"Run by {holder or 'nobody'}{heard}. Epoch {lease.epoch}.\n")
    out = console()
    if now is not None:
        out.print(_nodes(now), _owners(now))
    if moves:
        out.print(_moves(moves))


def _rows(told: NodeWatch | None, moves: tuple[Move, ...]) -> list[Row]:
    """Of all three tables, each row with what it is about; a cell that its table does not have is empty."""
    from msgspec import to_builtins

    nodes, owners = ((), ()) if told is None else (told.nodes, told.owners)
    about = (("node", nodes), ("owner", owners), ("move", moves))
    return [{"about": name, **to_builtins(each)} for name, rows in about for each in rows]


async def _read(database: str) -> tuple[Lease, NodeWatch | None]:
    from punto.server.floor.kept_nodes import kept_nodes

    store = await existing_store("floor", database)
    try:
        return await store.lease(), await kept_nodes(store)
    finally:
        await store.close()


def _is_told_by(lease: Lease, kept: NodeWatch) -> bool:
    """By the floor that holds the lease, and not by one before it."""
    return any(node.role == "floor" and node.epoch == lease.epoch for node in kept.nodes)


def _nodes(told: NodeWatch) -> Table:
    return _table(
        f"Nodes, last changed at {_moment(told.server_time)}",
        ("node", "role", "Punto", "since", "epoch>", "lag>", "sockets>", "tables>"),
        [
            (
                *(node.id, node.role, node.version, _moment(node.since), _number(node.epoch)),
                "–" if node.lag_ms is None else f"{node.lag_ms:.1f} ms",
                *(f"{node.sockets:,}", f"{node.tables:,}"),
            )
            for node in told.nodes
        ],
    )


def _owners(told: NodeWatch) -> Table:
    """With a count only where there is one to tell: a shared table is one."""
    are_several = any(each.tables > 1 for each in told.owners)
    return _table(
        "Who runs each table",
        ("table", "node", "epoch>", "since", *(("tables>",) if are_several else ())),
        [
            (
                *(each.table, each.node or "NOBODY", _number(each.epoch), _moment(each.since)),
                *((f"{each.tables:,}",) if are_several else ()),
            )
            for each in told.owners
        ],
        OWN_TABLES,
    )


def _moves(moves: tuple[Move, ...]) -> Table:
    return _table(
        "Moves, the last one first",
        ("when", "table", "from", "to", "why"),
        [
            (_moment(move.at), move.table, move.from_node or "–", move.to_node or "–", move.why.replace("_", " "))
            for move in moves
        ],
    )


def _table(title: str, columns: tuple[str, ...], rows: list[tuple[str, ...]], caption: str | None = None) -> Table:
    """A heading that ends with > stands at the right, as its figures do."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", caption=caption, caption_justify="left")
    for heading in columns:
        table.add_column(heading.removesuffix(">"), justify="right" if heading.endswith(">") else "left")
    for row in rows:
        table.add_row(*row)
    return table


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _moment(at: int | None) -> str:
    from datetime import UTC, datetime

    return "–" if at is None else f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
