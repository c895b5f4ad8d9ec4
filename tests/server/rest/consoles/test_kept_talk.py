"""Supervisors read what was said at tables; nobody else does, and the staff log repeats none of it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.server.floor.erase_person import erase_person
from punto.server.people.identity import Role
from punto.server.protocol.client import Say
from punto.server.rest.consoles.dealer import talk
from tests.server.rest.consoles.desk_floor import CONFIG, DeskFloor, lines_of
from tests.server.rest.small_floor import JADE, Client

TALKING = replace(CONFIG, tables=(replace(JADE, talk="text"),))


class TalkFloor(DeskFloor):
    def routes(self) -> list[ControllerRouterHandler]:
        return [*super().routes(), *talk.ROUTES]

    def say(self, patron: Client, text: str) -> None:
        self.now += 5_000
        assert self.talk.say(patron.id, Say("jade", None, text)) is None


def on_a_talking_floor(folder: Path, test: Callable[[TalkFloor], Awaitable[None]]) -> None:
    async def run() -> None:
        floor = TalkFloor(folder / "floor.db", TALKING)
        floor.folder = folder
        await floor.open()
        try:
            await test(floor)
        finally:
            await floor.store.close()

    asyncio.run(run())


def test_a_supervisor_reads_what_was_said_and_who_decided_about_it(tmp_path: Path) -> None:
    async def test(floor: TalkFloor) -> None:
        ann, bob = await floor.named("Ann Arbor"), await floor.named("Bob Braun")
        start = floor.now
        floor.say(ann, "good evening")
        floor.say(ann, "something rude")
        floor.say(bob, "hello Ann")
        dealer, boss = await floor.client(Role.DEALER), await floor.client(Role.SUPERVISOR)
        _, rude, good = floor.talk.heard("jade")
        for line, deed in ((good, "let-through"), (rude, "remove")):
            assert (await dealer.post(f"/api/staff/tables/jade/talk/{line.id}/{deed}")).status == 200
        first, second, third = lines_of((await boss.get("/api/staff/talk")).body)
        assert [first["text"], second["text"], third["text"]] == ["good evening", "something rude", "hello Ann"]
        assert [first["state"], second["state"], third["state"]] == ["said", "removed", "held"]
        assert [first["name"], third["name"], third["table"]] == ["Ann Arbor", "Bob Braun", "jade"]
        assert first["let_through"]["by"] == second["removed"]["by"] == dealer.id
        assert second["removed"]["name"].startswith("dealer")
        assert (second["removed"]["at"], third["removed"]) == (floor.now, None)

        async def texts(query: str) -> list[str]:
            return [each["text"] for each in lines_of((await boss.get(f"/api/staff/talk?{query}")).body)]

        assert await texts(f"patron={bob.id}") == ["hello Ann"]
        assert await texts(f"table=jade&from={start + 5_001}&to={start + 15_000}") == ["something rude"]
        assert await texts("table=ruby") == []
        page = (await boss.get("/api/staff/talk?limit=2")).body
        assert await texts(f"limit=2&after={page['next']}") == ["hello Ann"]

    on_a_talking_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("role", "refusal"),
    [
        (None, "not_signed_in"),
        (Role.PATRON, "role_is_not_allowed"),
        (Role.ATTENDANT, "role_is_not_allowed"),
        (Role.DEALER, "role_is_not_allowed"),
        (Role.SUPERVISOR, None),
        (Role.ADMIN, None),
    ],
)
def test_who_may_read_it(tmp_path: Path, role: Role | None, refusal: str | None) -> None:
    async def test(floor: TalkFloor) -> None:
        assert (await (await floor.client(role)).get("/api/staff/talk")).refusal == refusal

    on_a_talking_floor(tmp_path, test)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "from=-1", "to=yesterday", f"after={'x' * 101}", "after=%00", "patron=a%0A"]
)
def test_a_query_that_makes_no_sense_is_refused(tmp_path: Path, query: str) -> None:
    async def test(floor: TalkFloor) -> None:
        boss = await floor.client(Role.SUPERVISOR)
        assert (await boss.get(f"/api/staff/talk?{query}")).refusal == "request_is_invalid"

    on_a_talking_floor(tmp_path, test)


def test_the_staff_log_says_who_read_and_removed_but_repeats_no_words(tmp_path: Path) -> None:
    """Words in the staff log would stay when the person who said them is erased."""

    async def test(floor: TalkFloor) -> None:
        ann, boss = await floor.named("Ann Arbor"), await floor.client(Role.SUPERVISOR)
        floor.say(ann, "Zanzibar")
        (line,) = floor.talk.heard("jade")
        await boss.post(f"/api/staff/tables/jade/talk/{line.id}/let-through")
        await boss.post(f"/api/staff/tables/jade/talk/{line.id}/remove")
        await boss.get(f"/api/staff/talk?patron={ann.id}")
        for action in ("let_talk_through", "remove_talk", "read_talk"):
            [entry] = await floor.log_of(action)
            assert (entry["by"], entry["on"]["patron"], entry["note"]) == (boss.id, ann.id, "")
        assert await erase_person(floor, ann.id) is None
        assert lines_of((await boss.get("/api/staff/talk")).body) == []
        assert b"Zanzibar" not in b"".join(path.read_bytes() for path in floor.folder.iterdir())

    on_a_talking_floor(tmp_path, test)


def test_the_file_of_a_person_holds_what_they_said_and_nothing_of_others(tmp_path: Path) -> None:
    async def test(floor: TalkFloor) -> None:
        ann, bob = await floor.named("Ann Arbor"), await floor.named("Bob Braun")
        floor.say(ann, "good evening")
        floor.say(bob, "hello Ann")
        floor.talk.remove("jade", floor.talk.heard("jade")[1].id, by="sue")
        boss = await floor.client(Role.SUPERVISOR)
        data = json.loads((await boss.get(f"/api/desk/patrons/{ann.id}/data")).text)
        said = {"at": floor.now - 5_000, "table": "jade", "phrase": "", "text": "good evening", "is_removed": True}
        assert data["talk"] == [said]

    on_a_talking_floor(tmp_path, test)
