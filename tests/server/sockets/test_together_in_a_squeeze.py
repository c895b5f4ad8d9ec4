"""Holders on one floor: they see each other's fingers, react to one another, and come back after a short loss."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from punto.server.protocol.client import BendCard, OpenCard, PlaceWager, React
from punto.server.protocol.floor import Problem
from punto.server.protocol.parts import PlaceOfCard
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import Faces, Seat
from punto.server.protocol.table_public import BettingOpened, StageEnded, StageOpened
from punto.server.protocol.talk import CardBent, Reacted
from punto.trials.load.crowd import leave
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess
from tests.server.real_server import Patron, run, served, table

OPAL = table(
    "opal",
    "betting_ms = 900, hurry_ms = 0, card_ms = 10, result_ms = 300, shoe_change_ms = 300, "
    "squeeze_ms = 20_000, third_squeeze_ms = 300",
    book="squeeze",
    more="has_squeeze = true",
)


def test_holders_see_each_other_and_come_back(tmp_path: Path) -> None:
    with served(tmp_path, OPAL) as server:
        run(_squeeze(server))


async def _squeeze(server: ServerProcess) -> None:
    ann, bob = (Patron(guest) for guest in await let_in(server.address, 2))
    for each in (ann, bob):
        await each.come(server.address, "opal")
    heard = len(ann.heard)
    await ann.hears(lambda message: isinstance(message, BettingOpened), heard)
    ann.say(PlaceWager(id="a", table="opal", bet="player", stake=40_000))
    bob.say(PlaceWager(id="b", table="opal", bet="banker", stake=20_000))
    held = await ann.hears(lambda message: isinstance(message, Faces), heard)
    assert isinstance(held, Faces)
    opened = await bob.hears(lambda message: isinstance(message, StageOpened) and message.holders == 2)
    assert isinstance(opened, StageOpened)
    assert [each.side for each in opened.names] == [each.side for each in opened.clocks] == ["player", "banker"]

    ann.say(BendCard("opal", "player", 0, "bottom", 0.0, -0.3, 0))
    await bob.hears(lambda message: isinstance(message, CardBent) and message.side == "player")
    await _react(ann, bob)

    ann.say(OpenCard(id="c", table="opal", side="player", card=0))
    await bob.hears(lambda message: isinstance(message, CardBent) and message.is_open)
    bob.say(OpenCard(id="d", table="opal", side="banker", card=0))
    bob.say(OpenCard(id="e", table="opal", side="banker", card=1))
    await _lose_and_return(server, ann, bob, held)


async def _react(ann: Patron, bob: Patron) -> None:
    bob.say(React("opal", "blow"))
    reacted = await ann.hears(lambda message: isinstance(message, Reacted))
    assert isinstance(reacted, Reacted)
    assert reacted.reaction == "blow"
    bob.say(React("opal", "nine"))
    await bob.hears(_problem("talk_is_too_fast"))
    ann.say(React("jade", "luck"))
    await ann.hears(_problem("table_is_not_open"))


def _problem(reason: str) -> Callable[[ServerMessage], bool]:
    return lambda message: isinstance(message, Problem) and message.reason == reason


async def _lose_and_return(server: ServerProcess, ann: Patron, bob: Patron, held: Faces) -> None:
    """Only Ann has a card left to open, and the stage waits for her."""
    await leave([ann.client])
    await asyncio.sleep(1)
    assert not any(isinstance(message, StageEnded) for _, message in bob.heard[-20:])
    heard = len(ann.heard)
    await ann.come(server.address, "opal")
    seat = await ann.hears(lambda message: isinstance(message, Seat), heard)
    assert isinstance(seat, Seat)
    assert (seat.seat.holds, seat.seat.faces) == (held.holds, held.faces)
    assert seat.seat.opened == (PlaceOfCard("player", 0),)
    ann.say(OpenCard(id="f", table="opal", side="player", card=1))
    ended = await bob.hears(lambda message: isinstance(message, StageEnded), len(bob.heard) - 5)
    assert isinstance(ended, StageEnded)
    ann.say(React("opal", "nine"))
    await ann.hears(_problem("nothing_is_squeezed"))
