"""A purse is told with the event that moved it; what no table tells, a moment later."""

import asyncio

import msgspec

from punto.ledger.accounts import purse
from punto.server.protocol.floor import Purse
from punto.server.protocol.server_message import ServerMessage
from punto.server.streams.happened import Happened
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.telling.bus import InProcessBus, Notice, patron_channel
from punto.server.telling.moved_purses import TOLD_AFTER_SECONDS, MovedPurses
from punto.table.events import CardDealt, Event, TipGiven
from tests.table.playing import Game

DECODER = msgspec.json.Decoder(ServerMessage)
ANN = purse("ann", "EUR")


class Hall:
    """Ann is here, Ben is not."""

    def __init__(self) -> None:
        self.untold = UntoldReturns()
        self.heard: list[ServerMessage] = []
        self._balances: dict[str, int] = {}
        self._table = Game("sa", {"ann": 1_000}).table
        bus = InProcessBus()
        bus.subscribe(patron_channel("ann"), self)
        self._purses = MovedPurses(bus, self, self)

    def shown(self, account: str) -> int | None:
        return self._balances.get(account)

    def name_of(self, _patron: str) -> str:
        return ""

    def next_number(self, patron: str) -> int:
        assert patron == "ann", "who is not here is told nothing"
        return len(self.heard) + 1

    def hear(self, frame: bytes, _table: str) -> None:
        self.heard.append(DECODER.decode(frame[frame.index(b'{"type"') :]))

    def heed(self, _notice: Notice) -> None: ...

    def moves(self, account: str, balance: int) -> None:
        self._balances[account] = balance
        self._purses.moved(account, balance)

    def tells(self, **balances: int) -> None:
        """A table tells an event that left these balances."""
        self.tells_event(TipGiven("ann", 1), **balances)

    def tells_event(self, event: Event, **balances: int) -> None:
        left: dict[str, int] = {purse(patron, "EUR"): balance for patron, balance in balances.items()}
        self._purses.told(Happened(self._table, event, self._table, 1, left))

    async def a_moment(self) -> None:
        for _ in range(4):  # one after another, so that a slow machine skips none
            await asyncio.sleep(TOLD_AFTER_SECONDS)


def test_a_table_that_tells_an_event_tells_the_purse_with_it_and_once() -> None:
    async def test() -> None:
        hall = Hall()
        hall.moves(ANN, 900)
        hall.tells(ann=900)
        assert hall.heard == [Purse(1, 900)]
        await hall.a_moment()
        assert hall.heard == [Purse(1, 900)]

    asyncio.run(test())


def test_the_last_card_does_not_tell_what_its_round_returns() -> None:
    async def test() -> None:
        hall = Hall()
        hall.moves(ANN, 1_100)
        hall.tells_event(CardDealt("player", "Kd", 1), ann=1_100)  # stored with the settlement that follows it
        assert hall.heard == []
        hall.tells(ann=1_100)
        assert hall.heard == [Purse(1, 1_100)]

    asyncio.run(test())


def test_a_purse_that_has_moved_again_is_told_with_what_moved_it_last() -> None:
    async def test() -> None:
        hall = Hall()
        hall.moves(ANN, 900)
        hall.moves(ANN, 800)
        hall.tells(ann=900)
        assert hall.heard == []
        hall.tells(ann=800)
        assert hall.heard == [Purse(1, 800)]

    asyncio.run(test())


def test_what_no_table_tells_is_told_a_moment_later_and_only_to_who_is_here() -> None:
    async def test() -> None:
        hall = Hall()
        for account in (ANN, purse("ben", "EUR")):
            hall.moves(account, 2_000)
        assert hall.heard == []
        await hall.a_moment()
        assert hall.heard == [Purse(1, 2_000)]

    asyncio.run(test())
