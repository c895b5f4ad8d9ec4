"""Who may call a route: every handler declares it in `roles=…`, and one guard checks it.

Administrators may do everything staff may, supervisors everything dealers may. Staff have no purse, so patrons' routes
are for patrons only. A locked session may only see who it is, unlock itself, or log out.
"""

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.params import SkipValidation
from msgspec import Struct

from punto.server.people.identity import STAFF as STAFF_ROLES
from punto.server.people.identity import Identity, Role
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.problems import Asked, RequestRefused

ROLES = "roles"
IDENTITY, ADDRESS = "identity", "address"  # keys in a request's state, set by the gate


class Access(Struct, frozen=True):
    title: str
    roles: frozenset[Role]
    needs_session: bool = True
    works_locked: bool = False  # and before a temporary password is changed


ANYONE = Access("anyone", frozenset(Role), needs_session=False, works_locked=True)
SIGNED_IN_OR_LOCKED = Access("signed in, locked or not", frozenset(Role), works_locked=True)
SIGNED_IN = Access("signed in", frozenset(Role))
DEVICE = Access("device key", frozenset(), needs_session=False)  # the handler checks the key
STAFF = Access("staff", STAFF_ROLES)
PATRON = Access("patron", frozenset({Role.PATRON}))
ATTENDANT = Access("attendant", frozenset({Role.ATTENDANT, Role.ADMIN}))
CAGE = Access("attendant or supervisor", frozenset({Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}))
DEALER = Access("dealer", frozenset({Role.DEALER, Role.SUPERVISOR, Role.ADMIN}))
SUPERVISOR = Access("supervisor", frozenset({Role.SUPERVISOR, Role.ADMIN}))
COUNTER = Access("attendant or supervisor", frozenset({Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}))
ADMIN = Access("admin", frozenset({Role.ADMIN}))

# Handlers take `identity: Who` where a session is required and `visitor: Visitor` where it is optional. To a visitor a
# locked session counts as none; sign-in routes take the `bearer`, locked or not.
Who = NamedDependency[SkipValidation[Identity]]
Visitor = NamedDependency[SkipValidation[Identity | None]]
Bearer = NamedDependency[SkipValidation[Identity | None]]
Address = NamedDependency[SkipValidation[str]]


def access_refused(access: Access, identity: Identity | None) -> ServerRefusal | None:
    """The refusal's name, or None if this identity may pass."""
    if identity is None:
        return ServerRefusal.NOT_SIGNED_IN if access.needs_session else None
    if identity.role not in access.roles:
        return ServerRefusal.ROLE_IS_NOT_ALLOWED
    if access.works_locked:
        return None
    if identity.is_locked:
        return ServerRefusal.SESSION_IS_LOCKED
    return ServerRefusal.PASSWORD_MUST_BE_CHANGED if identity.must_change_password else None


async def roles_guard(connection: ASGIConnection[object, object, object, State], handler: BaseRouteHandler) -> None:
    if connection.scope.get("method") == "OPTIONS":
        return  # the framework answers: which methods a route has
    refusal = access_refused(access_of(handler), connection.scope["state"].get(IDENTITY))
    if refusal is not None:
        raise RequestRefused(refusal)


def access_of(handler: BaseRouteHandler) -> Access:
    """A route without roles is a bug; the application does not start with one."""
    access = handler.opt.get(ROLES)
    assert isinstance(access, Access), f"{handler.handler_name} does not declare its roles"
    return access


def _bearer(request: Asked) -> Identity | None:
    identity = request.scope["state"].get(IDENTITY)
    assert identity is None or isinstance(identity, Identity)
    return identity


def _visitor(request: Asked) -> Identity | None:
    identity = _bearer(request)
    return None if identity is None or identity.is_locked or identity.must_change_password else identity


def _who(request: Asked) -> Identity:
    identity = _bearer(request)
    assert identity is not None, "the guard requires a session here"
    return identity


def _address(request: Asked) -> str:
    return str(request.scope["state"].get(ADDRESS, ""))


DEPENDENCIES = {
    "identity": Provide(_who, sync_to_thread=False),
    "visitor": Provide(_visitor, sync_to_thread=False),
    "bearer": Provide(_bearer, sync_to_thread=False),
    "address": Provide(_address, sync_to_thread=False),
}
