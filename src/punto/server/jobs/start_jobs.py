"""Whatever goes on by itself beside the tables of a floor, started before the tables are."""

from typing import TYPE_CHECKING

from punto.server.jobs.bots import run_bots
from punto.server.jobs.housekeeping import look_around
from punto.server.jobs.simulated_dealer import run_dealer
from punto.table.config import TableConfig

if TYPE_CHECKING:
    from punto.server.floor.floor import Floor


def start_jobs(floor: "Floor") -> None:
    def take_places(table: TableConfig) -> None:
        if table.id in floor.config.simulated_dealers:
            floor.run(run_dealer(floor, table.id), "dealer")
        if floor.config.bots:
            floor.run(run_bots(floor, table), "bots")

    floor.on_place_started.append(take_places)
    floor.run(look_around(floor), "look around")
