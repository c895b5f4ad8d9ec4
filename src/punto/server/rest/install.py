"""The application that answers requests: routes, the guard of their roles, problem documents, the gate around all."""

from collections.abc import Sequence

from litestar import Litestar
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from punto.server.rest.describe import describe_refusals, openapi_config
from punto.server.rest.floor_here import RestFloor
from punto.server.rest.gate import BODY_MAX, Gate
from punto.server.rest.guards import DEPENDENCIES, access_of, roles_guard
from punto.server.rest.problems import EXCEPTION_HANDLERS


def install(routes: Sequence[ControllerRouterHandler], floor: RestFloor) -> Gate:
    litestar = Litestar(
        route_handlers=routes,
        guards=[roles_guard],
        exception_handlers=EXCEPTION_HANDLERS,
        dependencies={**DEPENDENCIES, "floor": Provide(lambda: floor, sync_to_thread=False)},
        request_max_body_size=BODY_MAX,
        openapi_config=openapi_config(),
        logging_config=None,
    )
    _check_roles(litestar)
    describe_refusals(litestar)
    return Gate(litestar, floor)


def _check_roles(litestar: Litestar) -> None:
    """No application starts with a route that does not say who may call it."""
    for route in litestar.routes:
        for handler in getattr(route, "route_handlers", ()):
            if "OPTIONS" not in getattr(handler, "http_methods", ()):  # the framework answers those itself
                access_of(handler)
