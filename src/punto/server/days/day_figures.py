"""The figures of a gaming day by table, dealer, bet and hour: handle, win, theoretical win, and the spread of chance.

They are worked out from what is stored and from nothing else, in a fixed order and with exact sums, so the same day
gives the same bytes whenever it is asked for. A round that is voided or corrected later changes the day it was played
on. Everything is from the house's side: a positive win is what the house kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from punto.ledger.drawers import Drawer
from punto.server.cashier.liabilities import Owed
from punto.server.config.table_ids import place_of
from punto.server.figures.deviation import NOTHING, Figures, of_bet, of_round, without_theory
from punto.server.figures.payouts import Payouts
from punto.server.record.coup_returns import CoupReturns
from punto.server.record.plays_of_coup import TIP
from punto.server.store.plays import BetTotal
from punto.table.state import Instant

HOUR_MS = 3_600_000
DEALER, PROGRAM = "dealer:", "dealer"  # tips of a person, and of a table where a program deals


class DayLine(Struct, frozen=True, kw_only=True):
    """Amounts in the currency's smallest unit. `id` is a table, a dealer's account, a bet, or the hour of the day."""

    id: str
    rounds: int
    handle: int
    win: int
    theory: int | None  # null: the floor no longer has one of the books
    one_sigma: int | None  # what chance moves the win by, once
    deviation: float | None = None  # in standard deviations; positive: the house is above theory
    tips: int = 0
    fees: int = 0  # what of the win patrons have paid for storms

    def __post_init__(self) -> None:
        """A day that was closed before deviations were kept has them from its rounded figures, as it was shown then."""
        if self.deviation is None and self.theory is not None and self.one_sigma:
            force_setattr(self, "deviation", (self.win - self.theory) / self.one_sigma)


class TableDay(Struct, frozen=True):
    total: DayLine
    hours: tuple[DayLine, ...]  # those with rounds, in order


class DrawerDay(Struct, frozen=True):
    number: int
    by: str
    should_hold: int
    counted: int
    difference: int
    second: str


class TicketsDay(Struct, frozen=True):
    count: int
    amount: int
    oldest_at: Instant | None


class DayFigures(Struct, frozen=True, kw_only=True):
    day: str
    start: Instant
    end: Instant
    currency: str
    total: DayLine
    voided: int  # rounds with stakes that were voided
    tables: tuple[TableDay, ...]
    dealers: tuple[DayLine, ...]  # empty id: a program deals
    bets: tuple[DayLine, ...]
    hours: tuple[DayLine, ...]
    tips: dict[str, int]  # by recipient
    tickets: TicketsDay  # outstanding at the end
    drawers: tuple[DrawerDay, ...]  # closed on this day
    drawers_left_open: int  # at the end
    owed: Owed | None  # at the end; null: nobody noted it

    @property
    def digest(self) -> str:
        """What people sign. Deviations follow from the rest and are left out, and so are fees where there were none,
        so that days signed before they were kept still verify."""
        return sha256(msgspec.json.encode(_as_signed(msgspec.to_builtins(self)))).hexdigest()


def _as_signed(value: object) -> object:
    if isinstance(value, dict):
        left_out = {"deviation"} if value.get("fees") else {"deviation", "fees"}
        return {name: _as_signed(each) for name, each in value.items() if name not in left_out}
    if isinstance(value, list | tuple):
        return [_as_signed(each) for each in value]
    return value


@dataclass
class Sums:
    """One line while it is being added up."""

    figures: Figures = NOTHING
    is_known: bool = True  # the theory of every round in it
    tips: int = 0
    fees: int = 0

    def add(self, figures: Figures, fees: int, *, is_known: bool) -> None:
        self.figures += figures
        self.fees += fees
        self.is_known &= is_known

    def line(self, name: str) -> DayLine:
        figures = self.figures
        return DayLine(
            id=name,
            rounds=figures.rounds,
            handle=figures.handle,
            win=figures.win,
            theory=round(figures.theory) if self.is_known else None,
            one_sigma=round(figures.sigma) if self.is_known else None,
            deviation=figures.deviations if self.is_known else None,
            tips=self.tips,
            fees=self.fees,
        )


def _sums() -> defaultdict[str, Sums]:
    return defaultdict(Sums)


@dataclass
class DayAdder:
    """Takes the rounds of a day in the order of time, place by place."""

    start: Instant
    payouts: Mapping[str, Payouts]  # by book
    total: Sums = field(default_factory=Sums)
    voided: int = 0
    tables: defaultdict[str, Sums] = field(default_factory=_sums)
    table_hours: defaultdict[tuple[str, int], Sums] = field(default_factory=lambda: defaultdict(Sums))
    dealers: defaultdict[str, Sums] = field(default_factory=_sums)
    bets: defaultdict[str, Sums] = field(default_factory=_sums)
    hours: defaultdict[int, Sums] = field(default_factory=lambda: defaultdict(Sums))

    def add(self, coup: CoupReturns) -> None:
        if not coup.bets:
            self.voided += 1
            return
        payouts = self.payouts.get(coup.book)
        figures = without_theory(coup.staked, coup.returned)
        if payouts is not None:
            figures = of_round(payouts, coup.stakes, coup.returned)
        place, hour = place_of(coup.table), (coup.at - self.start) // HOUR_MS
        sums = (
            self.total,
            self.tables[place],
            self.table_hours[place, hour],
            self.dealers[coup.dealer],
            self.hours[hour],
        )
        for each in sums:
            each.add(figures, coup.fee, is_known=payouts is not None)
        for bet in coup.bets:
            alone = without_theory(bet.staked, bet.returned)
            if payouts is not None:
                alone = of_bet(payouts, bet.bet, bet.staked, bet.returned)
            self.bets[bet.bet].add(alone, bet.fee, is_known=payouts is not None)

    def add_tips(self, totals: Iterable[BetTotal]) -> dict[str, int]:
        """By recipient. A dealer's stand beside their rounds."""
        found: dict[str, int] = defaultdict(int)
        for each in totals:
            if each.bet.startswith(TIP):
                goes_to = each.bet.removeprefix(TIP)
                found[goes_to] += each.staked
                self.total.tips += each.staked
                self.tables[place_of(each.table)].tips += each.staked
                if goes_to.startswith(DEALER) or goes_to == PROGRAM:
                    self.dealers[goes_to.removeprefix(DEALER).removeprefix(PROGRAM)].tips += each.staked
        return dict(sorted(found.items()))

    def table_days(self) -> tuple[TableDay, ...]:
        return tuple(
            TableDay(
                sums.line(place),
                tuple(each.line(str(hour)) for (of, hour), each in sorted(self.table_hours.items()) if of == place),
            )
            for place, sums in sorted(self.tables.items())
        )


def lines(sums: Mapping[str, Sums]) -> tuple[DayLine, ...]:
    return tuple(each.line(name) for name, each in sorted(sums.items()))


def hour_lines(sums: Mapping[int, Sums]) -> tuple[DayLine, ...]:
    return tuple(each.line(str(hour)) for hour, each in sorted(sums.items()))


def drawer_day(drawer: Drawer) -> DrawerDay:
    counted = drawer.counted or 0
    return DrawerDay(drawer.number, drawer.by, drawer.should_hold, counted, drawer.difference, drawer.second)
