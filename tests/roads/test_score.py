"""What a scoreboard notes of a coup, and how it is written."""

import pytest

from punto.books import MULTICOLOR, SA
from punto.roads.score import InvalidScore, Score, parse_scores, score_of, scores_text


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("", []),
        ("BPT", [Score("B"), Score("P"), Score("T")]),
        ("Bb", [Score("B", banker_pair=True)]),
        (
            "Bp9Pbp8T",
            [
                Score("B", player_pair=True, natural=9),
                Score("P", banker_pair=True, player_pair=True, natural=8),
                Score("T"),
            ],
        ),
        ("T9", [Score("T", natural=9)]),
    ],
)
def test_scores_are_read_and_written_alike(text: str, scores: list[Score]) -> None:
    assert parse_scores(text) == scores
    assert scores_text(scores) == text


BANKER_WITH_ALL = Score("B", banker_pair=True, player_pair=True, natural=8)


@pytest.mark.parametrize("text", ["Bbp8", "Bpb8", "B8bp", "B8pb", "Bb8p", "Bp8b"])
def test_suffixes_may_stand_in_any_order(text: str) -> None:
    assert parse_scores(f"P{text}T") == [Score("P"), BANKER_WITH_ALL, Score("T")]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("BBX", "'X' at position 3 is not B, P or T"),
        ("bB", "'b' at position 1 is not B, P or T"),
        ("BB PT", "' ' at position 3 is not B, P or T"),
        ("B7", "'7' at position 2 is not B, P or T"),
        ("PBbbT", "'Bbb' at position 2: b, p and one of 8 or 9 may follow, each once"),
        ("PTB89", "'B89' at position 3: b, p and one of 8 or 9 may follow, each once"),
        ("BbpbpX", "'Bbpbp' at position 1: b, p and one of 8 or 9 may follow, each once"),
        ("XB89", "'X' at position 1 is not B, P or T"),  # the first fault is named, whichever kind it is
        ("莊", "'莊' at position 1 is not B, P or T"),
    ],
)
def test_what_is_no_score_is_refused_by_position(text: str, says: str) -> None:
    with pytest.raises(InvalidScore) as refused:
        parse_scores(text)
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("coup", "text"),
    [
        ("4h 2d / 4c Td 3s", "B"),
        ("9h Td / 4c Td", "P9"),
        ("9h Td / 4c 4d", "Pb9"),
        ("9h Td / 8c Td", "P9"),  # the winner's natural counts, not the loser's
        ("8h Td / 8c Kd", "T8"),
        ("5h 5d 2c / 3c 3d", "Bbp"),
        ("Th Jd 7c / 3c 4d", "T"),  # a ten and a jack are no pair, and a three-card hand is no natural
    ],
)
def test_a_coup_is_noted_as_it_ended(coup: str, text: str) -> None:
    assert score_of(SA.parse_coup(coup), SA.deck).text == text


@pytest.mark.parametrize(
    ("coup", "text"),
    [
        ("7r 7g 1r / 8r 8b", "B"),  # no pair marks
        ("7r 1g / 2r 3r", "P8"),
        ("7r 1g / 2w 5w", "B"),  # with a negative hand on the table an 8 stops nothing
        ("4r 4g / 3r 5r", "T"),  # equal totals stop before an 8 does
    ],
)
def test_multicolor_has_no_pairs_and_its_own_naturals(coup: str, text: str) -> None:
    assert score_of(MULTICOLOR.parse_coup(coup), MULTICOLOR.deck).text == text
