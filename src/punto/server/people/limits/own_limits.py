"""A patron's own limits: they tighten at once and loosen only after a day.

Raising a limit takes a night's sleep, lowering it none. None is no limit.
"""

from typing import Annotated, Self

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from punto.ledger.journal import AMOUNT_MAX
from punto.table.state import Instant

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
LOOSENS_AFTER_MS = DAY_MS
COOL_OFF_DAYS_MAX = 42
EXCLUSION_DAYS_MIN, EXCLUSION_DAYS_MAX = 180, 3_660
FOR_EVER = AMOUNT_MAX

LimitAmount = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
LimitMinutes = Annotated[int, Meta(ge=1, le=24 * 60)]


class Limit(Struct, frozen=True):
    """A limit, and the looser one that will replace it."""

    value: int | None = None
    next_value: int | None = None
    next_at: Instant | None = None  # None: nothing follows

    def at(self, now: Instant) -> int | None:
        return self.next_value if self.next_at is not None and now >= self.next_at else self.value

    def changed(self, value: int | UnsetType | None, now: Instant) -> "Limit":
        if value is UNSET:
            return self
        current = self.at(now)
        if value == current:
            return Limit(current)
        if current is None or (value is not None and value < current):
            return Limit(value)
        if value == self.next_value and self.next_at is not None and now < self.next_at:
            return self  # requested again: the day keeps running
        return Limit(current, value, now + LOOSENS_AFTER_MS)

    def moved(self, by_ms: int) -> "Limit":
        return self if self.next_at is None else replace(self, next_at=self.next_at + by_ms)


class WantedLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The changes a patron wants: omitted limits stay, null is no limit (as in RFC 7396)."""

    loss_a_day: LimitAmount | UnsetType | None = UNSET
    stake_a_day: LimitAmount | UnsetType | None = UNSET
    session_minutes: LimitMinutes | UnsetType | None = UNSET
    reality_check_minutes: LimitMinutes | UnsetType | None = UNSET  # the house's still applies


class OwnLimits(Struct, frozen=True):
    loss_a_day: Limit = field(default_factory=Limit)
    stake_a_day: Limit = field(default_factory=Limit)
    session_minutes: Limit = field(default_factory=Limit)
    reality_check_minutes: int | None = None
    cool_off_until: Instant = 0
    excluded_until: Instant = 0  # at the patron's own wish. FOR_EVER: no end
    house_excluded_until: Instant = 0  # by the house; likewise

    def changed(self, wanted: WantedLimits, now: Instant) -> "OwnLimits":
        check = wanted.reality_check_minutes
        return replace(
            self,
            loss_a_day=self.loss_a_day.changed(wanted.loss_a_day, now),
            stake_a_day=self.stake_a_day.changed(wanted.stake_a_day, now),
            session_minutes=self.session_minutes.changed(wanted.session_minutes, now),
            reality_check_minutes=self.reality_check_minutes if check is UNSET else check,
        )

    def cooling_off(self, days: int, now: Instant) -> "OwnLimits":
        """Asking again never shortens it."""
        return replace(self, cool_off_until=max(self.cool_off_until, now + days * DAY_MS))

    def excluded(self, days: int | None, now: Instant, *, by_house: bool = False) -> "OwnLimits":
        """The two terms run side by side, and neither is ever shortened."""
        until = FOR_EVER if days is None else now + days * DAY_MS
        if by_house:
            return replace(self, house_excluded_until=max(self.house_excluded_until, until))
        return replace(self, excluded_until=max(self.excluded_until, until))

    @property
    def any_excluded_until(self) -> Instant:
        """The later end of the two exclusions."""
        return max(self.excluded_until, self.house_excluded_until)

    def moved(self, by_ms: int) -> Self:
        """The clock was set by this much: every term keeps the time it had left."""
        return replace(
            self,
            loss_a_day=self.loss_a_day.moved(by_ms),
            stake_a_day=self.stake_a_day.moved(by_ms),
            session_minutes=self.session_minutes.moved(by_ms),
            cool_off_until=max(0, self.cool_off_until + by_ms) if self.cool_off_until else 0,
            excluded_until=_moved(self.excluded_until, by_ms),
            house_excluded_until=_moved(self.house_excluded_until, by_ms),
        )


def _moved(until: Instant, by_ms: int) -> Instant:
    return until if until in (0, FOR_EVER) else until + by_ms
