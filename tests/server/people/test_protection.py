"""Patrons kept to their own limits: what tightens at once, what loosens after a day, and what may still be staked."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.floor_config import HouseRules
from punto.server.people.limits import protection
from punto.server.people.limits.own_limits import FOR_EVER, Limit, WantedLimits
from punto.server.people.limits.play_sessions import RealityCheck
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.store.plays import Play, PlayBatch, PlayStatus
from tests.server.people.desks import CONFIG, DAY, HOUR, MINUTE, NOON, Desks, with_desks

ANN = "p-ann"


def played(version: int, at: int, staked: int, returned: int, status: PlayStatus = "settled") -> Play:
    return Play(ANN, at, "jade", version, version, "sa", 1, version, status, staked, returned, b"")


@pytest.mark.parametrize(
    ("before", "wanted", "now_is", "a_day_later"),
    [
        # before  wanted  now   a day later
        (None, 500, 500, 500),  # any limit is tighter than none
        (500, 300, 300, 300),
        (500, 500, 500, 500),
        (500, 800, 500, 800),
        (500, None, 500, None),
        (0, 1, 0, 1),
    ],
)
def test_a_limit_tightens_at_once_and_loosens_after_a_day(
    before: int | None, wanted: int | None, now_is: int | None, a_day_later: int | None
) -> None:
    limit = Limit(before).changed(wanted, NOON)
    assert [limit.at(NOON), limit.at(NOON + DAY - 1), limit.at(NOON + DAY)] == [now_is, now_is, a_day_later]


def test_asking_again_does_not_start_the_day_again_and_tightening_forgets_what_was_asked() -> None:
    asked = Limit(500).changed(800, NOON)
    assert asked.changed(800, NOON + HOUR) == asked
    assert asked.changed(900, NOON + HOUR).at(NOON + DAY) == 500
    assert asked.changed(400, NOON + HOUR).at(NOON + 2 * DAY) == 400
    assert asked.changed(500, NOON + HOUR).at(NOON + 2 * DAY) == 500  # thought better of


LOSS = WantedLimits(loss_a_day=1_000)
STAKE = WantedLimits(stake_a_day=1_000)
BOTH = WantedLimits(loss_a_day=1_000, stake_a_day=5_000)


def stakes(amount: int, table: str = "jade") -> Callable[[Desks], None]:
    return lambda desks: desks.protection.staked_on_table(ANN, table, amount)


def settles(staked: int, returned: int, ago: int = 0) -> Callable[[Desks], None]:
    return lambda desks: desks.protection.settled(ANN, staked=staked, returned=returned, at=desks.now - ago)


@pytest.mark.parametrize(
    ("wanted", "played", "room"),
    [
        (WantedLimits(), [stakes(900)], None),
        (LOSS, [], 1_000),
        (LOSS, [stakes(300)], 700),  # what lies on a table counts as lost
        (LOSS, [stakes(300), stakes(200, "ruby")], 500),
        (LOSS, [stakes(300), stakes(100)], 900),  # taken back
        (LOSS, [stakes(300), stakes(0), settles(300, 0)], 700),
        (LOSS, [settles(300, 600)], 1_300),  # winnings may be lost again
        (LOSS, [settles(2_000, 0)], 0),  # never below nothing
        (LOSS, [settles(500, 0), settles(-500, 0)], 1_000),  # voided
        (LOSS, [settles(500, 0, ago=7 * HOUR)], 1_000),  # yesterday: the day began at six
        (LOSS, [settles(500, 0, ago=5 * HOUR)], 500),
        (STAKE, [settles(300, 600)], 700),  # winning makes no room here
        (STAKE, [settles(300, 600), stakes(100)], 600),
        (BOTH, [settles(4_800, 4_800)], 200),
        (BOTH, [settles(900, 0)], 100),
    ],
)
def test_how_much_more_may_be_staked(
    tmp_path: Path, wanted: WantedLimits, played: list[Callable[[Desks], None]], room: int | None
) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.change(ANN, wanted)
        for play in played:
            play(desks)
        assert desks.protection.room(ANN, desks.now) == room

    with_desks(tmp_path, test)


def test_the_next_gaming_day_starts_with_the_whole_limit(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.change(ANN, LOSS)
        settles(600, 0)(desks)
        desks.now = NOON + 18 * HOUR - 1
        assert desks.protection.room(ANN, desks.now) == 400
        desks.now += 1
        assert desks.protection.room(ANN, desks.now) == 1_000

    with_desks(tmp_path, test)


def test_a_restart_keeps_limits_and_counts_the_day_from_the_record(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.change(ANN, LOSS)
        await desks.store.keep_plays(
            [
                PlayBatch(
                    "table:jade",
                    9,
                    plays=(
                        played(1, NOON - 10 * HOUR, staked=500, returned=0),  # yesterday
                        played(2, NOON - 20 * MINUTE, staked=300, returned=100),
                        played(3, NOON - 10 * MINUTE, staked=70, returned=0),
                        played(4, NOON - 5 * MINUTE, staked=400, returned=400, status="cancelled"),
                    ),
                )
            ]
        )
        again = await ProtectionDesk.open(desks.store, desks.clock, CONFIG)
        await again.recall_limited()
        counted_here = played(5, NOON, staked=90, returned=0)
        await desks.store.keep_plays([PlayBatch("table:jade", 10, plays=(counted_here,))])
        await again.recall_limited()  # asking twice counts nothing twice
        assert again.room(ANN, NOON) == 730
        assert again.session(ANN, NOON) == RealityCheck(ANN, 20 * MINUTE, staked=370, returned=100)

    with_desks(tmp_path, test)


def test_the_day_of_those_without_limits_is_counted_once_they_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody comes at once after a restart. Those with limits wait for theirs."""
    monkeypatch.setattr(protection, "SECONDS_BEFORE_COUNTING", 0.01)

    async def test(desks: Desks) -> None:
        plays = (played(1, NOON - MINUTE, staked=300, returned=100),)
        await desks.store.keep_plays([PlayBatch("table:jade", 9, plays=plays)])
        again = await ProtectionDesk.open(desks.store, desks.clock, CONFIG)
        await again.recall_limited()
        await again.recall_for_play(ANN)
        assert again.today(ANN, NOON).staked == 0, "nobody has waited for it"
        async with asyncio.timeout(10):
            while again.today(ANN, NOON).staked != 300:
                await asyncio.sleep(0.001)
        await again.recall_for_play(ANN)  # on another socket
        await asyncio.sleep(0.03)
        assert again.today(ANN, NOON).staked == 300, "once"
        await desks.protection.change(ANN, LOSS)
        limited = await ProtectionDesk.open(desks.store, desks.clock, CONFIG)
        await limited.recall_for_play(ANN)
        assert limited.room(ANN, NOON) == 800

    with_desks(tmp_path, test)


def test_a_round_of_the_last_floor_counts_although_its_clock_was_ahead(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.change(ANN, LOSS)
        times = iter((NOON, *[NOON + 100] * 9))
        again = await ProtectionDesk.open(desks.store, lambda: next(times), CONFIG)
        ahead = played(1, NOON + 40, staked=300, returned=0)
        await desks.store.keep_plays([PlayBatch("table:jade", 9, plays=(ahead,))])
        await again.recall_limited()
        assert again.room(ANN, NOON + 100) == 700

    with_desks(tmp_path, test)


def test_a_session_ends_by_its_limit_and_begins_anew_after_half_an_hour_without_a_bet(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.change(ANN, WantedLimits(session_minutes=60))
        desks.protection.came(ANN, desks.now)
        for _ in range(6):
            assert desks.protection.why_not(ANN, desks.now) is None
            desks.now += 10 * MINUTE
            settles(10, 0)(desks)
        assert desks.protection.why_not(ANN, desks.now) == "session_limit_is_reached"
        assert desks.protection.room(ANN, desks.now) == 0
        desks.protection.came(ANN, desks.now + 29 * MINUTE)  # logging out and in again is no break
        assert desks.protection.why_not(ANN, desks.now + 29 * MINUTE) == "session_limit_is_reached"
        assert desks.protection.why_not(ANN, desks.now + 30 * MINUTE) is None

    with_desks(tmp_path, test)


@pytest.mark.parametrize(("later", "reason"), [(0, "cool_off"), (7 * DAY - 1, "cool_off"), (7 * DAY, None)])
def test_a_cool_off_ends_by_itself_and_not_before(tmp_path: Path, later: int, reason: str | None) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.cool_off(ANN, 7)
        await desks.protection.cool_off(ANN, 1)  # asking for less changes nothing
        assert desks.protection.why_not(ANN, desks.now + later) == reason

    with_desks(tmp_path, test)


def test_an_exclusion_is_never_shortened_and_may_have_no_end(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.exclude(ANN, 200)
        await desks.protection.exclude(ANN, 180)
        assert desks.protection.why_not(ANN, desks.now + 200 * DAY - 1) == "self_excluded"
        assert desks.protection.why_not(ANN, desks.now + 200 * DAY) is None
        await desks.protection.exclude(ANN, None)
        assert desks.protection.limits(ANN).excluded_until == FOR_EVER
        again = await ProtectionDesk.open(desks.store, desks.clock, CONFIG)
        assert again.why_not(ANN, desks.now + 36_500 * DAY) == "self_excluded"

    with_desks(tmp_path, test)


@pytest.mark.parametrize(
    ("house", "own", "minutes"), [(60, None, 60), (60, 20, 20), (30, 45, 30), (None, 45, 45), (None, None, None)]
)
def test_a_reality_check_comes_at_the_shorter_interval(
    tmp_path: Path, house: int | None, own: int | None, minutes: int | None
) -> None:
    async def test(desks: Desks) -> None:
        config = replace(CONFIG, house=HouseRules(reality_check_minutes=house))
        desk = await ProtectionDesk.open(desks.store, desks.clock, config)
        await desk.change(ANN, WantedLimits(reality_check_minutes=own))
        desk.came(ANN, desks.now)
        came = []
        for minute in range(100):
            desks.now += MINUTE
            desk.settled(ANN, staked=10, returned=4, at=desks.now)
            came += [(minute + 1, check) for check in desk.reality_checks_due(desks.now)]
        if minutes is None:
            assert came == []
        else:
            assert [minute for minute, _ in came] == list(range(minutes, 101, minutes))
            assert came[0][1] == RealityCheck(ANN, minutes * MINUTE, staked=10 * minutes, returned=4 * minutes)

    with_desks(tmp_path, test)
