"""What commands print on: a console for people, JSON for machines."""

import json
import sys

from rich.console import Console

WIDTH_WHEN_PIPED = 120  # a file has no width of its own


def console() -> Console:
    return Console(width=None if sys.stdout.isatty() else WIDTH_WHEN_PIPED)


def print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def error_console() -> Console:
    return Console(stderr=True)
