"""What a patron who comes back is told of their own place."""

from punto.server.protocol.table_private import LastSettled, OwnWager
from punto.server.telling.messages.private_messages import seat_state
from punto.table.commands import PlaceWager
from punto.table.view import TableView
from tests.table.playing import Game

PLAYER_WINS = "9h 2d Kc Kd"


def test_a_round_settled_while_the_patron_was_away_is_told_with_the_seat() -> None:
    game = Game()
    game.open_betting()
    assert seat_state(TableView(game.table, "ann"), 10_000).last_settled is None
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("ann", "tie", 20))
    game.play(PLAYER_WINS)
    game.play(PLAYER_WINS)  # others play on
    own = OwnWager("player", 100, "1", 200), OwnWager("tie", 20, "-1", 0)
    assert seat_state(TableView(game.table, "ann"), 10_000).last_settled == LastSettled(
        1, 1, own, staked=120, returned=200
    )
    assert seat_state(TableView(game.table, "bob"), 10_000).last_settled is None
