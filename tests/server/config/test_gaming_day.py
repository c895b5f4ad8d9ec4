"""A floor's day begins in the morning of its own time zone."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest

from punto.server.config.gaming_day import gaming_day_bounds

HOUR = 3_600_000


def instant(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp()) * 1000


@pytest.mark.parametrize(
    ("now", "zone", "starts_at", "began"),
    [
        ("2026-06-10T12:00+00:00", "UTC", "06:00", "2026-06-10T06:00+00:00"),
        ("2026-06-10T06:00+00:00", "UTC", "06:00", "2026-06-10T06:00+00:00"),
        ("2026-06-10T05:59+00:00", "UTC", "06:00", "2026-06-09T06:00+00:00"),
        ("2026-06-10T05:00+00:00", "Asia/Seoul", "06:00", "2026-06-10T06:00+09:00"),
        ("2026-06-10T20:00+00:00", "Asia/Seoul", "06:00", "2026-06-10T06:00+09:00"),
        ("2026-06-10T00:00+00:00", "UTC", "00:00", "2026-06-10T00:00+00:00"),
    ],
)
def test_when_the_gaming_day_began(now: str, zone: str, starts_at: str, began: str) -> None:
    assert gaming_day_bounds(instant(now), ZoneInfo(zone), time.fromisoformat(starts_at))[0] == instant(began)


@pytest.mark.parametrize(
    ("now", "hours"),
    [("2026-03-28T12:00+01:00", 23), ("2026-10-24T12:00+02:00", 25), ("2026-06-10T12:00+02:00", 24)],
)
def test_days_are_longer_and_shorter_when_clocks_are_changed(now: str, hours: int) -> None:
    start, end = gaming_day_bounds(instant(now), ZoneInfo("Europe/Paris"), time(6))
    assert (end - start) == hours * HOUR
