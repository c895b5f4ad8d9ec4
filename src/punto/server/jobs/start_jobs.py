"""Starts whatever goes on by itself beside the tables, before the tables play."""

from typing import Protocol

from punto.server.floor.background import Background
from punto.server.jobs.bots import BotDesks, run_bots
from punto.server.jobs.housekeeping import HousekeepingDesks, keep_house
from punto.server.jobs.simulated_dealer import DealerDesks, run_dealer
from punto.table.config import TableConfig


class JobDesks(HousekeepingDesks, BotDesks, DealerDesks, Protocol):
    @property
    def background(self) -> Background: ...


def start_jobs(desks: JobDesks) -> None:
    def take_places(place: TableConfig) -> None:
        config, table = desks.config, desks.tables[place.id]
        if place.id in config.simulated_dealers:
            desks.background.run(run_dealer(desks, config.house, table), "dealer")
        if config.bots:
            desks.background.run(run_bots(desks, table), "bots")

    desks.places.on_started.append(take_places)
    desks.background.run(keep_house(desks), "housekeeping")
