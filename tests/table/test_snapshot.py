"""A table that is taken and read back is the table; the way on from there is the same."""

import pytest

from punto.table.commands import AbandonShoe, AutoRepeat, ChooseMode, PlaceWager
from punto.table.stored.snapshot import snapshot_of, table_from
from tests.table.playing import Game

PLAYER_WINS = "9h 2d Th 3c"


def again(game: Game) -> None:
    body = snapshot_of(game.table)
    assert body is not None
    assert table_from(body, game.table.config, game.table.book) == game.table


def test_before_the_first_shoe() -> None:
    again(Game())


@pytest.mark.parametrize("book", ["sa", "squeeze", "interblock"])
def test_after_a_coup_with_choices_made_and_bets_to_repeat(book: str) -> None:
    game = Game(book)
    game.open_betting()
    game.send(ChooseMode("bob", "no_commission"))
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("bob", "tie", 20))
    game.accept(AutoRepeat("ann", on=True))
    game.play(PLAYER_WINS)
    again(game)


def test_while_shoes_are_changed() -> None:
    game = Game("multicolor", cut_card=436)
    game.open_betting()
    game.accept(PlaceWager("ann", "banker", 20))
    game.play("8r 2g 1b 5y")
    game.wait(game.table.config.pace.result_ms)
    again(game)


def test_while_a_shoe_that_was_abandoned_is_changed() -> None:
    game = Game()
    game.open_betting()
    game.accept(AbandonShoe("system", "floor_was_set_back"))
    again(game)
    assert game.table.abandoned == "floor_was_set_back"
    game.open_betting()
    assert game.table.abandoned == ""


def test_no_table_is_taken_while_bets_lie_or_cards_are_dealt() -> None:
    game = Game()
    game.open_betting()
    assert snapshot_of(game.table) is None
    game.close_betting()
    assert snapshot_of(game.table) is None
