"""A stored event of a table between the states before and after it, and whether everybody may hear of it."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from punto.table.events import CardOpened, ChoiceMade, DisputeDismissed, DisputeRaised, Event, TipGiven, WagersChanged
from punto.table.state import Table

PRIVATE = (WagersChanged, ChoiceMade, TipGiven, DisputeRaised, DisputeDismissed)


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
    if isinstance(happened.event, CardOpened):
        return happened.before.config.has_lead
    return not isinstance(happened.event, PRIVATE)


def stream_of(table: str) -> str:
    return f"table:{table}"
