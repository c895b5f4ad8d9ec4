"""The picture of a scoreboard: every mark is drawn, in its place, colour and shape."""

import re
import xml.etree.ElementTree as ET

import pytest

from punto.roads.picture import BLUE, CELL, GREEN, RED, SIZE, picture
from punto.roads.score import parse_scores
from punto.roads.scoreboard import Mark, Scoreboard, scoreboard
from punto.roads.shoe_roads import ShoeRoads

SVG = "{http://www.w3.org/2000/svg}"
FAR = CELL - 4.5


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
        ("Pb", "Round 1: Player wins, Banker pair", [rf'cx="4.5" cy="4.5"[^>]*fill="{RED}"']),
        ("Pp", "Round 1: Player wins, Player pair", [rf'cx="{FAR}" cy="{FAR}"[^>]*fill="{BLUE}"']),
        (
            "Bbp",
            "Round 1: Banker wins, Banker pair, Player pair",
            [rf'cx="4.5"[^>]*fill="{RED}"', rf'cx="{FAR}"[^>]*fill="{BLUE}"'],
        ),
        ("BT", "Round 1: Banker wins, 1 tie after it", [rf'M2 {CELL - 2}l6 -6" stroke="{GREEN}"']),
        ("BTTT", "Round 1: Banker wins, 3 ties after it", [rf'M2 {CELL - 2}l6 -6" stroke="{GREEN}"', r">3<"]),
        ("TB", "Round 2: Banker wins, 1 tie before it", [rf'M{CELL - 8} 8l6 -6" stroke="{GREEN}"']),
        ("TTB", "Round 3: Banker wins, 2 ties before it", [rf'M{CELL - 8} 8l6 -6" stroke="{GREEN}"', r">2<"]),
    ],
)
def test_a_cell_of_the_main_road(text: str, said: str, shapes: list[str]) -> None:
    drawing = group(drawn(text), said)
    for shape in shapes:
        assert re.search(shape, drawing), drawing


def test_a_single_tie_has_no_number() -> None:
    assert ">1<" not in group(drawn("BT"), "Round 1: Banker wins, 1 tie after it")


def test_ties_before_any_win_are_a_slash_without_a_circle() -> None:
    drawing = group(drawn("TT"), "Round 1: 2 ties before any win")
    assert f"M{CELL - 8} 8l6 -6" in drawing
    assert ">2<" in drawing
    assert "circle" not in drawing


BUSY = "TBBPbTPPBpBPB8PPBTBPBBPPP9PBBBBBBBBBPPPPPPPBTTPB"


def boards(svg: ET.Element) -> list[list[ET.Element]]:
    """The marks of bead plate, Main, Big Eye, Small and Cockroach Road, in the order they are drawn."""
    return [list(part) for part in svg if part.tag == f"{SVG}g"]


@pytest.fixture
def busy() -> tuple[list[list[ET.Element]], Scoreboard]:
    return boards(drawn(BUSY)), scoreboard(ShoeRoads(parse_scores(BUSY)), SIZE)


def test_every_bead_stands_in_its_cell(busy: tuple[list[list[ET.Element]], Scoreboard]) -> None:
    beads, board = busy[0][0], busy[1].bead_plate
    fills = {"B": RED, "P": BLUE, "T": GREEN}
    for mark, drawing in zip(board, beads, strict=True):
        circle, letter = drawing[1], drawing[2]
        assert (circle.get("cx"), circle.get("cy")) == (f"{mark.column * CELL + 14}", f"{mark.row * CELL + 14}")
        assert (circle.get("fill"), letter.text) == (fills[mark.colour], mark.colour)
        assert drawing.get("data-coup") == str(mark.coup)


def test_every_ring_of_the_main_road_stands_in_its_cell(busy: tuple[list[list[ET.Element]], Scoreboard]) -> None:
    strokes = {"B": RED, "P": BLUE}
    for mark, drawing in zip(busy[1].main, busy[0][1], strict=True):
        ring = drawing[1]
        assert (ring.get("cx"), ring.get("cy")) == (f"{mark.column * CELL + 14}", f"{mark.row * CELL + 14}")
        assert (ring.get("fill"), ring.get("stroke")) == ("none", strokes[mark.colour])


@pytest.mark.parametrize(
    ("place", "road", "shape"), [(2, "big_eye", "hollow"), (3, "small", "dot"), (4, "cockroach", "slash")]
)
def test_four_derived_marks_share_a_cell_each_in_its_shape(
    busy: tuple[list[list[ET.Element]], Scoreboard], place: int, road: str, shape: str
) -> None:
    colours = {"R": RED, "B": BLUE}
    marks: tuple[Mark, ...] = getattr(busy[1], road)
    assert {mark.colour for mark in marks} == {"R", "B"}
    for mark, drawing in zip(marks, busy[0][place], strict=True):
        x, y, colour = mark.column * CELL / 2, mark.row * CELL / 2, colours[mark.colour]
        drawn_shape = drawing[1]
        if shape == "slash":
            assert drawn_shape.get("d") == f"M{x + 2.5:g} {y + 11.5:g}l9 -9"
            assert drawn_shape.get("stroke") == colour
        else:
            assert (drawn_shape.get("cx"), drawn_shape.get("cy")) == (f"{x + 7:g}", f"{y + 7:g}")
            assert drawn_shape.get("fill") == (colour if shape == "dot" else "none")
            assert drawn_shape.get("stroke") == (colour if shape == "hollow" else None)


def test_no_mark_leaves_its_paper() -> None:
    """A road that is too long has been scrolled."""
    for shoe in ("BP" * 200, "B" * 300 + "P" * 300, "BBPPPB" * 60):
        widths = [SIZE.bead_plate, SIZE.main, SIZE.big_eye, SIZE.small, SIZE.cockroach]
        board = scoreboard(ShoeRoads(parse_scores(shoe)), SIZE)
        roads = [board.bead_plate, board.main, board.big_eye, board.small, board.cockroach]
        for marks, width in zip(roads, widths, strict=True):
            assert all(0 <= mark.column < width for mark in marks)
    assert SIZE.big_eye == 2 * SIZE.main
    assert SIZE.small == SIZE.cockroach
    assert SIZE.small + SIZE.cockroach <= 2 * SIZE.main


def test_the_header_counts_what_it_says() -> None:
    words = [text.text for text in drawn("B8bBpPpPPTTTTT8").iter(f"{SVG}text")]
    told = {name: words[words.index(name) - 1] for name in HEADINGS}
    assert told == {"Player": "3", "Tie": "5", "Banker": "2", "Player pairs": "2", "Banker pairs": "1", "Naturals": "2"}
    assert "10 rounds" in words


HEADINGS = ("Player", "Tie", "Banker", "Player pairs", "Banker pairs", "Naturals")


def test_the_forecast_of_each_side_is_its_own() -> None:
    """After BBPPBBPP, Banker would continue every pattern and Player change it."""
    drawing = picture(ShoeRoads(parse_scores("BBPPBBPP")), "Shoe")
    player, banker = drawing.split("Ask Player")[1].split("Ask Banker")
    banker = banker.split("Good roads")[0]
    assert (player.count(BLUE), player.count(RED)) == (3, 1), "the frame of the next panel is red"
    assert (banker.count(RED), banker.count(BLUE)) == (3, 0)


def test_naturals_are_shown_or_not() -> None:
    roads = ShoeRoads(parse_scores("B9"))
    assert "natural 9" in picture(roads, "Shoe")
    assert "natural 9" not in picture(roads, "Shoe", shows_naturals=False)


def test_good_roads_that_are_not_wanted_are_not_told() -> None:
    roads = ShoeRoads(parse_scores("BBPPBBPP"))
    assert [name in picture(roads, "Shoe") for name in ("Double jump", "Adjoining pairs")] == [True, True]
    without = picture(roads, "Shoe", wanted={"double-jump"})
    assert [name in without for name in ("Double jump", "Adjoining pairs")] == [True, False]


def test_a_long_or_strange_title_stays_in_its_place() -> None:
    svg = ET.fromstring(picture(ShoeRoads(), "A title \x01 that is \udcff much too long"))
    assert "A title   that is…" in [text.text for text in svg.iter(f"{SVG}text")]


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
