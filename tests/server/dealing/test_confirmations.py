"""A typed card that waits for a second person on another device: who may confirm it, and that it counts once."""

import asyncio
from pathlib import Path

import pytest

from punto.server.dealing.confirmations import WAITS_MS
from punto.server.people.identity import Role
from punto.server.staff.staff_events import StaffActed
from tests.server.dealing.dealt_floor import PINS, DealtFloor, on_a_dealt_floor
from tests.server.rest.small_floor import Client


async def typed(floor: DealtFloor, card: str = "9h") -> int:
    """A card that waits."""
    await floor.dealing_()
    return await types(floor, card)


async def types(floor: DealtFloor, card: str) -> int:
    waits = (await floor.does("card", {"card": card})).body["waits"]
    assert isinstance(waits, dict)
    return int(waits["id"])


async def confirms(by: Client, number: int, decision: str = "confirm") -> str | None:
    return (await by.post(f"/api/staff/confirmations/{number}", {"decision": decision})).refusal


def test_another_dealer_or_a_supervisor_confirms_in_their_own_session(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        number = await typed(floor)
        assert floor.felt == "/"
        listed = (await floor.ines.get("/api/staff/confirmations")).body["confirmations"]
        assert isinstance(listed, list)
        shown = [(each["id"], each["card"], each["side"], each["name"]) for each in listed]
        assert shown == [(number, "9h", "player", "Mara")]
        state = await floor.state()
        assert state.confirmation is not None
        assert state.confirmation.expires_at == floor.now + WAITS_MS
        assert await confirms(floor.noor, number) is None
        assert floor.felt == "9h /"
        second = await types(floor, "2d")
        assert await confirms(floor.ines, second) is None
        assert floor.felt == "9h / 2d"

    on_a_dealt_floor(tmp_path, test)


def test_nobody_else_counts(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        number = await typed(floor)
        ann = await floor.client(Role.PATRON)
        mara_again = await floor.client_of(floor.mara)
        for by, refusal in [
            (floor.mara, "second_person_is_the_same"),
            (mara_again, "second_person_is_the_same"),
            (floor.amy, "role_is_not_allowed"),
            (ann, "role_is_not_allowed"),
        ]:
            assert await confirms(by, number) == refusal
        assert floor.felt == "/"

    on_a_dealt_floor(tmp_path, test)


def test_the_dealer_who_tapped_in_at_anothers_console_cannot_confirm_on_their_own(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.does("tap-in", {"name": "Noor", "pin": PINS["Noor"]})  # on Mara's session
        await floor.does("shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
        number = await types(floor, "2c")
        assert await confirms(floor.noor, number) == "second_person_is_the_same"
        assert await confirms(floor.mara, number) == "second_person_is_the_same"
        last = (await floor.staff_log.events(floor.staff_log.version - 1, 1))[0][1]
        assert isinstance(last, StaffActed)
        assert (last.by, last.action, last.refusal) == (floor.mara.id, "EnterCard", "second_person_is_the_same")
        assert await confirms(floor.ines, number) is None
        assert (await floor.state()).next_step == "open_betting"

    on_a_dealt_floor(tmp_path, test)


def test_two_who_confirm_at_once_put_down_one_card(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        number = await typed(floor)
        answers = await asyncio.gather(confirms(floor.noor, number), confirms(floor.ines, number))
        assert sorted(map(str, answers)) == ["None", "confirmation_is_unknown"]
        assert floor.felt == "9h /"

    on_a_dealt_floor(tmp_path, test)


@pytest.mark.parametrize("ending", ["declined", "withdrawn", "expired"])
def test_what_is_over_can_no_longer_be_confirmed(tmp_path: Path, ending: str) -> None:
    async def test(floor: DealtFloor) -> None:
        number = await typed(floor)
        assert (await floor.noor.post(f"/api/staff/confirmations/{number}/withdraw")).refusal == "role_is_not_allowed"
        if ending == "declined":
            assert await confirms(floor.ines, number, "decline") is None
        elif ending == "withdrawn":
            assert (await floor.mara.post(f"/api/staff/confirmations/{number}/withdraw")).status == 204
        else:
            floor.now += WAITS_MS
        assert await confirms(floor.ines, number) == "confirmation_is_unknown"
        assert floor.felt == "/"
        assert (await floor.state()).confirmation is None

    on_a_dealt_floor(tmp_path, test)


def test_one_waits_at_a_time(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await typed(floor)
        again = await floor.mara.post("/api/dealing/amber/card", {"card": "2d"})
        assert again.refusal == "confirmation_waits"

    on_a_dealt_floor(tmp_path, test)


def test_a_card_read_meanwhile_makes_the_typed_one_out_of_date(tmp_path: Path) -> None:
    """The reader came back: the typed card would be placed a second time, as the next."""

    async def test(floor: DealtFloor) -> None:
        number = await typed(floor)
        await floor.slide("9h")
        assert await confirms(floor.ines, number) == "confirmation_is_out_of_date"
        assert floor.felt == "9h /"

    on_a_dealt_floor(tmp_path, test)


@pytest.mark.parametrize(("card", "refusal"), [("1z", "request_is_invalid"), ("9H", "request_is_invalid")])
def test_only_cards_of_the_deck_are_typed(tmp_path: Path, card: str, refusal: str) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        assert (await floor.mara.post("/api/dealing/amber/card", {"card": card})).refusal == refusal

    on_a_dealt_floor(tmp_path, test)


def test_no_card_is_typed_when_none_is_due(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.betting()
        assert (await floor.mara.post("/api/dealing/amber/card", {"card": "9h"})).refusal == "no_coup_runs"

    on_a_dealt_floor(tmp_path, test)
