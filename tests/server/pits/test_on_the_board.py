"""Pits on the board of nodes: they stand there with their tables, and every move is told with its reason."""

import asyncio
from pathlib import Path

from punto.server.pits.far_pit import FarPit
from punto.server.pits.on_the_board import PitsOnTheBoard
from punto.server.protocol.links.pit_link import HouseBeat, PitBeat, read_at_pit
from punto.server.protocol.links.posted import pack
from tests.server.pits.lending_floor import Lending
from tests.server.watching.supervised_floor import LIVE, TIMED, Supervised, on_a_floor


class Written:
    """A link that keeps what is sent."""

    def __init__(self) -> None:
        self.packets: list[bytes] = []

    def send(self, packet: bytes) -> None:
        self.packets.append(packet)

    def close(self) -> None:
        pass


def test_a_lent_table_is_the_pits_until_it_dies_and_then_the_floors(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        board, lending = floor.floor.supervising.nodes, Lending(floor.floor)
        PitsOnTheBoard(lending.desk, board)
        lending.hire("pit-1", floor.floor.store)
        await lending.until_lent(TIMED.id)
        seen = board.look()
        assert [(node.role, node.id, node.tables) for node in seen.nodes] == [
            ("floor", board.id, 1),
            ("pit", "pit-1", 1),
        ]
        owners = {each.table: each for each in seen.owners}
        lent = floor.floor.tables.lent()[TIMED.id]
        assert (owners[TIMED.id].node, owners[TIMED.id].epoch) == ("pit-1", lent.epoch)
        assert owners[LIVE.id].node == board.id
        (move,) = seen.moves
        assert (move.table, move.from_node, move.to_node, move.why) == (TIMED.id, board.id, "pit-1", "joined")
        lending.desk.pits[0].end.lose()
        assert {each.table: each.node for each in board.look().owners}[TIMED.id] is None, "nobody plays it right now"
        while len(board.moves) < 2:
            await asyncio.sleep(0.002)
        assert (board.moves[0].from_node, board.moves[0].to_node, board.moves[0].why) == ("pit-1", board.id, "died")
        (again,) = (each for each in board.look().owners if each.table == TIMED.id)
        assert (again.node, again.since) == (board.id, board.moves[0].at)
        assert again.epoch is not None
        assert again.epoch > lent.epoch, "taken back under a claim of its own"
        lending.desk.leave()

    on_a_floor(tmp_path, test)


def test_the_floor_answers_a_pits_beat_at_once(tmp_path: Path) -> None:
    """An answer that waited for the floor's own next beat would make its way look as long as the wait."""

    async def test(floor: Supervised) -> None:
        link = Written()
        pit = FarPit(link, Lending(floor.floor).desk)
        pit.end.packet_came(pack([PitBeat(round_trip_us=0, sent_at=5.5)]))
        await asyncio.sleep(0)
        (answer,) = read_at_pit(link.packets[-1])
        assert isinstance(answer, HouseBeat)
        assert answer.came_with == 5.5
        pit.end.lose()

    on_a_floor(tmp_path, test)
