"""A floor whose store is older than what clients saw: restored from a copy, or opened after an accepted loss.

Every shoe names the log id under which it was committed. A store that is set back gets a new log id, so an older shoe
is recognised whenever its table is read; a crash cannot lose that. Its cards may have been seen, so it is never dealt
further.
"""

import asyncio

import structlog

from punto.server.staff.staff_events import SYSTEM, On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.store.values import LOG_ID, RENEWAL, STORE
from punto.table.reasons import HouseReason
from punto.table.state import Betting, Dealing, NeedsShoe, Squeezing, Table

FLOOR_WAS_SET_BACK: HouseReason = "floor_was_set_back"
SAID = "renewal_said"  # the record with the log id that the staff log has noted

log = structlog.get_logger("punto.floor")


async def was_set_back(store: Store, log_id: str) -> bool:
    """Whether the store was set back since a shoe was marked. A shoe without a mark is from an older release, and is
    valid if the store was never set back."""
    if not log_id:
        return await store.record(STORE, RENEWAL) is not None
    return log_id != await store.log_id()


async def note_set_back(store: Store, staff_log: StaffLog) -> None:
    """Logs each time once."""
    why, now = await asyncio.gather(store.record(STORE, RENEWAL), store.record(STORE, LOG_ID))
    if why is None or now is None or await store.record(STORE, SAID) == now:
        return
    log.warning(FLOOR_WAS_SET_BACK, reason=why.decode())
    await staff_log.acts(SYSTEM, FLOOR_WAS_SET_BACK, On(thing="floor"), reason=why.decode())
    await store.keep_record(STORE, SAID, now)


async def note_abandoned(staff_log: StaffLog, table: Table) -> None:
    """Logged before it is done, like every action."""
    shoe = table.shoe + 1 if isinstance(table.phase, NeedsShoe) else table.shoe
    coup = table.coup if isinstance(table.phase_under_way, Betting | Dealing | Squeezing) else None
    staked = sum(wager.stake for wager in table.wagers)
    log.warning(
        "shoe_is_abandoned",
        table=table.config.id,
        shoe=shoe,
        cancelled_round=coup,
        returned=staked,
        reason=FLOOR_WAS_SET_BACK,
    )
    on, amount = On(table=table.config.id, shoe=shoe, coup=coup), staked if coup is not None else None
    await staff_log.acts(SYSTEM, "abandon_shoe", on, reason=FLOOR_WAS_SET_BACK, amount=amount)
