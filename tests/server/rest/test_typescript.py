"""The client's REST types say what the routes take and give, and import what also travels over sockets."""

import re

from punto.server.protocol.documents.typescript import typescript_files
from punto.server.rest.documents.typescript import FILES, rest_typescript_files
from punto.server.rest.every_route import EVERY_ROUTE

EXPORTED = r"export (?:interface|type) (\w+)"


def types() -> str:
    return "\n".join(rest_typescript_files().values())


def test_every_name_that_a_type_uses_is_declared_or_imported() -> None:
    for file, text in rest_typescript_files().items():
        imports = re.findall(r"import type \{(.*?)\}", text, re.DOTALL)
        imported = {name.strip() for names in imports for name in names.split(",")} - {""}
        code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|//[^\n]*|import type \{.*?\}", "", text, flags=re.DOTALL)
        used = set(re.findall(r"\b[A-Z][A-Za-z]+\b", code))
        assert used - set(re.findall(EXPORTED, text)) == imported, file
        assert "any" not in re.findall(r"\b\w+\b", code)


def test_each_type_is_declared_once_and_those_of_the_sockets_are_imported() -> None:
    declared = re.findall(EXPORTED, types())
    assert len(declared) == len(set(declared))
    over_sockets = set(re.findall(EXPORTED, "\n".join(typescript_files().values())))
    assert not set(declared) & over_sockets
    assert 'import type { TableInfo } from "../protocol/table-opened.generated";' in types()


def test_every_module_of_routes_belongs_to_one_file() -> None:
    modules = [module for group in FILES.values() for module in group]
    assert len(modules) == len(set(modules))
    assert {route.fn.__module__.rpartition(".")[2] for route in EVERY_ROUTE} == set(modules)  # type: ignore[union-attr]


def test_an_answer_is_whole_and_a_body_may_leave_out_what_has_a_default() -> None:
    assert "  readonly exact_return: number | null;" in types()  # of a report's line, which has a default
    assert "  readonly loss_a_day?: number | null;" in types()  # of the limits that a patron wants
    assert "  readonly password: string;" in types()


def test_a_comment_behind_a_field_is_its_note() -> None:
    assert "  /** empty: a guest */\n  readonly name: string;" in types()
