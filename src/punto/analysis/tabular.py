"""Results that show as tables: as rows of plain values, as a frame of Polars or pandas, and in a notebook.

Neither library is a dependency: whichever is installed is used, Polars first. Fractions become floats and an estimate
two columns, its value and `…_error`; whole numbers that no 64 bits hold become texts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from punto.analysis.estimate import Estimate

if TYPE_CHECKING:
    from types import ModuleType

Cell = str | int | float | bool | None
Rich = Cell | Fraction | Estimate
Row = dict[str, Cell]

LIBRARIES = ("polars", "pandas")
WHOLE_MAX = 2**63
HOW_TO_INSTALL = "neither Polars nor pandas is installed: pip install '.[frames]' in Punto's folder"


class NoFrames(ImportError):
    """No library that has frames is installed."""


class Tabular(ABC):
    """Whatever can be told as rows that all have the same columns."""

    @abstractmethod
    def records(self) -> list[Row]: ...

    def to_frame(self) -> Any:
        """A Polars DataFrame, or one of pandas where only that is installed."""
        return frame_of(self.records())

    def _repr_html_(self) -> str:
        return html_of(self.records())


def row(**cells: Rich) -> Row:
    """Plain values of a row."""
    plain: Row = {}
    for name, cell in cells.items():
        if isinstance(cell, Estimate):
            plain |= {name: cell.value, f"{name}_error": cell.error}
        else:
            plain[name] = float(cell) if isinstance(cell, Fraction) else cell
    return plain


def frame_library() -> ModuleType:
    for name in LIBRARIES:
        if find_spec(name):
            return import_module(name)
    raise NoFrames(HOW_TO_INSTALL)


def frame_of(records: Sequence[Mapping[str, Cell]]) -> Any:
    return frame_library().DataFrame(columns_of(records))


def columns_of(records: Sequence[Mapping[str, Cell]]) -> dict[str, list[Cell]]:
    columns: dict[str, list[Cell]] = {}
    for name in dict.fromkeys(name for record in records for name in record):
        cells = [record.get(name) for record in records]
        is_long = any(isinstance(cell, int) and abs(cell) >= WHOLE_MAX for cell in cells)
        columns[name] = [None if cell is None else str(cell) for cell in cells] if is_long else cells
    return columns


def html_of(records: Sequence[Mapping[str, Cell]]) -> str:
    columns = columns_of(records)
    heads = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in columns)
    rows = "".join(f"<tr>{''.join(map(_html_cell, cells))}</tr>" for cells in zip(*columns.values(), strict=True))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _html_cell(cell: Cell) -> str:
    if cell is None:
        return "<td></td>"
    if isinstance(cell, str | bool):
        return f'<td style="text-align:left">{escape(str(cell))}</td>'
    return f"<td>{cell:,}</td>" if isinstance(cell, int) else f"<td>{cell:.6g}</td>"
