"""Schema, TypeScript types and page all say what the declarations say, and none of them leaves a message out."""

import json
import re
from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from jsonschema_rs import is_valid as fits

from punto.server.protocol.client import ClientMessage, MoveStake, OpenTable, PlaceWager
from punto.server.protocol.documents.declarations import field_notes, members
from punto.server.protocol.documents.document import Schema, json_schema, protocol_page, type_words
from punto.server.protocol.documents.typescript import type_of, typescript_files
from punto.server.protocol.floor import Purse
from punto.server.protocol.parts import FieldTotal, Offset, tag_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import Answer
from punto.server.protocol.table_public import Totals


def typescript() -> str:
    return "\n".join(typescript_files().values())


def is_valid(union: str, message: bytes) -> bool:
    schema = {**json_schema(), "anyOf": [{"$ref": f"#/$defs/{union}"}]}
    return fits(schema, json.loads(message))


def test_no_number_of_a_client_is_larger_than_links_and_stores_carry() -> None:
    """As it was found: a round of 23 digits cost all patrons of an edge their link to the floor."""
    shapes = [msgspec.json.schema(each) for each in get_args(ClientMessage)]
    numbers = [number for shape in shapes for number in numbers_in(shape)]
    assert numbers
    assert [number for number in numbers if not {"minimum", "maximum"} <= number.keys()] == []


def numbers_in(schema: object) -> Iterator[dict[str, object]]:
    if isinstance(schema, dict):
        if schema.get("type") == "integer":
            yield schema
        for part in schema.values():
            yield from numbers_in(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from numbers_in(part)


@pytest.mark.parametrize(
    ("union", "message"),
    [
        ("ClientMessage", PlaceWager(id="a1", table="jade", bet="player", stake=500)),
        ("ClientMessage", MoveStake(id="a1", table="jade", bet="player", to=None)),
        ("ClientMessage", OpenTable("jade", since=Offset("x", 7))),
        ("ServerMessage", Answer("a1", "jade", "too_late", late_ms=40)),
        ("ServerMessage", Totals("jade", (FieldTotal("player", 500, 1, 0, 0),), 1, 0)),
        ("ServerMessage", Purse(3, 1_000_000)),
    ],
)
def test_what_the_server_writes_fits_the_schema(union: str, message: msgspec.Struct) -> None:
    assert is_valid(union, msgspec.json.encode(message))


@pytest.mark.parametrize(
    "message",
    [
        b'{"type": "place_wager", "id": "a1", "table": "jade", "bet": "player", "stake": 0}',  # nothing staked
        b'{"type": "place_wager", "id": "a 1", "table": "jade", "bet": "player", "stake": 1}',  # no id of ours
        b'{"type": "place_wager", "id": "a1", "table": "jade", "stake": 1}',  # on no bet
        b'{"type": "place_wager", "id": "a1", "table": "jade", "bet": "player", "stake": 1, "more": 1}',
        b'{"type": "welcome"}',  # the other way round
        b'{"type": "open_card", "id": "a1", "table": "jade", "side": "tie", "card": 0}',
    ],
)
def test_what_the_server_would_not_read_does_not_fit_the_schema(message: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(message, type=ClientMessage)
    assert not is_valid("ClientMessage", message)


def test_every_message_stands_on_the_page_and_among_the_types() -> None:
    page, types = protocol_page(), typescript()
    for union in (ClientMessage, ServerMessage):
        for message in get_args(union):
            assert f"### `{tag_of(message.__name__)}`\n" in page
            assert f'readonly type: "{tag_of(message.__name__)}";' in types


def test_every_name_that_a_type_uses_is_declared_or_imported() -> None:
    for file, types in typescript_files().items():
        declared = re.findall(r"export (?:interface|type) (\w+)", types)
        imported = [
            name for names in re.findall(r"import type \{(.*?)\}", types, re.DOTALL) for name in names.split(",")
        ]
        code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|//[^\n]*|import type \{.*?\}", "", types, flags=re.DOTALL)
        used = set(re.findall(r"\b[A-Z][A-Za-z]+\b", code)) - {"PROTOCOL"}
        assert used - set(declared) == {name.strip() for name in imported} - {""}, file
        assert "any" not in re.findall(r"\b\w+\b", code)


def test_each_type_is_declared_once() -> None:
    declared = re.findall(r"export (?:interface|type) (\w+)", typescript())
    assert len(declared) == len(set(declared))


@pytest.mark.parametrize(
    ("shape", "typescript_type", "words"),
    [
        ({"type": "integer", "minimum": 1}, "number", "whole number"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null", "text or null"),
        ({"enum": ["a", "b"]}, '"a" | "b"', "`a` `b`"),
        ({"$ref": "#/$defs/Mark"}, "Mark", "[Mark](#mark)"),
        ({"type": "array", "items": {"type": "string"}}, "readonly string[]", "list of text"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, 'readonly ("a" | "b")[]', "list of `a` `b`"),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            "readonly [string, number]",
            "(text, whole number)",
        ),
    ],
)
def test_shapes_in_typescript_and_in_words(shape: Schema, typescript_type: str, words: str) -> None:
    assert type_of(shape) == typescript_type
    assert type_words(shape) == words


@pytest.mark.parametrize("shape", [{}, {"type": "object", "additionalProperties": {"type": "string"}}])
def test_an_unknown_shape_stops_the_generator(shape: Schema) -> None:
    with pytest.raises(AssertionError):
        type_of(shape)


def test_a_comment_behind_a_field_is_its_note_also_where_it_is_inherited() -> None:
    notes = field_notes()
    assert notes["RaiseStakes", "chip"] == "in credits"
    assert "  /** in credits */\n  readonly chip: number;" in typescript()


def test_an_array_struct_keeps_the_names_of_its_places() -> None:
    assert "export type FaceUp = readonly [\n  side: " in typescript()


def test_unions_list_their_members_in_order() -> None:
    assert members("ClientMessage")[:3] == ["Ping", "WatchLobby", "WatchGoodRoads"]
