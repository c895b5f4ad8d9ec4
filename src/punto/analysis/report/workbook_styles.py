"""How the cells of a workbook look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet


@dataclass(frozen=True)
class Styles:
    title: Format
    heading: Format
    text: Format
    words: Format  # a sentence, on as many lines as it takes
    given: Format  # the reader may change it
    then: Format  # what it was
    whole: Format
    share: Format
    figure: Format
    total: Format
    note: Format
    line: Format  # to write on


def styles_of(workbook: Workbook) -> Styles:
    return Styles(
        title=workbook.add_format({"bold": True, "font_size": 16}),
        heading=workbook.add_format({"bold": True, "bottom": 2, "text_wrap": True, "valign": "bottom"}),
        text=workbook.add_format({"valign": "top"}),
        words=workbook.add_format({"valign": "top", "text_wrap": True}),
        given=workbook.add_format({"bg_color": "#FFF4D6", "num_format": "0.####"}),
        then=workbook.add_format({"font_color": "#8a94a6", "num_format": "0.####"}),
        whole=workbook.add_format({"num_format": "#,##0"}),
        share=workbook.add_format({"num_format": "0.0000%"}),
        figure=workbook.add_format({"num_format": "0.00000000"}),
        total=workbook.add_format({"bold": True, "top": 2, "num_format": "0.00000000"}),
        note=workbook.add_format({"italic": True, "font_color": "#b3263a"}),
        line=workbook.add_format({"bottom": 1}),
    )


def headings(sheet: Worksheet, styles: Styles, row: int, names: tuple[str, ...]) -> None:
    for column, name in enumerate(names):
        sheet.write_string(row, column, name, styles.heading)
