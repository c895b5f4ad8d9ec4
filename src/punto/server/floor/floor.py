"""The floor: everything that lives while the server runs, as `open_floor.py` puts it together.

It holds desks and no rules. Only `run` and the tests hold a whole floor; everybody else is given the desks they use.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.liabilities import HouseOwes
from punto.server.config.floor_config import FloorConfig
from punto.server.days.day_desk import DayDesk
from punto.server.days.day_ends import DayEnds
from punto.server.dealing.dealing import Dealing
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.floor.background import Background
from punto.server.floor.digests import Digests
from punto.server.floor.places import Places
from punto.server.floor.removed_tables import RemovedTables
from punto.server.floor.supervising import Supervising
from punto.server.floor.terminal_desk import TerminalDesk
from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.picture.kept_delays import KeptDelays
from punto.server.picture.picture_delays import PictureDelays
from punto.server.picture.studio import Studio
from punto.server.protocol.closing_codes import MOVED, RESTART
from punto.server.record.play_record import PlayRecord
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.stations import Stations
from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.streams.kept_answers import KeptAnswers
from punto.server.streams.ordered_records import OrderedRecords
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.tables.admission import Admission
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.server.tables.open_tables import OpenTables
from punto.server.talk.table_talk import TableTalk
from punto.server.telling.bus import InProcessBus
from punto.server.telling.lobby import Lobby
from punto.server.telling.online import Online
from punto.server.telling.socket_rooms import SocketRooms
from punto.table.state import Instant

MS_TO_FINISH = 8_000  # coups that are being dealt when the floor stops


@dataclass(kw_only=True)
class Floor:
    clock: Callable[[], Instant]
    store: Store
    health: StoreHealth
    records: OrderedRecords
    ledger: WatchedStore
    wallet: LedgerWallet
    kept_answers: KeptAnswers
    odds: KnownOdds
    metrics: Metrics
    fingerprints: KnownFingerprints
    shoes: FairShoes
    record: PlayRecord
    bus: InProcessBus
    online: Online
    rooms: SocketRooms
    lobby: Lobby
    accounts: Accounts
    sessions: Sessions
    protection: ProtectionDesk
    terminal: TerminalDesk
    staff_log: StaffLog
    staff_failures: StaffFailures
    digests: Digests
    cashier: CashierDesk
    calls: AttendantCalls
    stations: Stations
    house_owes: HouseOwes
    day_ends: DayEnds
    days: DayDesk
    admission: Admission
    tables: OpenTables
    places: Places
    dealing: Dealing
    talk: TableTalk
    pictures: PictureDelays
    kept_delays: KeptDelays
    studio: Studio
    removed_tables: RemovedTables
    supervising: Supervising
    background: Background
    boot: str = field(default_factory=lambda: secrets.token_hex(8))
    is_ready: bool = False
    is_fenced: bool = False  # another server has taken the floor: nothing more is written

    @property
    def config(self) -> FloorConfig:
        return self.places.config

    @property
    def file_digest(self) -> bytes:
        """Of the file as it was last read."""
        return self.places.file_digest

    async def start(self) -> None:
        """Tables play, and patrons may come."""
        await self.dealing.name_dealers()
        for place in self.config.tables:
            self.places.start(place)
        self.supervising.limits.announce_coming(self.places, self.tables)
        self.background.run(self.places.on_demand.read_all(), "read own tables")
        self.background.run(self.removed_tables.close(), "close removed tables")
        self.background.run(self.metrics.learn_theory(), "learn theory")
        self.background.run(self.talk.record.run(), "keep talk")
        self.background.run(self.supervising.watching.run(), "watch the floor")
        self.is_ready = True

    async def stop(self) -> None:
        """No more bets; coups that are being dealt are finished if they end soon, the rest is parked in the log."""
        self.is_ready = False
        if not self.is_fenced:
            await self.tables.stop_all(finish_by=self.clock() + MS_TO_FINISH)
        await self.background.stop()
        self.dealing.consoles.stop()
        await self.studio.close()
        self.online.end_all(RESTART, "the floor is being restarted")
        await self.record.close()
        if not self.is_fenced:
            await self.talk.record.close()
            with suppress(StoreIsLost, StreamIsTaken):
                await self.staff_failures.write(is_last=True)

    async def hand_over(self) -> None:
        """Another server goes on with the coups that are being dealt, from what is stored, as soon as this returns.
        What takes time is written before, while patrons still play; what ends meanwhile the next one records."""
        with suppress(StoreIsLost, StreamIsTaken):
            await self.record.flush()
            await self.talk.record.flush()
            await self.staff_failures.write(is_last=True)
        self.is_ready = False
        await self.tables.hand_over_all()
        await self.background.stop()
        await self.talk.record.close()
        self.record.stop()

    async def close_handed_over(self) -> None:
        """Nothing is written any more."""
        self.dealing.consoles.stop()
        await self.studio.close()
        self.online.end_all(RESTART, "the floor is being restarted")

    def fence(self) -> None:
        """Another server has taken the floor and plays on from what is stored. Patrons are told, and go there."""
        self.is_ready, self.is_fenced = False, True
        self.online.end_all(MOVED, "the floor has moved to another server")
        self.tables.halt_all()

    async def has_bets(self, patron: str) -> bool:
        return await self.places.has_bets(patron)
