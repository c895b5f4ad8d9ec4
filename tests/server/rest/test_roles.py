"""Every route of the server against everybody: who is let through, who is refused and by which name.

The table below is the decision; the application must agree with it, and no route may be missing from it.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
from msgspec.structs import replace

from punto.server.people.identity import Role
from punto.server.rest.guards import (
    ADMIN,
    ANYONE,
    ATTENDANT,
    CAGE,
    COUNTER,
    DEALER,
    DEVICE,
    PATRON,
    SIGNED_IN,
    SIGNED_IN_OR_LOCKED,
    STAFF,
    SUPERVISOR,
    Access,
    access_refused,
)
from punto.server.safety.cookies import COOKIE
from tests.server.whole_floor import WholeFloor, open_whole_floor

EXPECTED: dict[str, Access] = {
    "GET /api/session": ANYONE,  # a locked one sees that it is locked
    "POST /api/guest": ANYONE,
    "POST /api/register": ANYONE,
    "POST /api/login": ANYONE,
    "POST /api/logout": SIGNED_IN_OR_LOCKED,
    "POST /api/reauthenticate": SIGNED_IN_OR_LOCKED,
    "GET /api/me": SIGNED_IN_OR_LOCKED,
    "PATCH /api/me": SIGNED_IN,
    "POST /api/me/lock": SIGNED_IN,
    "PUT /api/me/password": SIGNED_IN_OR_LOCKED,
    "PUT /api/me/pin": STAFF,
    "GET /api/me/limits": PATRON,
    "PATCH /api/me/limits": PATRON,
    "POST /api/me/cool-off": PATRON,
    "POST /api/me/self-exclusion": PATRON,
    "GET /api/me/saved-bets": PATRON,
    "POST /api/me/saved-bets": PATRON,
    "PATCH /api/me/saved-bets/{number}": PATRON,
    "DELETE /api/me/saved-bets/{number}": PATRON,
    "GET /api/purse": PATRON,
    "POST /api/purse/play-credits": PATRON,
    "POST /api/cashout": PATRON,
    "GET /api/tickets": PATRON,
    "POST /api/tickets/redeem": PATRON,
    "GET /api/tickets/{code}": ATTENDANT,
    "POST /api/tickets/{code}/pay": ATTENDANT,
    "GET /api/patrons": ATTENDANT,
    "POST /api/buy-in": ATTENDANT,
    "GET /api/cashier/entries": CAGE,
    "POST /api/cashier/entries/{number}/reverse": SUPERVISOR,
    "GET /api/cashier/entries/{number}/receipt": CAGE,
    "GET /api/cashier/entries/{number}/receipt.html": CAGE,
    "GET /api/drawer": CAGE,
    "POST /api/drawer/open": CAGE,
    "POST /api/drawer/close": CAGE,
    "GET /api/drawers": SUPERVISOR,
    "GET /api/days": SUPERVISOR,
    "GET /api/days/{day}": SUPERVISOR,
    "POST /api/days/{day}/sign": SUPERVISOR,
    "GET /api/days/{day}/close.pdf": SUPERVISOR,
    "GET /api/days/{day}/close.csv": SUPERVISOR,
    "GET /api/station": PATRON,
    "POST /api/station/reserve": PATRON,
    "POST /api/station/release": PATRON,
    "POST /api/station/menu/open": PATRON,
    "POST /api/station/menu": PATRON,
    "PUT /api/station/menu/tables/{table}": PATRON,
    "GET /api/reservations": CAGE,
    "POST /api/reservations/{number}/lift": CAGE,
    "GET /api/house-owes": CAGE,
    "POST /api/tips/pay": ATTENDANT,
    "POST /api/attendant-calls": PATRON,
    "GET /api/attendant-calls": ATTENDANT,
    "GET /api/attendant-calls/own": PATRON,
    "POST /api/attendant-calls/{call_id}/take": ATTENDANT,
    "POST /api/attendant-calls/{call_id}/done": ATTENDANT,
    "POST /api/staff/tables/{table}/pause": DEALER,
    "POST /api/staff/tables/{table}/resume": SUPERVISOR,
    "POST /api/staff/tables/{table}/cancel": SUPERVISOR,
    "GET /api/staff/disputes": SUPERVISOR,
    "POST /api/staff/tables/{table}/void": SUPERVISOR,
    "POST /api/staff/tables/{table}/dismiss": SUPERVISOR,
    "POST /api/staff/tables/{table}/correct": SUPERVISOR,
    "GET /api/accounts": ADMIN,
    "PUT /api/accounts/{patron}/role": ADMIN,
    "POST /api/accounts/{patron}/unlock": ADMIN,
    "POST /api/accounts/{patron}/suspend": SUPERVISOR,
    "POST /api/accounts/{patron}/restore": SUPERVISOR,
    "POST /api/accounts/{patron}/password": ADMIN,
    "DELETE /api/accounts/{patron}/person": ADMIN,
    "GET /api/staff": ADMIN,
    "POST /api/staff": ADMIN,
    "POST /api/patrons": COUNTER,
    "GET /api/staff/digests": SUPERVISOR,
    "GET /api/staff/nodes": SUPERVISOR,
    "POST /api/staff/digests": SUPERVISOR,
    "POST /api/staff/digests/alarm/end": SUPERVISOR,
    "GET /api/staff/log": ADMIN,
    "GET /api/staff/log.csv": ADMIN,
    "DELETE /api/staff/log/{number}/note": ADMIN,
    "GET /api/reports/dealers": SUPERVISOR,
    "GET /api/reports/dealers.csv": SUPERVISOR,
    "GET /api/staff/floor": SUPERVISOR,
    "GET /api/staff/floor.csv": SUPERVISOR,
    "GET /api/staff/incidents": SUPERVISOR,
    "GET /api/staff/incidents.csv": SUPERVISOR,
    "GET /api/staff/tables/{table}": SUPERVISOR,
    "GET /api/staff/tables/{table}/events": SUPERVISOR,
    "GET /api/staff/tables/{table}/events.csv": SUPERVISOR,
    "GET /api/staff/tables/{table}/returns": SUPERVISOR,
    "GET /api/staff/tables/{table}/returns.csv": SUPERVISOR,
    "GET /api/staff/tables/{table}/rounds/{shoe}/{coup}": SUPERVISOR,
    "GET /api/staff/tables/{table}/shoe.csv": SUPERVISOR,
    "GET /api/staff/waiting.csv": SUPERVISOR,
    "POST /api/staff/floor/close": SUPERVISOR,
    "POST /api/staff/floor/open": SUPERVISOR,
    "POST /api/staff/tables/{table}/correct/preview": SUPERVISOR,
    "POST /api/staff/tables/{table}/void/preview": SUPERVISOR,
    "PUT /api/staff/tables/{table}/limits": SUPERVISOR,
    "GET /api/staff/dealers": DEALER,
    "GET /api/dealing": DEALER,
    "GET /api/dealing/{table}": DEALER,
    "POST /api/dealing/{table}/tap-in": DEALER,
    "POST /api/dealing/{table}/tap-out": DEALER,
    "POST /api/dealing/{table}/shoe": DEALER,
    "POST /api/dealing/{table}/open": DEALER,
    "POST /api/dealing/{table}/close": DEALER,
    "POST /api/dealing/{table}/scan": DEALER,
    "POST /api/dealing/{table}/card": DEALER,
    "POST /api/dealing/{table}/confirm": DEALER,
    "POST /api/dealing/{table}/divider": DEALER,
    "POST /api/dealing/{table}/pause": DEALER,
    "POST /api/dealing/{table}/scan-again": DEALER,
    "POST /api/dealing/{table}/end-stage": DEALER,
    "POST /api/dealing/{table}/call": DEALER,
    "PUT /api/dealing/{table}/relief": SUPERVISOR,
    "POST /api/dealing/{table}/early-card": SUPERVISOR,
    "POST /api/dealing/{table}/misdeal": SUPERVISOR,
    "POST /api/dealing/{table}/set-aside": SUPERVISOR,
    "POST /api/dealing/{table}/rebuild": SUPERVISOR,
    "POST /api/dealing/{table}/abandon": SUPERVISOR,
    "GET /api/staff/confirmations": DEALER,
    "POST /api/staff/confirmations/{number}": DEALER,
    "POST /api/staff/confirmations/{number}/withdraw": DEALER,
    "GET /api/staff/calls": SUPERVISOR,
    "POST /api/staff/calls/{number}/take": SUPERVISOR,
    "POST /api/staff/calls/{number}/done": SUPERVISOR,
    "GET /api/staff/tables/{table}/talk": DEALER,
    "POST /api/staff/tables/{table}/talk/open": DEALER,
    "POST /api/staff/tables/{table}/talk/{line}/let-through": DEALER,
    "POST /api/staff/tables/{table}/talk/{line}/remove": DEALER,
    "GET /api/staff/talk": SUPERVISOR,
    "POST /api/staff/talk/mute": DEALER,
    "POST /whep/{table}": ANYONE,
    "DELETE /whep/{table}/{session}": ANYONE,
    "GET /hls/{table}/{name}": ANYONE,
    "GET /api/dealing/{table}/picture": DEALER,
    "POST /api/dealing/{table}/picture": DEALER,
    "POST /api/scanners/{table}/picture": DEVICE,
    "POST /api/scanners/{table}/scan": DEVICE,
    "POST /api/scanners/{table}/alive": DEVICE,
    "GET /api/devices": ADMIN,
    "POST /api/devices": ADMIN,
    "DELETE /api/devices/{device}": ADMIN,
    "GET /api/lobby": ANYONE,
    "GET /api/books": ANYONE,
    "GET /api/books/{book}": ANYONE,
    "GET /api/books/{book}/why": ANYONE,
    "GET /api/books/{book}/help": ANYONE,
    "GET /api/books/{book}/help.html": ANYONE,
    "GET /api/tables/{table}": ANYONE,
    "GET /api/tables/{table}/roads": ANYONE,
    "GET /api/tables/{table}/display": ANYONE,
    "GET /api/tables/{table}/join.svg": ANYONE,
    "GET /api/record": PATRON,
    "GET /api/record.csv": PATRON,
    "GET /api/record/figures": PATRON,
    "GET /api/desk/patrons": CAGE,
    "GET /api/desk/patrons/{patron}": CAGE,
    "GET /api/desk/patrons/{patron}/statement": CAGE,
    "GET /api/desk/patrons/{patron}/statement.csv": CAGE,
    "GET /api/desk/rounds/{table}/{shoe}/{coup}": CAGE,
    "POST /api/desk/patrons/{patron}/notes": SUPERVISOR,
    "DELETE /api/desk/patrons/{patron}/notes/{number}": SUPERVISOR,
    "PATCH /api/desk/patrons/{patron}/limits": SUPERVISOR,
    "POST /api/desk/patrons/{patron}/exclude": SUPERVISOR,
    "POST /api/desk/patrons/{patron}/adjust": SUPERVISOR,
    "GET /api/desk/patrons/{patron}/data": SUPERVISOR,
    "GET /api/rounds/{table}/{shoe}/{coup}": ANYONE,  # own wagers are shown to their owner alone
    "GET /api/fairness/{table}": ANYONE,
    "GET /api/fairness/{table}/{shoe}": ANYONE,
    "GET /api/reports/day": SUPERVISOR,
    "GET /api/reports/tables": SUPERVISOR,
    "GET /api/reports/bets": SUPERVISOR,
    "GET /api/reports/tips": SUPERVISOR,
    "GET /": ANYONE,
    "GET /staff": ANYONE,
    "GET /staff/{place}": ANYONE,
    "GET /display/{table}": ANYONE,
    "GET /assets/{name}": ANYONE,
    "GET /manifest.webmanifest": ANYONE,
    "GET /service-worker.js": ANYONE,
    "GET /icon.svg": ANYONE,
    "GET /icon-192.png": ANYONE,
    "GET /icon-512.png": ANYONE,
    "GET /favicon.ico": ANYONE,
    "GET /status": ANYONE,
    "GET /status.css": ANYONE,
    "GET /help/{book}": ANYONE,
    "GET /healthz": ANYONE,
    "GET /readyz": ANYONE,
    "GET /metrics": ANYONE,
    "GET /api/docs/openapi.json": ANYONE,
    "GET /api/docs/{path}": ANYONE,
    "GET /api/docs": ANYONE,
}

# What the guard itself says; anything else is the handler's own answer.
GUARD = {"not_signed_in", "role_is_not_allowed", "session_is_locked", "password_must_be_changed"}
EVERYBODY = [None, *Role]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[asyncio.Runner, WholeFloor]]:
    with asyncio.Runner() as runner:
        floor = runner.run(open_whole_floor(tmp_path_factory.mktemp("floor")))
        yield runner, floor
        runner.run(floor.close())


def test_every_route_stands_in_the_table_with_its_roles(whole: tuple[asyncio.Runner, WholeFloor]) -> None:
    found = {f"{method} {path}": access.title for (method, path), access in whole[1].routes.items()}
    assert found == {route: access.title for route, access in EXPECTED.items()}


@pytest.mark.parametrize("state", ["fresh", "locked", "password made by another"])
@pytest.mark.parametrize("role", EVERYBODY, ids=lambda role: role or "nobody")
def test_every_route_refuses_the_wrong_roles_and_no_others(
    whole: tuple[asyncio.Runner, WholeFloor], role: Role | None, state: str
) -> None:
    runner, floor = whole
    for route, access in EXPECTED.items():
        refusal = runner.run(_asked(floor, route, role, state))
        expected = _expected(access, role, state)
        assert (refusal if refusal in GUARD else None) == expected, f"{route} for {role or 'nobody'}, {state}"


def _expected(access: Access, role: Role | None, state: str) -> str | None:
    """Said again in the words of the rules, so that a mistake in the guard does not excuse itself."""
    if role is None:
        return "not_signed_in" if access.needs_session else None
    if role not in access.roles:
        return "role_is_not_allowed"
    if access in (ANYONE, SIGNED_IN_OR_LOCKED) or state == "fresh":
        return None
    return "session_is_locked" if state == "locked" else "password_must_be_changed"


async def _asked(floor: WholeFloor, route: str, role: Role | None, state: str) -> str | None:
    """The name of the problem, if any. Each request has a session of its own: some routes end it."""
    method, _, path = route.partition(" ")
    headers = {"Content-Type": "application/json"}
    if role is not None:
        account = replace(floor.people[role], must_change_password=state.startswith("password"))
        token, request_token = await floor.session(account, is_locked=state == "locked")
        headers |= {"Cookie": f"{COOKIE}={token}", "X-Punto-Token": request_token}
    transport = httpx.ASGITransport(app=cast(Any, floor.app))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        content = None if method == "GET" else b"{}"
        response = await client.request(
            method,
            path.format(**floor.known, path="x.json", name="x.js", place="floor"),
            content=content,
            headers=headers,
        )
    assert response.status_code < 500, f"{route}: {response.text}"
    return str(json.loads(response.content)["name"]) if response.status_code >= 400 else None


@pytest.mark.parametrize(
    ("access", "roles"),
    [
        (PATRON, "patron"),
        (ATTENDANT, "attendant admin"),
        (CAGE, "attendant supervisor admin"),
        (DEALER, "dealer supervisor admin"),
        (SUPERVISOR, "supervisor admin"),
        (ADMIN, "admin"),
        (SIGNED_IN, "patron dealer attendant supervisor admin"),
    ],
)
def test_which_roles_each_word_means(access: Access, roles: str) -> None:
    assert access.roles == frozenset(map(Role, roles.split()))
    assert access_refused(access, None) == "not_signed_in"
