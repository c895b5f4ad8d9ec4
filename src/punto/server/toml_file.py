"""A TOML file as an edge: its values taken apart by type, and every complaint with the line that caused it."""

import re
import tomllib
from decimal import Decimal
from difflib import get_close_matches
from typing import TypeVar

import msgspec

from punto.rules.invalid_input import InvalidInput
from punto.server.toml_lines import Path, TomlLines

BYTES_MAX = 1_000_000
DECODE_ERROR = re.compile(r"(?P<why>.*) \(at (line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
VALIDATION_ERROR = re.compile(r"(?P<why>.*?)( - at `\$(?P<path>.*)`)?", re.DOTALL)
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(?P<name>.*)`")
MISSING_FIELD = re.compile(r"Object missing required field `(?P<name>.*)`")
Kind = TypeVar("Kind")
Number = int | Decimal

ID = r"\A[a-z][a-z0-9]*(-[a-z0-9]+)*\Z"
CURRENCY = r"\A[A-Z]{3,8}\Z"
TIME_OF_DAY = r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z"
STREAM = r"\A(https?://|/)[!-~]+\Z"
PATTERN_IN_WORDS = {
    ID: "small letters and digits, with - between words",
    CURRENCY: "3 to 8 capital letters",
    STREAM: "an address that begins with https://, http:// or /",
    TIME_OF_DAY: "hours and minutes, as in 06:00",
}


class InvalidFile(InvalidInput):
    """`floor.toml:14: tables[2].chips: what is wrong`."""


class TomlFile:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        if len(text) > BYTES_MAX:
            raise InvalidFile(f"{name}: longer than {BYTES_MAX:,} characters")
        try:
            self.values: dict[str, object] = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise _unreadable(name, text, error) from None
        except RecursionError:
            raise InvalidFile(f"{name}: tables or lists stand inside each other too deeply") from None
        self._lines = TomlLines(text)

    def wrong(self, path: Path, why: str) -> InvalidFile:
        """The complaint about what stands at a path."""
        key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
        return InvalidFile(f"{self.name}:{self._lines.line_of(path)}: {key}{': ' if key else ''}{why}")

    def take(self, value: object, kind: type[Kind], path: Path) -> Kind:
        """The value as this type; `path` says where it stands."""
        try:
            return msgspec.convert(value, kind, builtin_types=(Decimal,))  # a text is no number
        except msgspec.ValidationError as error:
            raise self._invalid(str(error), kind, path) from None

    def _invalid(self, message: str, kind: type, path: Path) -> InvalidFile:
        found = VALIDATION_ERROR.fullmatch(message)
        assert found is not None, "the pattern fits every text"
        why = (
            found["why"]
            .replace("`", "")
            .replace("null", "nothing")
            .replace("int | decimal", "a number")
            .replace(" | nothing", " or nothing")
        )
        path = path + _path_in(found["path"] or "")
        if unknown := UNKNOWN_FIELD.fullmatch(found["why"]):
            return self.wrong((*path, unknown["name"]), f"no such key{_did_you_mean(unknown['name'], kind)}")
        if missing := MISSING_FIELD.fullmatch(found["why"]):
            return self.wrong(path, f"{missing['name']} is missing")
        for pattern, words in PATTERN_IN_WORDS.items():
            why = f"expected {words}" if repr(pattern) in why or pattern in why else why
        return self.wrong(path, why[:1].lower() + why[1:])


def _unreadable(name: str, text: str, error: tomllib.TOMLDecodeError) -> InvalidFile:
    found = DECODE_ERROR.fullmatch(str(error))
    if found is None:
        return InvalidFile(f"{name}: {error}")
    line = found["line"] or str(len(text.splitlines()))
    return InvalidFile(f"{name}:{line}: {found['why'][:1].lower()}{found['why'][1:]}")


def _path_in(text: str) -> Path:
    """`.chips[1]` as msgspec writes it."""
    parts = re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", text)
    return tuple(name or int(index) for name, index in parts)


def _did_you_mean(name: str, kind: type) -> str:
    near = get_close_matches(name, getattr(kind, "__struct_fields__", ()), n=1)
    return f"; is {near[0]} meant?" if near else ""
