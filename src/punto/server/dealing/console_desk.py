"""The consoles of all hand-dealt tables: each is published whole whenever something at it changes.

Ten times a second at most, and only while somebody watches.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from punto.server.dealing.confirmations import Confirmations, Ending, Pending
from punto.server.dealing.console_state import Around, changes_at, console_state
from punto.server.dealing.scan_desk import ScanDesk
from punto.server.dealing.supervisor_calls import CallState, SupervisorCalls, TableCall
from punto.server.dealing.table_watch import TableWatch, WatchedTable
from punto.server.people.identity import Role
from punto.server.protocol.frames import frame_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.staff import (
    CallNotice,
    Confirmation,
    ConfirmationNotice,
    ConsoleState,
    PictureState,
    SupervisorCall,
)
from punto.server.record.coup_records import coups_kind, read_coups
from punto.server.staff.rota import Rota
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Records
from punto.server.telling.bus import Bus, console_channel, staff_channel
from punto.table.state import Instant, PausedPhase

PUBLISHED_EVERY_SECONDS = 0.1
SUPERVISE = (Role.SUPERVISOR, Role.ADMIN)
CONFIRM = (Role.DEALER, *SUPERVISE)
BURN = 0  # stands for a round: the burn card of the shoe

NameOf = Callable[[str], Awaitable[str]]
PictureOf = Callable[[str], PictureState | None]

log = structlog.get_logger("punto.console")


class ConsoleDesk:
    def __init__(
        self,
        watch: TableWatch,
        scans: ScanDesk,
        confirmations: Confirmations,
        calls: SupervisorCalls,
        rota: Rota,
        bus: Bus,
        records: Records,
        name_of: NameOf,
        clock: Callable[[], Instant],
    ) -> None:
        self.picture_of: PictureOf = lambda _table: None  # whoever measures the picture's delay sets it
        self._watch = watch
        self._scans = scans
        self._confirmations = confirmations
        self._calls = calls
        self._rota = rota
        self._bus = bus
        self._records = records
        self._name_of = name_of
        self._clock = clock
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}  # changes that time alone brings
        self._publishing: set[asyncio.Task[None]] = set()
        watch.on_change.append(lambda table, _event: self.changed(table))
        scans.on_change.append(self.changed)
        confirmations.on_change.append(self._confirmation_changed)
        calls.on_change.append(self._call_changed)

    async def state(self, table: str) -> ConsoleState | None:
        """None: nobody deals such a table by hand."""
        watched = self._watch.get(table)
        if watched is None:
            return None
        around = await self._around(watched)
        return console_state(watched, self._scans.reader(table), around, self._clock())

    async def calls(self) -> tuple[SupervisorCall, ...]:
        """Oldest first."""
        return tuple([await self._call(call) for call in self._calls.open])

    async def confirmations(self) -> tuple[Confirmation, ...]:
        return tuple([await self.confirmation(each) for each in self._confirmations.waiting])

    async def confirmation(self, pending: Pending) -> Confirmation:
        name = await self._name_of(pending.by)
        at = pending.at, pending.expires_at
        return Confirmation(pending.id, pending.table, pending.deed, pending.card, pending.side, pending.by, name, *at)

    # --- publishing ---------------------------------------------------------------------------------------------------

    def show(self, table: str) -> bool:
        """To somebody who has just begun to watch. Whether there is such a console."""
        if table not in self._watch:
            return False
        self.changed(table)
        return True

    def changed(self, table: str) -> None:
        if table in self._timers or not self._bus.has_subscribers(console_channel(table)):
            return
        self._timers[table] = asyncio.get_running_loop().call_later(PUBLISHED_EVERY_SECONDS, self._due, table)

    def _due(self, table: str) -> None:
        del self._timers[table]
        task = asyncio.get_running_loop().create_task(self._publish(table))
        self._publishing.add(task)
        task.add_done_callback(self._publishing.discard)

    async def _publish(self, table: str) -> None:
        channel = console_channel(table)
        watched = self._watch.get(table)
        if watched is None or not self._bus.has_subscribers(channel):
            return
        try:
            around = await self._around(watched)
        except StoreIsLost:
            log.warning("console_was_not_published", table=table)
            return
        now, reader = self._clock(), self._scans.reader(table)
        self._bus.publish(channel, frame_of(console_state(watched, reader, around, now)))
        self._publish_at(table, changes_at(watched, reader, around, now), now)

    def _publish_at(self, table: str, at: Instant | None, now: Instant) -> None:
        earlier = self._later.pop(table, None)
        if earlier is not None:
            earlier.cancel()
        if at is not None:
            loop = asyncio.get_running_loop()
            self._later[table] = loop.call_later((at - now) / 1000, self._time_has_come, table)

    def _time_has_come(self, table: str) -> None:
        self._later.pop(table, None)
        self._confirmations.of(table)  # one may have expired
        self.changed(table)

    def stop(self) -> None:
        for timer in (*self._timers.values(), *self._later.values()):
            timer.cancel()
        self._timers.clear()
        self._later.clear()

    # --- around the table ---------------------------------------------------------------------------------------------

    async def _around(self, watched: WatchedTable) -> Around:
        table = watched.table
        call, pending = self._calls.of(table.config.id), self._confirmations.of(table.config.id)
        turn = self._rota.turn(table.config.id, table.dealer_since)
        return Around(
            dealer_name=await self._name_of(table.dealer) if table.dealer else "",
            turn=turn,
            relief_name=await self._name_of(turn.relief) if turn.relief else "",
            rounds_of_stop=await self._rounds_of_stop(watched),
            picture=self.picture_of(table.config.id),
            calls=(await self._call(call),) if call else (),
            calls_waiting=len(self._calls.open),
            confirmation=await self.confirmation(pending) if pending else None,
        )

    async def _call(self, call: TableCall) -> SupervisorCall:
        return SupervisorCall(
            call.id,
            call.table,
            call.text,
            call.by,
            await self._name_of(call.by),
            call.at,
            call.taken_by,
            await self._name_of(call.taken_by) if call.taken_by else "",
            call.taken_at,
        )

    async def _rounds_of_stop(self, watched: WatchedTable) -> tuple[int, ...]:
        """In which rounds of the shoe a card that came too often had been dealt."""
        table = watched.table
        if not isinstance(table.phase, PausedPhase) or table.phase.reason != "card_too_often":
            return ()
        card = table.phase.detail
        coups = read_coups(await self._records.records(coups_kind(table.config.id, table.shoe)))
        burned = [BURN] if table.has_burned and str(table.cards_out[0]) == card else []
        dealt = [coup.coup for coup in coups for each in coup.cards if each.card == card]
        running = (*table.player.cards, *table.banker.cards)
        return (*burned, *dealt, *(table.coup for each in running if str(each) == card))

    # --- notices ------------------------------------------------------------------------------------------------------

    def _confirmation_changed(self, table: str, ending: Ending) -> None:
        self._notice(CONFIRM, ConfirmationNotice(table, ending, len(self._confirmations.waiting)))
        self.changed(table)

    def _call_changed(self, table: str, state: CallState) -> None:
        waiting = sum(1 for call in self._calls.open if not call.taken_by)
        self._notice(SUPERVISE, CallNotice(table, state, waiting))
        for each in self._watch:
            self.changed(each)

    def _notice(self, roles: tuple[Role, ...], message: ServerMessage) -> None:
        frame = frame_of(message)
        for role in roles:
            self._bus.publish(staff_channel(role), frame)
