"""Handle, returns and hold by gaming day, against the exact odds; and the tips of those days. Bots are excluded."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from fractions import Fraction

from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import gaming_day_of
from punto.server.figures.book_odds import KnownOdds
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.plays_of_coup import FEE, TIP
from punto.server.rest.desks import Clock
from punto.server.rest.problems import RequestRefused
from punto.server.store.interface import Store
from punto.server.store.plays import BetTotal

DAYS_MAX = 366

Place = tuple[str, str, str, str]  # day, table, book and bet


class ReportLine(Struct, frozen=True):
    """Amounts in the currency's smallest unit. A return is a share of the handle: 0.98942."""

    day: str | None = None
    table: str | None = None
    book: str | None = None
    bet: str | None = None
    wagers: int = 0
    handle: int = 0  # what was staked
    returned: int = 0  # what went back, stakes included
    hold: int = 0  # what the house kept
    fees: int = 0  # and what of it patrons have paid for storms
    actual_return: float | None = None  # null: nothing was staked
    exact_return: float | None = None  # of these stakes by the books' exact odds for a fresh shoe; null: unknown


class Report(Struct, frozen=True):
    currency: str
    first: str
    last: str
    total: ReportLine
    lines: tuple[ReportLine, ...]


class TipLine(Struct, frozen=True):
    day: str
    table: str
    goes_to: str  # `attendants`, `dealer:` and an account, or `dealer` of a table where a program deals
    tips: int
    amount: int


class TipReport(Struct, frozen=True):
    currency: str
    first: str
    last: str
    tips: int
    amount: int
    lines: tuple[TipLine, ...]


class BetReports:
    def __init__(self, config: FloorConfig, store: Store, odds: KnownOdds, clock: Clock) -> None:
        self._config = config
        self._store = store
        self._odds = odds
        self._clock = clock

    async def by(self, first: date | None, last: date | None, line_of: Callable[[BetTotal], ReportLine]) -> Report:
        first, last = self._days(first, last)
        found = await self._store.bet_totals(first.isoformat(), last.isoformat())
        totals = [total for total in found if not total.bet.startswith((TIP, FEE))]
        fees = {_place(total): total.staked for total in found if total.bet.startswith(FEE)}
        exact = await self._exact_returns({total.book for total in totals})
        parts: dict[ReportLine, list[BetTotal]] = {}
        for total in totals:
            parts.setdefault(line_of(total), []).append(total)
        return Report(
            currency=self._config.currency,
            first=first.isoformat(),
            last=last.isoformat(),
            total=_line(ReportLine(), totals, exact, fees),
            lines=tuple(_line(line, part, exact, fees) for line, part in parts.items()),
        )

    async def tips(self, first: date | None, last: date | None) -> TipReport:
        first, last = self._days(first, last)
        totals = await self._store.bet_totals(first.isoformat(), last.isoformat())
        lines = tuple(
            TipLine(each.day, each.table, each.bet.removeprefix(TIP), each.wagers, each.staked)
            for each in totals
            if each.bet.startswith(TIP)
        )
        return TipReport(
            currency=self._config.currency,
            first=first.isoformat(),
            last=last.isoformat(),
            tips=sum(line.tips for line in lines),
            amount=sum(line.amount for line in lines),
            lines=lines,
        )

    def _days(self, first: date | None, last: date | None) -> tuple[date, date]:
        first = first or self._today()
        last = last or first
        if not timedelta(0) <= last - first < timedelta(days=DAYS_MAX):
            raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, f"from first to last, {DAYS_MAX} days at the most")
        return first, last

    def _today(self) -> date:
        config = self._config
        return date.fromisoformat(gaming_day_of(self._clock(), config.zone, config.day_start))

    async def _exact_returns(self, books: set[str]) -> dict[tuple[str, str], Fraction]:
        """Only of books that the floor still has."""
        found = [book for book in map(self._config.book, sorted(books)) if book is not None]
        return {(book.id, each.bet.id): each.rtp for book in found for each in (await self._odds.of(book)).bets}


def _place(total: BetTotal) -> Place:
    return total.day, total.table, total.book, total.bet.removeprefix(FEE)


def _line(
    line: ReportLine,
    totals: Iterable[BetTotal],
    exact: dict[tuple[str, str], Fraction],
    fees_at: dict[Place, int],
) -> ReportLine:
    wagers = handle = returned = fees = 0
    expected: Fraction | None = Fraction(0)
    for total in totals:
        wagers, handle, returned = wagers + total.wagers, handle + total.staked, returned + total.returned
        fees += fees_at.get(_place(total), 0)
        known = exact.get((total.book, total.bet))
        expected = None if expected is None or known is None else expected + total.staked * known
    return ReportLine(
        line.day,
        line.table,
        line.book,
        line.bet,
        wagers=wagers,
        handle=handle,
        returned=returned,
        hold=handle - returned,
        fees=fees,
        actual_return=returned / handle if handle else None,
        exact_return=float(expected / handle) if handle and expected is not None else None,
    )
