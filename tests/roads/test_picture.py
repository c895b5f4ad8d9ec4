"""The picture of a scoreboard: every mark is drawn, in its place, colour and shape."""

import re
import xml.etree.ElementTree as ET

import pytest

from punto.roads.picture import BLUE, CELL, GREEN, RED, picture
from punto.roads.score import parse_scores
from punto.roads.shoe_roads import ShoeRoads

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ET.Element:
    return ET.fromstring(picture(ShoeRoads(parse_scores(text)), "Shoe 1"))


def titles(svg: ET.Element) -> list[str]:
    return [title.text or "" for title in svg.iter(f"{SVG}title")]


def group(svg: ET.Element, said: str) -> str:
    """The drawing of the one mark that is described so."""
    found = [
        mark for mark in svg.iter(f"{SVG}g") if (title := mark.find(f"{SVG}title")) is not None and title.text == said
    ]
    assert len(found) == 1, titles(svg)
    return ET.tostring(found[0], encoding="unicode")


def test_every_mark_of_every_road_is_drawn_once() -> None:
    text = "TBBPbTPPBpBPB8PPBTBPBBPPP9PB"
    roads = ShoeRoads(parse_scores(text))
    svg = drawn(text)
    marks = len(roads.scores) + len(roads.main.colours) + sum(len(road.colours) for road in roads.derived.values())
    assert len(titles(svg)) == marks


@pytest.mark.parametrize(
    ("text", "said", "shapes"),
    [
        ("P", "Round 1: Player wins", [rf'<[^>]*circle[^>]*fill="none"[^>]*stroke="{BLUE}"']),
        ("B", "Round 1: Banker wins", [rf'<[^>]*circle[^>]*fill="none"[^>]*stroke="{RED}"']),
        ("B9", "Round 1: Banker wins, natural 9", [rf'fill="{RED}"[^>]*>9<']),
        ("P8", "Round 1: Player wins, natural 8", [rf'fill="{BLUE}"[^>]*>8<']),
        ("Pb", "Round 1: Player wins, Banker pair", [rf'cx="5" cy="5"[^>]*fill="{RED}"']),
        ("Pp", "Round 1: Player wins, Player pair", [rf'cx="{CELL - 5}" cy="{CELL - 5}"[^>]*fill="{BLUE}"']),
        (
            "Bbp",
            "Round 1: Banker wins, Banker pair, Player pair",
            [rf'cx="5"[^>]*fill="{RED}"', rf'cx="{CELL - 5}"[^>]*fill="{BLUE}"'],
        ),
        ("BT", "Round 1: Banker wins, 1 tie after it", [rf'M2 {CELL - 2}l9 -9" stroke="{GREEN}"']),
        ("BTTT", "Round 1: Banker wins, 3 ties after it", [rf'M2 {CELL - 2}l9 -9" stroke="{GREEN}"', r">3<"]),
        ("TB", "Round 2: Banker wins, 1 tie before it", [rf'M{CELL - 11} 11l9 -9" stroke="{GREEN}"']),
        ("TTB", "Round 3: Banker wins, 2 ties before it", [rf'M{CELL - 11} 11l9 -9" stroke="{GREEN}"', r">2<"]),
    ],
)
def test_a_cell_of_the_main_road(text: str, said: str, shapes: list[str]) -> None:
    drawing = group(drawn(text), said)
    for shape in shapes:
        assert re.search(shape, drawing), drawing


def test_a_single_tie_has_no_number() -> None:
    assert ">1<" not in group(drawn("BT"), "Round 1: Banker wins, 1 tie after it")


def test_ties_before_any_win_are_a_slash_without_a_circle() -> None:
    svg = ET.tostring(drawn("TT"), encoding="unicode")
    assert f"M{CELL - 11} 11l9 -9" in svg
    assert 'stroke-width="3"/>' not in svg.replace(f'stroke="{GREEN}" stroke-width="3"', "")


def test_the_picture_says_in_words_what_it_shows() -> None:
    svg = drawn("BBPT")
    assert svg.get("aria-label") == "Shoe 1, 4 rounds: Player 1, Banker 2, ties 1, last results BBPT"
    assert svg.get("role") == "img"


def test_good_roads_and_forecast_are_told() -> None:
    words = [text.text for text in drawn("BBBB").iter(f"{SVG}text")]
    assert "Banker run" in words
    assert words.count("–") == 6, "no derived road has a mark yet"
    assert "none now" in [text.text for text in drawn("B").iter(f"{SVG}text")]


def test_a_title_cannot_break_the_picture() -> None:
    svg = ET.fromstring(picture(ShoeRoads(), '<"&>'))
    assert svg.get("aria-label", "").startswith('<"&>')
