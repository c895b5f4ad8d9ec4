"""A report as a workbook with live formulas: change a pay, and return, edge, deviation and bands follow.

Counts and exposure are numbers; whatever depends on pays and counts is a formula, stored with its value for viewers
that do not calculate. Combinations are divided by their common divisor, because a spreadsheet keeps fifteen digits and
six cards of eight decks need sixteen.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from punto.analysis.exposure.counting_tags import faces_alike
from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.spread import BAND_COUPS, BAND_SHARES, rtp_bands
from punto.analysis.report.figures import ReportFigures

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

FIRST_ROW = 3  # of the first bet's table on the sheet of returns, counted from 0
COLUMN_EVENT, COLUMN_PAYS, COLUMN_WAYS, COLUMN_CHANCE, COLUMN_RETURN, COLUMN_SQUARE = range(6)


@dataclass(frozen=True)
class _Styles:
    title: Format
    heading: Format
    text: Format
    given: Format  # the reader may change it
    whole: Format
    share: Format
    figure: Format
    total: Format


def report_xlsx(figures: ReportFigures) -> bytes:
    import xlsxwriter  # loaded only for a workbook

    out = io.BytesIO()
    workbook = xlsxwriter.Workbook(out, {"in_memory": True})
    styles = _styles(workbook)
    about, summary, returns, bands = (workbook.add_worksheet(name) for name in ("About", "Summary", "Returns", "Bands"))
    _about(about, styles, figures)
    totals = _returns(returns, styles, figures)
    _summary(summary, styles, figures, totals)
    _bands(bands, styles, figures)
    _covariance(workbook.add_worksheet("Covariance"), styles, figures)
    _simulation(workbook.add_worksheet("Simulation"), styles, figures)
    _exposure(workbook.add_worksheet("Exposure"), styles, figures)
    _effects(workbook.add_worksheet("Effects of removal"), styles, figures)
    workbook.close()
    return out.getvalue()


def _styles(workbook: Workbook) -> _Styles:
    return _Styles(
        title=workbook.add_format({"bold": True, "font_size": 16}),
        heading=workbook.add_format({"bold": True, "bottom": 2, "text_wrap": True, "valign": "bottom"}),
        text=workbook.add_format({"valign": "top"}),
        given=workbook.add_format({"bg_color": "#FFF4D6", "num_format": "0.####"}),
        whole=workbook.add_format({"num_format": "#,##0"}),
        share=workbook.add_format({"num_format": "0.0000%"}),
        figure=workbook.add_format({"num_format": "0.00000000"}),
        total=workbook.add_format({"bold": True, "top": 2, "num_format": "0.00000000"}),
    )


def _about(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 16)
    sheet.set_column(1, 1, 90)
    sheet.write_string(0, 0, f"{figures.book.title}: game mathematics report", styles.title)
    for row, (name, fact) in enumerate(figures.facts, start=2):
        sheet.write_string(row, 0, name)
        sheet.write_string(row, 1, fact)
    row = len(figures.facts) + 3
    sheet.write_string(row, 0, "Reading it")
    sheet.write_string(
        row, 1, "Yellow cells on the sheet Returns are pays. Change one, and everything that depends on it changes."
    )


def _headings(sheet: Worksheet, styles: _Styles, row: int, headings: tuple[str, ...]) -> None:
    for column, heading in enumerate(headings):
        sheet.write_string(row, column, heading, styles.heading)


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
    def hits(self) -> str:
        """The chance of winning anything: lines whose pay is above zero."""
        rows = f"{self.first + 1}", f"{self.last}"
        return f'SUMIF(Returns!$B${rows[0]}:$B${rows[1]},">0",Returns!$D${rows[0]}:$D${rows[1]})'


def _returns(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> list[_Totals]:
    odds = figures.counted.odds
    shared = gcd(*(line.ways for each in odds.bets for line in each.lines))
    sheet.set_column(0, 0, 70)
    sheet.set_column(1, 5, 20)
    sheet.freeze_panes(2, 0)
    sheet.write_string(0, 0, f"Combinations are divided by {shared:,}, their common divisor.")
    _headings(sheet, styles, 1, ("event", "pays", "combinations", "probability", "return", "pays² × probability"))
    totals, row = [], FIRST_ROW
    for each in odds.bets:
        sheet.write_string(row, 0, each.bet.title, styles.heading)
        totals.append(_return_rows(sheet, styles, each, row + 1, shared))
        row = totals[-1].last + 2
    return totals


def _return_rows(sheet: Worksheet, styles: _Styles, each: BetOdds, first: int, shared: int) -> _Totals:
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


def _summary(sheet: Worksheet, styles: _Styles, figures: ReportFigures, totals: list[_Totals]) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 6, 15)
    sheet.freeze_panes(1, 1)
    heading = ("bet", "RTP", "house edge", "hit frequency", "deviation", "variance", "last round")
    _headings(sheet, styles, 0, heading)
    for row, (each, total) in enumerate(zip(figures.counted.odds.bets, totals, strict=True), start=1):
        sheet.write_string(row, 0, each.bet.title)
        sheet.write_formula(row, 1, f"=1+{total.mean}", styles.share, float(each.rtp))
        sheet.write_formula(row, 2, f"=-{total.mean}", styles.share, float(each.house_edge))
        sheet.write_formula(row, 3, f"={total.hits}", styles.share, float(each.win_probability))
        sheet.write_formula(row, 4, f"={total.deviation}", styles.figure, each.standard_deviation)
        sheet.write_formula(row, 5, f"=E{row + 1}^2", styles.figure, float(each.variance))
        if each.bet.last_coup_offered:
            sheet.write_number(row, 6, each.bet.last_coup_offered)


def _bands(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 1 + 2 * len(BAND_COUPS), 13)
    sheet.freeze_panes(1, 2)
    ends = [f"{coups:,} rounds, {end}" for coups in BAND_COUPS for end in ("low", "high")]
    _headings(sheet, styles, 0, ("bet", "chance", *ends))
    row = 1
    for number, each in enumerate(figures.counted.odds.bets):
        bands = rtp_bands(each)
        for share in BAND_SHARES:
            sheet.write_string(row, 0, each.bet.title)
            sheet.write_number(row, 1, float(share), styles.share)
            for place, band in enumerate(band for band in bands if band.share == share):
                reach = f"NORMSINV((1+$B{row + 1})/2)*Summary!$E${number + 2}/SQRT({band.coups})"
                mean = f"Summary!$B${number + 2}"
                sheet.write_formula(row, 2 + 2 * place, f"={mean}-{reach}", styles.share, band.low)
                sheet.write_formula(row, 3 + 2 * place, f"={mean}+{reach}", styles.share, band.high)
            row += 1


def _covariance(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> None:
    bets = figures.book.bets
    sheet.set_column(0, 0, 28)
    sheet.freeze_panes(1, 1)
    _headings(sheet, styles, 0, ("covariance at the book's pays", *(bet.title for bet in bets)))
    for row, values in enumerate(figures.counted.covariances, start=1):
        sheet.write_string(row, 0, bets[row - 1].title)
        for column, value in enumerate(values, start=1):
            sheet.write_number(row, column, float(value), styles.figure)


def _simulation(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 4, 18)
    _headings(sheet, styles, 0, ("bet", "simulated mean", "standard error", "exact mean", "z"))
    for row, each in enumerate(figures.simulated.bets(), start=1):
        sheet.write_string(row, 0, each.bet.title)
        for column, value in enumerate((each.mean, each.standard_error, float(each.exact_ev)), start=1):
            sheet.write_number(row, column, value, styles.figure)
        if each.z_score is not None:
            sheet.write_formula(row, 4, f"=(B{row + 1}-D{row + 1})/C{row + 1}", styles.figure, each.z_score)


def _exposure(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 11, 14)
    sheet.freeze_panes(1, 1)
    heading = (
        "bet",
        "fresh shoe",
        "best seen",
        "last round",
        "favours, open",
        "units per 100, open",
        "favours, no limits",
        "units per 100, no limits",
        "units per shoe, no limits",
        "linear: trigger count",
        "linear: bets in",
        "linear: units per 100, no limits",
    )
    _headings(sheet, styles, 0, heading)
    for row, each in enumerate(figures.exposed.bets, start=1):
        sheet.write_string(row, 0, each.bet.title)
        shares = {1: each.fresh, 2: each.best, 4: each.perfect_in_limits.share.value, 6: each.perfect.share.value}
        values = {
            5: each.perfect_in_limits.per_100_coups.value,
            7: each.perfect.per_100_coups.value,
            8: each.perfect.per_shoe.value,
        }
        if each.bet.last_coup_offered:
            sheet.write_number(row, 3, each.bet.last_coup_offered)
        if each.linear.trigger is not None and each.linear.gain:
            sheet.write_number(row, 9, each.linear.trigger)
            shares[10] = each.linear.gain.share.value
            values[11] = each.linear.gain.per_100_coups.value
        for column, share in shares.items():
            sheet.write_number(row, column, share, styles.share)
        for column, value in values.items():
            sheet.write_number(row, column, value, styles.figure)


def _effects(sheet: Worksheet, styles: _Styles, figures: ReportFigures) -> None:
    exposed = figures.exposed
    groups = faces_alike(exposed.book, exposed.effects)
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, len(groups), 13)
    sheet.freeze_panes(1, 1)
    _headings(sheet, styles, 0, ("effect of removal on the mean", *(name for name, _ in groups)))
    for row, each in enumerate(exposed.bets, start=1):
        sheet.write_string(row, 0, each.bet.title)
        for column, (_, faces) in enumerate(groups, start=1):
            sheet.write_number(row, column, float(exposed.effects[faces[0], row - 1]), styles.figure)
    start = len(exposed.bets) + 2
    _headings(sheet, styles, start, ("tag", *(name for name, _ in groups)))
    for row, each in enumerate(exposed.bets, start=start + 1):
        sheet.write_string(row, 0, each.bet.title)
        for column, (_, faces) in enumerate(groups, start=1):
            sheet.write_number(row, column, float(each.linear.tags.tags[faces[0]]))
