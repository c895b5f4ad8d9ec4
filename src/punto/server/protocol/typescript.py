"""TypeScript types of the protocol, from its JSON Schema: as much of TypeScript as our messages need, and no more.

A shape that it does not know stops the generator, so nothing is ever translated to `any`.
"""

import textwrap

from punto.server.protocol.declarations import STRUCTS, UNIONS, field_notes, members
from punto.server.protocol.document import GENERATED_BY, REFERENCE, TRAVELLING, Schema, json_schema
from punto.server.protocol.parts import PROTOCOL

WIDTH = 120
PRIMITIVES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    schema = json_schema()["$defs"]
    assert isinstance(schema, dict)
    structs = [_struct(name, shape) for name, shape in schema.items() if name not in TRAVELLING]
    unions = [_union(name) for name in UNIONS]
    head = [f"// {GENERATED_BY}", f"export const PROTOCOL = {PROTOCOL};"]
    return "\n\n".join([*head, *structs, *unions]) + "\n"


def _struct(name: str, shape: Schema) -> str:
    comment = _comment(str(shape.get("description", "")), indent="")
    if "prefixItems" in shape:
        return f"{comment}export type {name} = {_labelled(name, shape)};"
    if "enum" in shape:
        return f"{comment}export type {name} =\n  | " + type_of(shape).replace(" | ", "\n  | ") + ";"
    properties, required = shape["properties"], shape.get("required", [])
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    lines = []
    for field, each in properties.items():
        assert isinstance(each, dict)
        is_always_there = field in required or field == "type"
        note = _comment(str(each.get("description", "")), indent="  ")
        lines.append(f"{note}  readonly {field}{'' if is_always_there else '?'}: {type_of(each)};")
    return f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}"


def _labelled(name: str, shape: Schema) -> str:
    """A struct that travels as an array: a tuple whose places have names."""
    items, notes = shape["prefixItems"], field_notes()
    assert isinstance(items, list)
    lines = []
    for field, item in zip(STRUCTS[name].__struct_fields__, items, strict=True):
        assert isinstance(item, dict)
        lines.append(f"{_comment(notes.get((name, field), ''), indent='  ')}  {field}: {type_of(item)},")
    return "readonly [\n" + "\n".join(lines) + "\n]"


def _union(name: str) -> str:
    names = members(name)
    return f"export type {name} =\n" + "\n".join(f"  | {each}" for each in names) + ";"


def type_of(shape: Schema) -> str:
    match shape:
        case {"$ref": str() as reference}:
            return reference.removeprefix(REFERENCE)
        case {"anyOf": list() as choices}:
            return " | ".join(type_of(each) for each in choices if isinstance(each, dict))
        case {"enum": list() as values}:
            return " | ".join("null" if value is None else f'"{value}"' for value in values)
        case {"type": "array", "prefixItems": list() as items}:
            return "readonly [" + ", ".join(type_of(each) for each in items if isinstance(each, dict)) + "]"
        case {"type": "array", "items": dict() as item}:
            inner = type_of(item)
            return f"readonly ({inner})[]" if " | " in inner or inner.startswith("readonly") else f"readonly {inner}[]"
        case {"type": str() as kind} if kind in PRIMITIVES:
            return PRIMITIVES[kind]
    raise AssertionError(f"a shape that has no TypeScript type here: {shape}")


def _comment(words: str, indent: str) -> str:
    if not words:
        return ""
    lines = textwrap.wrap(" ".join(words.split()), WIDTH - len(indent) - len("/**  */"))
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "\n".join(f"{indent} * {line}" for line in lines)
    return f"{indent}/**\n{body}\n{indent} */\n"
