"""What waits for a supervisor: disputes, tables that stopped, returns far from theory, calls."""

from collections.abc import Mapping, Sequence

from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.figures.deviation import Figures
from punto.server.protocol.floor_watch import WaitingItem
from punto.server.protocol.thresholds import ALARM_SIGMAS, ATTENTION_SIGMAS, SLOW_CARD_MS
from punto.server.staff.attendant_calls import Call
from punto.server.tables.table_watch import WatchedDispute, WatchedTable
from punto.server.watching.names import Names
from punto.table.config import TableConfig, TableKind
from punto.table.reasons import reason_of
from punto.table.state import Instant


class Seen:
    """Since when something that has no time of its own has been so."""

    def __init__(self) -> None:
        self._since: dict[str, Instant] = {}

    def since(self, what: str, now: Instant, *, holds: bool) -> Instant | None:
        if not holds:
            self._since.pop(what, None)
            return None
        return self._since.setdefault(what, now)


async def waits_at(
    place: TableConfig, tables: Mapping[str, WatchedTable], figures: Figures, names: Names, seen: Seen, now: Instant
) -> Sequence[WaitingItem]:
    """`tables` by id: the place's only one, or those that patrons have of their own there."""
    found: list[WaitingItem | None] = []
    for table_id, table in tables.items():
        found += [await _dispute_waits(place, each, names) for each in table.disputes]
        found += [_stopped(place, table_id, table, seen, now), _is_slow(place, table, now)]
    if tables:
        found.append(_strayed(place, figures, seen, now))
    return [each for each in found if each is not None]


async def _dispute_waits(place: TableConfig, dispute: WatchedDispute, names: Names) -> WaitingItem:
    first = dispute.patrons[0]
    return WaitingItem(
        id=f"dispute:{place.id}:{dispute.shoe}:{dispute.coup}",
        kind="dispute",
        about="dispute",
        since=dispute.since,
        table=place.id,
        title=place.title,
        shoe=dispute.shoe,
        round=dispute.coup,
        who=await names.of(first),
        patron=first,
        amount=dispute.staked,
    )


def _stopped(place: TableConfig, table_id: str, table: WatchedTable, seen: Seen, now: Instant) -> WaitingItem | None:
    broken_since = seen.since(f"out_of_order:{table_id}", now, holds=table.out_of_order is not None)
    since = broken_since or table.paused_since
    if since is None:
        return None
    return WaitingItem(
        id=f"stopped:{table_id}:{since}",
        kind="alarm" if broken_since or table.is_stopped_by_house else "attention",
        about="out_of_order" if broken_since else "stopped" if table.is_stopped_by_house else "paused",
        since=since,
        table=place.id,
        title=place.title,
        shoe=table.shoe,
        round=table.coup,
        reason=reason_of(table.out_of_order) if table.out_of_order else table.paused,
        detail=table.paused_detail,
        amount=sum(table.stakes.values()),
    )


def _strayed(place: TableConfig, figures: Figures, seen: Seen, now: Instant) -> WaitingItem | None:
    """A bet that rarely wins needs many rounds before this means anything; the metrics' own alarm counts them."""
    deviations = figures.deviations or 0.0
    since = seen.since(f"return:{place.id}", now, holds=abs(deviations) >= ATTENTION_SIGMAS)
    if since is None:
        return None
    return WaitingItem(
        id=f"return:{place.id}",
        kind="alarm" if abs(deviations) >= ALARM_SIGMAS else "attention",
        about="return",
        since=since,
        table=place.id,
        title=place.title,
        deviations=deviations,
        amount=figures.win,
    )


def _is_slow(place: TableConfig, table: WatchedTable, now: Instant) -> WaitingItem | None:
    is_waiting = place.kind is TableKind.LIVE and table.phase == "dealing" and table.paused is None
    if not is_waiting or table.since is None or now - table.since < SLOW_CARD_MS:
        return None
    return WaitingItem(
        id=f"slow:{place.id}:{table.shoe}:{table.coup}:{table.cards}",
        kind="attention",
        about="slow_card",
        since=table.since,
        table=place.id,
        title=place.title,
        shoe=table.shoe,
        round=table.coup,
    )


async def call_waits(call: Call, config: FloorConfig, names: Names) -> WaitingItem:
    place = config.table(place_of(call.table)) if call.table else None
    return WaitingItem(
        id=f"call:{call.id}",
        kind="call",
        about="hand_pay" if call.amount else "attendant",
        since=call.at,
        table=place.id if place else "",
        title=place.title if place else "",
        who=await names.of(call.patron),
        patron=call.patron,
        amount=call.amount,
        taken_by=await names.of(call.taken_by),
    )
