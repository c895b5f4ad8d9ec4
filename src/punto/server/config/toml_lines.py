"""Finds the line of each key in a TOML text, for error messages.

The standard library's parser discards positions. But every TOML statement is itself a small TOML text: lines are
collected until they parse, and the result names the keys.
"""

import tomllib
from collections.abc import Iterator

Path = tuple[str | int, ...]
STATEMENT_LINES_MAX = 200  # a list longer than that is found by the line on which it starts


class TomlLines:
    """For a text that parses as a whole."""

    def __init__(self, text: str) -> None:
        self._line_by_path: dict[Path, int] = {(): 1}
        self._last_index: dict[Path, int] = {}  # of each list of tables
        self._read(text.splitlines())

    def line_of(self, path: Path) -> int:
        """The line of the path, or of the nearest thing around it."""
        while path not in self._line_by_path:
            path = path[:-1]
        return self._line_by_path[path]

    def _read(self, lines: list[str]) -> None:
        table: Path = ()
        number = 0
        while number < len(lines):
            statement = lines[number].strip()
            if statement.startswith("["):
                table = self._header(statement, number + 1)
                number += 1
                continue
            length, keys = _statement(lines, number)
            for path in _paths(keys):
                self._line_by_path.setdefault(table + path, number + 1)
            number += length

    def _header(self, statement: str, line: int) -> Path:
        """The path that a header opens; in a list of tables, its last one."""
        names = next(_branches(tomllib.loads(statement)))
        path: Path = ()
        for place, name in enumerate(names):
            path = (*path, name)
            self._line_by_path.setdefault(path, line)
            if statement.startswith("[[") and place == len(names) - 1:
                self._last_index[path] = self._last_index.get(path, -1) + 1
            if path in self._last_index:
                path = (*path, self._last_index[path])
        self._line_by_path.setdefault(path, line)
        return path


def _statement(lines: list[str], start: int) -> tuple[int, dict[str, object]]:
    """The number of lines of a statement, and its value."""
    for length in range(1, min(STATEMENT_LINES_MAX, len(lines) - start) + 1):
        try:
            return length, tomllib.loads("\n".join(lines[start : start + length]))
        except tomllib.TOMLDecodeError:
            continue
    return 1, {}


def _branches(value: object) -> Iterator[tuple[str, ...]]:
    """The names down to the empty table that a header is."""
    while isinstance(value, list):
        value = value[0]
    if not isinstance(value, dict) or not value:
        yield ()
        return
    for name, inner in value.items():
        yield from ((name, *rest) for rest in _branches(inner))


def _paths(value: object) -> Iterator[Path]:
    """Every path inside a value, outermost first."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, each in inner:
        yield (key,)
        yield from ((key, *rest) for rest in _paths(each))
