"""Accounts, roles, suspensions and erasure, for administrators."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.people.account import Account, new_id
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity, Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.refusals import AnyRefusal, PeopleRefusal, ServerRefusal
from punto.server.rest.desks import Clock, Desk, ErasePerson
from punto.server.rest.guards import ADMIN, COUNTER, SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.accounts import DocumentNumber
from punto.server.rest.routes.staff import NoteText
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.staff_log_page import has_acted

PAGE_MAX = 200
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]


class AccountView(Struct, frozen=True):
    id: str
    name: str
    role: Role
    created_at: int
    is_guest: bool
    is_erased: bool
    is_suspended: bool
    must_change_password: bool


class AccountPage(Struct, frozen=True):
    accounts: tuple[AccountView, ...]
    next: str | None  # send it as `after`


class NewStaff(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]
    role: Role


class NewPatron(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]
    document: DocumentNumber = ""  # where the house requires one


class Suspension(Struct, frozen=True, forbid_unknown_fields=True):
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    note: NoteText = ""


class MadeAccount(Struct, frozen=True):
    """The password is shown only this once and must be changed at the first log-in."""

    account: AccountView
    password: str


class MadePassword(Struct, frozen=True):
    password: str


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    role: Role
    note: NoteText = ""


@get("/api/accounts", roles=ADMIN, summary="All accounts, by id")
async def accounts(
    accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who, after: FromQuery[str] = "", limit: PageSize = 50
) -> AccountPage:
    await staff_log.reads(identity, "read_accounts")
    page = await accounts.listed(after, limit)
    views = [await _view(accounts, account) for account in page]
    return AccountPage(tuple(views), page[-1].id if len(page) == limit else None)


@get("/api/staff", roles=ADMIN, summary="All staff")
async def staff(accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who) -> AccountPage:
    await staff_log.reads(identity, "read_accounts")
    views = [await _view(accounts, account) for account in await accounts.staff()]
    return AccountPage(tuple(views), None)


@post("/api/staff", status_code=200, roles=ADMIN, summary="Create a member of staff")
async def create_staff(
    accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who, data: JSONBody[NewStaff]
) -> MadeAccount:
    if data.role is Role.PATRON:
        raise RequestRefused(PeopleRefusal.ROLE_IS_FIXED)
    account_id = new_id()
    action = await staff_log.acts(identity, "create_staff", On(account=account_id), after=data.role)
    made = await accounts.create_staff(data.name, data.role, account_id)
    if not isinstance(made, Made):
        await _refused(staff_log, action, made)
    assert isinstance(made, Made)
    return MadeAccount(await _view(accounts, made.account), made.password)


@post("/api/patrons", status_code=200, roles=COUNTER, summary="Create an account for a patron")
async def create_patron(
    config: Desk[FloorConfig],
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    identity: Who,
    data: JSONBody[NewPatron],
) -> MadeAccount:
    """For somebody at the counter. Where only the operator registers patrons, this takes an administrator."""
    if config.people.registration == "operator" and identity.role is not Role.ADMIN:
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED, "only the operator creates accounts here")
    document = data.document if config.people.identity == "document" else None
    account_id = new_id()
    action = await staff_log.acts(identity, "create_patron", On(account=account_id))
    made = await accounts.create_patron(data.name, document, account_id)
    if not isinstance(made, Made):
        await _refused(staff_log, action, made)
    assert isinstance(made, Made)
    return MadeAccount(await _view(accounts, made.account), made.password)


@put("/api/accounts/{patron:str}/role", roles=ADMIN, summary="Change the role of a member of staff")
async def change_role(
    accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who, patron: FromPath[str], data: JSONBody[NewRole]
) -> AccountView:
    """Ends all their sessions."""
    _refuse_oneself(identity, patron)
    known, on = await _known(accounts, patron), On(account=patron)
    action = await staff_log.acts(identity, "change_role", on, before=known.role, after=data.role, note=data.note)
    await _refused(staff_log, action, await accounts.change_role(patron, data.role))
    return await _view_of(accounts, patron)


@post("/api/accounts/{patron:str}/unlock", status_code=204, roles=ADMIN, summary="Let somebody try to log in again")
async def unlock(accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who, patron: FromPath[str]) -> None:
    await _known(accounts, patron)
    action = await staff_log.acts(identity, "unlock", On(account=patron))
    await _refused(staff_log, action, await accounts.unlock(patron))


@post("/api/accounts/{patron:str}/password", status_code=200, roles=ADMIN, summary="Reset a password")
async def reset_password(
    accounts: Desk[Accounts], staff_log: Desk[StaffLog], identity: Who, patron: FromPath[str]
) -> MadePassword:
    """It is shown only this once and must be changed at the next log-in. Ends all their sessions."""
    _refuse_oneself(identity, patron)
    await _known(accounts, patron)
    action = await staff_log.acts(identity, "reset_password", On(account=patron))
    password = await accounts.reset_password(patron)
    if isinstance(password, PeopleRefusal):
        await _refused(staff_log, action, password)
    return MadePassword(password)


@post("/api/accounts/{patron:str}/suspend", status_code=200, roles=SUPERVISOR, summary="Suspend an account")
async def suspend(
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    data: JSONBody[Suspension],
) -> AccountView:
    """Ends all their sessions; name, purse, bets and record stay. Only an administrator can suspend staff."""
    return await _suspend(accounts, staff_log, identity, patron, data, is_suspended=True)


@post("/api/accounts/{patron:str}/restore", status_code=200, roles=SUPERVISOR, summary="Restore a suspended account")
async def restore(
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    identity: Who,
    patron: FromPath[str],
    data: JSONBody[Suspension],
) -> AccountView:
    return await _suspend(accounts, staff_log, identity, patron, data, is_suspended=False)


@delete("/api/accounts/{patron:str}/person", status_code=204, roles=ADMIN, summary="Erase a person")
async def erase(
    config: Desk[FloorConfig],
    clock: Desk[Clock],
    accounts: Desk[Accounts],
    staff_log: Desk[StaffLog],
    erase_person: Desk[ErasePerson],
    identity: Who,
    patron: FromPath[str],
) -> None:
    """Deletes name and password; the opaque id stays in the books. Real money must be paid out first.

    Staff are suspended instead for as long as the law requires their names in the staff log.
    """
    _refuse_oneself(identity, patron)
    known = await _known(accounts, patron)
    action = await staff_log.acts(identity, "erase_person", On(account=patron))
    since = clock() - config.retention.staff_names_ms
    if known.is_staff and await has_acted(staff_log, patron, since):
        await _refused(staff_log, action, PeopleRefusal.SUSPEND_INSTEAD)
    await _refused(staff_log, action, await erase_person(patron))


async def _suspend(
    accounts: Accounts, staff_log: StaffLog, identity: Identity, patron: str, data: Suspension, *, is_suspended: bool
) -> AccountView:
    _refuse_oneself(identity, patron)
    known = await _known(accounts, patron)
    if known.is_staff and identity.role is not Role.ADMIN:
        raise RequestRefused(ServerRefusal.ROLE_IS_NOT_ALLOWED, "only an administrator suspends staff")
    action = await staff_log.acts(
        identity,
        "suspend" if is_suspended else "restore",
        On(account=patron),
        reason=data.reason,
        before=_standing(is_suspended=known.is_suspended),
        after=_standing(is_suspended=is_suspended),
        note=data.note,
    )
    await _refused(staff_log, action, await accounts.suspend(patron, is_suspended=is_suspended))
    return await _view_of(accounts, patron)


def _standing(*, is_suspended: bool) -> str:
    return "suspended" if is_suspended else "may come in"


async def _known(accounts: Accounts, patron: str) -> Account:
    account = await accounts.account(patron)
    if account is None:
        raise RequestRefused(PeopleRefusal.ACCOUNT_IS_UNKNOWN)
    return account


def _refuse_oneself(identity: Identity, patron: str) -> None:
    """So that an administrator is always left and nobody promotes themselves."""
    if identity.account == patron:
        raise RequestRefused(PeopleRefusal.ROLE_IS_FIXED, "nobody can change their own account here")


async def _refused(staff_log: StaffLog, action: int, refusal: AnyRefusal | None) -> None:
    if refusal is not None:
        await staff_log.refused(action, refusal)
        raise RequestRefused(refusal)


async def _view(accounts: Accounts, account: Account) -> AccountView:
    return AccountView(
        id=account.id,
        name=await accounts.name_of(account.id),
        role=account.role,
        created_at=account.created_at,
        is_guest=account.is_guest and not account.is_erased,
        is_erased=account.is_erased,
        is_suspended=account.is_suspended,
        must_change_password=account.must_change_password,
    )


async def _view_of(accounts: Accounts, patron: str) -> AccountView:
    account = await accounts.account(patron)
    assert account is not None, "it was found a moment ago"
    return await _view(accounts, account)


ROUTES: list[ControllerRouterHandler] = [
    accounts,
    staff,
    create_staff,
    create_patron,
    change_role,
    unlock,
    reset_password,
    suspend,
    restore,
    erase,
]
