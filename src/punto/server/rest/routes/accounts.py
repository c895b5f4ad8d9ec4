"""Coming in and going out: guests, registration, log-in, and who one is."""

from typing import Annotated

from litestar import Response, get, patch, post, put
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from punto.server.people.account import Account, Choices
from punto.server.people.identity import Identity, Role
from punto.server.people.refusals import PeopleRefusal
from punto.server.rest.floor_here import FloorHere, RestFloor
from punto.server.rest.guards import ANYONE, SIGNED_IN, SIGNED_IN_OR_LOCKED, Address, Bearer, Who
from punto.server.rest.problems import Refused
from punto.server.rest.routes.protection import Limits, limits_of
from punto.server.safety.cookies import clear_cookie, set_cookie
from punto.server.staff.staff_events import By

Name = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=200)]
DocumentNumber = Annotated[str, Meta(max_length=60)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2}(-[A-Z]{2})?$(?!\n)")]


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password
    document: DocumentNumber = ""  # where the house asks for one; only a keyed hash of it is kept


class OnlyPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    new_password: Password


class ChoicesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    shows_name: bool | None = None
    language: Language | None = None
    shows_credits: bool | None = None


class SessionClock(Struct, frozen=True):
    """Of the play session, which ends after half an hour without a bet."""

    elapsed_ms: int
    staked: int
    returned: int


class Me(Struct, frozen=True):
    id: str
    name: str  # empty: a guest
    role: Role
    is_guest: bool
    is_locked: bool  # `POST /api/reauthenticate` unlocks
    must_change_password: bool
    request_token: str  # to be sent as `X-Punto-Token` with every request that changes something
    choices: Choices
    session: SessionClock
    limits: Limits | None  # of one's own; null for staff, who do not play
    server_time: int


class WhoIsHere(Struct, frozen=True):
    me: Me | None  # null: nobody is signed in here


@get("/api/session", roles=ANYONE, summary="Who is signed in here, if anybody is")
async def who_is_here(floor: FloorHere, bearer: Bearer) -> WhoIsHere:
    """What a client asks first: a newcomer has done nothing wrong, so nobody is an answer too."""
    return WhoIsHere(None if bearer is None else await _me(floor, bearer))


@post("/api/guest", status_code=200, roles=ANYONE, summary="Come in as a guest, with play credits")
async def guest(floor: FloorHere, bearer: Bearer, address: Address) -> Response[Me]:
    """Whoever has a session already keeps it."""
    if bearer is not None:
        return Response(await _me(floor, bearer))
    if not floor.config.has_guests:
        raise Refused(PeopleRefusal.GUESTS_ARE_NOT_OFFERED)
    _limit_newcomers(floor, address)
    account = await floor.accounts.new_guest()
    await floor.cashier.play_credits(account.id)
    return await _signed_in(floor, account)


@post("/api/register", status_code=200, roles=ANYONE, summary="Register; a guest keeps purse and record")
async def register(floor: FloorHere, bearer: Bearer, address: Address, data: JSONBody[Registration]) -> Response[Me]:
    """The guest's cookie is worth nothing from then on: whoever else has it does not have the account."""
    if floor.config.people.registration != "open":
        raise Refused(PeopleRefusal.REGISTRATION_IS_CLOSED)
    if bearer is not None and not bearer.is_guest:
        raise Refused(PeopleRefusal.IS_REGISTERED)
    if bearer is None:
        _limit_newcomers(floor, address)
    document = data.document if floor.config.people.identity == "document" else None
    account = await floor.accounts.register(data.name, data.password, bearer.patron if bearer else None, document)
    if isinstance(account, PeopleRefusal):
        raise Refused(account)
    if bearer is None:
        await floor.cashier.play_credits(account.id)  # refused where money is real: then the purse starts empty
    return await _signed_in(floor, account)


@post("/api/login", status_code=200, roles=ANYONE, summary="Log in")
async def log_in(floor: FloorHere, bearer: Bearer, address: Address, data: JSONBody[Credentials]) -> Response[Me]:
    account = await floor.accounts.log_in(data.name, data.password, address)
    if isinstance(account, PeopleRefusal):
        tried = await floor.accounts.find(data.name)
        floor.staff_failures.failed(tried, "log_in", data.name, address, account)
        raise Refused(account, retry_after_ms=floor.accounts.wait_ms(data.name, address))
    action = 0
    if account.is_staff:
        await floor.staff_failures.write(account.id)
        action = await floor.staff_log.acts(By(account.id, account.role, address), "log_in")
    return await _signed_in(floor, account, action, instead_of=bearer)


@post("/api/logout", status_code=204, roles=SIGNED_IN_OR_LOCKED, summary="Log out")
async def log_out(floor: FloorHere, identity: Who) -> Response[None]:
    await _staff_acts(floor, identity, "log_out")
    await floor.sessions.end(identity.session)
    return Response(None, headers={"set-cookie": clear_cookie(floor.config)})


@post("/api/reauthenticate", status_code=200, roles=SIGNED_IN_OR_LOCKED, summary="Unlock a session that was idle")
async def reauthenticate(
    floor: FloorHere, identity: Who, address: Address, data: JSONBody[OnlyPassword]
) -> Response[Me]:
    """A new session takes the place of the locked one, whose cookie somebody else may have seen meanwhile."""
    account = await _check_password(floor, identity, data.password, address, "reauthenticate")
    action = await _staff_acts(floor, identity, "reauthenticate")
    return await _signed_in(floor, account, action, instead_of=identity)


@post("/api/me/lock", status_code=200, roles=SIGNED_IN, summary="Lock one's own session until the password comes")
async def lock(floor: FloorHere, identity: Who) -> Me:
    if identity.is_guest:
        raise Refused(PeopleRefusal.IS_A_GUEST, "a guest has no password to unlock with")
    await floor.sessions.lock(identity.session)
    return await _me(floor, replace(identity, is_locked=True))


@get("/api/me", roles=SIGNED_IN_OR_LOCKED, summary="Who one is, and how long one has played")
async def me(floor: FloorHere, identity: Who) -> Me:
    return await _me(floor, identity)


@patch("/api/me", roles=SIGNED_IN, summary="Choose what others see, and how values are shown")
async def choose(floor: FloorHere, identity: Who, data: JSONBody[ChoicesChange]) -> Me:
    account = await floor.accounts.account(identity.patron)
    assert account is not None, "a session has an account"
    wanted = {name: value for name, value in asdict(data).items() if value is not None}
    await floor.accounts.choose(identity.patron, replace(account.choices, **wanted))
    return await _me(floor, identity)


@put("/api/me/password", status_code=200, roles=SIGNED_IN_OR_LOCKED, summary="Change the password")
async def change_password(
    floor: FloorHere, identity: Who, address: Address, data: JSONBody[NewPassword]
) -> Response[Me]:
    """Every session of the account ends; this one is followed by a new one."""
    account = await _check_password(floor, identity, data.password, address, "change_password")
    action = await _staff_acts(floor, identity, "change_password")
    changed = await floor.accounts.change_password(account, data.new_password)
    if isinstance(changed, PeopleRefusal):
        if action:
            await floor.staff_log.refused(action, changed)
        raise Refused(changed)
    return await _signed_in(floor, changed)


async def _staff_acts(floor: RestFloor, identity: Identity, action: str) -> int:
    """Its number in the staff log; 0: a patron has done it, of whom nothing is written there."""
    if identity.role is Role.PATRON:
        return 0
    await floor.staff_failures.write(identity.patron)
    return await floor.staff_log.acts(identity, action)


async def _check_password(floor: RestFloor, identity: Identity, password: str, address: str, action: str) -> Account:
    account = await floor.accounts.check_password(identity.patron, password, address)
    if isinstance(account, PeopleRefusal):
        name = await floor.accounts.name_of(identity.patron)
        floor.staff_failures.failed(await floor.accounts.account(identity.patron), action, name, address, account)
        raise Refused(account, retry_after_ms=floor.accounts.wait_ms(name, address))
    return account


def _limit_newcomers(floor: RestFloor, address: str) -> None:
    wait_ms = floor.accounts.tries.newcomer_wait_ms(address)
    if wait_ms:
        raise Refused("too_many_requests", "too many new accounts from one address", wait_ms)


async def _signed_in(
    floor: RestFloor, account: Account, action: int = 0, instead_of: Identity | None = None
) -> Response[Me]:
    """With a new cookie, however one has come; `action` is what the staff log says of it."""
    token = await floor.accounts.admit(account, floor.sessions.begin)
    if isinstance(token, PeopleRefusal):
        if action:
            await floor.staff_log.refused(action, token)
        raise Refused(token)
    if instead_of is not None:
        await floor.sessions.end(instead_of.session)
    cookie = set_cookie(token, floor.config)
    identity = await floor.sessions.identify([(b"cookie", cookie.encode())])
    if identity is None:  # it has ended again already
        raise Refused(PeopleRefusal.ACCOUNT_HAS_CHANGED)
    return Response(await _me(floor, identity), headers={"set-cookie": cookie})


async def _me(floor: RestFloor, identity: Identity) -> Me:
    account = await floor.accounts.account(identity.patron)
    assert account is not None, "a session has an account"
    now = floor.clock()
    session = floor.protection.session(identity.patron, now)
    return Me(
        id=identity.patron,
        name=await floor.accounts.name_of(identity.patron),
        role=identity.role,
        is_guest=identity.is_guest,
        is_locked=identity.is_locked,
        must_change_password=identity.must_change_password,
        request_token=floor.sessions.request_token(identity.session),
        choices=account.choices,
        session=SessionClock(session.elapsed_ms, session.staked, session.returned),
        limits=limits_of(floor, identity.patron) if identity.role is Role.PATRON else None,
        server_time=now,
    )


ROUTES: list[ControllerRouterHandler] = [
    who_is_here,
    guest,
    register,
    log_in,
    log_out,
    reauthenticate,
    lock,
    me,
    choose,
    change_password,
]
