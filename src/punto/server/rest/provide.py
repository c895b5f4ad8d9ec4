"""Provides every desk that a handler may name. The configuration can be reloaded, so it is read for each request."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from litestar.di import Provide

from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.liabilities import HouseOwes
from punto.server.config.floor_config import FloorConfig
from punto.server.days.day_desk import DayDesk
from punto.server.dealing.dealing import Dealing
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.floor.digests import Digests
from punto.server.floor.erase_person import erase_person
from punto.server.floor.supervising import Supervising
from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.picture.picture_delays import PictureDelays
from punto.server.picture.studio import Studio
from punto.server.record.play_record import PlayRecord
from punto.server.rest.bet_reports import BetReports
from punto.server.rest.cage_log import CageLog
from punto.server.rest.desks import Clock, Tables
from punto.server.rest.new_money import NewMoney
from punto.server.rest.patrons_desks import patrons_desks
from punto.server.rest.readiness import Readiness
from punto.server.rest.second_person import Witnesses
from punto.server.rest.sign_in import SignIn
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.stations import Stations
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.streams.wallets.wallet import Wallet
from punto.server.talk.table_talk import TableTalk
from punto.server.telling.lobby import Lobby

DESKS = (
    "config",
    "clock",
    "accounts",
    "sessions",
    "sign_in",
    "cashier",
    "wallet",
    "pictures",
    "studio",
    "new_money",
    "protection",
    "staff_log",
    "digests",
    "witnesses",
    "cage",
    "house_owes",
    "stations",
    "days",
    "reports",
    "calls",
    "dealing",
    "talk",
    "staff_failures",
    "supervising",
    "store",
    "lobby",
    "odds",
    "metrics",
    "readiness",
    "tables",
    "erase_person",
    "held_bets",
    "notes",
    "saved",
    "names",
    "statements",
    "personal_file",
)  # their names, by which routes ask for them


class FloorOfDesks(Protocol):
    """What `install` takes; no handler sees it."""

    @property
    def config(self) -> FloorConfig: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def cashier(self) -> CashierDesk: ...

    @property
    def wallet(self) -> Wallet: ...

    @property
    def pictures(self) -> PictureDelays: ...

    @property
    def studio(self) -> Studio: ...

    @property
    def protection(self) -> ProtectionDesk: ...

    @property
    def staff_log(self) -> StaffLog: ...

    @property
    def staff_failures(self) -> StaffFailures: ...

    @property
    def digests(self) -> Digests: ...

    @property
    def calls(self) -> AttendantCalls: ...

    @property
    def stations(self) -> Stations: ...

    @property
    def house_owes(self) -> HouseOwes: ...

    @property
    def days(self) -> DayDesk: ...

    @property
    def record(self) -> PlayRecord: ...

    @property
    def store(self) -> Store: ...

    @property
    def health(self) -> StoreHealth: ...

    @property
    def lobby(self) -> Lobby: ...

    @property
    def odds(self) -> KnownOdds: ...

    @property
    def metrics(self) -> Metrics: ...

    @property
    def is_ready(self) -> bool: ...

    @property
    def tables(self) -> Tables: ...

    @property
    def dealing(self) -> Dealing: ...

    @property
    def talk(self) -> TableTalk: ...

    @property
    def supervising(self) -> Supervising: ...

    async def has_bets(self, patron: str) -> bool: ...


def desks_of(floor: FloorOfDesks) -> dict[str, Provide]:
    witnesses = Witnesses(floor.accounts, floor.staff_failures)
    cage = CageLog(floor.staff_log, witnesses)
    new_money = NewMoney(floor.accounts, floor.protection, floor.clock)
    readiness = Readiness(floor)
    sign_in = SignIn(
        floor.accounts, floor.sessions, floor.protection, floor.staff_log, floor.staff_failures, floor.clock
    )
    providers: dict[str, Callable[[], object]] = {
        "config": lambda: floor.config,
        "clock": lambda: floor.clock,
        "accounts": lambda: floor.accounts,
        "sessions": lambda: floor.sessions,
        "sign_in": lambda: sign_in,
        "cashier": lambda: floor.cashier,
        "wallet": lambda: floor.wallet,
        "pictures": lambda: floor.pictures,
        "studio": lambda: floor.studio,
        "new_money": lambda: new_money,
        "protection": lambda: floor.protection,
        "staff_log": lambda: floor.staff_log,
        "digests": lambda: floor.digests,
        "witnesses": lambda: witnesses,
        "cage": lambda: cage,
        "house_owes": lambda: floor.house_owes,
        "stations": lambda: floor.stations,
        "days": lambda: floor.days,
        "reports": lambda: BetReports(floor.config, floor.store, floor.odds, floor.clock),
        "calls": lambda: floor.calls,
        "dealing": lambda: floor.dealing,
        "talk": lambda: floor.talk,
        "staff_failures": lambda: floor.staff_failures,
        "supervising": lambda: floor.supervising,
        "store": lambda: floor.store,
        "lobby": lambda: floor.lobby,
        "odds": lambda: floor.odds,
        "metrics": lambda: floor.metrics,
        "readiness": lambda: readiness,
        "tables": lambda: floor.tables,
        "erase_person": lambda: partial(erase_person, floor),
        **patrons_desks(floor),
    }
    return {name: Provide(provider, sync_to_thread=False) for name, provider in providers.items()}
