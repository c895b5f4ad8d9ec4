"""Sheets of a workbook that hold numbers: what was computed for the pays at the time of the report.

Covariances need every outcome of a round, exposure every shoe, so no formula can follow a changed pay. Each sheet says
so in its first row, where a formula tells whether the pays on the sheet of returns are still those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from punto.analysis.exposure.counting_tags import faces_alike
from punto.analysis.report.figures import ReportFigures
from punto.analysis.report.workbook_styles import Styles, headings

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

AS_COMPUTED = "Computed for the pays at the time of the report, which the sheet Returns still has."
NO_LONGER = "OUT OF DATE: computed for the pays at the time of the report; the sheet Returns has others now."
HEAD = 2  # the row of headings, below the note


def add_computed_sheets(workbook: Workbook, styles: Styles, figures: ReportFigures, *, last_row: int) -> None:
    """`last_row` of the sheet of returns, counted from 0."""
    changed = f"SUMPRODUCT(--(Returns!$B$3:$B${last_row + 1}<>Returns!$G$3:$G${last_row + 1}))"
    for name, fill in (
        ("Covariance", _covariance),
        ("Simulation", _simulation),
        ("Exposure", _exposure),
        ("Effects of removal", _effects),
    ):
        sheet = workbook.add_worksheet(name)
        sheet.write_formula(0, 0, f'=IF({changed}=0,"{AS_COMPUTED}","{NO_LONGER}")', styles.note, AS_COMPUTED)
        fill(sheet, styles, figures)


def _covariance(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> None:
    bets = figures.book.bets
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, len(bets), 15)
    sheet.freeze_panes(HEAD + 1, 1)
    headings(sheet, styles, HEAD, ("covariance at the book's pays", *(bet.title for bet in bets)))
    for row, values in enumerate(figures.counted.covariances, start=HEAD + 1):
        sheet.write_string(row, 0, bets[row - HEAD - 1].title)
        for column, value in enumerate(values, start=1):
            sheet.write_number(row, column, float(value), styles.figure)


def _simulation(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 4, 18)
    headings(sheet, styles, HEAD, ("bet", "simulated mean", "standard error", "exact mean", "z"))
    for row, each in enumerate(figures.simulated.bets(), start=HEAD + 1):
        sheet.write_string(row, 0, each.bet.title)
        for column, value in enumerate((each.mean, each.standard_error, float(each.exact_ev)), start=1):
            sheet.write_number(row, column, value, styles.figure)
        if each.z_score is not None:
            sheet.write_formula(row, 4, f"=(B{row + 1}-D{row + 1})/C{row + 1}", styles.figure, each.z_score)


def _exposure(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> None:
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, 11, 14)
    sheet.freeze_panes(HEAD + 1, 1)
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
    headings(sheet, styles, HEAD, heading)
    for row, each in enumerate(figures.exposed.bets, start=HEAD + 1):
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


def _effects(sheet: Worksheet, styles: Styles, figures: ReportFigures) -> None:
    exposed = figures.exposed
    groups = faces_alike(exposed.book, exposed.effects)
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, len(groups), 13)
    sheet.freeze_panes(HEAD + 1, 1)
    headings(sheet, styles, HEAD, ("effect of removal on the mean", *(name for name, _ in groups)))
    for row, each in enumerate(exposed.bets, start=HEAD + 1):
        sheet.write_string(row, 0, each.bet.title)
        for column, (_, faces) in enumerate(groups, start=1):
            sheet.write_number(row, column, float(exposed.effects[faces[0], row - HEAD - 1]), styles.figure)
    start = HEAD + len(exposed.bets) + 2
    headings(sheet, styles, start, ("tag", *(name for name, _ in groups)))
    for row, each in enumerate(exposed.bets, start=start + 1):
        sheet.write_string(row, 0, each.bet.title)
        for column, (_, faces) in enumerate(groups, start=1):
            sheet.write_number(row, column, float(each.linear.tags.tags[faces[0]]))
