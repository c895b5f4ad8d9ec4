"""TypeScript types of what the REST routes take and give, from the signatures that the OpenAPI document is made from.

What also travels over sockets is imported from the protocol's types. Answers are whole; a body may leave out what has a
default.
"""

from collections.abc import Iterable, Iterator
from typing import get_args, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct
from msgspec.inspect import StructType, Type, type_info

from punto.server.protocol.documents.declarations import STRUCTS, field_notes
from punto.server.protocol.documents.document import REFERENCE, json_schema
from punto.server.protocol.documents.typescript import declared, import_of, module_of, references
from punto.server.rest.every_route import EVERY_ROUTE

GENERATED_BY = "Generated from the routes in src/punto/server/rest by `make format`; do not edit."
FILES = {  # each type is declared in the first file that one of these route modules needs it for
    "account": ("accounts", "protection", "saved_bets"),
    "money": ("cashier", "attendants", "cage"),
    "cage": ("drawers", "house_owes", "receipts", "stations", "days"),
    "floor": ("lobby", "tables", "displays", "books", "health", "status", "client", "streams"),
    "record": ("record", "own_figures", "rounds", "fairness"),
    "staff": ("admin", "staff", "settled_rounds", "staff_log", "reports", "digests"),
    "desk": ("find_patron", "patrons_desk", "explained_rounds"),
    "deeds": ("patron_deeds",),
    "dealing": ("dealing", "typed_cards", "mending", "relief", "scanners", "pictures", "talk"),
    "supervisor": ("supervised_floor", "previews", "incidents", "new_limits", "station_tables", "nodes"),
    "watched": ("watched_table", "returns"),
}


def rest_typescript_files() -> dict[str, str]:
    """`rest.generated.ts`, which exports every type, and beside it a file for each group of routes."""
    given, taken = _annotations("return"), _annotations("data")
    roots = dict([*given, *taken])
    _, parts = msgspec.json.schema_components(list(roots), ref_template=f"{REFERENCE}{{name}}")
    structs = {struct.__name__: struct for struct in _within(roots)}
    for (name, field), note in field_notes(structs.values()).items():
        parts[name].get("properties", {}).get(field, {})["description"] = note
    partial = {struct.__name__ for struct in _within(each for each, _ in taken)}
    partial |= {name for name, struct in structs.items() if struct.__struct_config__.omit_defaults}
    home = _homes(roots, parts, structs)
    files = {file: _file(file, home, parts, {name for name in parts if name not in partial}) for file in FILES}
    index = "\n".join(f'export type * from "./rest/{file}.generated";' for file in FILES)
    return {
        "rest.generated.ts": f"// {GENERATED_BY}\n\n{index}\n",
        **{f"rest/{file}.generated.ts": text for file, text in files.items()},
    }


def _homes(
    roots: dict[type[Struct], str], parts: dict[str, object], structs: dict[str, type[Struct]]
) -> dict[str, str]:
    """Where each type is imported from."""
    over_sockets = json_schema()["$defs"]
    assert isinstance(over_sockets, dict)
    shared = [name for name, struct in structs.items() if STRUCTS.get(name) is struct and name in over_sockets]
    home = {name: f"../{module_of(name)}" for name in shared}
    for file, modules in FILES.items():
        for root in (struct for struct, module in roots.items() if module in modules):
            for name in _reached(root.__name__, parts):
                home.setdefault(name, f"./{file}.generated")
    return home


def _reached(name: str, parts: dict[str, object]) -> Iterator[str]:
    yield name
    for each in references(parts[name]):
        yield from _reached(each, parts)


def _file(file: str, home: dict[str, str], parts: dict[str, object], whole: set[str]) -> str:
    here = f"./{file}.generated"
    own = sorted(name for name, place in home.items() if place == here)
    used = {each for name in own for each in references(parts[name])}
    imports = [
        import_of(sorted(name for name in used if home[name] == place), place)
        for place in sorted({home[name] for name in used} - {here})
    ]
    types = [declared(name, parts[name], is_whole=name in whole) for name in own]
    return "\n\n".join([f"// {GENERATED_BY}", *filter(None, ["\n".join(imports)]), *types]) + "\n"


def _annotations(of: str) -> list[tuple[type[Struct], str]]:
    """The struct that each route gives (`return`) or takes (`data`), each once, and the module of the route."""
    found: dict[str, tuple[type[Struct], str]] = {}
    for handler in EVERY_ROUTE:
        assert isinstance(handler, HTTPRouteHandler), "every route is a function"
        each, module = get_type_hints(handler.fn).get(of), handler.fn.__module__.rpartition(".")[2]
        while get_args(each):  # Response[Me], list[BookInShort]
            each = get_args(each)[0]
        if isinstance(each, type) and issubclass(each, Struct):
            known, _ = found.setdefault(each.__name__, (each, module))
            assert known is each, f"two structs are called {each.__name__}"
    return list(found.values())


def _within(structs: Iterable[type[Struct]]) -> set[type[Struct]]:
    """These structs and all that they are made of."""
    return {each.cls for struct in structs for each in _walk(type_info(struct)) if isinstance(each, StructType)}


def _walk(kind: Type) -> Iterator[Type]:
    yield kind
    inner: list[Type] = [field.type for field in kind.fields] if isinstance(kind, StructType) else []
    for name in ("item_type", "item_types", "types"):  # of a list, a tuple, a union
        parts = getattr(kind, name, ())
        inner += parts if isinstance(parts, tuple) else [parts]
    for each in inner:
        yield from _walk(each)
