"""Cells of the CSV files that the server writes: exact amounts, UTC times, and text that no spreadsheet evaluates."""

from datetime import UTC, datetime

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def decimal(amount: int, digits: int) -> str:
    """Exact: no float is involved."""
    sign, text = "-" if amount < 0 else "", str(abs(amount)).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def instant(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def text_cell(text: str) -> str:
    """Typed text stays text; a spreadsheet would run it if it began like a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
