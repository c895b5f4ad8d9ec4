"""A report tells what was counted, stands alone, and its workbook calculates."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import prod, sqrt
from statistics import NormalDist

import numpy as np
import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from punto.analysis.exposure.exposure import exposure
from punto.analysis.odds.book_count import count_book
from punto.analysis.outcomes.fingerprint import fingerprint
from punto.analysis.report.computed_sheets import AS_COMPUTED, NO_LONGER
from punto.analysis.report.document import DISAGREES, SIGNERS, report_document
from punto.analysis.report.figures import Origin, ReportFigures, odds_in_decks
from punto.analysis.report.html import report_html
from punto.analysis.report.pdf import report_pdf, typeset
from punto.analysis.report.xlsx import report_xlsx
from punto.analysis.simulation.blocks import BLOCK_COUPS, blocks, play_in_threads
from punto.analysis.simulation.simulation import Simulation
from punto.analysis.simulation.tables import compile_tables
from punto.books import INTERBLOCK, MULTICOLOR, SQUEEZE
from punto.rules import RuleBook

ODD_TITLE = 'Odd [b] <i> "title" $x$ #1 \\ 百家樂'
TINY = replace(
    INTERBLOCK,
    title=ODD_TITLE,
    bets=tuple(replace(bet, last_coup_offered=40) if bet.id == "tie" else bet for bet in INTERBLOCK.bets),
)


def figures_of(book: RuleBook) -> ReportFigures:
    simulated = Simulation(book, compile_tables(book, 14))
    for tally in play_in_threads(simulated.tables, blocks(200_000, 3), threads=1):
        simulated.add(tally)
    counted = count_book(book)
    return ReportFigures(
        counted,
        exposure(book, shoes=4, seed=3),
        simulated,
        Origin("9.9.9", "punto report odd.py -o x.html", 3, "2026-01-02"),
        odds_in_decks(counted.odds),
    )


@cache
def figures() -> ReportFigures:
    return figures_of(TINY)


@cache
def html() -> str:
    return report_html(report_document(figures()))


def text_of(page: str) -> str:
    return re.sub(r"<[^>]+>", " ", page)


def test_page_one_says_what_was_counted_by_what_and_from_which_seed() -> None:
    page_one = html()[: html().index("<nav>")]
    for fact in (
        fingerprint(TINY),
        "Punto 9.9.9, 2026-01-02",
        "punto report odd.py -o x.html",
        "<dd>3</dd>",
        TINY.source,
    ):
        assert fact in page_one
    for each in figures().counted.odds.bets:
        assert f"<td>{each.bet.title}</td><td class=figure>{float(each.rtp) * 100:.4f} %</td>" in page_one


def test_html_stands_alone_and_takes_no_title_for_markup() -> None:
    assert "<script" not in html()
    assert not re.search(r'(src|href)="(?!#)', re.sub(r'xlink:href="#[^"]*"', "", html()))
    assert "Odd [b] &lt;i&gt; &quot;title&quot; $x$ #1 \\ 百家樂" in html()
    assert html().count("<svg") == 3


def test_every_line_of_every_bet_is_there_with_its_combinations() -> None:
    words = text_of(html())
    for each in figures().counted.odds.bets:
        for line in each.lines:
            assert f"{line.ways:,}" in words
    assert "open until round 40" in words
    assert "0-2     D   D D D D D D D D D D" in html()  # the drawing rule as the code has it
    assert "Chi-square over all outcome classes" in words


def test_decks_stand_side_by_side_the_books_own_first() -> None:
    words = text_of(html())
    for edges in (
        r"Player 1\.2351 % 1\.2374 % 1\.2864 %",  # of six decks and of one as published
        r"Banker 1\.0579 % 1\.0558 % 1\.0117 %",
        r"Tie 14\.3596 % 14\.4382 % 15\.7461 %",
    ):
        assert re.search(edges.replace(" 1", r"\s+1"), words)


def test_a_report_ends_with_lines_to_sign() -> None:
    signed = html()[html().index("Sign-off</h2>") :]
    assert [signed.count(f"<th>{role}</th><td></td><td></td><td></td>") for role in SIGNERS] == [1, 1, 1]


def test_the_simulation_is_drawn_on_its_way_to_the_exact_mean() -> None:
    simulated = Simulation(TINY, figures().simulated.tables)
    for tally in play_in_threads(simulated.tables, blocks(5 * BLOCK_COUPS, 3), threads=1):
        simulated.add(tally)
    path = simulated.path()
    assert len(path) == 4  # after one, two, four and all five blocks
    assert path[-1][0] == simulated.coups_compared
    assert path[-1][1].tolist() == pytest.approx([each.mean for each in simulated.bets()])


@pytest.mark.parametrize("book", [SQUEEZE, MULTICOLOR], ids=lambda book: book.id)
def test_any_book_can_be_written_in_every_form(book: RuleBook) -> None:
    figures = figures_of(book)
    document = report_document(figures)
    assert book.title in report_html(document)
    assert report_xlsx(figures).startswith(b"PK")
    assert report_pdf(document).startswith(b"%PDF-")
    *full, last = typeset(document).pages
    assert all(page.fill > 0.75 for page in full)
    assert last.fill > 0.3


def test_the_same_figures_give_the_same_pdf() -> None:
    document = report_document(figures())
    assert report_pdf(document) == report_pdf(report_document(figures()))


def test_a_simulation_that_does_not_fit_is_called_so() -> None:
    wrong = Simulation(TINY, figures().simulated.tables)
    for tally in play_in_threads(wrong.tables, blocks(200_000, 3), threads=1):
        tally.always[0] += 5_000
        wrong.add(tally)
    assert DISAGREES in report_html(report_document(replace(figures(), simulated=wrong)))
    assert DISAGREES not in html()


@cache
def workbook(*, with_values: bool) -> openpyxl.Workbook:
    return openpyxl.load_workbook(BytesIO(report_xlsx(figures())), data_only=with_values)


def test_the_workbook_carries_the_exact_figures() -> None:
    summary = workbook(with_values=True)["Summary"]
    for row, each in enumerate(figures().counted.odds.bets, start=2):
        title, *found = (summary.cell(row, column).value for column in range(1, 6))
        assert title == each.bet.title
        exact = float(each.rtp), float(each.house_edge), float(each.win_probability), each.standard_deviation
        assert found == pytest.approx(exact)


def test_formulas_of_a_bet_cover_its_own_lines_and_no_others() -> None:
    book = workbook(with_values=False)
    returns, summary = book["Returns"], book["Summary"]
    row = 4
    for number, each in enumerate(figures().counted.odds.bets, start=2):
        assert returns.cell(row, 1).value == each.bet.title
        first, total = row + 1, row + 1 + len(each.lines)
        for at, line in enumerate(each.lines, start=first):
            assert returns.cell(at, 1).value == line.when
            assert returns.cell(at, 2).value == float(line.pays)
            formulas = [returns.cell(at, column).value for column in (4, 5, 6)]
            assert formulas == [f"=C{at}/$C${total}", f"=B{at}*D{at}", f"=B{at}^2*D{at}"]
        sums = [returns.cell(total, column).value for column in (3, 5, 6)]
        assert sums[0] == f"=SUM(C{first}:C{total - 1})"
        assert sums[1] == f"=SUM(E{first}:E{total - 1})"
        assert sums[2] == f"=SQRT(SUM(F{first}:F{total - 1})-E{total}^2)"
        assert summary.cell(number, 2).value == f"=1+Returns!$E${total}"
        row = total + 2


def test_combinations_fit_the_digits_of_a_spreadsheet() -> None:
    returns = workbook(with_values=True)["Returns"]
    ways = [cell.value for cell in returns["C"][4:] if isinstance(cell.value, int)]
    assert max(ways) < 10**15
    assert ways[0] / ways[3] == pytest.approx(475627426473216 / 4998398275503360)  # ties, of all


FUNCTIONS = {
    "NORMSINV": NormalDist().inv_cdf,
    "SQRT": sqrt,
    "MAX": max,
    "IF": lambda holds, one, other: one if holds else other,
    "SUMPRODUCT": lambda *ranges: sum(prod(cells) for cells in zip(*ranges, strict=True)),
}


def calculated(sheet: str, cell: str, *, pays: Callable[[float], float] = lambda pays: pays) -> object:
    """What a spreadsheet would make of a cell, as far as our formulas go; every pay on Returns may be another one."""
    values, formulas = workbook(with_values=True), workbook(with_values=False)

    def value(named: str) -> object:
        found = values[named.split("!")[0]][named.split("!")[1].replace("$", "")]
        cells = [one for [one] in found] if isinstance(found, tuple) else [found]
        read = [
            pays(one.value) if one.column_letter == "B" and "Returns" in named and one.value else one.value
            for one in cells
        ]
        return np.array(read) if isinstance(found, tuple) else read[0]

    text = str(formulas[sheet][cell].value).removeprefix("=").replace("^", "**").replace("<>", "!=")
    text = re.sub(r"(?<![!A-Z$:])(\$?[A-Z]\$?\d+(?::\$?[A-Z]\$?\d+)?)", rf"{sheet}!\1", text)
    cells: dict[str, object] = {}
    for number, named in enumerate(dict.fromkeys(re.findall(r"[A-Z][a-z]+!\$?[A-Z]\$?\d+(?::\$?[A-Z]\$?\d+)?", text))):
        cells[f"cell_{number}_"] = value(named)
        text = re.sub(rf"{re.escape(named)}(?![\d:])", f"cell_{number}_", text)
    text = text.replace("=0,", "==0,").replace("--", "1*")
    return eval(text, FUNCTIONS, cells)


def test_bands_and_moments_are_calculated_as_they_were_counted() -> None:
    """The formulas of bands once were those of the normal distribution, beside values corrected for skewness."""
    book = workbook(with_values=True)
    for sheet, cells in (
        ("Bands", ("C2", "D2", "C10", "D10", "L14")),
        ("Summary", ("H4", "I4")),
        ("Decks", ("B5", "D5")),
    ):
        for cell in cells:
            assert calculated(sheet, cell) == pytest.approx(book[sheet][cell].value, rel=1e-9), f"{sheet} {cell}"


@pytest.mark.parametrize("sheet", ["Covariance", "Simulation", "Exposure", "Effects of removal"])
def test_a_sheet_of_numbers_says_for_which_pays_they_were_computed(sheet: str) -> None:
    assert calculated(sheet, "A1") == AS_COMPUTED
    assert calculated(sheet, "A1", pays=lambda pays: pays + 1) == NO_LONGER
    assert workbook(with_values=True)[sheet]["A4"].value == "Player"


def test_the_workbook_has_room_for_signatures() -> None:
    names = [cell.value for cell in workbook(with_values=True)["About"]["A"]]
    assert tuple(names[-3:]) == SIGNERS


def shown(value: float, number_format: str) -> str:
    if number_format == "#,##0":
        return f"{value:,.0f}"
    if number_format.endswith("%"):
        return f"{value * 100:.4f}%"
    return f"{value:.8f}" if number_format == "0.00000000" else str(value)


def test_no_column_is_too_narrow_for_its_numbers() -> None:
    """A spreadsheet shows ### where one does not fit; that of covariances did."""
    for sheet in workbook(with_values=True):
        widths = {
            get_column_letter(column): each.width
            for each in sheet.column_dimensions.values()
            for column in range(each.min, each.max + 1)
        }
        for cell in (cell for row in sheet.iter_rows() for cell in row if isinstance(cell.value, int | float)):
            assert len(shown(cell.value, cell.number_format)) <= widths[cell.column_letter] - 1, (sheet.title, cell)


def test_a_printed_sheet_is_one_page_wide() -> None:
    for sheet in workbook(with_values=False):
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        setup = sheet.page_setup
        assert (setup.fitToWidth or 1, setup.fitToHeight, setup.orientation) == (1, 0, "landscape")
