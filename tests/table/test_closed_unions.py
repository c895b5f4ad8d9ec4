"""Commands and events are closed unions: what handles them names every one, so that mypy finds a missing case."""

import ast
import inspect
from collections.abc import Callable

import pytest

from punto.ledger.cashier import cashier_journal, decide_cashier, evolve_cashier
from punto.table.decide import decide
from punto.table.evolve import evolve
from punto.table.money import journal_of, move_of
from punto.table.visible import visible


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (decide, "command"),
        (evolve, "event"),
        (move_of, "event"),
        (journal_of, "move"),
        (visible, "event"),
        (decide_cashier, "command"),
        (evolve_cashier, "event"),
        (cashier_journal, "event"),
    ],
)
def test_no_case_catches_what_is_not_named(function: Callable[..., object], argument: str) -> None:
    body = ast.parse(inspect.getsource(function)).body[0]
    assert isinstance(body, ast.FunctionDef)
    *_, matched, last = body.body
    assert isinstance(matched, ast.Match)
    assert ast.unparse(matched.subject) == argument
    assert not any(isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None for case in matched.cases)
    assert ast.unparse(last) == f"assert_never({argument})"
