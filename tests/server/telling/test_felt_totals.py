"""What lies on each field, kept by adding, is what counting the felt gives."""

import random

from punto.server.protocol.parts import FieldTotal
from punto.server.streams.happened import Happened
from punto.server.telling.messages.felt_totals import FeltTotals
from punto.table.commands import ClearAll, ClearLast, Command, MoveStake, PlaceWager
from punto.table.events import ShoeEnded
from punto.table.evolve import evolve
from tests.table.playing import Game


def told(game: Game, totals: FeltTotals, command: Command) -> None:
    before = game.table
    decision = game.send(command)
    for event in decision if isinstance(decision, tuple) else ():
        after = evolve(before, event)
        totals.happened(Happened(before, event, after, 0, {}))
        before = after


def test_patrons_and_bots_count_apart() -> None:
    game, totals = Game(purses={"ann": 10_000, "bob": 10_000, "bot:Mei": 10_000}), FeltTotals()
    game.open_betting()
    for patron, stake in (("ann", 100), ("bob", 40), ("bot:Mei", 500), ("ann", 20)):
        told(game, totals, PlaceWager(patron, "player", stake))
    assert totals.fields == (FieldTotal("player", 160, 2, 500, 1),)


def test_adding_is_counting() -> None:
    chance, game, totals = random.Random(7), Game(), FeltTotals()
    game.open_betting()
    bets = ("player", "banker", "tie", "any-pair")
    for _ in range(300):
        patron = chance.choice(("ann", "bob"))
        choices: list[Command] = [
            PlaceWager(patron, chance.choice(bets), chance.choice((20, 40, 100))),
            MoveStake(patron, chance.choice(bets), chance.choice((*bets, None))),
            ClearLast(patron),
            ClearAll(patron),
        ]
        told(game, totals, chance.choice(choices))
        counted = FeltTotals()
        counted.count(game.table)
        assert totals.fields == counted.fields


def test_nothing_lies_there_when_the_shoe_is_over() -> None:
    game, totals = Game(), FeltTotals()
    game.open_betting()
    told(game, totals, PlaceWager("ann", "player", 100))
    totals.happened(Happened(game.table, ShoeEnded(0), game.table, 0, {}))
    assert totals.fields == ()
