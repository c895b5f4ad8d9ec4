"""What a client is told of a table before anything happens there."""

import pytest

from punto.books import MULTICOLOR, SQUEEZE
from punto.rules.rulebook import RuleBook
from punto.server.table_snapshot import table_info
from tests.table.playing import config_for


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
