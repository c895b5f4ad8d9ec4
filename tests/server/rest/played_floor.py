"""A small floor on which rounds were played, with the routes that show them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from litestar.types import ControllerRouterHandler

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.people.identity import Role
from punto.server.record.play_record import PlayRecord
from punto.server.rest.routes import fairness, own_figures, record, reports, rounds
from punto.server.streams.table_stream import TableStream
from punto.table.commands import Command, PlaceWager
from punto.table.config import TableConfig
from punto.table.state import Betting, ShowingResult
from punto.trials.torture.floor import due_at
from tests.server.rest.one_table import OneTable
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, Client, SmallFloor

Result = TypeVar("Result")


class PlayedFloor(SmallFloor):
    async def open(self) -> "PlayedFloor":
        await super().open()
        self.record = PlayRecord(self.store, self.config)
        await self.follow(self.config.tables[0], self.config.books[0])
        return self

    async def follow(self, config: TableConfig, book: RuleBook) -> OneTable:
        stream = await TableStream.open(
            self.store,
            config,
            book,
            observer=self.record.note,
        )
        self.tables[config.id] = OneTable(stream, self.clock)
        return self.tables[config.id]

    async def patron(self, credit: int = 1_000_000) -> Client:
        client = await self.client(Role.PATRON)
        await self.cashier.buy_in(client.id, credit, by="amy", id=client.id)
        return client

    async def open_betting_on(self, table_id: str) -> None:
        table = self.tables[table_id]
        while not isinstance(table.table.phase, Betting):
            self.wait_for(table)
            await table.next()

    async def coup(self, *commands: Command) -> None:
        """One more round on jade, with these bets."""
        table = self.tables["jade"]
        await self.open_betting_on("jade")
        for command in commands:
            assert (await table.ask(command)).refusal is None, command
        while not isinstance(table.table.phase, ShowingResult):
            self.wait_for(table)
            await table.next()
        await self.record.flush()

    async def shoe(self, *bettors: Client) -> None:
        """Until the shoe in play is over and shown."""
        shoe = self.tables["jade"].table.shoe
        table = self.tables["jade"]
        while table.table.shoe == shoe or table.table.unrevealed is not None:
            self.wait_for(table)
            if isinstance(table.table.phase, Betting):
                for each in bettors:
                    await table.ask(PlaceWager(each.id, "banker", 100))
            self.wait_for(table)
            await table.next()
        await self.record.flush()

    def wait_for(self, table: OneTable) -> None:
        self.now = max(self.now, due_at(table.table) or 0)

    def routes(self) -> list[ControllerRouterHandler]:
        return [*record.ROUTES, *own_figures.ROUTES, *rounds.ROUTES, *fairness.ROUTES, *reports.ROUTES]


def on_a_played_floor(
    folder: Path, test: Callable[[PlayedFloor], Awaitable[Result]], config: FloorConfig = CONFIG_WITH_TABLE
) -> Result:
    async def run() -> Result:
        floor = await PlayedFloor(folder / "floor.db", config).open()
        try:
            return await test(floor)
        finally:
            await floor.store.close()

    return asyncio.run(run())
