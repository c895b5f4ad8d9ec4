"""Today's rounds with what they staked and returned, against theory: read from the store when somebody first asks, then
kept up to date by what the play record writes.

Rounds have a key of their own, so reading and listening may overlap and nothing counts twice.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import gaming_day_bounds, gaming_day_of
from punto.server.config.table_ids import place_of
from punto.server.figures.deviation import NOTHING, Figures, KnownPayouts, of_round, total, without_theory
from punto.server.record.coup_returns import CoupReturns, ReadRecords, read_returns
from punto.table.state import Instant

Key = tuple[Instant, str, int]


@dataclass
class PlaceDay:
    """The rounds of one place today, by key."""

    coups: dict[Key, CoupReturns] = field(default_factory=dict)
    is_read: bool = False
    _each: dict[Key, Figures] = field(default_factory=dict)
    _sum: Figures | None = NOTHING

    def put(self, coup: CoupReturns, figures: Figures) -> None:
        if coup.key in self.coups:  # corrected or voided: sums are made anew
            self._sum = None
        elif self._sum is not None:
            self._sum += figures
        self.coups[coup.key], self._each[coup.key] = coup, figures

    def knows(self, coup: CoupReturns) -> bool:
        return coup.key in self.coups

    @property
    def figures(self) -> Figures:
        if self._sum is None:
            self._sum = total(self._each.values())
        return self._sum

    @property
    def in_order(self) -> list[tuple[CoupReturns, Figures]]:
        """Rounds that count, as they were played."""
        return [(self.coups[key], self._each[key]) for key in sorted(self.coups) if self.coups[key].bets]


class DayReturns:
    def __init__(
        self,
        store: ReadRecords,
        config: Callable[[], FloorConfig],
        payouts: KnownPayouts,
        clock: Callable[[], Instant],
    ) -> None:
        """`config` is asked each time: a reload may change it."""
        self.payouts = payouts
        self._store = store
        self._config = config
        self._clock = clock
        self._bounds = (0, 0)
        self._places: dict[str, PlaceDay] = {}

    def hear(self, coup: CoupReturns) -> None:
        """A round has been written. Of places that nobody has asked for, nothing is kept."""
        place = self._places.get(place_of(coup.table))
        if place is not None and self._bounds[0] <= coup.at < self._bounds[1]:
            self._put(place, coup)

    async def of(self, place: str) -> PlaceDay:
        self._turn_day()
        found = self._places.get(place)
        if found is None:  # from now on it hears of new rounds
            found = self._places[place] = PlaceDay()
        if not found.is_read:
            await self._count_books()
            async for coup in read_returns(self._store, place, self.day):
                if not found.knows(coup):
                    self._put(found, coup)
            found.is_read = True
        return found

    @property
    def day(self) -> str:
        """Today's gaming day."""
        config = self._config()
        return gaming_day_of(self._clock(), config.zone, config.day_start)

    def figures_of(self, coups: Iterable[CoupReturns]) -> Figures:
        return total(self._figures(coup) for coup in coups)

    def _turn_day(self) -> None:
        config, now = self._config(), self._clock()
        bounds = gaming_day_bounds(now, config.zone, config.day_start)
        if bounds != self._bounds:
            self._bounds = bounds
            self._places.clear()

    async def _count_books(self) -> None:
        for book in self._config().books:
            await self.payouts.of(book)

    def _put(self, place: PlaceDay, coup: CoupReturns) -> None:
        place.put(coup, self._figures(coup))

    def _figures(self, coup: CoupReturns) -> Figures:
        """A book that has left the floor has no theory here: its rounds count without one."""
        if not coup.bets:
            return NOTHING
        payouts = self.payouts.if_counted(coup.book)
        if payouts is None:
            return without_theory(coup.staked, coup.returned)
        return of_round(payouts, coup.stakes, coup.returned)
