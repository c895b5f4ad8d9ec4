"""Pits on the board of nodes: who they are, which tables they play, and every table that came or went."""

from msgspec.structs import replace

from punto.server.pits import pit_desk
from punto.server.pits.pit_desk import PitDesk, PitMove
from punto.server.protocol.nodes import Move, NodeSeen, TableOwner, WhyMoved
from punto.server.watching.node_board import NodeBoard
from punto.table.state import Instant

WHY: dict[pit_desk.WhyMoved, WhyMoved] = {  # in the words of the board
    "lent": "joined",
    "joined": "joined",
    "left": "left",
    "died": "died",
    "given_up": "handed_over",
}


class PitsOnTheBoard:
    def __init__(self, desk: PitDesk, board: NodeBoard) -> None:
        self._desk = desk
        self._board = board
        self._since: dict[str, Instant] = {}  # when a table last moved
        board.node_sources.append(self.nodes)
        board.owner_of = self.owner_of
        desk.on_move.append(self._moved)

    def nodes(self) -> list[NodeSeen]:
        return [
            NodeSeen(
                id=pit.id,
                role="pit",
                version=pit.program,
                since=pit.since,
                epoch=self._desk.epoch,
                lag_ms=pit.beat.round_trip_us / 1000 or None,  # none yet
            )
            for pit in self._desk.pits
        ]

    def owner_of(self, table: str) -> TableOwner | None:
        """Nobody, while a table is lent to a pit that has not claimed it or is gone."""
        if not self._desk.is_lent(table):
            ours = self._board.floor_owns(table)
            return None if ours is None else replace(ours, since=self._since.get(table, ours.since))
        playing = self._desk.playing(table)
        return None if playing is None else TableOwner(table, playing[0].id, playing[1], self._since.get(table))

    def _moved(self, move: PitMove) -> None:
        self._since[move.table] = move.at
        here, there = move.here or self._board.id, move.there or self._board.id
        self._board.moved(Move(move.table, here, there, move.at, WHY[move.why]))
