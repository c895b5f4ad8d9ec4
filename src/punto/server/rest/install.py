"""Builds the REST application: routes, role checks, problem documents, and the gate around them.

It can be built before there is a floor, with an empty place for each desk that a route may name: a server that stands
by does it while it waits.
"""

from collections.abc import Callable, Mapping, Sequence

from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from punto.server.rest.documents.describe import openapi_config
from punto.server.rest.gate import BODY_MAX, Gate
from punto.server.rest.guards import DEPENDENCIES, access_of, roles_guard
from punto.server.rest.problems import EXCEPTION_HANDLERS
from punto.server.rest.provide import DESKS, FloorOfDesks, desks_of
from punto.server.rest.routes_on_demand import RoutesOnDemand
from punto.server.rest.strict_body import strict_body


class PreparedRoutes:
    """For one floor, which is opened later."""

    def __init__(self, routes: Sequence[ControllerRouterHandler], base_path: str) -> None:
        self.base_path = base_path
        self._places = {name: Provide(_place_of(name), sync_to_thread=False) for name in DESKS}
        self._litestar = application(routes, self._places, base_path)

    async def put_together(self) -> None:
        """Now rather than when each route is first asked for."""
        await self._litestar.put_together()

    def serve(self, floor: FloorOfDesks) -> Gate:
        desks = desks_of(floor)
        assert desks.keys() == self._places.keys(), "each desk has its place"
        for name, desk in desks.items():
            self._places[name].dependency = desk.dependency
        return Gate(self._litestar, floor.sessions, floor.dealing.devices, floor.config, floor.clock)


def _place_of(name: str) -> Callable[[], object]:
    """A function of its own: the framework takes two equal ones for one desk under two names."""

    def nobody() -> object:
        raise AssertionError(f"the floor is open before anybody asks for its {name}")

    return nobody


def application(
    routes: Sequence[ControllerRouterHandler], desks: Mapping[str, Provide], base_path: str
) -> RoutesOnDemand:
    litestar = RoutesOnDemand(
        routes,
        guards=[roles_guard],
        before_request=strict_body,
        exception_handlers=EXCEPTION_HANDLERS,
        dependencies={**DEPENDENCIES, **desks},
        request_max_body_size=BODY_MAX,
        openapi_config=openapi_config(base_path),
        logging_config=None,
    )
    for handler in litestar.waiting:
        access_of(handler)  # refuses to start with a route that does not declare its roles
    return litestar
