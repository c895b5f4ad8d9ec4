"""Reads a TOML file by type, and notes every fault with its line.

Reading continues after a fault with a stand-in value, so one run finds all faults. Use the result only after `complain`
has passed.
"""

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from enum import EnumType
from typing import Literal, TypeVar, get_args, get_origin

import msgspec

from punto.ledger.journal import AMOUNT_MAX
from punto.server.config.file_faults import FileFaults, InvalidFile
from punto.server.config.toml_lines import Path, TomlLines

BYTES_MAX = 1_000_000
DECODE_ERROR = re.compile(r"(?P<why>.*) \(at (line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL)
VALIDATION_ERROR = re.compile(r"(?P<why>.*?)( - at `\$(?P<item>\[\d+\])?.*`)?", re.DOTALL)
UNKNOWN_CHOICE = re.compile(r"Invalid enum value (?P<value>.*)")
Kind = TypeVar("Kind", bound=msgspec.Struct)
Number = int | Decimal

ONE_LINE = r"\A(?=.*\S)[^\x00-\x1f\x7f]+\Z"
ID = r"\A[a-z][a-z0-9]*(-[a-z0-9]+)*\Z"
CURRENCY = r"\A[A-Z]{3,8}\Z"
TIME_OF_DAY = r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z"
HOST_NAME = r"\A[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\Z"
STREAM = r"\A(https?://|/)[!-~]+\Z"
PATTERN_IN_WORDS = {
    ONE_LINE: "one line of text that is not blank",
    ID: "small letters and digits, with - between words",
    CURRENCY: "3 to 8 capital letters",
    STREAM: "an address that begins with https://, http:// or /",
    HOST_NAME: "the name of a host, without a port",
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
        self._faults = FileFaults()
        self.is_sound = self._faults.is_sound
        self.complain = self._faults.complain

    def line_of(self, path: Path) -> int:
        return self._lines.line_of(path)

    def wrong(self, path: Path, why: str) -> None:
        """Notes a fault at a path."""
        self._note(path, shown=path, why=why)

    def wrong_in(self, path: Path, faults: Iterable[str]) -> None:
        """Notes the faults of another file that is named at a path."""
        for place, fault in enumerate(faults):
            self._faults.note((*path, place), self.line_of(path), fault)

    def _note(self, path: Path, *, shown: Path, why: str) -> None:
        key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in shown).lstrip(".")
        line = self.line_of(shown)
        self._faults.note(path, line, f"{self.name}:{line}: {key}{': ' if key else ''}{why}")

    def take(self, value: object, kind: type[Kind], path: Path, **stand_ins: object) -> Kind:
        """The keys at `path` as this struct. Faults are noted and get a default or a stand-in."""
        written = self._value(value, dict[str, object], path)
        if not isinstance(written, dict):
            return kind(**stand_ins)
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        for name in written:
            if name not in fields:
                self._note_unknown(name, path, written, fields)
        taken: dict[str, object] = {}
        for name, field in fields.items():
            if name in written:
                taken[name] = self._value(written[name], field.type, (*path, name))
            elif field.required:
                self._note((*path, name), shown=path, why=f"{name} is missing")
        return kind(**stand_ins | {name: value for name, value in taken.items() if value is not None})

    def _note_unknown(self, name: str, path: Path, written: Iterable[str], known: Iterable[str]) -> None:
        """A misspelt key counts as the fault of the intended key, which is then not reported missing."""
        near = get_close_matches(name, known, n=1)
        is_meant = near and near[0] not in written and self.is_sound((*path, near[0]))
        why = f"no such key; is {near[0]} meant?" if near else "no such key"
        self._note((*path, near[0] if is_meant else name), shown=(*path, name), why=why)

    def _value(self, value: object, kind: object, path: Path) -> object:
        """The value as this type; None if noted as wrong."""
        try:
            return msgspec.convert(value, kind, builtin_types=(Decimal,))  # a text is no number
        except msgspec.ValidationError as error:
            self._note_invalid(str(error), value, kind, path)
            return None

    def _note_invalid(self, message: str, value: object, kind: object, path: Path) -> None:
        found = VALIDATION_ERROR.fullmatch(message)
        assert found is not None, "the pattern fits every text"
        why = found["why"]
        if found["item"] and isinstance(value, list):  # it names the first that is wrong; we want them all
            for place, item in enumerate(value):
                self._value(item, _item_kind(kind), (*path, place))
        elif words := next((words for pattern, words in PATTERN_IN_WORDS.items() if _quotes(why, pattern)), None):
            self.wrong(path, f"expected {words}")
        elif choice := UNKNOWN_CHOICE.fullmatch(why):
            self.wrong(path, f"{choice['value']} is not one of {', '.join(_choices(kind))}")
        else:
            why = TYPE.sub(_type_in_words, why)
            self.wrong(path, why[:1].lower() + why[1:])

    def units(self, amount: Number, digits: int, path: Path) -> int:
        """An amount in the currency's smallest unit. A fraction of it is a fault; one unit stands in."""
        amount = Decimal(amount)
        if not amount.is_finite() or not 0 < amount <= AMOUNT_MAX // 10**digits:
            self.wrong(path, f"{amount} is no amount above zero that can be counted")
            return 1
        units = amount.scaleb(digits)
        if units != int(units):
            self.wrong(path, f"{amount} is not a whole number of the currency's smallest unit (it has {digits} digits)")
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


def _quotes(message: str, pattern: str) -> bool:
    return repr(pattern) in message or pattern in message


def _item_kind(kind: object) -> object:
    """Of `tuple[int, ...]` or `list[int]`, with or without what is asked of its length, or of one of several types."""
    if get_origin(kind) in (tuple, list):
        return get_args(kind)[0]
    return next((_item_kind(part) for part in get_args(kind) if get_origin(part) is not None), object)


def _choices(kind: object) -> list[str]:
    return [str(choice) for part in (kind, *get_args(kind)) for choice in _members(part)]


def _members(kind: object) -> Iterable[object]:
    if isinstance(kind, EnumType):
        return kind
    return get_args(kind) if get_origin(kind) is Literal else ()
