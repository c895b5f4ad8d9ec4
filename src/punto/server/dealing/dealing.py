"""Everything that hand-dealt tables need beside the tables themselves, put together once."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from punto.server.config.floor_config import FloorConfig
from punto.server.dealing.confirmations import Confirmations
from punto.server.dealing.console_desk import ConsoleDesk
from punto.server.dealing.devices import Devices
from punto.server.dealing.scan_desk import ScanDesk
from punto.server.dealing.supervisor_calls import SupervisorCalls
from punto.server.dealing.table_watch import TableWatch
from punto.server.people.accounts import Accounts
from punto.server.staff.rota import Rota
from punto.server.staff.staff_events import TERMINAL, On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import PeopleStore
from punto.server.tables.table_door import AskedTable
from punto.server.telling.bus import Bus
from punto.table.state import Instant


@dataclass(frozen=True)
class Dealing:
    watch: TableWatch
    devices: Devices
    scans: ScanDesk
    confirmations: Confirmations
    calls: SupervisorCalls
    rota: Rota
    consoles: ConsoleDesk
    accounts: Accounts
    dealer_names: dict[str, str]  # as patrons read them

    @classmethod
    async def open(
        cls,
        store: PeopleStore,
        key: bytes,
        clock: Callable[[], Instant],
        accounts: Accounts,
        bus: Bus,
        tables: Mapping[str, AskedTable],
        config: Callable[[], FloorConfig],
        dealer_names: dict[str, str],
    ) -> "Dealing":
        devices, watch = Devices(store, clock, key), TableWatch(clock)
        scans = ScanDesk(tables, watch, config, clock, devices.has_any, store)
        rota, *_ = await asyncio.gather(Rota.open(store, config), devices.recall(), scans.recall())
        confirmations, calls = Confirmations(clock), SupervisorCalls(clock)
        consoles = ConsoleDesk(watch, scans, confirmations, calls, rota, bus, store, accounts.name_of, clock)
        return cls(watch, devices, scans, confirmations, calls, rota, consoles, accounts, dealer_names)

    async def name_dealer(self, dealer: str) -> None:
        """Patrons read a first name."""
        name = await self.accounts.name_of(dealer)
        self.dealer_names[dealer] = name.split()[0] if name else ""

    async def name_dealers(self) -> None:
        """Whoever had tapped in before a restart."""
        for table in self.watch:
            dealer = self.watch[table].table.dealer
            if dealer:
                await self.name_dealer(dealer)

    async def recall_devices(self, staff_log: StaffLog) -> None:
        """Those that a terminal has made or revoked: call it now and then."""
        made, gone = await self.devices.recall()
        for action, devices in (("make_device", made), ("revoke_device", gone)):
            for device in devices:
                await staff_log.acts(TERMINAL, action, On(table=device.table, thing=device.id))
