"""A patron's statement: every movement of the purse, each with the purse after it.

The purse is counted back from what the ledger holds now, so the last line always ends at the real purse. Stakes that
lie on a table are held lines at the end: they are out of the purse, and their round has no line yet. If the purse
moves while a statement is read, it is read again.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.ledger.accounts import purse
from punto.rules.invalid_input import InvalidInput, shortened
from punto.server.cashier.desk import CashierDesk
from punto.server.patrons_desk.statement_lines import (
    CashLines,
    StatementLine,
    StatementStore,
    change_lines,
    play_lines,
)
from punto.server.record.plays_of_coup import PlayedBet
from punto.server.store.plays import LATEST
from punto.table.events import total_of
from punto.table.state import Instant

LINES_MAX = 100_000  # in a file
TRIES = 5  # if the purse moves meanwhile


_Number = Annotated[int, Meta(ge=0, le=LATEST)]


class InvalidPlace(InvalidInput):
    """Not the `next` of any page."""


class HeldStakes(Struct, frozen=True):
    """What a patron has on a table now."""

    table: str
    book: str
    shoe: int
    coup: int
    stakes: tuple[tuple[str, int], ...]

    @property
    def amount(self) -> int:
        return total_of(self.stakes)


class Period(Struct, frozen=True):
    since: Instant = 0
    until: Instant = LATEST  # exclusive


class Place(Struct, frozen=True, array_like=True):
    """Where a page ends: the last line taken of each source, and the purse before all of them."""

    purse: Annotated[int, Meta(ge=-LATEST, le=LATEST)]
    play: tuple[_Number, str, _Number] | None = None  # a PlayKey
    change: str = ""
    cash: _Number | None = None


class StatementPage(Struct, frozen=True):
    lines: tuple[StatementLine, ...]  # newest first
    opening: int  # the purse before the first of these lines
    closing: int  # and after the last
    next: str | None  # the `before` of the next page; null: the period's first line is here
    is_cut: bool = False  # older lines were dropped with archived rounds


Held = Callable[[str], Awaitable[tuple[HeldStakes, ...]]]
WriteAll = Callable[[], Awaitable[None]]  # until the play record has everything that was settled


class Statements:
    def __init__(self, store: StatementStore, cashier: CashierDesk, held: Held, write_all: WriteAll) -> None:
        self._store = store
        self._cashier = cashier
        self._held = held
        self._write_all = write_all

    async def page(self, patron: str, period: Period, before: str | None, limit: int, now: Instant) -> StatementPage:
        if before is not None:
            return await self._page(patron, period, _place(before), (), limit)
        for _ in range(TRIES):
            start, held = await self._now(patron)
            lines = held_lines(held, start.purse, now) if period.until > now else ()
            page = await self._page(patron, period, start, lines, limit)
            if await self._now(patron) == (start, held):
                break
        return page

    async def whole(self, patron: str, period: Period, now: Instant) -> StatementPage:
        """As one page, if it has no more lines than are written to a file."""
        return await self.page(patron, period, None, LINES_MAX, now)

    async def _now(self, patron: str) -> tuple[Place, tuple[HeldStakes, ...]]:
        """The purse with all held stakes put back, and those stakes."""
        await self._write_all()
        held = await self._held(patron)
        balance = await self._cashier.balance(patron)
        return Place(balance + sum(each.amount for each in held)), held

    async def _page(
        self, patron: str, period: Period, place: Place, held: tuple[StatementLine, ...], limit: int
    ) -> StatementPage:
        lines, closing, cash = list(held), None, self._cash(patron)
        if held:
            closing = held[0].purse
        start, is_more = place, False
        async with aclosing(self._merged(patron, cash, place)) as found:
            async for line, after in found:
                if line.at < period.since or (cash.begins_at and line.at < cash.begins_at):
                    break
                if line.at >= period.until:
                    start = place = after
                    continue
                if len(lines) >= limit:
                    is_more = True
                    break
                lines.append(line)
                place = after
        if closing is None:
            closing = start.purse
        return StatementPage(
            tuple(lines), place.purse, closing, _written(place) if is_more else None, bool(cash.begins_at)
        )

    async def _merged(
        self, patron: str, cash: CashLines, place: Place
    ) -> AsyncGenerator[tuple[StatementLine, Place], None]:
        """Every line with its purse, newest first, and the place after it."""
        sources: dict[str, AsyncIterator[tuple[StatementLine, Any]]] = {
            "play": play_lines(self._store, patron, place.play),
            "change": change_lines(self._store, patron, place.change),
            "cash": cash.newest_first(place.cash),
        }
        heads = {name: await anext(source, None) for name, source in sources.items()}
        while waiting := [(head[0].at, _order(head[0]), name) for name, head in heads.items() if head]:
            _, _, name = max(waiting)
            head = heads[name]
            assert head is not None
            line, key = head
            line = replace(line, purse=place.purse)
            before = place.purse - line.credit + line.debit
            place = replace(place, purse=before, **{name: key})
            yield line, place
            heads[name] = await anext(sources[name], None)

    def _cash(self, patron: str) -> CashLines:
        desk = self._cashier.state
        return CashLines(self._store, desk, purse(patron, desk.currency))


def _order(line: StatementLine) -> int:
    """Of lines at one instant: what comes in can be staked at once, and what comes back cashed out."""
    if line.entry is None:
        return 1
    return 0 if line.credit else 2


def held_lines(held: tuple[HeldStakes, ...], before: int, now: Instant) -> tuple[StatementLine, ...]:
    """Newest first; `before`: the purse with these stakes in it."""
    lines: list[StatementLine] = []
    for each in held:
        before -= each.amount
        lines.append(
            StatementLine(
                at=now,
                kind="held",
                debit=each.amount,
                purse=before,
                table=each.table,
                book=each.book,
                shoe=each.shoe,
                round=each.coup,
                bets=tuple(PlayedBet(bet, stake, "", 0) for bet, stake in each.stakes),
            )
        )
    return tuple(reversed(lines))


def _written(place: Place) -> str:
    return msgspec.json.encode(place).hex()


def _place(text: str) -> Place:
    try:
        return msgspec.json.decode(bytes.fromhex(text), type=Place)
    except (ValueError, msgspec.MsgspecError) as error:
        raise InvalidPlace(f"{shortened(text)} is not the `next` of a page") from error
