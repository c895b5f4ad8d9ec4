"""The one task of a table: it takes whatever waits, has it decided and stored, and does what the clock demands.

Commands wait in a bounded queue and are taken together. What the house does next (close betting, draw a card, change
the shoe) is read off the table's state, so a restart resumes where it stopped. What fails is mended, or ends the table,
in `table_trouble.py`.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import structlog

from punto.rules.rulebook import RuleBook
from punto.server.protocol.parts import Offset
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import FloorIsTaken
from punto.server.streams.happened import Happened
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import ReadLog, read_log
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.server.tables import table_life
from punto.server.tables.attendance import Attendance
from punto.server.tables.command_queue import CommandQueue
from punto.server.tables.house.house import Bell, House
from punto.server.tables.house.rearm import PARKED
from punto.server.tables.house.resume_play import resume_play
from punto.server.tables.lending import Lending
from punto.server.tables.lent_table import Borrower, LentTable, is_between_coups
from punto.server.tables.own_turns import OwnTurns
from punto.server.tables.table_door import Reply, TableIsGone, ask
from punto.server.tables.table_life import (
    Away,
    Concluding,
    Ending,
    Life,
    Opening,
    OutOfOrder,
    Playing,
    Stopping,
)
from punto.server.tables.table_look import TableLooks
from punto.server.tables.table_services import TableServices
from punto.server.tables.table_teller import TableTeller
from punto.server.tables.table_trouble import TableTrouble
from punto.server.tables.table_watch import Crowd
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import CancelCoup, Command, Deal, Pause
from punto.table.config import TableConfig
from punto.table.decisions.dealing import SYSTEM
from punto.table.reasons import HouseReason
from punto.table.state import Instant, NeedsShoe, Table

SECONDS_TO_END = 5.0  # for a step that is under way

log = structlog.get_logger("punto.table")


class TableTask:
    """To the rest of the floor a `TableDoor`."""

    def __init__(self, config: TableConfig, book: RuleBook, publisher: TablePublisher, services: TableServices) -> None:
        self.id = config.id
        self.config = config
        self.book = book
        self.publisher = publisher
        self.queue = CommandQueue(services.clock)
        untold = partial(services.untold.of_patron, currency=config.currency)
        self._allowances = services.admission.allowances_at(config.id, untold)  # one: a reload drops its promises
        self._services = services
        self._ahead = services.ahead
        ahead = self._ahead and self._ahead.notes
        self._notes = ahead or LogNotes(services.store, config, book, services.fingerprint)
        self._house = House(config, book, self._notes, services, lambda: self._teller.is_clear)
        self.attendance = Attendance(self, config, publisher, services)
        self.leave, self.seat, self.shown = self.attendance.leave, self.attendance.seat, self.attendance.shown
        self.bend, self.react = publisher.bend, publisher.react
        self._bell = Bell()
        self._turns = OwnTurns(services.turns, self._allowances, self._bell.set)
        self._teller = TableTeller(
            config, publisher, services, self._notes, self.attendance.known_credit, self._bell.set
        )
        self.life: Life = Opening()
        self._trouble = TableTrouble(self, services, self._teller)
        looks = TableLooks(lambda: self.table, lambda: publisher.table, self._house.committed_coup, self._crowd)
        self.look, self.look_as_told, self.watch, self.audit = looks.look, looks.look_as_told, looks.watch, looks.audit
        self.preview_void, self.preview_correction = looks.preview_void, looks.preview_correction
        self._opened: TableStream | None = None
        self._lending = Lending(
            services,
            self._allowances,
            self.queue,
            self._house,
            publisher,
            observer=self._teller.stored,
            take_turn=self._take_turn,
            back=self._play_on,
            unreadable=lambda: self._trouble.goes_out_of_order("log_unreadable"),
        )
        self.take_back = self._lending.take_back

    @property
    def table(self) -> Table:
        return self.stream.table if self.lent is None else self.lent.table

    @property
    def is_playing(self) -> bool:
        """And nobody has asked for anything else."""
        return isinstance(self.life, Playing) and not self.life.next_settings

    @property
    def epoch(self) -> int:
        """Of the floor's claim; a pit has one of its own."""
        return self.stream.epoch

    @property
    def lent(self) -> LentTable | None:
        """While a pit plays it, or has not given it back."""
        return self._lending.lent

    @property
    def stream(self) -> TableStream:
        assert self._opened is not None, "the table is open"
        return self._opened

    @property
    def runner(self) -> asyncio.Task[None] | None:
        return table_life.runner_of(self.life)

    @property
    def out_of_order(self) -> HouseReason | None:
        return self.life.reason if isinstance(self.life, OutOfOrder) else None

    # --- the door -----------------------------------------------------------------------------------------------------

    def submit(self, request: Request, reply: Reply) -> None:
        refusal = self._why_not_queued()
        if refusal:
            reply(TableAnswer(refusal=refusal))
            return
        if self._lending.away is not None:
            self._lending.away.submit(request, reply)
            return
        if self._turns.apply_to(request):
            self._take_turn(request, reply)
        else:
            self._put(request, reply)

    def _take_turn(self, request: Request, reply: Reply) -> None:
        self._turns.take(request, reply, self._put_in_turn)

    def _put_in_turn(self, request: Request, reply: Reply) -> None:
        """It may have waited, but the table is here: it is not lent while anything waits."""
        refusal = self._why_not_queued()
        if refusal:
            reply(TableAnswer(refusal=refusal))
        else:
            self._put(request, reply)

    def _put(self, request: Request, reply: Reply) -> None:
        self.queue.put(self._house.paced(request) if isinstance(request.command, Deal) else request, reply)
        self._bell.set()

    def _why_not_queued(self) -> ServerRefusal | None:
        if not isinstance(self.life, Playing) and (self.out_of_order or self._is_idle):
            return ServerRefusal.TABLE_IS_OUT_OF_ORDER
        return ServerRefusal.TABLE_IS_BUSY if self.waiting >= self._services.queue_max else None

    @property
    def waiting(self) -> int:
        """Commands that nobody has answered yet."""
        return len(self.queue) if self._lending.away is None else len(self._lending.away)

    async def ask(self, command: Command, id: str = "") -> TableAnswer:  # noqa: A002 (the word of the protocol)
        return self._house.refused(command) or await ask(self, await self._house.completed(command), id)

    async def follow(self, patron: str, since: Offset | None) -> Sequence[bytes]:
        credit = await self.attendance.credit(patron)
        if isinstance(self.life, Ending):
            raise TableIsGone(self.id)
        return self.attendance.follow(patron, since, credit)

    def _crowd(self) -> Crowd:
        version = self.stream.version if self.lent is None else self.lent.version
        return Crowd(version, *self.publisher.crowd, self.publisher.totals, self.out_of_order)

    # --- life ---------------------------------------------------------------------------------------------------------

    async def open(self, after: int | None = None) -> None:
        """Claim the table, fold its log, and resume where it stopped. `after`: if nobody has claimed it since that
        epoch."""
        services = self._services
        ahead, self._ahead = self._ahead, None
        log = await read_log(services.ledger, self.config, self.book, self._notes, after, ahead)
        for hear in services.once_read:  # before the promises of an earlier stream are dropped
            hear(log)
        self._opened = self._stream_from(log)
        await services.catch_up(self._teller.resume(log, self._notes.public_events))
        self._teller.go_on()
        await resume_play(self._opened, self._notes, services)

    def _stream_from(self, log: ReadLog) -> TableStream:
        return TableStream(
            self._services.ledger,
            self._services.wallet,
            log,
            observer=self._happened,
            allowances=self._allowances,
            on_outcome=self._bell.set,
            hold_returns=self._teller.hold_returns,
        )

    def start(self) -> None:
        self.life = Playing(asyncio.create_task(self._run(), name=f"table {self.id}"))

    def change_settings(self, config: TableConfig) -> None:
        """From the next shoe on."""
        if self.lent is not None:
            self._lending.once_back(partial(self.change_settings, config))
        elif isinstance(self.life, Playing | Concluding):
            self.life = replace(self.life, next_settings=config)
            self._bell.set()

    def conclude(self, *, on: bool = True) -> None:
        if self.lent is not None:
            self._lending.once_back(partial(self.conclude, on=on))
        elif isinstance(self.life, Playing | Concluding):  # whether the coup under way is the last
            self.life = (Concluding if on else Playing)(self.life.runner, self.life.next_settings)
            self._bell.set()

    @property
    def has_shown_all(self) -> bool:
        """No card is to come, and patrons have seen the last."""
        return self._teller.is_clear and not table_life.is_dealing(self.table)

    async def stop(self, *, finish_by: Instant) -> None:
        """Finish the coup that is being dealt, if it ends in time; park the rest. Bets that lie stay."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_END):
                await self.take_back()
        is_here = self.lent is None
        if not is_here:  # nobody here knows what is stored
            self._lending.lose()
            self.queue.lose_everything()
        runner = self.runner
        if not self.out_of_order:
            self.life = Stopping(runner)
        self._bell.set()
        while not self.has_shown_all and self._services.clock() < finish_by and runner and not runner.done():
            await asyncio.sleep(0.02)
        has_ended = await self._end(runner)
        if self._opened and is_here and has_ended and self.stream.is_idle and not self.out_of_order:
            await self.stream.handle([Request(Pause(SYSTEM, PARKED))], self._services.clock())
        self._teller.close()

    async def hand_over(self) -> None:
        """Another server goes on from what is stored, as after a crash: nothing is parked or taken back from a pit."""
        self._lending.lose()
        await self._end(self.runner)
        self._teller.close()

    async def cancel_parked(self, reason: HouseReason) -> None:
        """Everybody who hears of this table hears that stakes go back."""
        await self.stream.handle([Request(CancelCoup(SYSTEM, reason))], self._services.clock())

    async def _end(self, runner: asyncio.Task[None] | None) -> bool:
        """Between two steps: what is being stored may be neither forgotten nor overtaken. False when it hangs."""
        if not self.out_of_order:
            self.life = Ending(runner)
        self._bell.set()
        if runner is None:
            return True
        done, _ = await asyncio.wait({runner}, timeout=SECONDS_TO_END)
        runner.cancel()
        self.queue.lose_taken()
        self.queue.refuse_waiting(ServerRefusal.TABLE_IS_OUT_OF_ORDER)
        return bool(done)

    def halt(self) -> None:
        """Another server plays on from what is stored. Here nothing more is decided or sent."""
        runner, self.life = self.runner, OutOfOrder("taken_over")
        if runner:
            runner.cancel()
        self._lending.lose()
        self.queue.lose_everything()
        self._teller.close()

    # --- lending ------------------------------------------------------------------------------------------------------

    def lend(self, pit: Borrower) -> None:
        """To a pit that plays it from here on, once no coup is under way."""
        if isinstance(self.life, Playing):
            self.life = replace(self.life, lend_to=pit)
            self._bell.set()

    @property
    def _leaves_for(self) -> Borrower | None:
        pit = self.life.lend_to if isinstance(self.life, Playing) and self.is_playing else None
        if pit is None or not is_between_coups(self.table) or self._turns.are_open:
            return None
        return pit if self._notes.is_read_quickly(self.table, self.stream.version) else None

    async def _lend_now(self, pit: Borrower) -> None:
        """With a snapshot, so that the pit need not read the whole shoe while patrons wait."""
        await self._notes.keep_now(self.stream.table, self.stream.version)
        if self._leaves_for is pit:  # nobody has wanted anything else meanwhile
            self.life = Away()
            self._lending.give(pit, self.config, self.stream)

    def _play_on(self, log: ReadLog) -> None:
        """It is back."""
        self._opened = self._stream_from(log)
        self.start()

    @property
    def _is_idle(self) -> bool:
        return table_life.is_idle(self.life, self.table, self._services.clock())

    # --- steps --------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        with suppress(FloorIsTaken):  # the floor notices, and halts every table
            while not table_life.is_over(self.life, is_under_way=self.stream.is_under_way):
                await self._step_or_mend()

    async def _step_or_mend(self) -> None:
        try:
            await self._step()
        except Exception as error:
            await self._trouble.mend(error)

    async def _step(self) -> None:
        """Answers go out before more is taken. What is due is done once nothing is under way, and after everything that
        had arrived by then."""
        self._bell.clear()
        stream, at = self.stream, self._acts_at
        is_due = at is not None and at <= self._services.clock()
        leaves_for = self._leaves_for
        is_closing = is_due or leaves_for is not None or isinstance(self.life, Ending)
        takes_no_more = is_closing or not self.queue or not stream.has_room
        if stream.has_outcome:
            await self.queue.finish(stream, self._services.metrics, self.publisher.closed_at)
        elif stream.is_under_way and takes_no_more:
            await self._bell.wait()
        elif leaves_for is not None:
            await self._lend_now(leaves_for)
        elif isinstance(self.life, Playing) and self.life.next_settings and self._may_change_settings:
            self._change_settings_now(self.life.runner, self.life.next_settings)
        elif is_due:
            await self.queue.finish_all(stream, self._services.metrics, self.publisher.closed_at)
            await self._house.act(stream)
        elif self.queue:
            await self.queue.begin(stream, len(self.queue), self._services.clock())
        else:
            await self._bell.rings_at(self._acts_at, self._services.clock())

    @property
    def _may_change_settings(self) -> bool:
        return isinstance(self.table.phase, NeedsShoe) and self._teller.is_clear

    def _change_settings_now(self, runner: asyncio.Task[None], config: TableConfig) -> None:
        self.config, self.life = config, Playing(runner)
        self._house.change_settings(config)
        self._notes.change_settings(config)
        self.stream.change_settings(config)
        info, credit_of = table_info(config, self.book), self.attendance.known_credit
        self.publisher.change_settings(info, self.table, credit_of, self._services.clock())
        log.info("table_has_new_settings", table=self.id, from_shoe=self.table.shoe + 1)

    @property
    def _acts_at(self) -> Instant | None:
        return None if self._is_idle else self._house.acts_at(self.table)

    def _happened(self, happened: Happened) -> None:
        self._house.happened(happened)
        if self._teller.stored(happened):  # single bets leave a table as it was
            self._notes.keep(happened)
