"""Routes installed once for all small floors of a test run: putting the application together costs more than a test.

The framework holds a provider for each desk that a route may name. A floor's requests are served by its own desks: they
are put into those providers before each request.
"""

from collections.abc import Sequence

from litestar import Litestar
from litestar.di import Provide
from litestar.types import ControllerRouterHandler, Receive, Scope, Send

from punto.server.rest.gate import Gate
from punto.server.rest.install import application
from punto.server.rest.provide import FloorOfDesks, desks_of

Desks = dict[str, Provide]
_INSTALLED: dict[tuple[tuple[int, ...], str], tuple[Litestar, Desks, Sequence[ControllerRouterHandler]]] = {}


class SharedGate(Gate):
    def __init__(self, litestar: Litestar, held: Desks, floor: FloorOfDesks) -> None:
        super().__init__(litestar, floor.sessions, floor.dealing.devices, floor.config, floor.clock)
        self._held = held
        self._own = {name: desk.dependency for name, desk in desks_of(floor).items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for name, dependency in self._own.items():
            self._held[name].dependency = dependency
        await super().__call__(scope, receive, send)


def install_shared(routes: Sequence[ControllerRouterHandler], floor: FloorOfDesks) -> Gate:
    key = tuple(map(id, routes)), floor.config.base_path
    if key not in _INSTALLED:
        desks = desks_of(floor)
        _INSTALLED[key] = application(routes, desks, floor.config.base_path), desks, routes  # kept: ids stay taken
    litestar, held, _ = _INSTALLED[key]
    return SharedGate(litestar, held, floor)
