"""A report as a workbook with live formulas: change a pay, and return, edge, deviation, bands and other decks follow.

Whatever depends on pays and counts alone is a formula, stored with its value for viewers that do not calculate;
`computed_sheets` has the rest. Combinations are divided by their common divisor, because a spreadsheet keeps fifteen
digits and six cards of eight decks need sixteen.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, rtp_bands
from punto.analysis.report.computed_sheets import add_computed_sheets
from punto.analysis.report.document import SIGNED_WORDS, SIGNERS, decks_text
from punto.analysis.report.figures import ReportFigures
from punto.analysis.report.workbook_styles import Styles, headings, styles_of

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

RETURN_HEADINGS = (
    "event", "pays", "combinations", "probability", "return", "pays² × probability", "pays at the time of the report",
)  # fmt: skip
READING = (
    "Yellow cells on the sheet Returns are pays. Change one, and Returns, Summary, Bands and Decks change with it.",
    "Covariance, Simulation, Exposure and Effects of removal were computed for the pays at the time of the report.",
    "Each of these sheets says so, and says when the pays on Returns are no longer those.",
)
FIRST_ROW = 3  # of the first bet's table on the sheet of returns, counted from 0
HEADING_ROWS = {"Returns": (0, 1), "Bands": (0, 0), "Decks": (0, 0)}  # of the sheets that take several pages
A4 = 9  # the number that workbooks have for it
COLUMN_EVENT, COLUMN_PAYS, COLUMN_WAYS, COLUMN_CHANCE, COLUMN_RETURN, COLUMN_SQUARE, COLUMN_THEN = range(7)


def report_xlsx(figures: ReportFigures) -> bytes:
    import xlsxwriter  # loaded only for a workbook

    out = io.BytesIO()
    workbook = xlsxwriter.Workbook(out, {"in_memory": True})
    styles = styles_of(workbook)
    about, summary, returns, bands = (workbook.add_worksheet(name) for name in ("About", "Summary", "Returns", "Bands"))
    _about(about, styles, figures)
    totals = _returns(returns, styles, figures)
    _summary(summary, styles, figures, totals)
    _bands(bands, styles, figures)
    _decks(workbook.add_worksheet("Decks"), styles, figures, totals)
    add_computed_sheets(workbook, styles, figures, last_row=totals[-1].last)
    for sheet in workbook.worksheets():
        _on_paper(sheet)
    workbook.close()
    return out.getvalue()


def _on_paper(sheet: Worksheet) -> None:
    """Every column on one page, and the heading on each."""
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&L&A&R&P / &N")
    if sheet.get_name() in HEADING_ROWS:
        sheet.repeat_rows(*HEADING_ROWS[sheet.get_name()])


def _about(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 16)
    sheet.set_column(1, 1, 90)
    sheet.set_column(2, 3, 24)
    sheet.write_string(0, 0, f"{figures.book.title}: game mathematics report", styles.title)
    for row, (name, fact) in enumerate(figures.facts, start=2):
        sheet.write_string(row, 0, name, styles.text)
        sheet.write_string(row, 1, fact, styles.words)
    row = len(figures.facts) + 3
    sheet.write_string(row, 0, "Reading it", styles.text)
    for offset, words in enumerate(READING):
        sheet.write_string(row + offset, 1, words, styles.words)
    row += len(READING) + 1
    sheet.write_string(row, 0, "Sign-off", styles.text)
    sheet.write_string(row, 1, SIGNED_WORDS, styles.words)
    headings(sheet, styles, row + 2, ("", "name", "signature", "date"))
    for offset, role in enumerate(SIGNERS, start=row + 3):
        sheet.set_row(offset, 30)
        sheet.write_string(offset, 0, role)
        for column in range(1, 4):
            sheet.write_blank(offset, column, None, styles.line)


@dataclass(frozen=True)
class _Totals:
    """Where the figures of a bet are on the sheet of returns."""

    first: int
    last: int  # the row of its totals

    @property
    def mean(self) -> str:
        return f"Returns!$E${self.last + 1}"

    @property
    def deviation(self) -> str:
        return f"Returns!$F${self.last + 1}"

    @property
    def pays(self) -> str:
        return f"Returns!$B${self.first + 1}:$B${self.last}"

    def moment(self, power: int) -> str:
        """About the mean."""
        return f"SUMPRODUCT(({self.pays}-{self.mean})^{power},Returns!$D${self.first + 1}:$D${self.last})"

    @property
    def hits(self) -> str:
        """The chance of winning anything: lines whose pay is above zero."""
        return f'SUMIF({self.pays},">0",Returns!$D${self.first + 1}:$D${self.last})'


def _returns(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> list[_Totals]:
    odds = figures.counted.odds
    shared = gcd(*(line.ways for each in odds.bets for line in each.lines))
    sheet.set_column(0, 0, 70)
    sheet.set_column(1, 6, 20)
    sheet.freeze_panes(2, 0)
    sheet.write_string(0, 0, f"Combinations are divided by {shared:,}, their common divisor.")
    headings(sheet, styles, 1, RETURN_HEADINGS)
    totals, row = [], FIRST_ROW
    for each in odds.bets:
        sheet.write_string(row, 0, each.bet.title, styles.heading)
        totals.append(_return_rows(sheet, styles, each, row + 1, shared))
        row = totals[-1].last + 2
    return totals


def _return_rows(sheet: Worksheet, styles: Styles, each: BetOdds, first: int, shared: int) -> _Totals:
    total = first + len(each.lines)
    every = f"$C${total + 1}"
    for row, line in enumerate(each.lines, start=first):
        chance, pays = float(line.probability), float(line.pays)
        sheet.write_string(row, COLUMN_EVENT, line.when, styles.text)
        sheet.write_number(row, COLUMN_PAYS, pays, styles.given)
        sheet.write_number(row, COLUMN_WAYS, line.ways // shared, styles.whole)
        sheet.write_formula(row, COLUMN_CHANCE, f"=C{row + 1}/{every}", styles.figure, chance)
        sheet.write_formula(row, COLUMN_RETURN, f"=B{row + 1}*D{row + 1}", styles.figure, pays * chance)
        sheet.write_formula(row, COLUMN_SQUARE, f"=B{row + 1}^2*D{row + 1}", styles.figure, pays**2 * chance)
        sheet.write_number(row, COLUMN_THEN, pays, styles.then)
    rows = f"{first + 1}", f"{total}"
    sheet.write_string(total, COLUMN_EVENT, "total; mean; deviation", styles.total)
    sheet.write_blank(total, COLUMN_PAYS, None, styles.total)
    ways = sum(line.ways for line in each.lines) // shared
    sheet.write_formula(total, COLUMN_WAYS, f"=SUM(C{rows[0]}:C{rows[1]})", styles.whole, ways)
    sheet.write_formula(total, COLUMN_CHANCE, f"=SUM(D{rows[0]}:D{rows[1]})", styles.total, 1)
    sheet.write_formula(total, COLUMN_RETURN, f"=SUM(E{rows[0]}:E{rows[1]})", styles.total, float(each.ev))
    deviation = f"=SQRT(SUM(F{rows[0]}:F{rows[1]})-E{total + 1}^2)"
    sheet.write_formula(total, COLUMN_SQUARE, deviation, styles.total, each.standard_deviation)
    return _Totals(first, total)


def _summary(sheet: Worksheet, styles: Styles, figures: ReportFigures, totals: list[_Totals]) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 8, 15)
    sheet.freeze_panes(1, 1)
    heading = (
        "bet", "RTP", "house edge", "hit frequency", "deviation", "variance", "last round",
        "skewness", "excess kurtosis",
    )  # fmt: skip
    headings(sheet, styles, 0, heading)
    for row, (each, total) in enumerate(zip(figures.counted.odds.bets, totals, strict=True), start=1):
        sheet.write_string(row, 0, each.bet.title)
        sheet.write_formula(row, 1, f"=1+{total.mean}", styles.share, float(each.rtp))
        sheet.write_formula(row, 2, f"=-{total.mean}", styles.share, float(each.house_edge))
        sheet.write_formula(row, 3, f"={total.hits}", styles.share, float(each.win_probability))
        sheet.write_formula(row, 4, f"={total.deviation}", styles.figure, each.standard_deviation)
        sheet.write_formula(row, 5, f"=E{row + 1}^2", styles.figure, float(each.variance))
        if each.bet.last_coup_offered:
            sheet.write_number(row, 6, each.bet.last_coup_offered)
        for column, formula, value in (
            (7, f"IF(E{row + 1}=0,0,{total.moment(3)}/E{row + 1}^3)", each.skewness),
            (8, f"IF(E{row + 1}=0,0,{total.moment(4)}/E{row + 1}^4-3)", each.excess_kurtosis),
        ):
            sheet.write_formula(row, column, f"={formula}", styles.figure, value)


def _bands(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 1 + 2 * len(BAND_COUPS), 13)
    sheet.freeze_panes(1, 2)
    ends = [f"{coups:,} rounds, {end}" for coups in BAND_COUPS for end in ("low", "high")]
    headings(sheet, styles, 0, ("bet", "chance", *ends))
    row = 1
    for number, each in enumerate(figures.counted.odds.bets):
        bands = rtp_bands(each)
        for share in BAND_SHARES:
            sheet.write_string(row, 0, each.bet.title)
            sheet.write_number(row, 1, float(share), styles.share)
            for place, band in enumerate(band for band in bands if band.share == share):
                mean = f"Summary!$B${number + 2}"
                low, high = (
                    _reach(f"Summary!${{}}${number + 2}", tail, band.coups)
                    for tail in (f"(1-$B{row + 1})/2", f"(1+$B{row + 1})/2")
                )
                sheet.write_formula(row, 2 + 2 * place, f"=MAX(0,{mean}+{low})", styles.share, band.low)
                sheet.write_formula(row, 3 + 2 * place, f"={mean}+{high}", styles.share, band.high)
            row += 1


def _reach(cell: str, tail: str, coups: int) -> str:
    """From the mean to a quantile, as `odds.spread.quantile` has it; `cell` names a column of the bet's summary."""
    z, skewness, kurtosis = f"NORMSINV({tail})", f"{cell.format('H')}/SQRT({coups})", f"{cell.format('I')}/{coups}"
    in_errors = f"({z}+({z}^2-1)*{skewness}/6+({z}^3-3*{z})*{kurtosis}/24-(2*{z}^3-5*{z})*({skewness})^2/36)"
    return f"{cell.format('E')}/SQRT({coups})*{in_errors}"


def _decks(sheet: Worksheet, styles: Styles, figures: ReportFigures, totals: list[_Totals]) -> None:
    """Chances of every line by deck, and the return that follows from the pays on the sheet of returns."""
    sheet.set_column(0, 0, 70)
    sheet.set_column(1, len(figures.in_decks), 16)
    sheet.freeze_panes(1, 1)
    headings(sheet, styles, 0, ("probability", *(decks_text(odds.book.deck.copies) for odds in figures.in_decks)))
    for place, (each, total) in enumerate(zip(figures.counted.odds.bets, totals, strict=True)):
        first = total.first - FIRST_ROW + 1
        sheet.write_string(first - 1, 0, each.bet.title, styles.heading)
        for row, line in enumerate(each.lines, start=first):
            sheet.write_string(row, 0, line.when, styles.text)
        last = first + len(each.lines)
        sheet.write_string(last, 0, "RTP", styles.total)
        for column, odds in enumerate(figures.in_decks, start=1):
            bet, letter = odds.bets[place], chr(ord("A") + column)
            for row, line in enumerate(bet.lines, start=first):
                sheet.write_number(row, column, float(line.probability), styles.figure)
            rtp = f"=1+SUMPRODUCT({total.pays},{letter}{first + 1}:{letter}{last})"
            sheet.write_formula(last, column, rtp, styles.total, float(bet.rtp))
