"""What everybody is told of a finished round: which bets won and which only get their stakes back."""

import pytest

from punto.server.telling.messages.public_messages import result_of
from punto.table.view import TableView
from tests.table.playing import Game


@pytest.mark.parametrize(
    ("book", "coup", "came_out", "pushed"),
    [
        ("interblock-push-seven", "4h 2d / 4c Td 3s", (), ("banker",)),  # Banker wins on three cards with 7
        ("interblock-push-seven", "4h 2d / 4c 3s", ("banker",), ()),
        ("interblock", "4h 2d / 4c 2s", ("tie",), ("player", "banker")),
    ],
)
def test_a_push_is_told_apart_from_a_win(
    book: str, coup: str, came_out: tuple[str, ...], pushed: tuple[str, ...]
) -> None:
    table = Game(book).table
    result = result_of(TableView(table), 1, table.book.parse_coup(coup))
    main = {"player", "banker", "tie"}
    assert tuple(bet for bet, _ in result.came_out if bet in main) == came_out
    assert tuple(bet for bet in result.pushed if bet in main) == pushed
