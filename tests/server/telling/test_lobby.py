"""The lobby tells how tables stand, and a result only when the table's own screens have shown its cards."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import cast

import msgspec
import pytest

from punto.server.protocol.floor import GoodRoadsNow, LobbyChange
from punto.server.protocol.parts import GoodRoad
from punto.server.protocol.server_message import ServerMessage
from punto.server.sockets.patron_connection import Connection
from punto.server.telling import lobby as rooms
from punto.server.telling.bus import GOOD_ROADS, LOBBY, InProcessBus
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import lobby_table
from punto.server.telling.socket_rooms import SocketRoom
from punto.table.state import Table
from punto.table.view import TableView
from tests.table.playing import Game

NOBODY = (0, 0)
AN_HOUR = 3_600.0
_DECODER = msgspec.json.Decoder(ServerMessage)


class Ear:
    """Of somebody who watches the lobby."""

    edge = None  # the socket is held here

    def __init__(self) -> None:
        self.heard: asyncio.Queue[ServerMessage] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        self.heard.put_nowait(_DECODER.decode(frame[frame.index(b"{") :]))

    async def hears(self) -> LobbyChange:
        async with asyncio.timeout(20):
            while True:
                message = await self.heard.get()
                if isinstance(message, LobbyChange):
                    return message


class Watched:
    """One table in a lobby that somebody watches."""

    def __init__(self) -> None:
        self.game = Game("interblock")
        self.game.open_betting()
        self.roads = RoadBoard(shows_naturals=True)
        self.roads.change(self.game.table.scores)
        self.ear = Ear()
        self.bus = bus = InProcessBus()
        self.lobby = Lobby(bus)
        self.lobby.put(lobby_table(TableView(self.game.table), self.roads.whole, NOBODY))
        self.ear.send(self.lobby.snapshot(0))
        SocketRoom(bus, LOBBY).add(cast("Connection", self.ear))

    def changed(self, table: Table, *, has_result: bool) -> None:
        self.roads.change(table.scores)
        self.lobby.table_changed("jade", TableView(table), self.roads.whole, NOBODY, has_result=has_result)

    def is_settled(self) -> None:
        self.game.close_betting()
        self.game.draw("4h 2d 5c 6s")
        self.changed(self.game.table, has_result=True)


def played(test: Callable[[Watched], Coroutine[None, None, None]]) -> None:
    async def begin() -> None:
        await test(Watched())

    asyncio.run(begin())


def test_a_result_waits_until_its_cards_have_been_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SHOWN_AFTER_SECONDS", 0.05)

    async def test(watched: Watched) -> None:
        watched.is_settled()
        (entry,) = watched.lobby.tables
        assert (entry.wins, entry.main, entry.phase, entry.last) == ((0, 0, 0), (), "betting", None)
        assert watched.lobby.holds_result_of("jade")
        change = await watched.ear.hears()
        assert not watched.lobby.holds_result_of("jade")
        assert (change.wins, change.phase) == ((1, 0, 0), "result")
        assert change.last is not None
        assert (change.last.winner, change.last.player.cards, change.last.banker.total) == ("player", ("4h", "5c"), 8)

    played(test)


def test_a_table_that_goes_on_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SHOWN_AFTER_SECONDS", AN_HOUR)

    async def test(watched: Watched) -> None:
        watched.is_settled()
        watched.game.open_betting()
        watched.changed(watched.game.table, has_result=False)
        change = await watched.ear.hears()
        assert (change.wins, change.phase, change.round) == ((1, 0, 0), "betting", 2)

    played(test)


def test_the_newest_of_several_held_results_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SHOWN_AFTER_SECONDS", 0.05)

    async def test(watched: Watched) -> None:
        watched.is_settled()
        watched.game.open_betting()
        watched.is_settled()
        assert (await watched.ear.hears()).wins == (2, 0, 0)

    played(test)


def test_good_roads_elsewhere_are_told_with_the_result_that_makes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SHOWN_AFTER_SECONDS", 0.05)

    async def test(watched: Watched) -> None:
        ear = Ear()
        SocketRoom(watched.bus, GOOD_ROADS).add(cast("Connection", ear))
        for _ in range(4):
            watched.is_settled()
            assert ear.heard.empty(), "no result is told before its cards"
            await watched.ear.hears()
            watched.game.open_betting()
        told = ear.heard.get_nowait()
        assert isinstance(told, GoodRoadsNow)
        assert [(each.title, each.good_roads) for each in told.tables] == [("Jade", (GoodRoad("long-player", 4),))]

    played(test)
