"""Starts the background jobs, before the tables play."""

from typing import Protocol

from punto.server.floor.background import Background
from punto.server.floor.kept_nodes import KeptNodes
from punto.server.floor.supervising import Supervising
from punto.server.jobs.bots import BotDesks, run_bots
from punto.server.jobs.housekeeping import HousekeepingDesks, keep_house
from punto.server.jobs.picture_watch import PictureDesks, watch_pictures
from punto.server.jobs.simulated_dealer import DealerDesks, run_dealer
from punto.server.jobs.store_watch import StoreDesks, watch_store
from punto.server.jobs.take_digests import DigestDesks, take_digests
from punto.table.config import TableConfig


class JobDesks(HousekeepingDesks, BotDesks, DealerDesks, DigestDesks, PictureDesks, StoreDesks, Protocol):
    @property
    def background(self) -> Background: ...

    @property
    def supervising(self) -> Supervising: ...


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
    desks.background.run(watch_store(desks), "watch the store")
    desks.background.run(desks.supervising.ownerless.run(), "tables without an owner")
    desks.background.run(KeptNodes(desks.store, desks.supervising.nodes).run(), "keep the nodes")
