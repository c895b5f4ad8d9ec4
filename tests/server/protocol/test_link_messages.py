"""Floors, edges and pits of two releases understand each other for as long as the version of their link is the same.

`tests/golden/link_messages.txt` has every message as the first release of each version wrote it, by link and version.
A message may get a field at its end, with a default. Whatever else changes (a field of a table, a house rule, a
command too: an older pit would not heed it) needs a higher VERSION, and new lines instead of the old ones.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct

from punto.server.protocol.links import edge_link, pit_link
from punto.server.protocol.links.posted import pack
from punto.table.commands import Command
from tests.server.protocol.link_messages import COMMANDS, EDGE, PIT

GOLDEN = Path("tests/golden/link_messages.txt")
LINKS: tuple[tuple[str, int, tuple[Struct, ...]], ...] = (
    ("edge", edge_link.VERSION, EDGE),
    ("pit", pit_link.VERSION, PIT),
)
READERS: dict[type[Struct], Callable[[bytes], Sequence[Struct]]] = {
    each: read
    for messages, read in (
        (edge_link.ToFloor, edge_link.read_at_floor),
        (edge_link.ToEdge, edge_link.read_at_edge),
        (pit_link.ToFloor, pit_link.read_at_floor),
        (pit_link.ToPit, pit_link.read_at_pit),
    )
    for each in get_args(messages)
}


def named_messages() -> Iterator[tuple[str, Struct]]:
    """A message with fields that came later stands behind its first form, and has a plus behind its name."""
    seen = set[str]()
    for link, version, messages in LINKS:
        for message in messages:
            what = type(message.command) if isinstance(message, pit_link.Commanded) else type(message)
            name = f"{link} {version} {what.__name__}"
            while name in seen:
                name += "+"
            seen.add(name)
            yield name, message


MESSAGES = dict(named_messages())


def golden() -> dict[str, bytes]:
    lines = (line.rpartition(" ") for line in GOLDEN.read_text(encoding="ascii").splitlines())
    return {name: bytes.fromhex(written) for name, _, written in lines}


def is_continued_by(old: Any, new: Any) -> bool:
    """At the end of arrays only."""
    match old, new:
        case list(), list():
            return len(old) <= len(new) and all(map(is_continued_by, old, new))
        case dict(), dict():
            return old.keys() == new.keys() and all(is_continued_by(old[key], new[key]) for key in old)
    return type(old) is type(new) and bool(old == new)


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_written_as_in_the_first_release_of_its_version(name: str) -> None:
    message = MESSAGES[name]
    now = pack([message])
    assert name in golden(), f"add this line, to stay as it is for as long as the version: {name} {now.hex()}"
    written = golden()[name]
    assert READERS[type(message)](written) == [message]
    assert is_continued_by(msgspec.msgpack.decode(written), msgspec.msgpack.decode(now))


def test_every_message_and_command_is_kept() -> None:
    assert {type(message) for message in MESSAGES.values()} == set(READERS)
    assert {type(command) for command in COMMANDS} == set(get_args(Command))
    assert set(golden()) == set(MESSAGES)


@pytest.mark.parametrize(
    ("new", "fits"),
    [
        ([7, "a", {"b": 1}], True),
        ([7, "a", {"b": 1}, None], True),  # a field at the end
        ([7, "a", {"b": 1, "c": 2}], False),  # a setting that an older pit does not know
        ([7, {"b": 1}, "a"], False),
        ([7, "a"], False),
        ([7, b"a", {"b": 1}], False),
        ([8, "a", {"b": 1}], False),
    ],
)
def test_what_fits_an_older_release(new: object, *, fits: bool) -> None:
    assert is_continued_by([7, "a", {"b": 1}], new) is fits
