"""When a patron is told how much more fits on the fields: with every change of stakes, and when betting opens."""

import asyncio

import msgspec

from punto.books import SA
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import Choice
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.telling.bus import InProcessBus, Notice, patron_channel
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import ChooseDenomination, KeepBetsOn, PlaceWager
from punto.table.evolve import evolve
from tests.table.playing import Game

DECODER = msgspec.json.Decoder(ServerMessage)
PLENTY, LITTLE = 1_000_000, 5_000


class Ear:
    def __init__(self) -> None:
        self.heard: list[ServerMessage] = []

    def hear(self, frame: bytes, _table: str) -> None:
        self.heard.append(DECODER.decode(frame[frame.index(b'{"type"') :]))

    def heed(self, _notice: Notice) -> None: ...


class Patrons:
    def name_of(self, _patron: str) -> str:
        return ""

    def next_number(self, _patron: str) -> int:
        return 1


class Told:
    """A table that ann follows, and what she hears of it."""

    def __init__(self, credit: int) -> None:
        self.game = Game("sa", {"ann": credit})
        self.ear, bus = Ear(), InProcessBus()
        bus.subscribe(patron_channel("ann"), self.ear)
        self.publisher = TablePublisher(table_info(self.game.table.config, SA), "log", bus, Lobby(bus), Patrons())
        self.publisher.resume(ReadLog(self.game.table, 1, 0), 0)
        self.publisher.follow("ann", None, credit, 0)
        self._table = self.game.table

    def hears(self) -> list[ServerMessage]:
        """Everything that has happened meanwhile is published."""
        self.ear.heard.clear()
        for event in self.game.log:
            before, self._table = self._table, evolve(self._table, event)
            self.publisher.happened(Happened(before, event, self._table, 1, {}), lambda *_: self.game.credit("ann"))
        self.game.log.clear()
        return self.ear.heard


async def _bet_and_win(credit: int) -> list[dict[str, list[str]]]:
    """The fields that each message names, by its type: of a bet, a coup, and the next opening."""
    told = Told(credit)
    told.game.open_betting()
    told.hears()
    heard = []
    told.game.accept(PlaceWager("ann", "tie", 100))
    heard.append(told.hears()[:])
    told.game.close_betting()
    told.game.draw("9h 2d Tc Td")
    heard.append(told.hears()[:])
    told.game.open_betting()
    heard.append(told.hears()[:])
    return [
        {type(each).__name__: [field.bet for field in getattr(each, "fields", ())] for each in messages}
        for messages in heard
    ]


def test_with_plenty_of_credit_only_the_changed_field_is_told() -> None:
    assert asyncio.run(_bet_and_win(PLENTY)) == [{"Wagers": ["tie"]}, {"Settlement": ["tie"]}, {}]


def test_with_little_credit_every_field_is_told() -> None:
    bet, coup, opening = asyncio.run(_bet_and_win(LITTLE))
    assert len(bet["Wagers"]) == len(coup["Settlement"]) == len(opening["Fields"]) == len(SA.bets_in(SA.modes[0]))


def test_a_choice_that_changes_the_felt_tells_all_of_it() -> None:
    async def test() -> None:
        told = Told(PLENTY)
        told.game.open_betting()
        told.hears()
        told.game.accept(ChooseDenomination("ann", 100))
        told.game.accept(KeepBetsOn("ann", on=False))
        denomination, other = told.hears()
        assert isinstance(denomination, Choice)
        assert isinstance(other, Choice)
        assert [field.next_stake for field in denomination.fields] == [100] * len(SA.bets_in(SA.modes[0]))
        assert other.fields == ()

    asyncio.run(test())
