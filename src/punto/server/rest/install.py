"""Every route, and what the application installs around them."""

from typing import TypedDict

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap, Guard

from punto.server.rest import (
    accounts,
    admin,
    attendants,
    books,
    cashier,
    health,
    lobby,
    protection,
    staff,
    status,
    tables,
)
from punto.server.rest.describe import describe_refusals, openapi_config
from punto.server.rest.floor_here import RestFloor
from punto.server.rest.gate import BODY_MAX, Gate
from punto.server.rest.guards import DEPENDENCIES, access_of, roles_guard
from punto.server.rest.problems import EXCEPTION_HANDLERS

EVERY_ROUTE: list[ControllerRouterHandler] = [
    *accounts.ROUTES,
    *protection.ROUTES,
    *cashier.ROUTES,
    *attendants.ROUTES,
    *staff.ROUTES,
    *admin.ROUTES,
    *lobby.ROUTES,
    *books.ROUTES,
    *tables.ROUTES,
    *health.ROUTES,
    *status.ROUTES,
]


class Safety(TypedDict):
    guards: list[Guard]
    exception_handlers: ExceptionHandlersMap
    dependencies: dict[str, Provide]
    request_max_body_size: int
    openapi_config: OpenAPIConfig
    logging_config: None


def safety_of(floor: RestFloor) -> Safety:
    """What Litestar is given: `Litestar(route_handlers=EVERY_ROUTE, **safety_of(floor))`."""
    return Safety(
        guards=[roles_guard],
        exception_handlers=EXCEPTION_HANDLERS,
        dependencies={**DEPENDENCIES, "floor": Provide(lambda: floor, sync_to_thread=False)},
        request_max_body_size=BODY_MAX,
        openapi_config=openapi_config(),
        logging_config=None,
    )


def gate(litestar: Litestar, floor: RestFloor) -> Gate:
    """The application behind its gate, once it is certain that every route says who may call it."""
    for route in litestar.routes:
        for handler in getattr(route, "route_handlers", ()):
            if "OPTIONS" not in getattr(handler, "http_methods", ()):  # the framework answers those itself
                access_of(handler)
    describe_refusals(litestar)
    return Gate(litestar, floor)
