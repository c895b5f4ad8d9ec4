"""A table's limits and denominations, changed in the operator menu at a patron's screen, from the next shoe on.

The menu is open under the grant of whoever stands there. Only a supervisor or an administrator may change a table, and
shows the PIN once more: a screen in a patron's reach may stand open.
"""

from typing import Annotated

from litestar import put
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig
from punto.server.floor.supervising import Supervising
from punto.server.people.accounts import Accounts
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.consoles.cage.stations import granted
from punto.server.rest.consoles.supervisor.new_limits import LimitsSet, OneLimit, Units, put_settings
from punto.server.rest.desks import Clock, Desk, Tables
from punto.server.rest.guards import PATRON, SUPERVISOR, Address, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.second_person import PinDigits
from punto.server.staff.staff_events import On
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.stations import Stations
from punto.table.config import BetLimit

DEED = "station_set_table"


class TableWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to change; fields and denominations that are not named stay."""

    pin: PinDigits
    reason: Annotated[str, Meta(min_length=3, max_length=200)]
    limits: Annotated[tuple[OneLimit, ...], Meta(max_length=100)] = ()
    denominations: Annotated[tuple[Units, ...], Meta(max_length=8)] = ()


@put(
    "/api/station/menu/tables/{table:str}",
    status_code=200,
    roles=PATRON,
    summary="A supervisor changes a table in the operator menu",
)
async def set_table(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    stations: Desk[Stations],
    tables: Desk[Tables],
    clock: Desk[Clock],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    staff_failures: Desk[StaffFailures],
    identity: Who,
    address: Address,
    table: FromPath[str],
    data: JSONBody[TableWanted],
) -> LimitsSet:
    """From the next shoe on, announced to the table's patrons."""
    grant = granted(stations, identity)
    on = On(table=table, patron=identity.account)
    if grant.role not in SUPERVISOR.roles:
        await staff_log.acts(grant.actor, DEED, on, refusal=ServerRefusal.ROLE_IS_NOT_ALLOWED)
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED)
    name = await accounts.name_of(grant.by)
    account = await accounts.pins.check(name, data.pin, address)
    if isinstance(account, PeopleRefusal):
        staff_failures.failed(await accounts.pins.account_of(name), DEED, name, address, account)
        raise RequestRefused(account, retry_after_ms=await accounts.pins.wait_ms(name, address))
    place = config.table(table)
    if place is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    changed = {each.bet: BetLimit(each.stake_min, each.stake_max, each.return_max) for each in data.limits}
    wanted = replace(place, limits={**place.limits, **changed}, denominations=data.denominations or place.denominations)
    return await put_settings(
        config, tables, supervising, staff_log, grant.actor, wanted, clock(), action=DEED, on=on, reason=data.reason
    )


ROUTES: list[ControllerRouterHandler] = [set_table]
