"""A table of figures as a CSV file to save: a line of names, then lines of cells."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from litestar import Response

from punto.server.rest.documents.csv_cells import decimal, text_cell


class Amount(NamedTuple):
    """In a currency's smallest unit; written as a number, also below zero."""

    units: int
    digits: int


Cell = str | int | float | Amount | None


def csv_file(name: str, columns: Sequence[str], lines: Iterable[Sequence[Cell]]) -> Response[str]:
    """Numbers stay numbers; text stays text, whatever it begins with."""
    page = io.StringIO(newline="")
    writer = csv.writer(page)
    writer.writerow(columns)
    writer.writerows([_cell(each) for each in line] for line in lines)
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response(page.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _cell(value: Cell) -> str:
    match value:
        case None:
            return ""
        case Amount(units=units, digits=digits):
            return decimal(units, digits)
        case str():
            return text_cell(value)
        case float():
            return f"{value:.6f}"
    return str(value)
