"""Compiled tables kept on disk, so that a known book starts at once.

The name of a file says what it was made from: the book's id, the cut card and every source file that could change the
tables; one that no longer fits is replaced. Where no folder can be written, or a file is damaged, tables are made anew.
"""

from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from punto.analysis.cache_folder import cache_folder, keep_file, source_hash
from punto.analysis.simulation.tables import SimulationTables, compile_tables
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

SOURCES = ("rules", "books", "analysis")
NAMES = {each.name for each in fields(SimulationTables)}
NUMBERS = {each.name for each in fields(SimulationTables) if each.type is int}


def cached_tables(book: RuleBook, cut_card: int = CUT_CARD_DEFAULT) -> SimulationTables:
    """The tables of a book that comes with Punto; anybody else's book may mean something new under an old name."""
    made_for = f"{book.id}.{book.deck.id}.{cut_card}"
    path = cache_folder() / f"{made_for}.{source_hash(SOURCES)[:32]}.npz"
    found = _read(path)
    if found is None:
        found = compile_tables(book, cut_card)
        parts: dict[str, Any] = {name: getattr(found, name) for name in sorted(NAMES)}
        with suppress(OSError):
            keep_file(path, lambda file: np.savez(file, **parts), replaced=f"{made_for}.*.npz")
    return found


def _read(path: Path) -> SimulationTables | None:
    try:
        with path.open("rb") as file, np.load(file) as stored:
            if set(stored.files) != NAMES:
                return None
            parts: dict[str, Any] = {name: int(stored[name]) if name in NUMBERS else stored[name] for name in NAMES}
    except (OSError, ValueError, TypeError, EOFError, BadZipFile):
        return None
    return SimulationTables(**parts)
