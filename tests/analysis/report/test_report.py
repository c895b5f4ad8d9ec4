"""A report tells what was counted, stands alone, and its workbook calculates."""

import re
from dataclasses import replace
from functools import cache
from io import BytesIO

import openpyxl
import pytest

from punto.analysis.exposure.exposure import exposure
from punto.analysis.odds.book_count import count_book
from punto.analysis.outcomes.fingerprint import fingerprint
from punto.analysis.report.document import DISAGREES, report_document
from punto.analysis.report.figures import Origin, ReportFigures
from punto.analysis.report.html import report_html
from punto.analysis.report.pdf import report_pdf
from punto.analysis.report.xlsx import report_xlsx
from punto.analysis.simulation.blocks import blocks, play_in_threads
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
    return ReportFigures(
        count_book(book),
        exposure(book, shoes=4, seed=3),
        simulated,
        Origin("9.9.9", "punto report odd.py -o x.html", 3, "2026-01-02"),
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


@pytest.mark.parametrize("book", [SQUEEZE, MULTICOLOR], ids=lambda book: book.id)
def test_any_book_can_be_written_in_every_form(book: RuleBook) -> None:
    figures = figures_of(book)
    document = report_document(figures)
    assert book.title in report_html(document)
    assert report_pdf(document).startswith(b"%PDF-")
    assert report_xlsx(figures).startswith(b"PK")


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
