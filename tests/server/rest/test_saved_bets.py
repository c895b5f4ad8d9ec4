"""Bets that a patron saves, renames and deletes; they follow the account, and leave with it."""

import asyncio
from pathlib import Path

import pytest

from punto.server.floor.erase_person import erase_person
from punto.server.people.identity import Role
from punto.server.people.person_row import person_row
from punto.server.people.saved_bets import SAVED_BETS_ROW, SAVED_OF_A_BOOK
from tests.server.rest.small_floor import BOOK, PASSWORD, Client, SmallFloor, on_a_floor

PATH = "/api/me/saved-bets"
STAKES = [["player", 500], ["tie", 100]]


def wanted(stakes: list[list[object]] = STAKES, name: str = "", book: str = BOOK.id) -> dict[str, object]:
    return {"book": book, "stakes": stakes, "name": name}


async def guest(floor: SmallFloor) -> Client:
    client = Client(floor)
    assert (await client.post("/api/guest")).status == 200
    return client


def test_a_bet_is_saved_renamed_and_deleted_by_its_owner_alone(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob = await guest(floor), await floor.client(Role.PATRON)
        saved = await ann.post(PATH, wanted())
        whole = {"number": 1, "book": BOOK.id, "name": "", "stakes": STAKES}
        assert saved.body == whole
        assert (await ann.get(PATH)).body == {"most_of_a_book": SAVED_OF_A_BOOK, "bets": [whole]}
        assert (await bob.get(PATH)).body["bets"] == []
        assert (await bob.patch(f"{PATH}/1", {"name": "Mine"})).refusal == "saved_bet_is_unknown"
        assert (await bob.ask("DELETE", f"{PATH}/1")).refusal == "saved_bet_is_unknown"
        renamed = await ann.patch(f"{PATH}/1", {"name": "  Lucky\tFriday\n"})
        assert renamed.body == {**whole, "name": "Lucky Friday"}
        assert (await ann.ask("DELETE", f"{PATH}/1")).status == 204
        assert (await ann.get(PATH)).body["bets"] == []
        assert (await ann.post(PATH, wanted())).body["number"] == 2

    on_a_floor(tmp_path, test)


def test_the_same_stakes_again_are_the_bet_that_is_there(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        first = await ann.post(PATH, wanted(name="First"))
        assert (await ann.post(PATH, wanted(STAKES[::-1], "Second"))).body == first.body

    on_a_floor(tmp_path, test)


def test_one_more_than_fits_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        several = (ann.post(PATH, wanted([["player", 100 * each]])) for each in range(1, SAVED_OF_A_BOOK + 1))
        assert {reply.status for reply in await asyncio.gather(*several)} == {200}
        assert (await ann.post(PATH, wanted([["tie", 5]]))).refusal == "too_many_saved_bets"
        bets = (await ann.get(PATH)).body["bets"]
        assert isinstance(bets, list)
        assert len(bets) == SAVED_OF_A_BOOK

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        (wanted(book="whist"), "book_is_unknown"),
        (wanted([["dragon", 100]]), "request_is_invalid"),
        (wanted([["tie", 100], ["tie", 100]]), "request_is_invalid"),
        (wanted([["tie", 0]]), "request_is_invalid"),
        (wanted([]), "request_is_invalid"),
        (wanted(name="x" * 31), "request_is_invalid"),
    ],
)
def test_what_is_no_set_of_the_book_is_not_saved(tmp_path: Path, body: dict[str, object], refusal: str) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        assert (await ann.post(PATH, body)).refusal == refusal
        assert (await ann.get(PATH)).body["bets"] == []

    on_a_floor(tmp_path, test)


def test_staff_have_none(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        assert (await (await floor.client(Role.SUPERVISOR)).get(PATH)).status == 403

    on_a_floor(tmp_path, test)


def test_a_guest_who_registers_keeps_them(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        await ann.post(PATH, wanted(name="Friday"))
        assert (await ann.post("/api/register", {"name": "Ann Lee", "password": PASSWORD})).status == 200
        bets = (await ann.get(PATH)).body["bets"]
        assert isinstance(bets, list)
        assert [bet["name"] for bet in bets] == ["Friday"]

    on_a_floor(tmp_path, test)


def test_they_leave_with_an_erased_person_also_one_that_is_being_saved(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        await ann.post(PATH, wanted(name="Zanzibar"))
        late = [ann.post(PATH, wanted([["tie", each]])) for each in range(1, 6)]
        *_, erased = await asyncio.gather(*late, erase_person(floor, ann.id))
        assert erased is None
        assert await floor.store.person(person_row(SAVED_BETS_ROW, ann.id)) is None

    on_a_floor(tmp_path, test)


def test_one_saved_while_an_erasure_is_refused_stays(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        await ann.post(PATH, wanted(name="Friday"))
        floor.accounts.leaving.add(ann.id)
        assert (await ann.post(PATH, wanted([["tie", 5]]))).refusal in ("account_is_unknown", "sign_in_again")
        floor.accounts.leaving.discard(ann.id)
        bets = (await ann.get(PATH)).body["bets"]
        assert isinstance(bets, list)
        assert len(bets) == 1

    on_a_floor(tmp_path, test)
