"""The house at a table: what it does when the clock demands, and the bets it puts back for patrons who repeat them."""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from punto.rules.rulebook import RuleBook
from punto.server.protocol.refusals import ServerRefusal
from punto.server.streams.happened import Happened
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.server.tables.house.house_routine import Routine
from punto.server.tables.house.kept_bets import Handles, KeptBets
from punto.server.tables.table_services import TableServices
from punto.table.commands import Command, Deal
from punto.table.config import TableConfig, TableKind
from punto.table.events import BettingOpened
from punto.table.hand_commands import ConfirmShoe, OpenBetting
from punto.table.refusals import Refusal
from punto.table.state import Betting, Instant, ReadyToOpen, SettledCoup, ShowingResult, Table
from punto.table.view import phase_name

AT_ONCE: Instant = 0


class Bell(asyncio.Event):
    """Rings when the house has to act, or when somebody comes."""

    async def rings_at(self, at: Instant | None, now: Instant) -> None:
        """None: only when somebody comes."""
        if at is None:
            await self.wait()
            return
        timer = asyncio.get_running_loop().call_later(max(0.0, (at - now) / 1000), self.set)
        try:
            await self.wait()
        finally:
            timer.cancel()


class House:
    def __init__(
        self,
        config: TableConfig,
        book: RuleBook,
        notes: LogNotes,
        services: TableServices,
        is_all_told: Callable[[], bool],
    ) -> None:
        """`is_all_told`: patrons know everything that is stored."""
        self._book = book
        self._is_all_told = is_all_told
        self._owed: tuple[int, int] | None = None  # the round whose kept bets have not come back yet
        self._notes = notes
        self._services = services
        self._kept_bets = KeptBets(services.admission.refusal_for, services.tell)
        self._routine = self._routine_of(config)

    def change_settings(self, config: TableConfig) -> None:
        self._routine = self._routine_of(config)

    def _routine_of(self, config: TableConfig) -> Routine:
        services = self._services
        return Routine(config, self._book, services.shoes, services.house, services.fingerprint)

    def happened(self, happened: Happened) -> None:
        """At a live table, kept bets come back once patrons know that betting is open: sooner, they would show who has
        won the round before. Whoever opens betting there may be a person."""
        if isinstance(happened.event, BettingOpened) and happened.after.config.kind is TableKind.LIVE:
            self.owe_bets(happened.after)

    def owe_bets(self, table: Table) -> None:
        """Those that come back are put back next, if betting is open still."""
        self._owed = table.shoe, table.coup

    def _owes_bets(self, table: Table) -> bool:
        return self._owed == (table.shoe, table.coup) and isinstance(table.phase, Betting) and self._is_all_told()

    def acts_at(self, table: Table) -> Instant | None:
        """None: somebody else has to do something first, or patrons' picture is still behind. Betting opens once they
        have been told what came before it, so that a late picture takes none of its time."""
        if self._owes_bets(table):
            return AT_ONCE
        is_between_coups = isinstance(table.phase, ReadyToOpen | ShowingResult)
        return (
            None if is_between_coups and not self._is_all_told() else self._routine.acts_at(table, self._notes.dealt_at)
        )

    def plays_on_at(self, table: Table) -> Instant | None:
        """When the game's next step is due, whoever takes it. Bets that come back are none."""
        return self._routine.acts_at(table, self._notes.dealt_at)

    def refused(self, command: Command) -> TableAnswer | None:
        """A dealer too opens betting only once patrons have seen the last round, or the burn."""
        is_too_soon = isinstance(command, OpenBetting) and not self._is_all_told()
        return TableAnswer(refusal=Refusal.RESULT_IS_SHOWN) if is_too_soon else None

    def paced(self, request: Request) -> Request:
        """A patron's `Deal`, refused while the last coup is too recent."""
        may_deal_at = self._notes.dealt_at + self._services.house.shortest_round_ms
        is_too_early = request.refusal is None and self._services.clock() < may_deal_at
        return replace(request, refusal=ServerRefusal.DEAL_IS_TOO_EARLY) if is_too_early else request

    async def completed(self, command: Command) -> Command:
        """A dealer confirms a shoe and knows neither the fingerprint of its rules nor the store's history."""
        if not isinstance(command, ConfirmShoe):
            return command
        return replace(command, fingerprint=self._services.fingerprint, log_id=await self._services.shoes.log_id())

    async def act(self, stream: TableStream) -> None:
        """If it is time. A new coup brings back the bets of patrons who repeat them."""
        if self._owes_bets(stream.table):
            self._owed = None
            await self._kept_bets.put_back(stream, self._services.clock())
            return
        now, due, phase = self._services.clock(), self.acts_at(stream.table), phase_name(stream.table.phase)
        command = await self._routine.next_command(stream.table, self._notes.dealt_at, now)
        if command is None:
            return
        if isinstance(command, Deal) and not await self._kept_bets.may_be_dealt(stream, command.patron, now):
            return
        if due:
            self._services.metrics.rang(phase, (now - due) / 1000)
        before = stream.table.coup, type(stream.table.phase)
        await stream.handle([Request(command)], now)
        has_begun = (stream.table.coup, type(stream.table.phase)) != before
        if has_begun and stream.table.config.kind is not TableKind.LIVE and self._services.gives_up is None:
            await self.put_back(stream)

    async def put_back(self, stream: Handles) -> None:
        """Bets of patrons who repeat them. Only the floor knows who of them may play, so no pit does it."""
        await self._kept_bets.put_back(stream, self._services.clock())

    async def committed_coup(self, table: Table, settled: SettledCoup) -> str | None:
        return await self._routine.committed_coup(table, settled)
