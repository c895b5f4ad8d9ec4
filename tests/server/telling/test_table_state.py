"""What a client is told of a table before anything happens there."""

import pytest

from punto.books import MULTICOLOR, SQUEEZE
from punto.rules.rulebook import RuleBook
from punto.server.protocol.table_opened import TableState
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import table_info, table_state
from punto.table.state import ShowingResult
from punto.table.view import TableView
from tests.table.playing import Game, config_for


@pytest.mark.parametrize(
    ("book", "card", "points"),
    [
        (SQUEEZE, "As", 1),
        (SQUEEZE, "9h", 9),
        (SQUEEZE, "Td", 0),
        (SQUEEZE, "Kc", 0),
        (MULTICOLOR, "11r", 11),
        (MULTICOLOR, "7w", -7),
    ],
)
def test_where_cards_are_squeezed_the_client_knows_what_each_counts(book: RuleBook, card: str, points: int) -> None:
    squeezed = table_info(config_for(book, has_squeeze=True), book)
    assert dict(squeezed.points)[card] == points
    assert len(squeezed.points) == len(book.deck.faces)
    assert table_info(config_for(book, has_squeeze=False), book).points == ()


def test_a_shoe_that_is_over_shows_its_burn_card_no_more() -> None:
    game = Game(cut_card=410)
    game.open_betting(burn="7h")
    assert (_state(game).burn_card, _state(game).burned_face_down) == ("7h", 7)
    game.close_betting()
    game.draw("4h 2d 5c 6s")
    assert isinstance(game.table.phase, ShowingResult)
    game.wait(game.table.phase.ends_at - game.now)
    state = _state(game)
    assert (state.phase, state.burn_card, state.burned_face_down) == ("shoe_change", None, 0)


def _state(game: Game) -> TableState:
    roads = RoadBoard(shows_naturals=True)
    roads.change(game.table.scores)
    return table_state(TableView(game.table), (), roads.whole, (), (0, 0), str)
