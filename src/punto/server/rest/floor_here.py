"""What the REST handlers need of the floor, given to each by the name `floor`."""

from collections.abc import Callable, Mapping
from typing import Protocol

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.people.accounts import Accounts
from punto.server.people.protection import ProtectionDesk
from punto.server.people.sessions import Sessions
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.streams.request import Answer
from punto.server.telling.lobby import Lobby
from punto.table.commands import Command
from punto.table.state import Instant, SettledCoup, Table


class RestTable(Protocol):
    @property
    def table(self) -> Table: ...

    @property
    def out_of_order(self) -> str | None: ...

    async def ask(self, command: Command, id: str = "") -> Answer: ...  # noqa: A002 (the sender's own word)

    async def committed_coup(self, settled: SettledCoup) -> str | None: ...


class RestFloor(Protocol):
    @property
    def config(self) -> FloorConfig: ...

    @property
    def clock(self) -> Callable[[], Instant]: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def cashier(self) -> CashierDesk: ...

    @property
    def protection(self) -> ProtectionDesk: ...

    @property
    def staff_log(self) -> StaffLog: ...

    @property
    def staff_failures(self) -> StaffFailures: ...

    @property
    def calls(self) -> AttendantCalls: ...

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
    def tables(self) -> Mapping[str, RestTable]: ...

    def find(self, table_id: str) -> RestTable | None: ...

    async def has_bets(self, patron: str) -> bool: ...


FloorHere = NamedDependency[SkipValidation[RestFloor]]
