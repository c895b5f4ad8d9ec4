"""The processes of a floor, who runs each table, and what moved: as supervisors see it and `punto floor` prints it.

No value here names a patron: tables that patrons have of their own count under their place.
"""

from typing import Literal

from msgspec import Struct

NodeRole = Literal["floor", "edge", "pit"]  # holds the lease; holds sockets; runs tables
WhyMoved = Literal["joined", "left", "died", "handed_over"]  # a node came, stopped, was lost, or gave the table away


class NodeSeen(Struct, frozen=True, kw_only=True):
    id: str  # machine and process
    role: NodeRole
    version: str  # of Punto
    since: int  # when the floor first heard of it
    epoch: int | None = None  # in which it works; null: unknown
    lag_ms: float | None = None  # its last beat, there and back; null: the floor itself, or no beat yet
    sockets: int = 0
    tables: int = 0  # that it runs, as the board counts them


class TableOwner(Struct, frozen=True):
    """Who runs one table."""

    table: str
    node: str | None  # null: nobody
    epoch: int | None = None
    since: int | None = None


class PlaceOwner(Struct, frozen=True):
    """Who runs the table of a place, or how many of the tables that patrons have of their own there."""

    table: str  # the place
    title: str
    node: str | None  # null: nobody
    epoch: int | None  # the highest, of several
    since: int | None  # the longest, of several
    tables: int


class Move(Struct, frozen=True):
    table: str  # the place
    from_node: str | None  # null: nobody had it
    to_node: str | None  # null: nobody has it
    at: int
    why: WhyMoved


class NodeWatch(Struct, frozen=True):
    server_time: int
    nodes: tuple[NodeSeen, ...]  # the floor first
    owners: tuple[PlaceOwner, ...]  # in the order of the floor's file; those without an owner first
    moves: tuple[Move, ...]  # the last ones, newest first
