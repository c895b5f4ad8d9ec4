"""Reads plain values of options without Pydantic, which Typer converts every value with.

Loading it takes longer than most commands take to run. Text, whole numbers and paths need no library when they are
right. Anything else, and every fault, is left to Typer, so its messages stay the same.
"""

import os
import re
from enum import Enum
from pathlib import Path
from typing import Any

from typer import Context
from typer.core import TyperCommand, TyperGroup
from typer.models import ParameterInfo

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
ORDINARY_PATH = ParameterInfo()
PATH_CHECKS = "exists", "file_okay", "dir_okay", "readable", "writable", "resolve_path", "allow_dash", "path_type"


class NotPlain(Exception):
    """Typer has to look at it."""


class PlainCommand(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _read_plainly(super().get_params(ctx))


class PlainGroup(TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        return _read_plainly(super().get_params(ctx))


def _read_plainly(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if parameter._runtime_param is None:
            parameter._runtime_param = PlainValues()
    return parameters


class PlainValues:
    """Takes the place of what Typer converts one parameter with."""

    def coerce(self, value: object, param: Any, ctx: Context) -> object:
        described = param.type_descriptor
        try:
            if value is None:
                return () if param.multiple or param.nargs == -1 else None
            return plain_value(value, described.annotation, described.parameter_info)
        except NotPlain:
            param._runtime_param = None  # from here on Typer's own
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def plain_value(value: object, wanted: Any, info: ParameterInfo) -> object:
    if wanted == list[str] and isinstance(value, list | tuple):
        return [plain_value(each, str, info) for each in value]
    if isinstance(value, Enum | Path | int | float) and isinstance(value, wanted):
        return value  # a default, which has its type already
    if not isinstance(value, str) or not value.isascii() or info.parser is not None:
        raise NotPlain
    if wanted is str:
        return value
    if wanted is int and WHOLE_NUMBER.fullmatch(value) and _is_within(int(value), info):
        return int(value)
    if wanted is Path and _is_ordinary(info) and (not os.path.exists(value) or os.access(value, os.R_OK)):
        return Path(value)
    raise NotPlain


def _is_within(number: int, info: ParameterInfo) -> bool:
    return (info.min is None or info.min <= number) and (info.max is None or number <= info.max)


def _is_ordinary(info: ParameterInfo) -> bool:
    return all(getattr(info, check) == getattr(ORDINARY_PATH, check) for check in PATH_CHECKS)
