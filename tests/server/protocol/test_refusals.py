"""The table of refusals is closed: every name that the code can say stands in it, and nothing else does."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import punto
from punto.server.protocol.documents.document import json_schema
from punto.server.protocol.documents.english_refusals import english_refusals
from punto.server.protocol.documents.typescript import typescript_files
from punto.server.protocol.refusal_words import REFUSALS, Wording
from punto.server.protocol.refusals import AnyRefusal, ClientRefusal, PeopleRefusal, ServerRefusal
from punto.server.rest.problems import problem
from punto.table.refusals import Refusal

NAMED = {member.value for enum in (*get_args(AnyRefusal), ClientRefusal) for member in enum}
SAYS_NO = {"Refused", "refused", "refuse", "problem", "_problem", "Answer", "CashierAnswer"}


def test_every_name_has_its_words_and_there_are_no_others() -> None:
    assert set(map(str, REFUSALS)) == NAMED


@pytest.mark.parametrize(("name", "wording"), sorted(REFUSALS.items()))
def test_a_sentence_is_short_and_calm(name: str, wording: Wording) -> None:
    assert wording.words.endswith("."), name
    assert "!" not in wording.words
    assert len(wording.words) <= 100
    assert 400 <= wording.status <= 503


def test_after_a_fault_of_our_own_nobody_claims_that_nothing_was_done() -> None:
    words = REFUSALS[ServerRefusal.SOMETHING_WENT_WRONG].words
    assert "Nothing was" not in words
    assert "do not know whether" in words


def test_the_client_knows_the_same_names() -> None:
    schema = json_schema()["$defs"]
    assert isinstance(schema, dict)
    assert set(schema["RefusalName"]["enum"]) == NAMED
    union = re.search(
        r"export type RefusalName =\n((?:  \| \"\w+\"\n?)+);", typescript_files()["protocol/refusals.generated.ts"]
    )
    assert union is not None
    assert set(re.findall(r"\w+", union[1])) == NAMED


def test_the_clients_english_is_the_tables() -> None:
    words = dict(re.findall(r'"refusal\.(\w+)": (".*"),', english_refusals()))
    assert json.loads(words["bets_lie"]) == REFUSALS[Refusal.BETS_LIE].words
    assert set(words) == {name for name, wording in REFUSALS.items() if wording.to == "patron"}


def test_a_problem_document_takes_its_title_and_status_from_the_table() -> None:
    made = problem(PeopleRefusal.PASSWORD_IS_WRONG)
    assert (made.name, made.title, made.status) == ("password_is_wrong", "Wrong password.", 403)


def test_no_refusal_is_said_by_a_bare_string() -> None:
    assert list(_bare_names()) == []


def _bare_names() -> Iterator[str]:
    folder = Path(punto.__file__).parent
    for path in sorted([*(folder / "server").rglob("*.py"), *(folder / "ledger").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from (f"{path.relative_to(folder)}:{node.lineno} {name}" for name in _names_said(node))
            elif isinstance(node, ast.Return) and _text(node.value) in NAMED:
                yield f"{path.relative_to(folder)}:{node.lineno} {_text(node.value)}"


def _names_said(call: ast.Call) -> Iterator[str]:
    function = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    said = [*call.args] if function in SAYS_NO else []
    said += [each.value for each in call.keywords if each.arg in ("refusal", "reason")]
    yield from (text for text in map(_text, said) if text in NAMED)


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
