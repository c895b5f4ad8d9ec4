"""New limits and denominations that a supervisor sets for a table: checked like the floor's file, announced to patrons,
in force from the next shoe on, and kept through restarts.

They stand over those of the floor's file until the file itself gets others for that table; then the file counts.
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.places import Places
from punto.server.record.coup_log import NEW, Following
from punto.server.store.plays import Followed
from punto.server.streams.happened import stream_of
from punto.server.tables.open_tables import OpenTables
from punto.table.config import BetLimit, TableConfig, TableFault, faults_of, has_sum_of_chips
from punto.table.state import Instant

LIMITS = "new_limits"  # kind of the records
Limits = dict[str, BetLimit]


class SetLimits(Struct, frozen=True):
    limits: Limits
    over: Limits  # those of the floor's file that they stand over
    difference_max: int | None
    difference_over: int | None
    shoe: int  # in play when they were set; they count from the next one
    by: str  # account
    at: Instant
    denominations: tuple[int, ...] = ()  # empty: as the floor's file has them
    denominations_over: tuple[int, ...] = ()

    def stands_over(self, file: TableConfig) -> bool:
        """Whether the floor's file still has what they were set over."""
        return (self.over, self.difference_over, self.denominations_over or file.denominations) == (
            file.limits,
            file.difference_max,
            file.denominations,
        )


class _Records(Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int: ...

    async def forget_record(self, kind: str, name: str) -> int: ...

    async def records(self, kind: str, after: str = "", limit: int = ...) -> list[tuple[str, bytes]]: ...

    async def followed(self, stream: str) -> Followed: ...


class NewLimits:
    def __init__(self, records: _Records, set_limits: dict[str, SetLimits]) -> None:
        self._records = records
        self._set = set_limits
        self._coming: dict[str, SetLimits] = {}  # not in force yet

    @classmethod
    async def open(cls, records: _Records) -> "NewLimits":
        read = await records.records(LIMITS)
        return cls(records, {place: msgspec.json.decode(body, type=SetLimits) for place, body in read})

    async def over(self, config: FloorConfig) -> FloorConfig:
        """The file's configuration with the limits that count instead; at a start and at a reload."""
        tables = [await self._over(table) for table in config.tables]
        return replace(config, tables=tuple(tables))

    async def _over(self, table: TableConfig) -> TableConfig:
        found = self._set.get(table.id)
        if found is None:
            return table
        if not found.stands_over(table):  # the file has others now
            await self._forget(table.id)
            return table
        if await self._shoe_in_play(table.id) == found.shoe:
            self._coming[table.id] = found
            return table
        return _with(table, found)

    async def _shoe_in_play(self, table: str) -> int:
        """As the play record has it; 0: none is, so the next one has the new limits."""
        followed = await self._records.followed(stream_of(table))
        following = msgspec.json.decode(followed.state, type=Following) if followed.state else NEW
        return following.shoe.shoe if following.shoe and following.shoe.opened_at else 0

    def announce_coming(self, places: Places, tables: OpenTables) -> None:
        """After a start: limits that were set for the shoe after the one in play."""
        for place in places.config.tables:
            found = self._coming.pop(place.id, None)
            if found is not None:
                _put(places, tables, _with(place, found))

    async def set(
        self, places: Places, tables: OpenTables, wanted: TableConfig, *, shoe: int, by: str, now: Instant
    ) -> None:
        """What `limit_faults` found no fault with. `shoe` is in play now."""
        before, file = self._set.get(wanted.id), places.config.table(wanted.id)
        assert file is not None, "the floor has the table"
        found = SetLimits(
            wanted.limits,
            before.over if before else file.limits,
            wanted.difference_max,
            before.difference_over if before else file.difference_max,
            shoe,
            by,
            now,
            wanted.denominations,
            (before.denominations_over if before else ()) or file.denominations,
        )
        await self._records.keep_record(LIMITS, wanted.id, msgspec.json.encode(found))
        self._set[wanted.id] = found
        _put(places, tables, wanted)

    async def _forget(self, place: str) -> None:
        await self._records.forget_record(LIMITS, place)
        self._set.pop(place, None)


def _with(table: TableConfig, found: SetLimits) -> TableConfig:
    denominations = found.denominations or table.denominations
    return replace(table, limits=found.limits, difference_max=found.difference_max, denominations=denominations)


def _put(places: Places, tables: OpenTables, changed: TableConfig) -> None:
    """From the next shoe on, as a reload does it; patrons hear of it now."""
    places.config = replace(
        places.config, tables=tuple(changed if each.id == changed.id else each for each in places.config.tables)
    )
    for table_id in tables.at_place(changed.id):
        tables.change_settings(replace(changed, id=table_id))
        tables.announce_limits(replace(changed, id=table_id))


def limit_faults(config: TableConfig, book: RuleBook) -> Iterator[TableFault]:
    """What the floor's file would be refused for."""
    if not config.limits:
        yield TableFault("no bet is open", ("limits",))
    yield from faults_of(config, book)
    known = {bet.id: bet for bet in book.bets}
    for bet_id, limit in config.limits.items():
        bet = known.get(bet_id)
        if bet is None:
            continue
        highest = config.difference_max if config.difference_max is not None and bet.backs else limit.stake_max
        if not _can_be_staked(config, limit.stake_min, highest):
            yield TableFault(
                f"bet {bet_id!r}: no sum of the table's chips lies between minimum and maximum", ("limits", bet_id)
            )
        if limit.return_max is not None and limit.stake_min * (1 + bet.best_odds) > limit.return_max:
            yield TableFault(f"bet {bet_id!r}: even the minimum could return more than return_max", ("limits", bet_id))
        if config.exposure_max is not None and limit.stake_min * bet.best_odds > config.exposure_max:
            yield TableFault(
                f"bet {bet_id!r}: even the minimum could cost the house more than exposure_max", ("limits", bet_id)
            )


def _can_be_staked(config: TableConfig, low: int, high: int) -> bool:
    if low < 1 or high < low:
        return False
    return any(has_sum_of_chips(config.chips, -(-low // each), high // each) for each in config.denominations)
