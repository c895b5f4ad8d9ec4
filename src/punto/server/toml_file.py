"""A TOML file as an edge: its values taken apart by type, and every complaint with the line that caused it."""

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from enum import EnumType
from typing import Literal, TypeVar, get_args, get_origin

import msgspec

from punto.ledger.journal import AMOUNT_MAX
from punto.rules.invalid_input import InvalidInput
from punto.server.toml_lines import Path, TomlLines

BYTES_MAX = 1_000_000
DECODE_ERROR = re.compile(r"(?P<why>.*) \(at (line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
VALIDATION_ERROR = re.compile(r"(?P<why>.*?)( - at `\$(?P<path>.*)`)?", re.DOTALL)
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(?P<name>.*)`")
MISSING_FIELD = re.compile(r"Object missing required field `(?P<name>.*)`")
UNKNOWN_CHOICE = re.compile(r"Invalid enum value (?P<value>.*)")
Kind = TypeVar("Kind")
Number = int | Decimal

ONE_LINE = r"\A(?=.*\S)[^\x00-\x1f\x7f]+\Z"
ID = r"\A[a-z][a-z0-9]*(-[a-z0-9]+)*\Z"
CURRENCY = r"\A[A-Z]{3,8}\Z"
TIME_OF_DAY = r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z"
STREAM = r"\A(https?://|/)[!-~]+\Z"
PATTERN_IN_WORDS = {
    ONE_LINE: "one line of text that is not blank",
    ID: "small letters and digits, with - between words",
    CURRENCY: "3 to 8 capital letters",
    STREAM: "an address that begins with https://, http:// or /",
    TIME_OF_DAY: "hours and minutes, as in 06:00",
}
TYPE_IN_WORDS = {
    "object": "a group of keys",
    "array": "a list",
    "str": "a text",
    "bool": "true or false",
    "number": "a number",
    "int": "a whole number",
    "decimal": "a number with a point",
    "null": "nothing",
}
TYPE = re.compile(r"`([^`]*)`")  # as msgspec quotes it, with what it asks of the value


class InvalidFile(InvalidInput):
    """`floor.toml:14: tables[2].chips: what is wrong`."""


class TomlFile:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        if len(text) > BYTES_MAX:
            raise InvalidFile(f"{name}: longer than {BYTES_MAX:,} characters")
        try:
            self.values: dict[str, object] = tomllib.loads(text, parse_float=_number)
        except tomllib.TOMLDecodeError as error:
            raise _unreadable(name, text, error) from None
        except ValueError:
            raise InvalidFile(f"{name}: a number has too many digits") from None
        except RecursionError:
            raise InvalidFile(f"{name}: tables or lists stand inside each other too deeply") from None
        self._lines = TomlLines(text)

    def line_of(self, path: Path) -> int:
        return self._lines.line_of(path)

    def wrong(self, path: Path, why: str) -> InvalidFile:
        """The complaint about what stands at a path."""
        key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
        return InvalidFile(f"{self.name}:{self.line_of(path)}: {key}{': ' if key else ''}{why}")

    def take(self, value: object, kind: type[Kind], path: Path) -> Kind:
        """The value as this type; `path` says where it stands."""
        try:
            return msgspec.convert(value, kind, builtin_types=(Decimal,))  # a text is no number
        except msgspec.ValidationError as error:
            raise self._invalid(str(error), kind, path) from None

    def _invalid(self, message: str, kind: type, path: Path) -> InvalidFile:
        found = VALIDATION_ERROR.fullmatch(message)
        assert found is not None, "the pattern fits every text"
        path = path + _path_in(found["path"] or "")
        if unknown := UNKNOWN_FIELD.fullmatch(found["why"]):
            return self.wrong((*path, unknown["name"]), f"no such key{_did_you_mean(unknown['name'], kind)}")
        if missing := MISSING_FIELD.fullmatch(found["why"]):
            return self.wrong(path, f"{missing['name']} is missing")
        for pattern, words in PATTERN_IN_WORDS.items():
            if repr(pattern) in found["why"] or pattern in found["why"]:
                return self.wrong(path, f"expected {words}")
        if wrong := UNKNOWN_CHOICE.fullmatch(found["why"]):
            return self.wrong(path, f"{wrong['value']} is none of {', '.join(_choices(kind, path[-1]))}")
        why = TYPE.sub(_type_in_words, found["why"])
        return self.wrong(path, why[:1].lower() + why[1:])

    def units(self, amount: Number, digits: int, path: Path) -> int:
        """An amount of the currency in its smallest unit; a fraction of that is refused."""
        amount = Decimal(amount)
        if not amount.is_finite() or not 0 < amount <= AMOUNT_MAX // 10**digits:
            raise self.wrong(path, f"{amount} is no amount above zero that can be counted")
        units = amount.scaleb(digits)
        if units != int(units):
            raise self.wrong(
                path, f"{amount} is not a whole number of the currency's smallest unit (it has {digits} digits)"
            )
        return int(units)

    def units_or_none(self, amount: Number | None, digits: int, path: Path) -> int | None:
        return None if amount is None else self.units(amount, digits, path)


def _number(written: str) -> Decimal:
    try:
        return Decimal(written)
    except InvalidOperation:  # an exponent that even this type cannot hold
        return Decimal("NaN")


def _type_in_words(found: re.Match[str]) -> str:
    """`int >= 1`, `str | null`: each name in words, what is asked of the value as it is."""
    return " or ".join(
        " ".join(TYPE_IN_WORDS.get(word, word) for word in part.split())
        for part in found[1].replace("int | decimal", "number").split(" | ")
    )


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


def _choices(kind: type, key: str | int) -> list[str]:
    """What may stand at a key of the structure that was expected."""
    written = next(field.type for field in msgspec.structs.fields(kind) if field.name == key)
    return [str(choice) for part in (written, *get_args(written)) for choice in _members(part)]


def _members(kind: object) -> Iterable[object]:
    if isinstance(kind, EnumType):
        return kind
    return get_args(kind) if get_origin(kind) is Literal else ()


def _did_you_mean(name: str, kind: type) -> str:
    near = get_close_matches(name, getattr(kind, "__struct_fields__", ()), n=1)
    return f"; is {near[0]} meant?" if near else ""
