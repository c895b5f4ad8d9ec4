"""One patron at a table: stakes, what can be undone, and what the patron has chosen."""

from msgspec import Struct
from msgspec.structs import replace

from punto.table.events import total_of
from punto.table.settled_wagers import SettledWager


class SettledRound(Struct, frozen=True):
    """How a coup ended for one patron, kept for a patron who was not there to see it."""

    shoe: int
    coup: int
    wagers: tuple[SettledWager, ...]


class Seat(Struct, frozen=True):
    denomination: int
    mode: str | None = None  # None where the book has no modes
    stakes: tuple[tuple[str, int], ...] = ()
    undo: tuple[tuple[str, int], ...] | None = None  # the stakes before the last action of this coup; None: no action
    acted_at: int = 0  # the table's count of betting actions at the last one of this patron
    has_just_cleared: bool = False  # a second press of Clear last, with nothing between, clears all
    last_stakes: tuple[tuple[str, int], ...] = ()  # at the end of betting in the last coup played
    last_settled: SettledRound | None = None  # the last coup played, unless it was voided
    keeps_bets_on: bool = False
    repeats: bool = False  # auto-repeat
    squeezes: bool = True
    is_away: bool = False
    away_since: int = 0
    earlier: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()  # when stakes changed, and what they were before

    @property
    def staked(self) -> int:
        return total_of(self.stakes)

    def stake_on(self, bet: str) -> int:
        for each, stake in self.stakes:
            if each == bet:
                return stake
        return 0

    def is_like(self, fresh: "Seat") -> bool:
        """Nothing in it would be missed: no stakes, no choices, nothing to repeat."""
        return replace(self, is_away=fresh.is_away, away_since=0, acted_at=fresh.acted_at) == fresh

    def without_bets(self) -> "Seat":
        """After a coup: the felt is empty and there is nothing to undo."""
        return replace(self, stakes=(), undo=None, has_just_cleared=False, earlier=())

    def after(self, settled: SettledRound) -> "Seat":
        """The same, and what was played is remembered."""
        return replace(
            self,
            stakes=(),
            undo=None,
            has_just_cleared=False,
            earlier=(),
            last_stakes=self.stakes,
            last_settled=settled,
        )

    def stakes_at(self, moment: int) -> tuple[tuple[str, int], ...]:
        """As they lay then, where changes are kept."""
        return next((before for at, before in self.earlier if at > moment), self.stakes)
