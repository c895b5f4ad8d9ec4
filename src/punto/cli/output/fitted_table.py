"""A table that fits the terminal: columns that matter least are left out before anything is cut off."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

NAMES_AT_LEAST = 20  # narrower, and too many names take several lines
PADDING = 3  # of a column: a blank on both sides and a border


@dataclass(frozen=True)
class Column:
    heading: str  # with line ends where it may break
    cells: Sequence[str]
    importance: int = 9  # those with the least are left out first

    @property
    def width(self) -> int:
        lines = (line for text in (self.heading, *self.cells) for line in text.split("\n"))
        return max(map(cell_len, lines)) + PADDING


def tables_abreast(title: str, first: Column, columns: Sequence[Column], width: int) -> Iterator[Table]:
    """All columns, in as many tables as it takes, each with the names of its rows."""
    left = list(columns)
    while left:
        room = width - 1 - first.width
        shown: list[Column] = []
        while left and (not shown or sum(column.width for column in (*shown, left[0])) <= room):
            shown.append(left.pop(0))
        yield fitted_table(title, first, shown, width)
        title = ""


def fitted_table(title: str, first: Column, columns: Sequence[Column], width: int, caption: str = "") -> Table:
    """The first column names the rows and may fold; the others stand whole or not at all."""
    shown = list(columns)
    least = min(first.width, NAMES_AT_LEAST + PADDING)
    while len(shown) > 1 and 1 + least + sum(column.width for column in shown) > width:
        shown.remove(min(reversed(shown), key=lambda column: column.importance))
    table = Table(
        title=Text(title) if title else None,
        title_justify="left",
        caption=Text(caption) if caption else None,
        caption_justify="left",
    )
    table.add_column(first.heading, overflow="fold")
    for column in shown:
        table.add_column(column.heading, justify="right", no_wrap=True)
    for name, *cells in zip(first.cells, *(column.cells for column in shown), strict=True):
        table.add_row(name, *cells)
    return table
