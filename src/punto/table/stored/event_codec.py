"""Events as they are stored: JSON with a schema number.

When an event changes shape, `SCHEMA` goes up and an upcaster here converts events stored under the old number. The
tests keep a log of every release, which must always fold.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from punto.table.events import SCHEMA, Event

UPCASTERS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}  # from a schema to the next


class UnknownSchema(ValueError):
    """An event from a later release than this one."""


class _Stored(msgspec.Struct, frozen=True):
    schema: int
    event: msgspec.Raw


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Stored)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> bytes:
    return _encoder.encode({"schema": SCHEMA, "event": event})


def decode_event(body: bytes) -> Event:
    stored = _decoder.decode(body)
    if stored.schema > SCHEMA:
        raise UnknownSchema(f"an event of schema {stored.schema}, and this release knows {SCHEMA}")
    raw: bytes | msgspec.Raw = stored.event
    for schema in range(stored.schema, SCHEMA):
        raw = msgspec.json.encode(UPCASTERS[schema](msgspec.json.decode(raw)))
    return _event_decoder.decode(raw)
