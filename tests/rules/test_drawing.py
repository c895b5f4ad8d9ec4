"""Drawing pictures: what they say is what is drawn, and a picture with a hole is refused.

The tableaux of the documents are dealt card by card in tests/books.
"""

from textwrap import dedent

import pytest

from punto.rules.drawing import (
    MULTICOLOR_DRAWING,
    PUNTO_BANCO_DRAWING,
    DrawingRule,
    InvalidDrawingPicture,
    Showing,
    drawing_rule,
)
from punto.rules.hand import BANKER, PLAYER, Side

PLAYER_PICTURE = """
    total  0 1 2 3 4 5 6 7
    draws  D D D D D S S S
"""
BANKER_PICTURE = """
    total  none  0 1 2 3 4 5 6 7 8 9
     0-3     D   D D D D D D D D D D
      4      S   S S S S S S S S S D
     5-7     S   D S S S S S S S S S
"""  # no house plays this; only its corners matter here


@pytest.mark.parametrize(
    ("player", "banker", "side"),
    [
        (Showing(4), Showing(7), PLAYER),
        (Showing(5), Showing(3), BANKER),  # Player stands, so the column "none" is asked
        (Showing(5), Showing(4), None),
        (Showing(4, third=9), Showing(4), BANKER),  # the last column
        (Showing(4, third=8), Showing(4), None),
        (Showing(4, third=0), Showing(5), BANKER),  # the first column, and a row given as a range
        (Showing(4, third=0), Showing(7), BANKER),
        (Showing(4, third=1), Showing(7), None),
        (Showing(4, third=0), Showing(7, third=5), None),  # nobody takes a fourth card
        (Showing(8), Showing(0), None),
        (Showing(0), Showing(9), None),
    ],
)
def test_a_rule_draws_what_its_picture_shows(player: Showing, banker: Showing, side: Side | None) -> None:
    rule = drawing_rule(player=PLAYER_PICTURE, banker=BANKER_PICTURE)
    assert rule.next_to_draw(player, banker) is side


NOT_TWO_LINES = "Player's picture is a line of totals and, below it, a line of as many letters"


@pytest.mark.parametrize(
    ("replaced", "by", "message"),
    [
        ("draws  D D D D D S S S", "draws  D D D D D S S", NOT_TWO_LINES),
        ("draws  D D D D D S S S", "draws  D D D D D S S S S", NOT_TWO_LINES),
        ("D S S S\n", "D S S S\n    draws  D D D D D S S S\n", NOT_TWO_LINES),
        ("draws", "stands", NOT_TWO_LINES),
        ("8 9\n", "9 8\n", "the heading is 'total none 0 1 2 3 4 5 6 7 8 9', not 'total none 0 1 2 3 4 5 6 7 9 8'"),
        ("5-7", "five", "a row starts with its total, such as 3 or 0-2, not 'five'"),
        ("5-7", "5-", "totals from 0 to 7 are wanted; wrong or missing: [6, 7]"),
        ("5-7", "5-x", "a row starts with its total, such as 3 or 0-2, not '5-x'"),
        ("draws  D D D D D", "draws  D D D D d", "row 4 needs 1 letters, each D or S, and has: d"),
        ("total  0 1 2", "total  0 1 1", "total 1 stands here twice"),
        ("6 7\n", "6 8\n", "totals from 0 to 7 are wanted; wrong or missing: [7, 8]"),
        ("  4      S   S S S S S S S S S D\n", "", "totals from 0 to 7 are wanted; wrong or missing: [4]"),
        ("5-7", "5-8", "totals from 0 to 7 are wanted; wrong or missing: [8]"),
        ("5-7", "7-5", "totals from 0 to 7 are wanted; wrong or missing: [5, 6, 7]"),
        ("0-3", "0-4", "total 4 stands here twice"),
        ("S S D\n", "S D\n", "row 4 needs 11 letters, each D or S, and has: S S S S S S S S S D"),
        ("S S D\n", "S S D D\n", "row 4 needs 11 letters, each D or S, and has: S S S S S S S S S S D D"),
        ("S S D\n", "S S X\n", "row 4 needs 11 letters, each D or S, and has: S S S S S S S S S S X"),
    ],
)
def test_a_picture_with_a_fault_is_refused(replaced: str, by: str, message: str) -> None:
    assert (PLAYER_PICTURE + BANKER_PICTURE).count(replaced) == 1, "the fault must be in one place"
    with pytest.raises(InvalidDrawingPicture) as refused:
        drawing_rule(player=PLAYER_PICTURE.replace(replaced, by), banker=BANKER_PICTURE.replace(replaced, by))
    assert str(refused.value) == message


@pytest.mark.parametrize(("player", "banker"), [("", BANKER_PICTURE), (PLAYER_PICTURE, "")])
def test_an_empty_picture_is_refused(player: str, banker: str) -> None:
    with pytest.raises(InvalidDrawingPicture, match=r"Player's picture is|the heading is"):
        drawing_rule(player=player, banker=banker)


def test_the_explanation_shows_both_pictures_as_they_were_drawn() -> None:
    paragraphs = drawing_rule(player=PLAYER_PICTURE, banker=BANKER_PICTURE).explanation.split("\n\n")
    pictures = [dedent(each) for each in paragraphs if each.lstrip().startswith("total")]
    assert pictures == [dedent(each).strip("\n") for each in (PLAYER_PICTURE, BANKER_PICTURE)]


@pytest.mark.parametrize(
    ("rule", "player_total", "banker_total", "stops"),
    [
        (PUNTO_BANCO_DRAWING, 8, 0, True),
        (PUNTO_BANCO_DRAWING, 7, 9, True),
        (PUNTO_BANCO_DRAWING, 9, 9, True),
        (PUNTO_BANCO_DRAWING, 7, 7, False),
        (MULTICOLOR_DRAWING, 8, 0, True),
        (MULTICOLOR_DRAWING, 7, 9, True),
        (MULTICOLOR_DRAWING, 8, 8, False),  # equal totals stop by a rule of their own
        (MULTICOLOR_DRAWING, 9, -1, False),  # naturals do not count beside a negative hand
        (MULTICOLOR_DRAWING, -1, 8, False),
        (MULTICOLOR_DRAWING, 7, 0, False),
    ],
)
def test_when_an_eight_or_nine_ends_the_coup(
    rule: DrawingRule, player_total: int, banker_total: int, *, stops: bool
) -> None:
    assert rule.is_natural_stop(player_total, banker_total) is stops
