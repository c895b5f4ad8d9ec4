"""Builds the REST application: routes, role checks, problem documents, and the gate around them."""

from collections.abc import Mapping, Sequence

from litestar import Litestar
from litestar.di import Provide
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ControllerRouterHandler

from punto.server.rest.documents.describe import openapi_config
from punto.server.rest.gate import BODY_MAX, Gate
from punto.server.rest.guards import DEPENDENCIES, access_of, roles_guard
from punto.server.rest.problems import EXCEPTION_HANDLERS
from punto.server.rest.provide import FloorOfDesks, desks_of
from punto.server.rest.strict_body import strict_body


class _Litestar(Litestar):
    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """Without pydantic's, which we do not use and which is slow to load."""
        return [*plugins, MsgspecDIPlugin()]


def install(routes: Sequence[ControllerRouterHandler], floor: FloorOfDesks) -> Gate:
    litestar = application(routes, desks_of(floor), floor.config.base_path)
    return Gate(litestar, floor.sessions, floor.dealing.devices, floor.config, floor.clock)


def application(routes: Sequence[ControllerRouterHandler], desks: Mapping[str, Provide], base_path: str) -> Litestar:
    litestar = _Litestar(
        route_handlers=routes,
        guards=[roles_guard],
        before_request=strict_body,
        exception_handlers=EXCEPTION_HANDLERS,
        dependencies={**DEPENDENCIES, **desks},
        request_max_body_size=BODY_MAX,
        openapi_config=openapi_config(base_path),
        logging_config=None,
    )
    _check_roles(litestar)
    return litestar


def _check_roles(litestar: Litestar) -> None:
    """Refuses to start with a route that does not declare its roles."""
    for route in litestar.routes:
        for handler in getattr(route, "route_handlers", ()):
            if "OPTIONS" not in getattr(handler, "http_methods", ()):  # the framework answers those
                access_of(handler)
