"""How commands print: a console for people, JSON for programs."""

import json
import os
import sys

from rich.console import Console

WIDTH_WHEN_PIPED = 120  # a file has no width of its own


def console() -> Console:
    has_width = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(width=None if has_width else WIDTH_WHEN_PIPED, markup=False, emoji=False, highlight=False)


def print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def error_console() -> Console:
    return Console(stderr=True)
