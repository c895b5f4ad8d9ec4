"""Generates the protocol's JSON Schema and its page for people who write a client.

Shapes come from types, descriptions from docstrings, field notes from trailing comments. `typescript.py` makes the
client's types from the same schema.
"""

import json

import msgspec
from msgspec.structs import asdict

from punto.server.config.floor_config import Safety
from punto.server.protocol.documents.declarations import STRUCTS, UNIONS, field_notes, members
from punto.server.protocol.parts import PROTOCOL
from punto.server.protocol.refusal_words import REFUSALS

GENERATED_BY = "Generated from src/punto/server/protocol by `make format`; do not edit."
SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/"
REFUSAL_NAME = "RefusalName"
TRAVELLING = ("ClientMessage", "ServerMessage")

OPENING = """
A client sends the first group, the server the second. What a patron does on a table carries an id that the client made
and keeps until it is answered; an accepted id sent again gets the same answer, a refused one is decided anew. Public
messages of a table are numbered without gaps (`version`); private ones have a `number` of the patron's own and the
public version they follow (`after`). Totals, lobby and purse messages say how things are, not what changed: the last
one counts.

One WebSocket at `/ws`, after `POST /api/guest` or a login: the session's cookie says who comes, and the `Origin` header
must be our own. Messages are JSON texts, one object each, told apart by `type`. There is no compression. The JSON
Schema of all of them is [protocol.schema.json](protocol.schema.json).

**Going on after a lost connection.** Keep the `offset` of each table: the log's id and the last `version` seen.
`open_table` with `since` sends what was missed, or a snapshot when that is too much or the log is another. Send every
command again that was not answered, with the same id: it is not done twice, and gets its first answer for
{answers_kept_hours} hours. Other content under an id that was used at the same table is refused as `id_was_used`; ids
of different tables are apart. Ids that begin with the time are stored fastest.

**Bounds**, unless the floor says otherwise: {message_bytes_max} bytes a message, {messages_a_second} messages a second
and twice as many in a burst, {unanswered_max} unanswered commands before reading stops, {sockets_per_account} sockets
an account. Who does not read is cut off when {write_buffer_bytes_max} bytes wait, and resumes by offset.

**Closing codes.** 1008 signed out or against a rule · 1009 message too large · 1012 the server restarts: come back by
offset · 4001 the floor has moved to another server: come back by offset, under the same address · 4002 the floor
cannot reach its store: come back by offset, and ask again what was not answered.

**Numbers.** Amounts are whole numbers of the currency's smallest unit, instants milliseconds since 1970 in UTC, odds
fractions such as `"19/20"`, cards rank and suit such as `9h`, an empty text where a card lies face down.
"""

Schema = dict[str, "Schema | list[Schema] | list[str] | str | int | float | bool | None"]


def json_schema() -> dict[str, object]:
    """One document with every struct under `$defs`, and the two unions."""
    unions = [UNIONS[name] for name in TRAVELLING]
    shapes, parts = msgspec.json.schema_components(unions, ref_template=f"{REFERENCE}{{name}}")
    notes = field_notes()
    for name, part in parts.items():
        for field, shape in part.get("properties", {}).items():
            if note := notes.get((name, field)):
                shape["description"] = note
    return {
        "$schema": SCHEMA_DIALECT,
        "$comment": GENERATED_BY,
        "title": f"Punto protocol {PROTOCOL}",
        "$defs": {**dict(zip(TRAVELLING, shapes, strict=True)), **parts, REFUSAL_NAME: _refusal_names()},
        "anyOf": [{"$ref": REFERENCE + name} for name in TRAVELLING],
    }


def _refusal_names() -> dict[str, object]:
    return {"description": "Why something was refused.", "enum": sorted(map(str, REFUSALS))}


def schema_text() -> str:
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


# --- the page ---------------------------------------------------------------------------------------------------------


def protocol_page() -> str:
    schema = json_schema()["$defs"]
    assert isinstance(schema, dict)
    parts = [name for name in schema if name not in (*TRAVELLING, REFUSAL_NAME) and not _is_message(schema[name])]
    return (
        "\n\n".join(
            [
                f"<!-- {GENERATED_BY} -->",
                f"# Protocol {PROTOCOL}",
                *_opening(),
                "## What a client sends",
                *(_section(name, schema) for name in members("ClientMessage")),
                "## What the server sends",
                *(_section(name, schema) for name in members("ServerMessage")),
                "## Parts",
                *(_section(name, schema) for name in parts),
                f"### {REFUSAL_NAME}",
                _refusals(),
            ]
        )
        + "\n"
    )


def _refusals() -> str:
    rows = [f"| `{name}` | {wording.status} | {wording.words} |" for name, wording in sorted(REFUSALS.items())]
    return "\n".join(["| name | HTTP status | in English |", "| --- | --- | --- |", *rows])


def _opening() -> list[str]:
    bounds = {name: f"{value:,}" for name, value in asdict(Safety()).items() if isinstance(value, int)}
    paragraphs = OPENING.format(**bounds).strip().split("\n\n")
    return [" ".join(paragraph.split()) for paragraph in paragraphs]


def _is_message(shape: Schema) -> bool:
    properties = shape.get("properties", {})
    return isinstance(properties, dict) and "type" in properties


def _section(name: str, schema: dict[str, Schema]) -> str:
    shape = schema[name]
    if "prefixItems" in shape:
        return _array_section(name, shape)
    properties, required = shape["properties"], shape.get("required", [])
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    title = f"### `{_tag(properties)}`" if "type" in properties else f"### {name}"
    rows = [
        f"| `{field}`{'' if field in required else ' (optional)'} | {type_words(each)} | {_words(each)} |"
        for field, each in properties.items()
        if field != "type" and isinstance(each, dict)
    ]
    table = "\n".join(["| field | type | |", "| --- | --- | --- |", *rows]) if rows else ""
    return "\n\n".join(filter(None, (title, _words(shape), table)))


def _array_section(name: str, shape: Schema) -> str:
    notes, struct, items = field_notes(), STRUCTS[name], shape["prefixItems"]
    assert isinstance(items, list)
    rows = [
        f"| `{field}` | {type_words(item)} | {notes.get((name, field), '')} |"
        for field, item in zip(struct.__struct_fields__, items, strict=True)
        if isinstance(item, dict)
    ]
    table = "\n".join(["| in order | type | |", "| --- | --- | --- |", *rows])
    return "\n\n".join(filter(None, (f"### {name}", _words(shape), "Travels as an array.", table)))


def _words(shape: Schema) -> str:
    return str(shape.get("description", "")).replace("\n", " ")


def _tag(properties: Schema) -> str:
    match properties["type"]:
        case {"enum": [tag]}:
            return str(tag)
    raise AssertionError(f"a message whose type is not one text: {properties}")


def type_words(shape: Schema) -> str:
    """A type in Markdown."""
    match shape:
        case {"$ref": str() as reference}:
            name = reference.removeprefix(REFERENCE)
            return f"[{name}](#{name.lower()})"
        case {"anyOf": list() as choices}:
            return " or ".join(type_words(each) for each in choices if isinstance(each, dict))
        case {"enum": list() as values}:
            return " ".join(f"`{value}`" for value in values)
        case {"type": "array", "prefixItems": list() as items}:
            return "(" + ", ".join(type_words(each) for each in items if isinstance(each, dict)) + ")"
        case {"type": "array", "items": dict() as item}:
            return f"list of {type_words(item)}"
        case {"type": str() as kind}:
            return {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(kind, kind)
    raise AssertionError(f"a shape that the page cannot say: {shape}")
