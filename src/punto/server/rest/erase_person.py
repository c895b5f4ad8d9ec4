"""Erasing a person, with nothing of theirs coming in meanwhile.

From the first step on nobody logs in, bets or brings money in their name. What was under way is waited for; only then
is looked whether a bet lies or money is owed, so that neither can appear behind the look.
"""

import asyncio

from punto.server.own_tables import owner_of
from punto.server.people.refusals import PeopleRefusal
from punto.server.rest.floor_here import RestFloor
from punto.server.rest.problems import Refused
from punto.server.table_task import TABLE_IS_BUSY
from punto.table.commands import GiveTip


async def erase_person(floor: RestFloor, patron: str) -> PeopleRefusal | None:
    """Name and password go; the opaque id stays in the books. Refused while a bet lies or real money is owed."""
    accounts, is_erased = floor.accounts, False
    accounts.leaving.add(patron)
    try:
        await _all_under_way(floor, patron)
        refusal = await _why_not(floor, patron)
        if refusal is None:
            own = floor.protection.limits(patron)
            refusal = await accounts.erase(patron, max(own.excluded_until, own.cool_off_until))
        is_erased = refusal is None
    finally:
        if not is_erased:
            accounts.leaving.discard(patron)
    return refusal


async def _all_under_way(floor: RestFloor, patron: str) -> None:
    """Tables and the cashier answer in order: an answer to nothing says that all before it was decided."""
    nothing = GiveTip(patron, 0)
    theirs = [task for table_id, task in floor.tables.items() if owner_of(table_id) in (None, patron)]
    await floor.cashier.all_under_way()
    answers = await asyncio.gather(*(task.ask(nothing) for task in theirs))
    if any(answer.refusal == TABLE_IS_BUSY for answer in answers):
        raise Refused(TABLE_IS_BUSY)


async def _why_not(floor: RestFloor, patron: str) -> PeopleRefusal | None:
    if await floor.has_bets(patron):
        return PeopleRefusal.BETS_LIE
    is_owed_money = floor.config.play_credits is None and await floor.cashier.balance(patron) > 0
    return PeopleRefusal.PURSE_IS_NOT_EMPTY if is_owed_money else None
