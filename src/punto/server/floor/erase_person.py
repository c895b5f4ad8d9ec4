"""Erasing a person while nothing of theirs can come in.

From the first step on, nobody can sign in, bet or bring money in under their id. What was under way is waited for
before bets and money owed are checked, so that neither can appear after the check.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Protocol

from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import owner_of
from punto.server.patrons_desk.notes import NOTES_ROW
from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.person_row import person_row
from punto.server.people.saved_bets import SAVED_BETS_ROW
from punto.server.protocol.refusals import AnyRefusal, PeopleRefusal, ServerRefusal
from punto.server.store.interface import People
from punto.server.streams.request import TableAnswer
from punto.server.talk.table_talk import TableTalk
from punto.table.commands import Command, GiveTip


class _Table(Protocol):
    async def ask(self, command: Command) -> TableAnswer: ...


class _Floor(Protocol):
    @property
    def config(self) -> FloorConfig: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def protection(self) -> ProtectionDesk: ...

    @property
    def cashier(self) -> CashierDesk: ...

    @property
    def store(self) -> People: ...

    @property
    def talk(self) -> TableTalk: ...

    @property
    def tables(self) -> Mapping[str, _Table]: ...

    async def has_bets(self, patron: str) -> bool: ...


async def erase_person(floor: _Floor, patron: str) -> AnyRefusal | None:
    """Name, password and words go; the opaque id stays in the books. Refused while a bet lies or real money is owed."""
    accounts, is_erased = floor.accounts, False
    accounts.leaving.add(patron)
    try:
        refusal: AnyRefusal | None = await _all_under_way(floor, patron) or await _why_not(floor, patron)
        if refusal is None:
            own, words = floor.protection.limits(patron), partial(_erase_words, floor, patron)
            refusal = await accounts.erase(
                patron,
                max(own.any_excluded_until, own.cool_off_until),
                first=words,  # nothing outlives its person
            )
        is_erased = refusal is None
        if is_erased:
            await _erase_words(floor, patron)  # again: one may have been under way
    finally:
        if not is_erased:
            accounts.leaving.discard(patron)
    return refusal


async def _erase_words(floor: _Floor, patron: str) -> None:
    """What was written about them, and what they wrote and said."""
    for kind in (NOTES_ROW, SAVED_BETS_ROW):
        await floor.store.erase_person(person_row(kind, patron))
    await floor.talk.erase(patron)


async def _all_under_way(floor: _Floor, patron: str) -> ServerRefusal | None:
    """Tables and the cashier answer in order: once an empty command is answered, everything before it is decided."""
    nothing = GiveTip(patron, 0)
    theirs = [door for table_id, door in floor.tables.items() if owner_of(table_id) in (None, patron)]
    await floor.cashier.all_under_way()
    answers = await asyncio.gather(*(door.ask(nothing) for door in theirs))
    busy = ServerRefusal.TABLE_IS_BUSY
    return busy if any(answer.refusal is busy for answer in answers) else None


async def _why_not(floor: _Floor, patron: str) -> PeopleRefusal | None:
    if await floor.has_bets(patron):
        return PeopleRefusal.BETS_LIE
    is_owed_money = floor.config.play_credits is None and await floor.cashier.balance(patron) > 0
    return PeopleRefusal.PURSE_IS_NOT_EMPTY if is_owed_money else None
