"""Signing in and out: guests, registration, log-in, and the current account."""

from typing import Annotated

from litestar import Response, get, patch, post, put
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.people.accounts import Accounts
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ANYONE, SIGNED_IN, SIGNED_IN_OR_LOCKED, STAFF, Address, Bearer, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.sign_in import Me, SignIn
from punto.server.safety.cookies import clear_cookie
from punto.server.staff.staff_log import StaffLog

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
    document: DocumentNumber = ""  # where the house requires one; only a keyed hash is stored


class OnlyPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    new_password: Password


class NewPin(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    pin: Annotated[str, Meta(max_length=8)]


class ChoicesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Omitted fields stay as they are."""

    shows_name: bool | None = None
    language: Language | None = None
    shows_credits: bool | None = None


class WhoIsHere(Struct, frozen=True):
    me: Me | None  # null: nobody is signed in


@get("/api/session", roles=ANYONE, summary="Who is signed in, if anybody")
async def who_is_here(sign_in: Desk[SignIn], bearer: Bearer) -> WhoIsHere:
    """A client's first question, so nobody being signed in is a normal answer."""
    return WhoIsHere(None if bearer is None else await sign_in.me(bearer))


@post("/api/guest", status_code=200, roles=ANYONE, summary="Enter as a guest, with play credits")
async def guest(
    sign_in: Desk[SignIn],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    config: Desk[FloorConfig],
    bearer: Bearer,
    address: Address,
) -> Response[Me]:
    """An existing session is kept."""
    if bearer is not None:
        return Response(await sign_in.me(bearer))
    if not config.has_guests:
        raise RequestRefused(PeopleRefusal.GUESTS_ARE_NOT_OFFERED)
    await sign_in.limit_newcomers(address)
    account = await accounts.new_guest()
    await cashier.play_credits(account.id)
    return await sign_in.new_session(account, config)


@post("/api/register", status_code=200, roles=ANYONE, summary="Register; a guest keeps purse and record")
async def register(
    sign_in: Desk[SignIn],
    accounts: Desk[Accounts],
    cashier: Desk[CashierDesk],
    config: Desk[FloorConfig],
    bearer: Bearer,
    address: Address,
    data: JSONBody[Registration],
) -> Response[Me]:
    """The guest's cookie becomes invalid, so a stolen copy does not open the account."""
    if config.people.registration != "open":
        raise RequestRefused(PeopleRefusal.REGISTRATION_IS_CLOSED)
    if bearer is not None and not bearer.is_guest:
        raise RequestRefused(PeopleRefusal.IS_REGISTERED)
    if bearer is None:
        await sign_in.limit_newcomers(address)
    document = data.document if config.people.identity == "document" else None
    account = await accounts.register(data.name, data.password, bearer.account if bearer else None, document)
    if isinstance(account, PeopleRefusal):
        raise RequestRefused(account)
    if bearer is None:
        await cashier.play_credits(account.id)  # refused where money is real; the purse then starts empty
    return await sign_in.new_session(account, config)


@post("/api/login", status_code=200, roles=ANYONE, summary="Log in")
async def log_in(
    sign_in: Desk[SignIn],
    config: Desk[FloorConfig],
    bearer: Bearer,
    address: Address,
    data: JSONBody[Credentials],
) -> Response[Me]:
    account, action = await sign_in.log_in(data.name, data.password, address)
    return await sign_in.new_session(account, config, action, instead_of=bearer)


@post("/api/logout", status_code=204, roles=SIGNED_IN_OR_LOCKED, summary="Log out")
async def log_out(
    sign_in: Desk[SignIn], sessions: Desk[Sessions], config: Desk[FloorConfig], identity: Who
) -> Response[None]:
    await sign_in.staff_acts(identity, "log_out")
    await sessions.end(identity.session)
    return Response(None, headers={"set-cookie": clear_cookie(config)})


@post("/api/reauthenticate", status_code=200, roles=SIGNED_IN_OR_LOCKED, summary="Unlock an idle session")
async def reauthenticate(
    sign_in: Desk[SignIn],
    config: Desk[FloorConfig],
    identity: Who,
    address: Address,
    data: JSONBody[OnlyPassword],
) -> Response[Me]:
    """A new session replaces the locked one, whose cookie somebody may have copied in the meantime."""
    account, action = await sign_in.check_password(identity, data.password, address, "reauthenticate")
    return await sign_in.new_session(account, config, action, instead_of=identity)


@post("/api/me/lock", status_code=200, roles=SIGNED_IN, summary="Lock your session until the password is entered")
async def lock(sign_in: Desk[SignIn], sessions: Desk[Sessions], identity: Who) -> Me:
    if identity.is_guest:
        raise RequestRefused(PeopleRefusal.IS_A_GUEST, "a guest has no password to unlock with")
    await sessions.lock(identity.session)
    return await sign_in.me(replace(identity, is_locked=True))


@get("/api/me", roles=SIGNED_IN_OR_LOCKED, summary="Your account, and how long you have played")
async def me(sign_in: Desk[SignIn], identity: Who) -> Me:
    return await sign_in.me(identity)


@patch("/api/me", roles=SIGNED_IN, summary="Choose what others see and how amounts are shown")
async def choose(sign_in: Desk[SignIn], accounts: Desk[Accounts], identity: Who, data: JSONBody[ChoicesChange]) -> Me:
    account = await accounts.account(identity.account)
    assert account is not None, "a session has an account"
    wanted = {name: value for name, value in asdict(data).items() if value is not None}
    await accounts.choose(identity.account, replace(account.choices, **wanted))
    return await sign_in.me(identity)


@put("/api/me/password", status_code=200, roles=SIGNED_IN_OR_LOCKED, summary="Change the password")
async def change_password(
    sign_in: Desk[SignIn],
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    config: Desk[FloorConfig],
    identity: Who,
    address: Address,
    data: JSONBody[NewPassword],
) -> Response[Me]:
    """Ends every session of the account and starts a new one here."""
    account, action = await sign_in.check_password(identity, data.password, address, "change_password")
    changed = await accounts.change_password(account, data.new_password)
    if isinstance(changed, PeopleRefusal):
        if action:
            await staff_log.refused(action, changed)
        raise RequestRefused(changed)
    return await sign_in.new_session(changed, config)


@put("/api/me/pin", status_code=204, roles=STAFF, summary="Set the PIN for tapping in and for confirming")
async def set_pin(
    sign_in: Desk[SignIn],
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    identity: Who,
    address: Address,
    data: JSONBody[NewPin],
) -> None:
    """Needs the password. Sessions go on."""
    account, action = await sign_in.check_password(identity, data.password, address, "set_pin")
    changed = await accounts.pins.set(account, data.pin)
    if isinstance(changed, PeopleRefusal):
        await staff_log.refused(action, changed)
        raise RequestRefused(changed)


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
    set_pin,
]
