"""Who may call a route: every handler says so in `roles=…`, and one guard reads it.

An administrator may do everything that staff may, a supervisor everything that a dealer may. Staff hold no purse, so
what is a patron's is a patron's alone. A locked session may only look who it is, unlock itself, or go.
"""

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.params import SkipValidation
from msgspec import Struct

from punto.server.people.identity import Identity, Role
from punto.server.protocol.refusals import ServerRefusal
from punto.server.rest.problems import Asked, RequestRefused

ROLES = "roles"
IDENTITY, ADDRESS = "identity", "address"  # what the gate writes into a request's state


class Access(Struct, frozen=True):
    title: str
    roles: frozenset[Role]
    needs_session: bool = True
    works_locked: bool = False  # also before a made password is changed


ANYONE = Access("anyone", frozenset(Role), needs_session=False, works_locked=True)
SIGNED_IN_OR_LOCKED = Access("signed in, locked or not", frozenset(Role), works_locked=True)
SIGNED_IN = Access("signed in", frozenset(Role))
PATRON = Access("patron", frozenset({Role.PATRON}))
ATTENDANT = Access("attendant", frozenset({Role.ATTENDANT, Role.ADMIN}))
CAGE = Access("attendant or supervisor", frozenset({Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}))
DEALER = Access("dealer", frozenset({Role.DEALER, Role.SUPERVISOR, Role.ADMIN}))
SUPERVISOR = Access("supervisor", frozenset({Role.SUPERVISOR, Role.ADMIN}))
COUNTER = Access("attendant or supervisor", frozenset({Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN}))
ADMIN = Access("admin", frozenset({Role.ADMIN}))

# What a handler takes: `identity: Who` where a session is needed, `visitor: Visitor` where it is not. A locked session
# is nobody's to a visitor's eyes; only where people come in does its `bearer` count, locked or not.
Who = NamedDependency[SkipValidation[Identity]]
Visitor = NamedDependency[SkipValidation[Identity | None]]
Bearer = NamedDependency[SkipValidation[Identity | None]]
Address = NamedDependency[SkipValidation[str]]


def access_refused(access: Access, identity: Identity | None) -> str | None:
    """The refusal's name, or None when this identity may pass."""
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
        return  # the framework's own answer: which methods a route has
    refusal = access_refused(access_of(handler), connection.scope["state"].get(IDENTITY))
    if refusal is not None:
        raise RequestRefused(refusal)


def access_of(handler: BaseRouteHandler) -> Access:
    """A route that names no roles is our mistake and opens to nobody: the app does not start with it."""
    access = handler.opt.get(ROLES)
    assert isinstance(access, Access), f"{handler.handler_name} does not say who may call it"
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
    assert identity is not None, "the guard lets nobody in where somebody is needed"
    return identity


def _address(request: Asked) -> str:
    return str(request.scope["state"].get(ADDRESS, ""))


DEPENDENCIES = {
    "identity": Provide(_who, sync_to_thread=False),
    "visitor": Provide(_visitor, sync_to_thread=False),
    "bearer": Provide(_bearer, sync_to_thread=False),
    "address": Provide(_address, sync_to_thread=False),
}
