"""The declared messages by name, with the comment behind each field: what schema, types and page are generated from."""

import ast
import inspect
import io
import tokenize
from types import ModuleType
from typing import get_args

from msgspec import Struct

from punto.server.protocol import client, floor, parts, server_message, table_opened, table_private, table_public

MODULES = (parts, client, table_opened, table_public, table_private, floor)
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


def field_notes() -> dict[tuple[str, str], str]:
    """The comment behind each field, by struct and field; an inherited field keeps its note."""
    own = {key: note for module in MODULES for key, note in _notes_in(module).items()}
    return {
        (name, field): own[ancestor.__name__, field]
        for name, struct in STRUCTS.items()
        for ancestor in reversed(struct.__mro__)
        for field in struct.__struct_fields__
        if (ancestor.__name__, field) in own
    }


def _notes_in(module: ModuleType) -> dict[tuple[str, str], str]:
    source = inspect.getsource(module)
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
