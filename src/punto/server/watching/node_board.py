"""The board of nodes: which processes make up this floor, who runs each table, and which tables moved lately.

Other rooms bring what they know: `node_sources` are asked for nodes, `owner_of` is asked for a table's owner, and
`moved` is told of every move. Until they do, the floor's own process runs every table that is open.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

import structlog
from msgspec.structs import replace

from punto import __version__
from punto.server.config.floor_config import FloorConfig
from punto.server.config.process_name import process_name
from punto.server.config.table_ids import place_of
from punto.server.protocol.nodes import Move, NodeSeen, NodeWatch, PlaceOwner, TableOwner, WhyMoved
from punto.server.tables.closed_places import ClosedPlaces
from punto.table.config import TableConfig, TableKind
from punto.table.state import Instant

MOVES_MAX = 50  # the last ones
log = structlog.get_logger("punto.nodes")


class NodeBoard:
    def __init__(
        self,
        config: Callable[[], FloorConfig],
        tables: Iterable[str],
        closed: ClosedPlaces,
        sockets: Callable[[], int],
        clock: Callable[[], Instant],
    ) -> None:
        self.id = process_name()
        self.epoch: int | None = None  # of the floor's lease, once it is held
        self.came_by: WhyMoved = "died"  # how the tables of the floor before came to be ours
        self.node_sources: list[Callable[[], Iterable[NodeSeen]]] = []
        self.epoch_of: Callable[[str], int | None] = lambda _: self.epoch  # of a table that the floor runs
        self.owner_of: Callable[[str], TableOwner | None] = self.floor_owns
        self.moves: deque[Move] = deque(maxlen=MOVES_MAX)  # newest first
        self.moves_by_reason: Counter[WhyMoved] = Counter()
        self._config = config
        self._tables = tables
        self._closed = closed
        self._sockets = sockets
        self._clock = clock
        self._since = clock()

    def floor_owns(self, table: str) -> TableOwner | None:
        """The floor runs a table that is open here."""
        return TableOwner(table, self.id, self.epoch_of(table), self._since) if table in self._tables else None

    def moved(self, move: Move) -> None:
        self.moves.appendleft(replace(move, table=place_of(move.table)))
        self.moves_by_reason[move.why] += 1
        log.info("table_moved", table=place_of(move.table), old=move.from_node, new=move.to_node, reason=move.why)

    def recall(self, before: NodeWatch) -> None:
        """What an earlier floor has left: the last moves, and tables that it ran itself and that are ours now."""
        floor = next((node.id for node in before.nodes if node.role == "floor"), self.id)
        theirs = {owner.table for owner in before.owners if owner.node == floor != self.id}
        ours = [owner.table for owner in self.owners() if owner.table in theirs and owner.node == self.id]
        came = [Move(table, floor, self.id, self._since, self.came_by) for table in ours]
        every = sorted((*self.moves, *came, *before.moves), key=attrgetter("at"), reverse=True)
        self.moves = deque(every[:MOVES_MAX], maxlen=MOVES_MAX)
        if came:
            self.moves_by_reason[self.came_by] += len(came)
            log.info("tables_moved_with_the_floor", tables=len(came), old=floor, new=self.id, reason=self.came_by)

    def look(self) -> NodeWatch:
        owners = self.owners()
        return NodeWatch(
            server_time=self._clock(),
            nodes=tuple(self.nodes(owners)),
            owners=tuple(sorted(owners, key=lambda each: each.node is not None)),
            moves=tuple(self.moves),
        )

    def nodes(self, owners: Iterable[PlaceOwner]) -> Iterator[NodeSeen]:
        """The floor, and whoever works for it, with as many tables as they own."""
        tables: Counter[str | None] = Counter()
        for owner in owners:
            tables[owner.node] += owner.tables
        others = [node for source in self.node_sources for node in source()]
        for node in (self._floor(others), *sorted(others, key=attrgetter("role", "id"))):
            yield replace(node, tables=tables[node.id])

    def owners(self) -> list[PlaceOwner]:
        """Of each place; several where patrons' own tables are run by several nodes, none where nobody has one."""
        config = self._config()
        must_run = {place.id for place in config.tables if self._is_always_run(place)}
        found: dict[str, dict[str | None, _Owned]] = {place.id: {} for place in config.tables}
        for table in must_run.union(self._tables):  # many, where patrons have tables of their own
            owner = self.owner_of(table) or TableOwner(table, None)
            here = found.get(place_of(table))
            if here is None:  # it was taken off the floor, and plays its last round
                continue
            if owner.node in here:
                here[owner.node].add(owner)
            else:
                here[owner.node] = _Owned(owner)
        return [
            PlaceOwner(place.id, place.title, node, owned.epoch, owned.since, owned.tables)
            for place in config.tables
            for node, owned in sorted(found[place.id].items(), key=lambda each: each[0] or "")
        ]

    def _is_always_run(self, place: TableConfig) -> bool:
        """A table that staff has closed is nobody's, once its last round is over."""
        return place.kind is not TableKind.ON_DEMAND and self._closed.of(place.id) is None

    def _floor(self, others: Iterable[NodeSeen]) -> NodeSeen:
        """Every socket of the floor is known here; those that edges hold are theirs."""
        elsewhere = sum(node.sockets for node in others if node.role == "edge")
        return NodeSeen(
            id=self.id,
            role="floor",
            version=__version__,
            since=self._since,
            epoch=self.epoch,
            sockets=max(0, self._sockets() - elsewhere),
        )


class _Owned:
    """Tables of one place that one node runs."""

    __slots__ = ("epoch", "since", "tables")

    def __init__(self, owner: TableOwner) -> None:
        self.tables = 1
        self.epoch = owner.epoch
        self.since = owner.since

    def add(self, owner: TableOwner) -> None:
        self.tables += 1
        if owner.epoch is not None and (self.epoch is None or owner.epoch > self.epoch):
            self.epoch = owner.epoch
        if owner.since is not None and (self.since is None or owner.since < self.since):
            self.since = owner.since
