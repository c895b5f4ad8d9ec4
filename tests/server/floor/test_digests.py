"""Digests of program and configuration: what changed is named, and what nothing explains is an alarm."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.server.floor.digests import LAST, LIST_WAS_CHANGED, RECORD, ListedDigest, TakenDigest, Why
from punto.server.jobs import take_digests
from punto.server.keeping import digest as program
from punto.server.keeping.digest import Digest, changes
from punto.server.people.identity import Role
from punto.server.rest.consoles.supervisor import digests as routes
from punto.server.staff.staff_events import SYSTEM, Actor, StaffActed
from punto.server.store.failures import StoreIsLost
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, SmallFloor


class DigestFloor(SmallFloor):
    """Whose program and configuration are in a folder of the test."""

    rules: Path
    file: Path

    async def open(self) -> "DigestFloor":
        await super().open()
        self.config = replace(CONFIG_WITH_TABLE, books=(), files=(str(self.file),))
        return self

    def routes(self) -> list[ControllerRouterHandler]:
        return routes.ROUTES


def on_a_digest_floor(
    folder: Path, monkeypatch: pytest.MonkeyPatch, test: Callable[[DigestFloor], Awaitable[None]]
) -> None:
    async def run() -> None:
        floor = DigestFloor(folder / "floor.db", CONFIG_WITH_TABLE)
        floor.rules, floor.file = folder / "punto" / "rules.py", folder / "floor.toml"
        floor.rules.parent.mkdir()
        floor.rules.write_text("nine = 9")
        floor.file.write_text("name = 'Test'")
        await floor.open()
        try:
            await test(floor)
        finally:
            await floor.store.close()

    monkeypatch.setattr(program, "PACKAGE", folder / "punto")
    monkeypatch.setattr(program, "BUILT_HERE", folder / "dist")
    asyncio.run(run())


def test_the_first_digest_has_nothing_to_be_compared_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: DigestFloor) -> None:
        taken = await floor.digests.take("start")
        assert (taken.before, taken.changes, taken.is_alarm) == ("", (), False)
        again = await floor.digests.take("daily")
        assert (again.before, again.hash, again.changes, again.is_alarm) == (taken.hash, taken.hash, (), False)
        assert floor.digests.alarm is None
        body = await floor.store.record(RECORD, LAST)
        assert body is not None
        parts = msgspec.json.decode(body, type=ListedDigest).digest.parts
        assert {"program rules.py", f"configuration {floor.file}", "library msgspec", "python"} <= parts.keys()

    on_a_digest_floor(tmp_path, monkeypatch, test)


@pytest.mark.parametrize(
    ("changed", "why", "is_alarm"),
    [
        ("program", "start", False),
        ("program", "reload", True),  # which reads the configuration and nothing else
        ("program", "daily", True),
        ("program", "request", True),
        ("configuration", "start", False),
        ("configuration", "reload", False),
        ("configuration", "daily", True),
    ],
)
def test_a_change_is_named_and_is_an_alarm_unless_a_start_or_a_reload_explains_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, why: Why, *, is_alarm: bool
) -> None:
    async def test(floor: DigestFloor) -> None:
        before = await floor.digests.take("start")
        file = floor.rules if changed == "program" else floor.file
        file.write_text("nine = 8")
        named = "program rules.py" if changed == "program" else f"configuration {floor.file}"
        taken = await floor.digests.take(why)
        assert taken.changes == (f"{named}: changed",)
        assert (taken.before, taken.is_alarm) == (before.hash, is_alarm)
        assert taken.hash != before.hash
        alarm = floor.digests.alarm
        assert (alarm.changes if alarm else None) == (taken.changes if is_alarm else None)
        waiting = await floor.digests.waiting()
        assert [(each.kind, each.about, each.text) for each in waiting] == [
            ("alarm", "digest", f"{named}: changed")
        ] * is_alarm
        ((_, event),) = await floor.staff_log.events(taken.number - 1, 1)
        assert isinstance(event, StaffActed)
        assert (event.by, event.action, event.reason) == ("system", "digest", why)
        assert event.after == f"{taken.hash}\n{named}: changed"

    on_a_digest_floor(tmp_path, monkeypatch, test)


def test_a_list_that_was_changed_to_hide_something_is_an_alarm_even_at_a_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(floor: DigestFloor) -> None:
        taken = await floor.digests.take("start")
        for body in (
            msgspec.json.encode(ListedDigest(taken.number, Digest({"program rules.py": "00"}))),
            msgspec.json.encode(ListedDigest(10_000, Digest({}))),
            b"{",
        ):
            await floor.store.keep_record(RECORD, LAST, body)
            floor.digests.alarm = None
            found = await floor.digests.take("start")
            assert LIST_WAS_CHANGED in found.changes
            assert found.is_alarm
            assert floor.digests.alarm is not None

    on_a_digest_floor(tmp_path, monkeypatch, test)


def test_added_and_missing_files_and_settings_are_named() -> None:
    before = Digest({"program a": "1", "program b": "2", "configuration f": "3"})
    after = Digest({"program b": "2", "program c": "4", "configuration f": program.MISSING})
    assert changes(before, after) == ("configuration f: gone", "program a: gone", "program c: added")
    assert changes(before, before) == ()
    assert before.hash != after.hash


def test_supervisors_read_digests_take_one_and_end_the_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: DigestFloor) -> None:
        sue = await floor.client(Role.SUPERVISOR)
        first = (await sue.post("/api/staff/digests")).body
        assert (first["why"], first["by"], first["is_alarm"]) == ("request", sue.id, False)
        floor.rules.write_text("nine = 8")
        second = (await sue.post("/api/staff/digests")).body
        assert second["changes"] == ["program rules.py: changed"]
        listed = (await sue.get("/api/staff/digests")).body
        assert listed["digests"] == [second, first]
        assert floor.digests.alarm is not None
        assert listed["alarm"] == {"since": floor.digests.alarm.since, "changes": second["changes"]}
        page = (await sue.get("/api/staff/digests?limit=1")).body
        assert page["digests"] == [second]
        assert (await sue.get(f"/api/staff/digests?before={page['next']}")).body["digests"] == [first]
        looked_into = {"note": "The update of this morning."}
        assert (await sue.post("/api/staff/digests/alarm/end", looked_into)).status == 204
        assert (await sue.get("/api/staff/digests")).body["alarm"] is None
        assert (await sue.post("/api/staff/digests/alarm/end", looked_into)).refusal == "not_found"

    on_a_digest_floor(tmp_path, monkeypatch, test)


class Desks:
    """A floor as the job sees it."""

    def __init__(self, floor: DigestFloor) -> None:
        self.config, self.digests = floor.config, floor.digests


def test_the_job_takes_one_at_the_start_after_a_reload_and_every_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(floor: DigestFloor) -> None:
        desks = Desks(floor)
        reasons: list[str] = []
        waits: list[float] = []

        async def take(why: Why, by: Actor = SYSTEM) -> TakenDigest:
            reasons.append(why)
            if why == "daily":
                if reasons.count("daily") == 1:
                    raise StoreIsLost
                raise asyncio.CancelledError
            return TakenDigest(1, 1, why, str(by), "", "", (), is_alarm=False)

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 2:
                desks.config = replace(desks.config, name="Reloaded")

        monkeypatch.setattr(floor.digests, "take", take)
        monkeypatch.setattr(take_digests, "EVERY_SECONDS", 0.0)
        monkeypatch.setattr(take_digests, "sleep", sleep)
        with pytest.raises(asyncio.CancelledError):
            await take_digests.take_digests(desks)
        assert reasons[:1] == ["start"]
        assert reasons.count("reload") == 1
        assert reasons[-2:] == ["daily", "daily"], "what the store could not keep is taken again"

    on_a_digest_floor(tmp_path, monkeypatch, test)
