"""Tags as people write them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.analysis.exposure.own_tags import InvalidTags, parse_tags, tags_text
from punto.books import MULTICOLOR, SA

DECK = SA.deck


@pytest.mark.parametrize(
    ("text", "by_rank"),
    [
        ("4-7=-1 8-9=+2", {"4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2}),
        ("4-7=−1, 8=2, 9=2", {"4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2}),
        ("0 0 -1 -1 -1 -2 1 2 2 0", {"3": -1, "4": -1, "5": -1, "6": -2, "7": 1, "8": 2, "9": 2}),
        ("0,0,0,0,0,0,0,0,0,1,1,1,-3", {"T": 1, "J": 1, "Q": 1, "K": -3}),
        ("T-K=0.5", {"T": 0.5, "J": 0.5, "Q": 0.5, "K": 0.5}),
    ],
)
def test_tags_by_rank(text: str, by_rank: dict[str, float]) -> None:
    assert parse_tags(DECK, text).tolist() == [by_rank.get(face.rank, 0) for face in DECK.faces]


def test_tags_of_single_cards() -> None:
    tags = parse_tags(MULTICOLOR.deck, "1w-11w=-2 5r=3")
    named = {str(face): tag for face, tag in zip(MULTICOLOR.deck.faces, tags, strict=True) if tag}
    assert named == {"5r": 3, **{f"{number}w": -2 for number in range(1, 12)}}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there are no tags; write them like"),
        ("1 2 3", "3 tags; a list by rank has 10 or 13"),
        ("4-7", "1 tags; a list by rank has 10 or 13"),
        ("4=1 5", "'5' has no tag; write 5=1"),
        ("10=1", "'10' is neither a rank .A to K. nor a card such as As; write T for a ten"),
        ("7-4=1", "'7-4' runs backwards; write 4-7"),
        ("4=1 4-5=2", "'4-5=2' tags a card that has a tag already"),
        ("4=x", "'x' is not a number"),
        ("4=inf", "'inf' is not between -1,000 and 1,000"),
        ("4=nan", "'nan' is not between -1,000 and 1,000"),
        ("4=0", "'4=0' gives every card 0"),
    ],
)
def test_what_is_no_count_is_refused(text: str, says: str) -> None:
    with pytest.raises(InvalidTags, match=says):
        parse_tags(DECK, text)


@given(st.lists(st.integers(-12, 12), min_size=13, max_size=13).filter(any), st.booleans())
def test_written_tags_are_read_as_they_were(ranks: list[int], is_by_face: bool) -> None:  # noqa: FBT001
    tags = np.array([float(ranks["A23456789TJQK".index(face.rank)]) for face in DECK.faces])
    if is_by_face:
        tags[0] += 1
    if tags.any():
        assert parse_tags(DECK, tags_text(DECK, tags)).tolist() == tags.tolist()
