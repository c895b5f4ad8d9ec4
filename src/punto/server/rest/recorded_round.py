"""A finished round found by its number, and who had bets in it."""

import msgspec

from punto.server.record.coup_records import LoggedCoup, coups_kind, number_of_coup
from punto.server.store.failures import EventsAreArchived
from punto.server.store.interface import Store
from punto.server.streams.happened import stream_of
from punto.table.events import CoupCancelled, CoupSettled
from punto.table.stored.event_codec import decode_event

TRIES_OF_A_ROUND_MAX = 100  # a round cancelled before its first card gives its number back


async def recorded_round(store: Store, table: str, shoe: int, coup: int) -> LoggedCoup | None:
    """The round played under this number; otherwise the last one cancelled under it."""
    kind, name = coups_kind(table, shoe), number_of_coup(coup)
    body = await store.record(kind, name)
    if body is None:
        tries = await store.records(kind, after=f"{name}:", limit=TRIES_OF_A_ROUND_MAX)
        cancelled = [each for found, each in tries if found.startswith(f"{name}:")]
        body = cancelled[-1] if cancelled else None
    return None if body is None else msgspec.json.decode(body, type=LoggedCoup)


async def wagers_of(store: Store, table: str, coup: LoggedCoup) -> list[str] | None:
    """The patrons who had bets, in the order of their wagers; None: the round is archived."""
    try:
        [stored] = await store.read(stream_of(table), coup.last_version - 1, 1)
    except EventsAreArchived:
        return None
    match decode_event(stored.body):
        case CoupSettled(wagers=wagers):
            return list(dict.fromkeys(wager.patron for wager in wagers))
        case CoupCancelled(returned=returned):
            return [patron for patron, _ in returned]
    return []
