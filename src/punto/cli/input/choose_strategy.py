"""The STRATEGY argument: the name of a built-in strategy or the path of a Python file that declares one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from punto.books.find_book import names_in_file, what_went_wrong
from punto.cli.input.refuse import BadInput, input_from
from punto.rules.invalid_input import InvalidInput, shortened

if TYPE_CHECKING:
    from punto.analysis.staking.strategy import Strategy


def choose_strategy(name_or_path: str) -> Strategy:
    from punto.analysis.staking.strategies import EVERY_STRATEGY

    if name_or_path.endswith(".py"):
        return _strategy_in_file(name_or_path)
    for each in EVERY_STRATEGY:
        if each.name == name_or_path:
            return each
    known = ", ".join(each.name for each in EVERY_STRATEGY)
    raise BadInput(f"STRATEGY: {shortened(name_or_path)} is unknown; use {known}, or a path that ends in .py")


def _strategy_in_file(path: str) -> Strategy:
    from punto.analysis.staking.strategy import Strategy

    with input_from("STRATEGY"):
        names = names_in_file(path)
    found = [
        value
        for value in names.values()
        if isinstance(value, Strategy) and getattr(value.play, "__globals__", None) is names  # not one it imports
    ]
    if len(found) != 1:
        raise BadInput(
            f"STRATEGY: {path}: it declares {len(found) or 'no'} strategies with @strategy; it must declare one"
        )
    return found[0]


@contextmanager
def blame_strategy(name_or_path: str) -> Iterator[None]:
    """Report any error inside as the strategy's, in one line that names the line of its file."""
    try:
        yield
    except InvalidInput as error:
        raise BadInput(f"STRATEGY {name_or_path}: {error}") from None
    except Exception as error:
        if not name_or_path.endswith(".py"):
            raise
        raise BadInput(f"STRATEGY: {name_or_path}{what_went_wrong(error, name_or_path)}") from None
