"""What stands around every route: origins, tokens, rates, sizes, headers, and problems for everything else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.safety.address import address_of
from punto.server.safety.headers import content_policy
from punto.server.safety.origin import origin_is_ours
from punto.server.safety.rate_limit import RateLimit
from punto.server.store.failures import StoreCannotWrite, StoreIsLost
from punto.server.store.values import Outcome
from tests.server.people.desks import CONFIG, MINUTE
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, JADE, Client, SmallFloor, on_a_floor

LIMITS: dict[str, object] = {"loss_a_day": 5}


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({}, True),  # a program that is no browser
        ({"origin": "http://localhost:8000"}, True),
        ({"origin": "https://localhost:8000"}, True),  # TLS ended at a proxy
        ({"origin": "http://LOCALHOST:8000"}, True),
        ({"origin": "http://localhost"}, False),
        ({"origin": "http://evil.test:8000"}, False),
        ({"origin": "http://localhost:8000.evil.test"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://["}, False),
        ({"origin": "https://casino.example"}, True),  # the public address
        ({"origin": "https://casino.example:443"}, True),
        ({"sec-fetch-site": "same-origin", "origin": "http://localhost:8000"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site", "origin": "http://localhost:8000"}, False),
    ],
)
def test_whether_a_request_comes_from_our_own_pages(headers: dict[str, str], *, is_ours: bool) -> None:
    config = replace(CONFIG, public_url="https://casino.example/punto")
    sent = [(b"host", b"localhost:8000"), *((name.encode(), value.encode()) for name, value in headers.items())]
    assert origin_is_ours(sent, config) is is_ours


@pytest.mark.parametrize(
    ("headers", "refusal"),
    [
        ({}, None),
        ({"Origin": "http://localhost"}, None),
        ({"Origin": "http://evil.test"}, "origin_is_not_ours"),
        ({"Sec_Fetch_Site": "cross-site"}, "origin_is_not_ours"),
        ({"X_Punto_Token": ""}, "request_token_is_wrong"),
        ({"X_Punto_Token": "0" * 64}, "request_token_is_wrong"),
        ({"Content_Type": "text/plain"}, "body_is_not_json"),  # what a foreign form can send
        ({"Content_Type": "application/x-www-form-urlencoded"}, "body_is_not_json"),
        ({"Content_Type": "application/json; charset=utf-8"}, None),
    ],
)
def test_what_changes_something_comes_from_our_pages_with_a_token_and_in_json(
    tmp_path: Path, headers: dict[str, str], refusal: str | None
) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        assert (await client.ask("PATCH", "/api/me/limits", LIMITS, **headers)).refusal == refusal
        stands = (await client.get("/api/me/limits")).body["loss_a_day"]
        assert stands == {"now": None if refusal else 5, "next": None, "next_at": None}

    on_a_floor(tmp_path, test)


def test_the_token_of_another_session_is_worth_nothing(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, eve = await floor.client(Role.PATRON), await floor.client(Role.PATRON)
        ann.token = eve.token
        assert (await ann.patch("/api/me/limits", LIMITS)).refusal == "request_token_is_wrong"

    on_a_floor(tmp_path, test)


def test_one_account_and_one_address_are_limited_apart(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, bob = await floor.client(Role.PATRON), await floor.client(Role.PATRON)
        answers = [await ann.get("/api/me") for _ in range(6)]
        assert [answer.status for answer in answers] == [200] * 5 + [429]
        assert answers[-1].refusal == "too_many_requests"
        assert answers[-1].headers["retry-after"] == "12"
        assert (await bob.get("/api/me")).status == 200
        assert [(await Client(floor).get("/nowhere")).status for _ in range(2)] == [404, 429]  # ten from this address
        assert (await Client(floor, "10.0.0.2").get("/nowhere")).status == 404
        floor.now += MINUTE
        assert (await ann.get("/api/me")).status == 200

    safety = replace(CONFIG.safety, requests_a_minute=5, address_requests_a_minute=8)
    on_a_floor(tmp_path, test, replace(CONFIG_WITH_TABLE, safety=safety))


def test_buckets_fill_again_and_never_above_their_burst() -> None:
    limit = RateLimit(allowed=60, period_ms=60_000, burst=2)
    assert [limit.wait_ms("a", 0) for _ in range(3)] == [0, 0, 1_000]
    assert [limit.wait_ms("a", 999), limit.wait_ms("a", 1_000)] == [1, 0]
    assert [limit.wait_ms("a", 1_000_000) for _ in range(3)] == [0, 0, 1_000]
    assert limit.wait_ms("a", 500_000) > 0  # a clock that jumps back gives nothing away


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("10.1.2.3", 80), "10.1.2.3"),
        (("::ffff:10.1.2.3", 80), "10.1.2.3"),
        (("2001:db8:1:2:3:4:5:6", 80), "2001:db8:1:2::/64"),  # a household has 2**64 of them
        (("fe80::1%eth0", 80), "fe80::/64"),
        (("testclient", 80), "testclient"),
        (None, "nowhere"),
    ],
)
def test_the_address_that_is_limited(client: object, address: str) -> None:
    assert address_of({"client": client}) == address


@pytest.mark.parametrize(
    ("method", "path", "status", "name"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/api/nowhere", 404, "not_found"),
        ("DELETE", "/api/me", 405, "method_is_not_allowed"),
        ("GET", "/api/accounts?after=%00", 400, "request_is_invalid"),
        ("GET", "/api/tickets/a%00b", 400, "request_is_invalid"),
        ("GET", "/api/me", 401, "not_signed_in"),
        ("GET", "/api/accounts?limit=0", 401, "not_signed_in"),  # nobody learns what a route would want
    ],
)
def test_whatever_is_refused_is_a_problem_document_with_every_security_header(
    tmp_path: Path, method: str, path: str, status: int, name: str
) -> None:
    async def test(floor: SmallFloor) -> None:
        answer = await Client(floor).ask(method, path)
        assert (answer.status, answer.refusal) == (status, name)
        assert answer.body["type"] == f"urn:punto:problem:{name}"
        assert answer.headers["content-security-policy"] == content_policy(CONFIG)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "strict-transport-security" not in answer.headers  # plain http
        if path.startswith("/api"):
            assert answer.headers["cache-control"] == "no-store"

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(("path", "status"), [("/api/login", 405), ("/api/me", 200), ("/api/purse", 200)])
def test_head_needs_no_more_than_get_and_changes_nothing(tmp_path: Path, path: str, status: int) -> None:
    async def test(floor: SmallFloor) -> None:
        client, stranger = await floor.client(Role.PATRON), await floor.client()
        answer = await client.ask("HEAD", path)
        assert (answer.status, answer.body) == (status, {})
        assert (await stranger.ask("HEAD", path)).status == (status if status == 405 else 401)

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("method", "path", "body", "error"),
    [
        ("PATCH", "/api/me/limits", {"loss_a_day": "5"}, "loss_a_day: Expected `int | null`, got `str`"),
        ("PATCH", "/api/me/limits", {"session_minutes": 60.5}, "session_minutes: Expected `int | null`, got `float`"),
        ("PATCH", "/api/me", {"shows_name": "true"}, "shows_name: Expected `bool | null`, got `str`"),
        ("PATCH", "/api/me", {"shows_name": 1}, "shows_name: Expected `bool | null`, got `int`"),
        ("POST", "/api/me/cool-off", {"days": "1"}, "days: Expected `int`, got `str`"),
        ("POST", "/api/me/cool-off", {"days": True}, "days: Expected `int`, got `bool`"),
        ("POST", "/api/me/cool-off", [], "body: Expected `object`, got `array`"),
        ("POST", "/api/cashout", {"id": 5}, "id: Expected `str`, got `int`"),
    ],
)
def test_a_body_is_what_its_schema_says(tmp_path: Path, method: str, path: str, body: object, error: str) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        answer = await client.ask(method, path, body)
        assert (answer.status, answer.refusal, answer.body["errors"]) == (400, "request_is_invalid", [error])
        assert (await client.get("/api/me/limits")).body["may_not_bet"] is None

    on_a_floor(tmp_path, test)


def test_a_body_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        answer = await client.patch("/api/me/limits", b"[" * 8_000)
        assert (answer.status, answer.refusal) == (400, "request_is_invalid")

    on_a_floor(tmp_path, test)


def test_a_route_lists_its_methods_when_asked(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        answer = await Client(floor).ask("OPTIONS", "/api/purse")
        assert (answer.status, answer.headers["allow"]) == (204, "GET, OPTIONS")

    on_a_floor(tmp_path, test)


def test_a_lost_store_is_a_problem_that_passes(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)

        async def lost(*_: object) -> bytes:
            raise StoreIsLost

        floor.store.record = lost  # type: ignore[method-assign, assignment]
        answer = await client.get("/api/me")
        assert (answer.status, answer.refusal) == (503, "store_is_lost")
        floor.store.keep_record = lost  # type: ignore[method-assign, assignment]
        floor.now += MINUTE  # the gate writes down that the patron was seen
        assert (await client.get("/api/me")).status == 503

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(("error", "name"), [(StoreIsLost, "outcome_is_unknown"), (StoreCannotWrite, "store_is_lost")])
def test_nobody_is_told_that_nothing_was_done_who_may_have_done_something(
    tmp_path: Path, error: type[StoreIsLost], name: str
) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)

        async def lost(_: object) -> list[Outcome]:
            raise error

        floor.store.commit = lost  # type: ignore[method-assign, assignment]
        answer = await client.post("/api/purse/play-credits", {"id": "1"})
        assert (answer.status, answer.refusal) == (503, name)

    on_a_floor(tmp_path, test)


def test_a_desk_that_another_server_has_taken_is_a_problem_by_name(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)
        await floor.store.claim("cashier")  # as a restored copy does
        answer = await client.post("/api/purse/play-credits", {"id": "1"})
        assert (answer.status, answer.refusal) == (503, "server_is_busy")

    on_a_floor(tmp_path, test)


def test_our_own_mistake_tells_nothing_about_itself(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        client = await floor.client(Role.PATRON)

        async def breaks(*_: object) -> bytes:
            raise RuntimeError("the secret of the house")

        floor.store.record = breaks  # type: ignore[method-assign, assignment]
        answer = await client.get("/api/me")
        assert (answer.status, answer.refusal) == (500, "something_went_wrong")
        assert "secret" not in str(answer.body)

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("whep_url", "hls_url", "streams"),
    [
        (None, None, ""),
        (None, "https://video.example:8443/jade/live.m3u8?key=1", " https://video.example:8443"),
        ("https://rtc.example/jade/whep", "https://video.example/jade", " https://rtc.example https://video.example"),
        ("/whep/jade", "/streams/jade.m3u8", ""),
        ("http://video.example/whep", "http://video.example/jade.m3u8", ""),
    ],
)
def test_the_content_policy_lets_nothing_in_but_ours_and_the_operator_s_streams(
    whep_url: str | None, hls_url: str | None, streams: str
) -> None:
    config = replace(CONFIG_WITH_TABLE, tables=(replace(JADE, whep_url=whep_url, hls_url=hls_url),))
    policy = content_policy(config)
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert (directives["default-src"], directives["connect-src"]) == ("'none'", f"'self'{streams}")
    assert directives["media-src"] == f"'self' blob:{streams}"
    assert "unsafe" not in policy
    assert "*" not in policy
