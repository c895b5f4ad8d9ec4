"""Starts the background jobs, before the tables play."""

from typing import Protocol

from punto.server.floor.background import Background
from punto.server.jobs.bots import BotDesks, run_bots
from punto.server.jobs.housekeeping import HousekeepingDesks, keep_house
from punto.server.jobs.picture_watch import PictureDesks, watch_pictures
from punto.server.jobs.simulated_dealer import DealerDesks, run_dealer
from punto.server.jobs.take_digests import DigestDesks, take_digests
from punto.table.config import TableConfig


class JobDesks(HousekeepingDesks, BotDesks, DealerDesks, DigestDesks, PictureDesks, Protocol):
    @property
    def background(self) -> Background: ...


def start_jobs(desks: JobDesks) -> None:
    def take_places(place: TableConfig) -> None:
        if place.id in desks.config.simulated_dealers:
            desks.background.run(run_dealer(desks, place), "dealer")
        if desks.config.bots:
            desks.background.run(run_bots(desks, place, desks.tables[place.id]), "bots")

    desks.places.on_started.append(take_places)
    desks.background.run(keep_house(desks), "housekeeping")
    desks.background.run(take_digests(desks), "digests")
    desks.background.run(watch_pictures(desks), "pictures")
