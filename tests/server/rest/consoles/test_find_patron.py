"""Finding a patron by name, id, ticket or round."""

from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import pytest

from punto.server.people.identity import Role
from punto.table.commands import PlaceWager
from tests.server.rest.consoles.desk_floor import DeskFloor, on_a_desk_floor
from tests.server.rest.small_floor import Client


async def found(staff: Client, text: str) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], (await staff.get(f"/api/desk/patrons?q={quote(text)}")).body["patrons"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("jonas weber", ["Jonas Weber"]),
        ("JON WEB", ["Jonas Weber", "Johan Weber", "Jonas Weiss"]),  # spelled right first
        ("weber", ["Johan Weber", "Jonas Weber"]),
        ("jonsa", ["Jonas Weber", "Jonas Weiss"]),
        ("weis", ["Jonas Weiss"]),
        ("zoe", ["Zoë Müller"]),
        ("muller", ["Zoë Müller"]),
        ("qq", []),
        ("xyz", []),
        ("···", []),
    ],
)
def test_a_part_of_a_name_is_enough(tmp_path: Path, text: str, names: list[str]) -> None:
    async def test(floor: DeskFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        await floor.second("Jonas Staff")  # staff are not patrons
        for name in ("Jonas Weber", "Jonas Weiss", "Johan Weber", "Zoë Müller"):
            await floor.named(name)
        assert [each["name"] for each in await found(amy, text)] == names

    on_a_desk_floor(tmp_path, test)


def test_by_id_ticket_and_round(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        ann, bob = await floor.patron(5_000), await floor.patron(5_000)
        await floor.coup(PlaceWager(ann.id, "banker", 100))
        code = str((await bob.post("/api/cashout", {"id": "1"})).body["code"])
        assert [(each["id"], each["by"]) for each in await found(amy, ann.id)] == [(ann.id, "id")]
        assert [(each["id"], each["by"]) for each in await found(amy, ann.id[:9].upper())] == [(ann.id, "id")]
        assert [(each["id"], each["by"]) for each in await found(amy, code.lower())] == [(bob.id, "ticket")]
        for text in ("jade 1/1", "Jade 1 1", "jade/1/1", "jade · 1 / 1"):
            assert [(each["id"], each["by"]) for each in await found(amy, text)] == [(ann.id, "round")], text
        reply = (await amy.get("/api/desk/patrons?q=jade%201/1")).body
        assert reply["round"] == {"table": "jade", "shoe": 1, "round": 1, "is_archived": False}
        assert (await amy.get("/api/desk/patrons?q=jade%201/99")).body == {"patrons": [], "round": None}
        assert (await amy.get("/api/desk/patrons?q=")).refusal == "request_is_invalid"

    on_a_desk_floor(tmp_path, test)


def test_somebody_who_registers_after_the_first_search_is_found_and_reads_are_logged(tmp_path: Path) -> None:
    async def test(floor: DeskFloor) -> None:
        amy = await floor.client(Role.ATTENDANT)
        assert await found(amy, "jonas") == []
        jonas = await floor.named("Jonas Weber")
        [one] = await found(amy, "jonas")
        assert (one["id"], one["standing"], one["purse"]) == (jonas.id, "may_play", 0)
        await amy.get(f"/api/desk/patrons/{jonas.id}")
        await amy.get(f"/api/desk/patrons/{jonas.id}")
        assert [entry["on"] for entry in await floor.log_of("read_patron")] == [{"patron": jonas.id}]
        assert [entry["by"] for entry in await floor.log_of("search_patrons")] == [amy.id]

    on_a_desk_floor(tmp_path, test)


@pytest.mark.parametrize("role", [Role.PATRON, Role.DEALER], ids=str)
def test_patrons_and_dealers_find_nobody(tmp_path: Path, role: Role) -> None:
    async def test(floor: DeskFloor) -> None:
        somebody, ann = await floor.client(role), await floor.patron()
        for path in ("?q=ann", f"/{ann.id}", f"/{ann.id}/statement", f"/{ann.id}/statement.csv"):
            assert (await somebody.get(f"/api/desk/patrons{path}")).refusal == "role_is_not_allowed"
        assert (await somebody.get("/api/desk/rounds/jade/1/1")).refusal == "role_is_not_allowed"

    on_a_desk_floor(tmp_path, test)
