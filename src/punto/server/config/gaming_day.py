"""Gaming days: they start in the morning in the floor's time zone, not at midnight UTC."""

from datetime import date, datetime, time, timedelta, tzinfo

from punto.table.state import Instant

ONE_DAY = timedelta(days=1)


def gaming_day_bounds(now: Instant, zone: tzinfo, starts_at: time) -> tuple[Instant, Instant]:
    """Start and end (exclusive); 23 or 25 hours apart when clocks change."""
    local = datetime.fromtimestamp(now // 1000, zone)
    day = local.date() if local.time() >= starts_at else local.date() - ONE_DAY
    return _start_of(day, zone, starts_at), _start_of(day + ONE_DAY, zone, starts_at)


def gaming_day_of(at: Instant, zone: tzinfo, starts_at: time) -> str:
    """The date on which it began."""
    start, _ = gaming_day_bounds(at, zone, starts_at)
    return datetime.fromtimestamp(start // 1000, zone).date().isoformat()


def day_bounds(day: date, zone: tzinfo, starts_at: time) -> tuple[Instant, Instant]:
    """Start and end (exclusive) of a gaming day by its date."""
    return _start_of(day, zone, starts_at), _start_of(day + ONE_DAY, zone, starts_at)


def _start_of(day: date, zone: tzinfo, starts_at: time) -> Instant:
    return int(datetime.combine(day, starts_at, zone).timestamp()) * 1000
