"""TypeScript types of the protocol, from its JSON Schema: as much of TypeScript as our messages need, and no more.

A shape that it does not know stops the generator, so nothing is ever translated to `any`.
"""

import textwrap
from collections.abc import Iterator

from punto.server.protocol import refusals, server_message, thresholds
from punto.server.protocol.documents.declarations import MODULES, STRUCTS, UNIONS, field_notes, members
from punto.server.protocol.documents.document import GENERATED_BY, REFERENCE, TRAVELLING, Schema, json_schema
from punto.server.protocol.parts import PROTOCOL

WIDTH = 120
PRIMITIVES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript_files() -> dict[str, str]:
    """`protocol.generated.ts`, which exports every type, and beside it a file for each module that declares some."""
    schema = json_schema()["$defs"]
    assert isinstance(schema, dict)
    home = {name: module_of(name) for name in (*(name for name in schema if name not in TRAVELLING), *UNIONS)}
    files = {module: _file(module, home, schema) for module in dict.fromkeys(home.values())}
    index = [f"export const PROTOCOL = {PROTOCOL};", "\n".join(f'export type * from "./{name}";' for name in files)]
    return {
        "protocol.generated.ts": "\n\n".join([f"// {GENERATED_BY}", *index]) + "\n",
        "protocol/thresholds.generated.ts": _thresholds(),
        **{f"{name}.ts": text for name, text in files.items()},
    }


def _thresholds() -> str:
    """Constants that the client must not have an opinion of its own about."""
    lines = [f"export const {name} = {value};" for name, value in vars(thresholds).items() if name.isupper()]
    return f"// {GENERATED_BY}\n\n" + "\n".join(lines) + "\n"


def module_of(name: str) -> str:
    """The TypeScript module of a struct or union, named after the Python module that declares it."""
    python = next(module for module in (refusals, *MODULES, server_message) if name in vars(module))
    return f"protocol/{python.__name__.rpartition('.')[2].replace('_', '-')}.generated"


def _file(module: str, home: dict[str, str], schema: Schema) -> str:
    own = [name for name, place in home.items() if place == module]
    used = {each for name in own for each in (members(name) if name in UNIONS else references(schema[name]))}
    imports = [
        import_of(sorted(name for name in used if home[name] == place), f"./{place.removeprefix('protocol/')}")
        for place in sorted({home[name] for name in used} - {module})
    ]
    types = [_union(name) if name in UNIONS else declared(name, schema[name]) for name in own]
    return "\n\n".join([f"// {GENERATED_BY}", *filter(None, ["\n".join(imports)]), *types]) + "\n"


def import_of(names: list[str], source: str) -> str:
    line = f'import type {{ {", ".join(names)} }} from "{source}";'
    if len(line) <= WIDTH:
        return line
    return "import type {\n" + "".join(f"  {name},\n" for name in names) + f'}} from "{source}";'


def references(shape: object) -> Iterator[str]:
    """The names of all types that a shape mentions."""
    match shape:
        case {"$ref": str() as reference}:
            yield reference.removeprefix(REFERENCE)
        case dict():
            for each in shape.values():
                yield from references(each)
        case list():
            for each in shape:
                yield from references(each)


def declared(name: str, shape: object, *, is_whole: bool = False) -> str:
    """A struct or an enum as a TypeScript type; of a whole one no field is ever left out."""
    assert isinstance(shape, dict)
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
        is_always_there = is_whole or field in required or field == "type"
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
