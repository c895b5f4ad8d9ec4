"""New limits for a table, from its next shoe on: checked like the floor's file and announced to its patrons."""

from typing import Annotated

from litestar import put
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig
from punto.server.floor.new_limits import limit_faults
from punto.server.floor.supervising import Supervising
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.desks import Clock, Desk, Tables
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.staff import NoteText
from punto.server.staff.staff_events import By, On
from punto.server.staff.staff_log import StaffLog
from punto.table.config import BetLimit, TableConfig
from punto.table.state import Instant

Units = Annotated[int, Meta(ge=1, le=10**15)]
BetId = Annotated[str, Meta(max_length=64)]


class OneLimit(Struct, frozen=True, forbid_unknown_fields=True):
    bet: BetId
    stake_min: Units
    stake_max: Units
    return_max: Units | None = None


class LimitsWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Of every open field: a bet that is not named is not offered."""

    limits: Annotated[tuple[OneLimit, ...], Meta(min_length=1, max_length=100)]
    difference_max: Units | None = None
    note: NoteText = ""


class LimitsSet(Struct, frozen=True):
    table: str
    from_shoe: int


@put("/api/staff/tables/{table:str}/limits", status_code=200, roles=SUPERVISOR, summary="New limits from the next shoe")
async def set_limits(
    config: Desk[FloorConfig],
    tables: Desk[Tables],
    clock: Desk[Clock],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    data: JSONBody[LimitsWanted],
) -> LimitsSet:
    """They stand over the floor's file until the file has other limits for this table."""
    place = config.table(table)
    if place is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    limits = {each.bet: BetLimit(each.stake_min, each.stake_max, each.return_max) for each in data.limits}
    wanted = replace(place, limits=limits, difference_max=data.difference_max)
    on = On(table=table)
    return await put_settings(
        config, tables, supervising, staff_log, identity, wanted, clock(), action="set_limits", on=on, note=data.note
    )


async def put_settings(
    config: FloorConfig,
    tables: Tables,
    supervising: Supervising,
    staff_log: StaffLog,
    by: Identity | By,
    wanted: TableConfig,
    now: Instant,
    *,
    action: str,
    on: On,
    reason: str = "",
    note: str = "",
) -> LimitsSet:
    """Checked, logged, and in force from the next shoe on."""
    place = config.table(wanted.id)
    assert place is not None, "the floor has the table"
    before, after = _words(place), _words(wanted)
    entry = await staff_log.acts(by, action, on, reason=reason, note=note, before=before, after=after)
    faults = [fault.why for fault in limit_faults(wanted, config.book_of(place))]
    if faults:
        await staff_log.refused(entry, ServerRefusal.LIMITS_ARE_WRONG)
        raise RequestRefused(ServerRefusal.LIMITS_ARE_WRONG, "; ".join(faults))
    door = tables.get(wanted.id)
    shoe = (await door.look()).shoe if door else 0
    account = by.account if isinstance(by, Identity) else by.id
    await supervising.set_limits(wanted, shoe=shoe, by=account, now=now)
    return LimitsSet(wanted.id, shoe + 1)


def _words(place: TableConfig) -> str:
    words = [f"{bet} {_limit_words(each)}" for bet, each in place.limits.items()]
    if place.difference_max is not None:
        words.append(f"difference {place.difference_max}")
    return ", ".join([*words, f"denominations {' '.join(map(str, place.denominations))}"])


def _limit_words(limit: BetLimit) -> str:
    stakes = f"{limit.stake_min}-{limit.stake_max}"
    return stakes if limit.return_max is None else f"{stakes} returning {limit.return_max} at most"


ROUTES: list[ControllerRouterHandler] = [set_limits]
