"""The purse over HTTP: own limits, tickets from hand to hand, and what an attendant takes in and pays out."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.table.commands import AutoRepeat, PlaceWager
from tests.server.people.desks import DAY, HOUR, MINUTE
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, Reply, SmallFloor, on_a_floor

LIMITS = "/api/me/limits"


async def guest(floor: SmallFloor) -> Client:
    client = Client(floor)
    assert (await client.post("/api/guest")).status == 200
    return client


async def cashed_out(client: Client, command: str = "one") -> Reply:
    return await client.post("/api/cashout", {"id": command})


def test_a_ticket_goes_from_one_patron_to_another_by_its_code(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob = await guest(floor), await floor.client(Role.PATRON)
        ticket = await cashed_out(ann)
        assert ticket.body["amount"] == 1_000_000
        assert str(ticket.body["qr_svg"]).startswith("<svg")
        assert (await cashed_out(ann)).body == ticket.body  # the same id, the same ticket
        assert (await cashed_out(ann, "two")).refusal == "nothing_to_cash_out"
        code = str(ticket.body["code"]).lower()
        assert (await bob.post("/api/tickets/redeem", {"id": "one", "code": code})).body == {"amount": 1_000_000}
        assert (await bob.post("/api/tickets/redeem", {"id": "two", "code": code})).refusal == "ticket_is_paid"
        assert (await bob.get("/api/purse")).body["balance"] == 1_000_000

    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, hand_pay_above=2_000_000))


def test_a_ticket_is_shown_again_to_who_cashed_out_until_it_is_paid(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob = await guest(floor), await floor.client(Role.PATRON)
        ticket = await cashed_out(ann)
        assert (await ann.get("/api/tickets")).body == {"tickets": [ticket.body]}
        assert (await bob.get("/api/tickets")).body == {"tickets": []}
        assert (await bob.post("/api/tickets/redeem", {"id": "one", "code": ticket.body["code"]})).status == 200
        assert (await ann.get("/api/tickets")).body == {"tickets": []}

    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, hand_pay_above=2_000_000))


def test_a_hand_pay_is_looked_at_and_paid_by_an_attendant_and_written_down(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, amy = await guest(floor), await floor.client(Role.ATTENDANT)
        ticket = await cashed_out(ann)
        assert ticket.body["is_hand_pay"] is True
        code = ticket.body["code"]
        assert (await ann.post("/api/tickets/redeem", {"id": "x", "code": code})).refusal == "ticket_is_paid_by_hand"
        assert (await amy.get(f"/api/tickets/{code}")).body["is_paid"] is False
        assert (await amy.post(f"/api/tickets/{code}/pay", {"id": "p1"})).body == {"amount": 1_000_000, "entry": 3}
        assert (await amy.get(f"/api/tickets/{code}")).body["is_paid"] is True
        assert (await amy.post(f"/api/tickets/{code}/pay", {"id": "p2"})).refusal == "ticket_is_paid"
        entries = (await (await floor.client(Role.ADMIN)).get("/api/staff/log")).body["entries"]
        assert isinstance(entries, list)
        assert [(entry["by"], entry["amount"], entry["refusal"]) for entry in entries[1:]] == [
            (amy.id, 1_000_000, "ticket_is_paid"),
            (amy.id, 1_000_000, ""),
        ]
        plain_code = str(code).replace("-", "")
        assert all(entry["on"] == {"ticket": plain_code, "patron": ann.id} for entry in entries[1:])

    on_a_floor(tmp_path, test)


def test_an_attendant_takes_money_in_for_patrons_alone(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, amy = await floor.client(Role.PATRON), await floor.client(Role.ATTENDANT)
        body = {"id": "b1", "patron": ann.id, "amount": 700}
        assert (await amy.post("/api/buy-in", body)).body == {"amount": 700, "entry": 1}
        assert (await amy.post("/api/buy-in", body)).body == {"amount": 700, "entry": 1}  # pressed twice
        assert (await ann.get("/api/purse")).body["balance"] == 700
        for nobody in ("p-nobody", amy.id, "bot:anna", "p\0"):
            refused = await amy.post("/api/buy-in", {**body, "id": "b2", "patron": nobody})
            assert refused.refusal == "account_is_unknown"
        assert (await amy.post("/api/buy-in", {**body, "amount": -5})).status == 400

    on_a_floor(tmp_path, test)


def test_an_attendant_finds_a_patron_by_name(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), Client(floor)
        await ann.post("/api/register", {"name": "Ann", "password": PASSWORD})
        await floor.accounts.create_staff("Dee", Role.DEALER)
        assert (await amy.get("/api/patrons?name=ANN")).body == {"id": ann.id, "name": "Ann"}
        for name in ("Bob", "Dee", ""):
            assert (await amy.get(f"/api/patrons?name={name}")).refusal == "account_is_unknown"

    on_a_floor(tmp_path, test)


def test_cashing_out_is_refused_while_bets_lie_and_ends_auto_repeat(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        await floor.open_betting()
        await floor.jade.ask(PlaceWager(ann.id, "player", 100))
        await floor.jade.ask(AutoRepeat(ann.id, on=True))
        assert floor.jade.table.seat(ann.id).repeats
        assert (await cashed_out(ann)).refusal == "bets_lie"
        assert not floor.jade.table.seat(ann.id).repeats

    on_a_floor(tmp_path, test)


def test_play_credits_come_once_an_hour(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        assert (await ann.post("/api/purse/play-credits", {"id": "1"})).refusal == "purse_is_full"
        await cashed_out(ann)
        refused = await ann.post("/api/purse/play-credits", {"id": "2"})
        assert (refused.refusal, refused.headers["retry-after"]) == ("play_credits_come_hourly", "3600")
        floor.now += HOUR
        assert (await ann.post("/api/purse/play-credits", {"id": "3"})).body["balance"] == 1_000_000

    on_a_floor(tmp_path, test)


def test_a_code_that_no_ticket_has_is_unknown_however_it_looks(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        amy, ann = await floor.client(Role.ATTENDANT), await floor.client(Role.PATRON)
        for code in ("0000-0000-0000-0000", "K7Q2", "%01", "..%2f.."):
            assert (await amy.get(f"/api/tickets/{code}")).status == 404
            assert (await amy.post(f"/api/tickets/{code}/pay", {"id": "1"})).status == 404
            assert (await ann.post("/api/tickets/redeem", {"id": "1", "code": code})).refusal == "ticket_is_unknown"

    on_a_floor(tmp_path, test)


def test_own_limits_tighten_at_once_and_loosen_after_a_day(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        tight = await ann.patch(LIMITS, {"loss_a_day": 500, "session_minutes": 60})
        assert (tight.body["loss_a_day"], tight.body["room"]) == ({"now": 500, "next": None, "next_at": None}, 500)
        loose = await ann.patch(LIMITS, {"loss_a_day": 900, "session_minutes": 60})
        assert loose.body["loss_a_day"] == {"now": 500, "next": 900, "next_at": floor.now + DAY}
        floor.now += DAY
        later = (await ann.get(LIMITS)).body
        assert (later["loss_a_day"], later["room"]) == ({"now": 900, "next": None, "next_at": None}, 900)

    on_a_floor(tmp_path, test)


def test_a_limit_that_is_left_out_stays_and_null_lifts_it_after_a_day(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        await ann.patch(LIMITS, {"loss_a_day": 500, "stake_a_day": 800, "reality_check_minutes": 20})
        asked = await ann.patch(LIMITS, {"stake_a_day": None})
        other = (await ann.patch(LIMITS, {"session_minutes": 60})).body
        assert (other["loss_a_day"], other["reality_check_minutes"]) == (
            {"now": 500, "next": None, "next_at": None},
            20,
        )
        assert other["stake_a_day"] == {"now": 800, "next": None, "next_at": floor.now + DAY}, (
            "what was asked for stands"
        )
        assert other["stake_a_day"] == asked.body["stake_a_day"]
        assert (await ann.patch(LIMITS, {})).body == other
        assert (await ann.patch(LIMITS, {"reality_check_minutes": None})).body["reality_check_minutes"] is None
        floor.now += DAY
        later = (await ann.get(LIMITS)).body
        assert (later["stake_a_day"], later["room"]) == ({"now": None, "next": None, "next_at": None}, 500)

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("path", "body", "reason", "days"),
    [
        ("/api/me/cool-off", {"days": 7}, "cool_off", 7),
        ("/api/me/self-exclusion", {"days": 180}, "self_excluded", 180),
        ("/api/me/self-exclusion", {"days": None}, "self_excluded", None),
    ],
)
def test_a_patron_who_stops_brings_no_money_in_but_takes_it_out(
    tmp_path: Path, path: str, body: dict[str, object], reason: str, days: int | None
) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, amy = await guest(floor), await floor.client(Role.ATTENDANT)
        told: list[tuple[str, str]] = []
        floor.protection.on_stop.append(lambda patron, why: told.append((patron, why)))
        assert (await ann.post(path, body)).body["may_not_bet"] == reason
        assert told == [(ann.id, reason)]
        limits = (await ann.get("/api/me")).body["limits"]
        assert isinstance(limits, dict)
        assert limits["may_not_bet"] == reason
        ticket = await cashed_out(ann)
        assert ticket.status == 200
        code = ticket.body["code"]
        bought_in = await amy.post("/api/buy-in", {"id": "1", "patron": ann.id, "amount": 5})
        assert bought_in.refusal == reason
        floor.now += HOUR
        assert (await ann.post("/api/purse/play-credits", {"id": "1"})).refusal == reason
        assert (await ann.post("/api/tickets/redeem", {"id": "1", "code": code})).refusal == reason
        if days is not None:
            floor.now += days * DAY
            assert floor.protection.why_not(ann.id, floor.now) is None

    on_a_floor(tmp_path, test)


def test_what_was_booked_is_answered_again_though_its_patron_has_stopped_since(tmp_path: Path) -> None:
    """Told "no" the second time, an attendant would hand back money that is in the purse."""

    async def test(floor: SmallFloor) -> None:
        ann, amy = await floor.client(Role.PATRON), await floor.client(Role.ATTENDANT)
        booked = {"id": "1", "patron": ann.id, "amount": 500}
        first = await amy.post("/api/buy-in", booked)
        ticket = await cashed_out(ann)
        redeemed = {"id": "2", "code": ticket.body["code"]}
        assert (await ann.post("/api/tickets/redeem", redeemed)).status == 200
        assert (await ann.post("/api/me/cool-off", {"days": 1})).status == 200
        assert (await amy.post("/api/buy-in", booked)).body == first.body
        assert (await amy.post("/api/buy-in", booked | {"amount": 777})).refusal == "id_was_used"
        assert (await amy.post("/api/buy-in", booked | {"id": "9"})).refusal == "cool_off"
        assert (await ann.post("/api/tickets/redeem", redeemed)).body == {"amount": 500}
        assert (await ann.post("/api/purse/play-credits", {"id": "2"})).refusal == "id_was_used"
        assert (await ann.get("/api/purse")).body["balance"] == 500

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/me/cool-off", {"days": 0}),
        ("/api/me/cool-off", {"days": 43}),
        ("/api/me/self-exclusion", {"days": 30}),
        ("/api/me/self-exclusion", {}),
    ],
)
def test_how_long_one_may_stop(tmp_path: Path, path: str, body: dict[str, object]) -> None:
    async def test(floor: SmallFloor) -> None:
        assert (await (await guest(floor)).post(path, body)).status == 400

    on_a_floor(tmp_path, test)


def test_me_shows_how_long_and_how_much_was_played(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann = await guest(floor)
        floor.protection.settled(ann.id, staked=300, returned=100, at=floor.now)
        floor.now += 10 * MINUTE
        session = (await ann.get("/api/me")).body["session"]
        assert session == {"elapsed_ms": 10 * MINUTE, "staked": 300, "returned": 100}

    on_a_floor(tmp_path, test)
