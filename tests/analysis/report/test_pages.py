"""No part of a paper is torn, no page half empty without need, and a table that no page holds keeps its head."""

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from punto.analysis.report import pdf
from punto.analysis.report.blocks import Document, Paragraph, Section, Sheet
from punto.analysis.report.pages import LAST_PAGE, SHRUNK_MOST, Part, pages

HEIGHT = 700.0
parts = st.builds(Part, st.floats(5, 400), st.floats(0, 20), leads=st.booleans())
pictures = st.floats(100, 600).map(lambda height: Part(height, 10, height - 20))


@given(st.lists(parts | pictures, min_size=1, max_size=30))
def test_every_part_stands_once_in_order_on_a_page_that_holds_it(made: list[Part]) -> None:
    broken = pages(made, HEIGHT)
    assert [place for page in broken for place in range(page.first, page.end)] == list(range(len(made)))
    for page in broken:
        on_it = made[page.first : page.end]
        used = sum(part.height - part.picture * (1 - page.scale) for part in on_it)
        used += sum(part.space + page.stretch for part in on_it[1:])
        assert used <= HEIGHT + 1e-6
        assert SHRUNK_MOST <= page.scale <= 1


def waste(fills: list[float]) -> float:
    *full, last = fills
    return sum((1 - fill) ** 2 for fill in full) + LAST_PAGE * (1 - last) ** 2


@given(st.lists(st.builds(Part, st.floats(5, 400), st.floats(0, 20)), min_size=1, max_size=30))
def test_filling_each_page_as_far_as_it_goes_never_wastes_less(made: list[Part]) -> None:
    filled = [made[0].height]
    for part in made[1:]:
        if filled[-1] + part.space + part.height <= HEIGHT:
            filled[-1] += part.space + part.height
        else:
            filled.append(part.height)
    assert waste([page.fill for page in pages(made, HEIGHT)]) <= waste([used / HEIGHT for used in filled]) + 1e-9


def test_one_page_half_empty_is_worse_than_two_that_end_a_little_early() -> None:
    rows = [Part(height, 0) for height in (300, 300, 350, 250, 400)]
    assert [(page.first, page.end) for page in pages(rows, HEIGHT)] == [(0, 2), (2, 4), (4, 5)]


def test_the_last_page_may_end_early_rather_than_the_one_before() -> None:
    counting, effects, method = Part(470, 0, 300), Part(270, 0), Part(290, 0)
    assert [(page.first, page.end) for page in pages([counting, effects, method], HEIGHT)] == [(0, 2), (2, 3)]


def test_a_remark_stands_below_its_table() -> None:
    table, remark, rest = Part(600, 0), Part(40, 0, follows=True), [Part(400, 0), Part(690, 0)]
    assert [page.first for page in pages([table, remark, *rest], HEIGHT)] == [0, 2, 3]


def test_a_picture_shrinks_where_that_fills_a_page() -> None:
    [page] = pages([Part(400, 0), Part(350, 0, 330)], HEIGHT)
    assert page.scale == pytest.approx(280 / 330)


def document(rows: int) -> Document:
    sheet = Sheet("Many", ("one", "two"), tuple((f"row {row}", str(row)) for row in range(rows)), footer=("all", "x"))
    words = Paragraph("Words. " * 100)
    return Document("Paper", "Test", (("Seed", "1"),), (words,), (Section("First", (words, sheet, words)),))


@pytest.mark.parametrize(("rows", "sheets"), [(3, 1), (40, 1), (54, 1), (70, 2), (200, 3)])
def test_a_table_is_on_one_page_if_it_can_be_and_has_a_head_on_each_if_not(rows: int, sheets: int) -> None:
    made = pdf.typeset(document(rows))
    found = [block for block in made.blocks if isinstance(block, Sheet)]
    assert len(found) == sheets
    assert [row for sheet in found for row in sheet.rows] == list(document(rows).sections[0].blocks[1].rows)  # type: ignore[union-attr]
    assert {sheet.heading for sheet in found} == {("one", "two")}
    assert [bool(sheet.footer) for sheet in found] == [False] * (sheets - 1) + [True]
    papers = typst.compile(made.files, format="svg", **pdf.fonts())
    assert len(papers if isinstance(papers, list) else [papers]) == len(made.pages)
