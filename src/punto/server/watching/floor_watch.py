"""The floor at a glance: every table in a tile, the floor's sums, and what waits for a supervisor.

Made whole each time, from doors, today's returns and the lists of calls. Deviations are quiet under 2, call for
attention from 2 and alarm from 3: with twelve tables one of them passes 2 every other day, which accuses nobody.
"""

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig
from punto.server.figures.deviation import NOTHING, Figures
from punto.server.protocol.floor_watch import ClosedNotice, FloorWatch, WaitingItem, WatchedPhase, WatchedTile
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.rota import Rota
from punto.server.tables.closed_places import ClosedPlaces
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_watch import WatchedTable
from punto.server.watching.day_returns import DayReturns
from punto.server.watching.names import Names
from punto.server.watching.waiting import Seen, call_waits, waits_at
from punto.table.config import TableConfig
from punto.table.state import Instant

Source = Callable[[], Awaitable[Sequence[WaitingItem]]]  # what other rooms know to be waiting


class FloorWatcher:
    def __init__(
        self,
        config: Callable[[], FloorConfig],
        tables: OpenTables,
        closed: ClosedPlaces,
        returns: DayReturns,
        calls: AttendantCalls,
        rota: Rota,
        names: Names,
        clock: Callable[[], Instant],
    ) -> None:
        self.sources: list[Source] = []
        self.returns = returns
        self._config = config
        self._tables = tables
        self._closed = closed
        self._calls = calls
        self._rota = rota
        self._names = names
        self._clock = clock
        self._seen = Seen()

    async def look(self) -> FloorWatch:
        config, now = self._config(), self._clock()
        tiles: list[WatchedTile] = []
        waiting: list[WaitingItem] = []
        whole = NOTHING
        for place in config.tables:
            figures = (await self.returns.of(place.id)).figures
            whole += figures
            here = {each: await self._tables[each].watch() for each in self._tables.at_place(place.id)}
            waiting += await waits_at(place, here, figures, self._names, self._seen, now)
            tiles.append(await self._tile(config, place, tuple(here.values()), figures))
        waiting += [await call_waits(call, config, self._names) for call in self._calls.open]
        waiting += [each for source in self.sources for each in await source()]
        waiting.sort(key=lambda each: (each.since, each.id))
        return FloorWatch(
            server_time=now,
            day=self.returns.day,
            currency=config.currency,
            patrons=sum(tile.patrons for tile in tiles),
            stakes=sum(tile.stakes for tile in tiles),
            handle=whole.handle,
            win=whole.win,
            actual_return=whole.actual_return,
            exact_return=whole.exact_return,
            deviations=whole.deviations,
            tables=tuple(_with_level(tile, waiting) for tile in tiles),
            waiting=tuple(waiting),
        )

    async def _tile(
        self, config: FloorConfig, place: TableConfig, seen: Sequence[WatchedTable], figures: Figures
    ) -> WatchedTile:
        """On demand, a place stands for all tables that patrons have of their own there."""
        one = seen[0] if len(seen) == 1 else None
        closing = self._closed.of(place.id)
        turn = self._rota.turn(place.id, one.dealer_since if one else None)
        return WatchedTile(
            table=place.id,
            title=place.title,
            book=place.book,
            book_title=config.book_of(place).title,
            kind=place.kind.value,
            version=sum(each.version for each in seen),
            phase=_phase(seen, is_closed=closing is not None),
            since=one.since if one else None,
            ends_at=one.ends_at if one else None,
            hurry_ms=place.pace.hurry_ms,
            cards=one.cards if one else 0,
            paused=one.paused if one else None,
            paused_since=one.paused_since if one else None,
            paused_detail=one.paused_detail if one else "",
            closed=None
            if closing is None
            else ClosedNotice(
                closing.at, closing.reason, await self._names.of(closing.by), closing.note, is_concluding=bool(seen)
            ),
            shoe=one.shoe if one else 0,
            round=one.coup if one else 0,
            dealer=await self._names.of(one.dealer) if one else "",
            is_dealer_simulated=place.id in config.simulated_dealers,
            turn_ends_at=turn.ends_at,
            relief=await self._names.of(turn.relief),
            patrons=sum(each.patrons for each in seen),
            bots=sum(each.bots for each in seen),
            stakes=sum(sum(each.stakes.values()) for each in seen),
            most_lost=self._most_lost(place, seen),
            handle=figures.handle,
            win=figures.win,
            rounds=figures.rounds,
            deviations=figures.deviations,
            level=None,
            waiting=None,
        )

    def _most_lost(self, place: TableConfig, seen: Sequence[WatchedTable]) -> int | None:
        payouts = self.returns.payouts.if_counted(place.book)
        return None if payouts is None else sum(payouts.most_lost(each.stakes) for each in seen)


def _phase(seen: Sequence[WatchedTable], *, is_closed: bool) -> WatchedPhase:
    if len(seen) == 1:
        return "out_of_order" if seen[0].out_of_order else seen[0].phase
    if is_closed:
        return "closed"
    return "betting" if seen else "shoe_change"


def _with_level(tile: WatchedTile, waiting: Sequence[WaitingItem]) -> WatchedTile:
    here = [each for each in waiting if each.table == tile.table]
    alarms = [each for each in here if each.kind in ("alarm", "dispute")]
    first = next(iter(alarms or [each for each in here if each.kind == "attention"]), None)
    if first is None:
        return tile
    return replace(tile, level="alarm" if alarms else "attention", waiting=first.id)
