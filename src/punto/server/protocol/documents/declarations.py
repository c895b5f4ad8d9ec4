"""The declared messages by name, with the comment behind each field: what schema, types and page are generated from."""

import ast
import inspect
import io
import sys
import tokenize
from collections.abc import Iterable
from functools import cache
from typing import get_args

from msgspec import Struct

from punto.server.protocol import (
    client,
    floor,
    floor_watch,
    parts,
    server_message,
    staff,
    table_opened,
    table_private,
    table_public,
    talk,
)

MODULES = (parts, talk, client, table_opened, table_public, table_private, floor, floor_watch, staff)
UNIONS = {
    "ClientMessage": client.ClientMessage,
    "ServerMessage": server_message.ServerMessage,
    "Action": client.Action,
    "PublicMessage": table_public.PublicMessage,
    "PrivateMessage": table_private.PrivateMessage,
}
STRUCTS: dict[str, type[Struct]] = {
    name: value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, Struct) and value.__module__ == module.__name__
}


def members(union: str) -> list[str]:
    """The names of a union's structs, in the order of their declaration."""
    return [member.__name__ for member in get_args(UNIONS[union])]


def field_notes(structs: Iterable[type] = STRUCTS.values()) -> dict[tuple[str, str], str]:
    """The comment behind each field, by struct and field; an inherited field keeps its note."""
    return {
        (struct.__name__, field): note
        for struct in structs
        for ancestor in reversed(struct.__mro__)
        for (name, field), note in _notes_in(ancestor.__module__).items()
        if name == ancestor.__name__
    }


@cache
def _notes_in(module: str) -> dict[tuple[str, str], str]:
    source = inspect.getsource(sys.modules[module]) if module.startswith("punto.") else ""
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    return {
        (struct.name, field.target.id): comments[field.lineno]
        for struct in ast.parse(source).body
        if isinstance(struct, ast.ClassDef)
        for field in struct.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.lineno in comments
    }
