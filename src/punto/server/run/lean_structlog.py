"""Loads structlog without Rich, which it would use for tracebacks on a terminal.

They show local variables, passwords among them, and loading Rich takes a twentieth of a start.
"""

import sys
from importlib import import_module
from types import ModuleType


def load_structlog() -> None:
    """Before anybody else does."""
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment] # None: cannot be imported
    if "structlog" in modules or "rich" in modules:
        return
    modules["rich"] = None
    try:
        import_module("structlog")
    finally:
        del modules["rich"]
