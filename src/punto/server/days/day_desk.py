"""The desk for gaming days: works out figures, has them signed, and compares a closed day with how it stands now."""

from collections.abc import Awaitable, Callable
from datetime import date

from msgspec import Struct

from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.liabilities import outstanding
from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import day_bounds
from punto.server.config.table_ids import place_of
from punto.server.days.day_book import DayBook, DayState
from punto.server.days.day_ends import DayEnds
from punto.server.days.day_figures import (
    DayAdder,
    DayFigures,
    DayLine,
    TicketsDay,
    drawer_day,
    hour_lines,
    lines,
)
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.payouts import Payouts
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.coup_returns import read_returns
from punto.server.store.interface import Store
from punto.table.state import Instant


class Difference(Struct, frozen=True):
    """A figure that has changed since the day was closed."""

    what: str
    closed: int
    now: int


class DayDesk:
    def __init__(
        self,
        store: Store,
        config: Callable[[], FloorConfig],
        odds: KnownOdds,
        cashier: Callable[[], CashierDesk],
        book: DayBook,
        ends: DayEnds,
        written: Callable[[], Awaitable[None]],
        clock: Callable[[], Instant],
    ) -> None:
        """`written` waits until every round that has ended is in the record."""
        self._store = store
        self._config = config
        self._odds = odds
        self._cashier = cashier
        self._book = book
        self._ends = ends
        self._written = written
        self._clock = clock

    def today(self) -> date:
        return self._ends.today()

    def state(self, day: date) -> DayState:
        return self._book.state(day.isoformat())

    async def closed_figures(self, day: date) -> DayFigures | None:
        return await self._book.closed_figures(day.isoformat())

    async def sign(self, day: date, by: str) -> ServerRefusal | None:
        if day >= self.today():
            return ServerRefusal.DAY_IS_NOT_OVER
        return await self._book.sign(await self.figures(day), by)

    def why_not(self, day: date, by: str, figures: DayFigures) -> ServerRefusal | None:
        if day >= self.today():
            return ServerRefusal.DAY_IS_NOT_OVER
        return self._book.why_not(day.isoformat(), by, figures.digest)

    async def figures(self, day: date) -> DayFigures:
        """From what is stored now."""
        await self._written()
        config = self._config()
        start, end = day_bounds(day, config.zone, config.day_start)
        totals = await self._store.bet_totals(day.isoformat(), day.isoformat())
        adder = DayAdder(start, await self._payouts({total.book for total in totals}))
        places = sorted({place_of(total.table) for total in totals} | {table.id for table in config.tables})
        for place in places:
            async for coup in read_returns(self._store, place, day.isoformat()):
                adder.add(coup)
        tips = adder.add_tips(totals)
        desk = self._cashier()
        open_tickets = outstanding(desk.state.tickets.values(), end)
        return DayFigures(
            day=day.isoformat(),
            start=start,
            end=end,
            currency=config.currency,
            total=adder.total.line(""),
            voided=adder.voided,
            tables=adder.table_days(),
            dealers=lines(adder.dealers),
            bets=lines(adder.bets),
            hours=hour_lines(adder.hours),
            tips=tips,
            tickets=TicketsDay(
                len(open_tickets),
                sum(ticket.amount for ticket in open_tickets),
                min((ticket.at for ticket in open_tickets), default=None),
            ),
            drawers=tuple(drawer_day(each) for each in desk.drawers.closed if start <= each.closed_at < end),
            drawers_left_open=_left_open(desk, end),
            owed=await self._ends.at_end_of(day),
        )

    async def _payouts(self, books: set[str]) -> dict[str, Payouts]:
        """Only of books that the floor still has."""
        found = [book for book in map(self._config().book, sorted(books)) if book is not None]
        return {book.id: Payouts(await self._odds.of(book)) for book in found}


def _left_open(desk: CashierDesk, end: Instant) -> int:
    closed_later = sum(1 for each in desk.drawers.closed if each.opened_at < end <= each.closed_at)
    return closed_later + sum(1 for each in desk.drawers.open.values() if each.opened_at < end)


def differences(closed: DayFigures, now: DayFigures) -> tuple[Difference, ...]:
    """What later corrections changed, in the whole and by table."""
    found = [Difference(f"all tables, {what}", *pair) for what, *pair in _compared(closed.total, now.total)]
    before, after = ({each.total.id: each.total for each in figures.tables} for figures in (closed, now))
    for name in sorted({*before, *after}):
        nothing = DayLine(id=name, rounds=0, handle=0, win=0, theory=0, one_sigma=0)
        pairs = _compared(before.get(name, nothing), after.get(name, nothing))
        found += [Difference(f"{name}, {what}", *pair) for what, *pair in pairs]
    others = (
        ("tickets outstanding", closed.tickets.amount, now.tickets.amount),
        ("rounds voided", closed.voided, now.voided),
    )
    found += [Difference(what, then, today) for what, then, today in others if then != today]
    return tuple(found)


def _compared(before: DayLine, now: DayLine) -> list[tuple[str, int, int]]:
    pairs = (
        ("handle", before.handle, now.handle),
        ("win", before.win, now.win),
        ("theoretical win", before.theory or 0, now.theory or 0),
        ("tips", before.tips, now.tips),
        ("rounds", before.rounds, now.rounds),
    )
    return [pair for pair in pairs if pair[1] != pair[2]]
