"""A played floor with the patrons' desk, and people to stand at it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.server.config.cage_limits import CageLimits
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.rest.consoles.desk import explained_rounds, find_patron, patron_deeds, patrons_desk
from tests.server.rest.played_floor import PlayedFloor
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, ROUTES, Client

Result = TypeVar("Result")

LIMITS = CageLimits(buy_in_max=5_000, pay_max=2_000, day_max=20_000, second_person_above=500)
CONFIG = replace(
    CONFIG_WITH_TABLE,
    play_credits=None,
    cage={"attendant": LIMITS, "supervisor": LIMITS, "admin": replace(LIMITS, pay_max=None, day_max=None)},
)
SUE = {"name": "Sue", "password": PASSWORD}  # confirms what others do


class DeskFloor(PlayedFloor):
    folder: Path  # with all that is stored

    def routes(self) -> list[ControllerRouterHandler]:
        desk = [*find_patron.ROUTES, *patrons_desk.ROUTES, *patron_deeds.ROUTES, *explained_rounds.ROUTES]
        return [*ROUTES, *desk]

    async def second(self, name: str = "Sue", role: Role = Role.SUPERVISOR) -> str:
        made = await self.accounts.create_staff(name, role)
        assert isinstance(made, Made)
        await self.accounts.change_password(made.account, PASSWORD)
        return made.account.id

    async def named(self, name: str) -> Client:
        client = Client(self)
        assert (await client.post("/api/register", {"name": name, "password": PASSWORD})).status == 200
        return client

    async def log_of(self, action: str) -> list[dict[str, Any]]:
        """Oldest first."""
        admin = await self.client(Role.ADMIN)
        entries = (await admin.get(f"/api/staff/log?action={action}")).body["entries"]
        return cast(list[dict[str, Any]], entries)[::-1]


def lines_of(body: dict[str, object]) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], body["lines"])


def on_a_desk_floor(folder: Path, test: Callable[[DeskFloor], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        floor = DeskFloor(folder / "floor.db", CONFIG)
        floor.folder = folder
        await floor.open()
        try:
            return await test(floor)
        finally:
            await floor.store.close()

    return asyncio.run(run())
