"""A stored event of a table between the states before and after it, and whether everybody may hear of it."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from punto.table.events import Event
from punto.table.state import Table
from punto.table.visible import visible


class Happened(Struct, frozen=True):
    before: Table
    event: Event
    after: Table
    version: int  # of the stream
    balances: Mapping[str, int]  # of the purses that the event's command moved; empty when read from the log


Observer = Callable[[Happened], None]  # hears of events stored from now on


def is_public(happened: Happened) -> bool:
    """Depends on the event and the table alone, so counting public events again after a restart gives the same
    number."""
    return visible(happened.before, happened.event, happened.after)[0] is not None


def stream_of(table: str) -> str:
    return f"table:{table}"
