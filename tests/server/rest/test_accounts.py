"""Coming in over HTTP: guests, registration, log-in, locks, and who may know what."""

from pathlib import Path

import pytest
from litestar import get
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.rest.guards import ANYONE, Visitor
from punto.server.rest.install import PreparedRoutes
from tests.server.people.desks import HOUR, MINUTE
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, SmallFloor, on_a_floor

ANN = {"name": "Ann", "password": PASSWORD}


def test_a_guest_comes_in_with_one_click_and_finds_play_credits(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = Client(floor)
        me = await client.post("/api/guest")
        assert (me.status, me.body["is_guest"], me.body["role"]) == (200, True, "patron")
        cookie = me.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert "Secure" not in cookie  # plain http on a LAN
        assert (await client.get("/api/purse")).body["balance"] == 1_000_000
        again = await client.post("/api/guest")
        assert again.body["id"] == me.body["id"]

    on_a_floor(tmp_path, test)


def test_a_guest_who_registers_keeps_purse_and_session_and_logs_in_elsewhere(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client, elsewhere = Client(floor), Client(floor)
        guest = await client.post("/api/guest")
        registered = await client.post("/api/register", ANN)
        assert (registered.body["id"], registered.body["is_guest"]) == (guest.body["id"], False)
        logged_in = await elsewhere.post("/api/login", ANN)
        assert logged_in.body["id"] == guest.body["id"]
        assert (await elsewhere.get("/api/purse")).body["balance"] == 1_000_000
        assert (await client.post("/api/register", {"name": "Bob", "password": PASSWORD})).refusal == "is_registered"

    on_a_floor(tmp_path, test)


def test_where_money_is_real_there_are_no_guests_and_a_purse_starts_empty(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = Client(floor)
        assert (await client.post("/api/guest")).refusal == "guests_are_not_offered"
        assert (await client.post("/api/register", ANN)).status == 200
        assert (await client.get("/api/purse")).body["balance"] == 0

    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, play_credits=None))


def test_under_tls_the_cookie_is_secure_and_belongs_to_the_base_path(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        me = await Client(floor).post("/api/guest")
        assert me.headers["set-cookie"].endswith("; Path=/casino; HttpOnly; SameSite=Strict; Secure")
        assert "strict-transport-security" in me.headers

    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, public_url="https://localhost/casino"))


def test_one_address_brings_a_bounded_number_of_guests(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        answers = [await Client(floor).post("/api/guest") for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].refusal == "too_many_requests"
        assert int(answers[-1].headers["retry-after"]) == 20 * 60
        assert (await Client(floor, "10.0.0.2").post("/api/guest")).status == 200
        floor.now += HOUR
        assert (await Client(floor).post("/api/guest")).status == 200

    safety = replace(CONFIG_WITH_TABLE.safety, guests_an_hour=3)
    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, safety=safety))


def test_a_newcomer_is_told_that_nobody_is_here(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        newcomer = await Client(floor).get("/api/session")
        assert (newcomer.status, newcomer.body) == (200, {"me": None})
        client = Client(floor)
        await client.post("/api/register", ANN)
        assert (await client.get("/api/session")).body["me"] == (await client.get("/api/me")).body
        floor.now += 31 * MINUTE
        assert (await client.get("/api/session")).body["me"] == (await client.get("/api/me")).body  # locked

    on_a_floor(tmp_path, test)


def test_logging_out_ends_the_session_for_good(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        out = await client.post("/api/logout")
        assert (out.status, out.headers["set-cookie"].partition(";")[0]) == (204, "punto_session=")
        assert (await client.get("/api/me")).refusal == "not_signed_in"

    on_a_floor(tmp_path, test)


def test_an_idle_session_sees_who_it_is_and_nothing_more_until_the_password_comes(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = Client(floor)
        await client.post("/api/register", ANN)
        floor.now += 31 * MINUTE
        assert (await client.get("/api/me")).body["is_locked"] is True
        assert (await client.get("/api/purse")).refusal == "session_is_locked"
        wrong = await client.post("/api/reauthenticate", {"password": "something else"})
        assert wrong.refusal == "password_is_wrong"
        assert (await client.post("/api/reauthenticate", {"password": PASSWORD})).body["is_locked"] is False
        assert (await client.get("/api/purse")).status == 200

    on_a_floor(tmp_path, test)


def test_a_patron_locks_the_screen_and_a_guest_cannot(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = Client(floor)
        await client.post("/api/guest")
        assert (await client.post("/api/me/lock")).refusal == "is_a_guest"
        await client.post("/api/register", ANN)
        assert (await client.post("/api/me/lock")).body["is_locked"] is True
        assert (await client.get("/api/purse")).refusal == "session_is_locked"
        assert (await client.post("/api/reauthenticate", {"password": PASSWORD})).status == 200

    on_a_floor(tmp_path, test)


def test_guessing_is_locked_and_says_for_how_long(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        await Client(floor).post("/api/register", ANN)
        wrong = {"name": "Ann", "password": "something else"}
        answers = [await Client(floor).post("/api/login", wrong) for _ in range(4)]
        assert [answer.status for answer in answers] == [401, 401, 429, 429]
        assert answers[-1].headers["retry-after"] == "600"
        assert (await Client(floor).post("/api/login", ANN)).refusal == "too_many_failures"

    on_a_floor(tmp_path, test)


def test_a_changed_password_ends_every_other_session(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        here, there = Client(floor), Client(floor)
        await here.post("/api/register", ANN)
        await there.post("/api/login", ANN)
        new = {"password": PASSWORD, "new_password": "a better one this time"}
        assert (await here.put("/api/me/password", {**new, "password": "x" * 20})).refusal == "password_is_wrong"
        assert (await here.put("/api/me/password", {**new, "new_password": "short"})).refusal == "password_is_too_weak"
        assert (await here.put("/api/me/password", new)).status == 200
        assert (await here.get("/api/me")).status == 200
        assert (await there.get("/api/me")).refusal == "not_signed_in"

    on_a_floor(tmp_path, test)


def test_a_made_password_must_be_changed_before_anything_else(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        password = await floor.accounts.first_admin()
        client = Client(floor)
        me = await client.post("/api/login", {"name": "admin", "password": password})
        assert me.body["must_change_password"] is True
        assert (await client.get("/api/accounts")).refusal == "password_must_be_changed"
        await client.put("/api/me/password", {"password": password, "new_password": "a better one this time"})
        assert (await client.get("/api/accounts")).status == 200

    on_a_floor(tmp_path, test)


def test_a_patron_who_hides_the_name_is_nameless_at_once(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client, seen = Client(floor), []
        floor.accounts.on_shown.append(lambda patron, name: seen.append((patron, name)))
        await client.post("/api/register", ANN)
        for shows_name in (True, False):
            await client.ask("PATCH", "/api/me", {"shows_name": shows_name})
        assert seen == [(client.id, "Ann"), (client.id, "")]

    on_a_floor(tmp_path, test)


def test_choices_are_kept_and_what_is_left_out_stays(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        await client.ask("PATCH", "/api/me", {"shows_name": True})
        me = await client.ask("PATCH", "/api/me", {"language": "ko"})
        assert me.body["choices"] == {"shows_name": True, "language": "ko", "shows_credits": False}

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "Ann"}, 400),
        ({"name": 5, "password": PASSWORD}, 400),
        ({**ANN, "role": "admin"}, 400),  # nobody gives themselves a role
        ({"name": "Ann", "password": "p" * 201}, 400),
        ({"name": "Ann", "password": "p" * 20_000}, 413),
        (["Ann"], 400),
    ],
)
def test_a_body_that_does_not_fit_is_a_problem_that_names_the_field(tmp_path: Path, body: object, status: int) -> None:
    async def test(floor: SmallFloor) -> None:
        answer = await Client(floor).post("/api/register", body)
        assert answer.status == status
        assert answer.refusal == ("request_is_invalid" if status == 400 else "body_is_too_large")

    on_a_floor(tmp_path, test)


def test_a_locked_session_is_nobody_where_nobody_may_look(tmp_path: Path) -> None:
    """What a route shows to its visitor alone, it does not show to whoever finds the screen."""

    @get("/api/visitor", roles=ANYONE)
    async def seen(visitor: Visitor) -> dict[str, str]:
        return {"visitor": visitor.account if visitor else "nobody"}

    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        floor.app = PreparedRoutes([seen], floor.config.base_path).serve(floor)
        client.use(floor.app)
        assert (await client.get("/api/visitor")).body == {"visitor": client.id}
        floor.now += 31 * MINUTE
        assert (await client.get("/api/visitor")).body == {"visitor": "nobody"}

    on_a_floor(tmp_path, test)
