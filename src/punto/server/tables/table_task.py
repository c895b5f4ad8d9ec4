"""The one task of a table: it takes whatever waits, has it decided and stored, and does what the clock demands.

Commands wait in a bounded queue and are taken together. What the house itself does next (close betting, draw a card,
change the shoe) is read off the table's state, so a restart goes on where it was. Whatever goes wrong inside a table
stops this table alone: its open coup is cancelled, every stake goes back, and its log stays.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

import msgspec
import structlog

from punto.ledger.accounts import is_bot, purse
from punto.rules.rulebook import RuleBook
from punto.server.protocol.client import BendCard
from punto.server.protocol.parts import Offset
from punto.server.store.failures import FloorIsTaken, StoreIsLost
from punto.server.streams.happened import Happened, is_public
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Answer, Request
from punto.server.streams.table_snapshots import TableKeeping
from punto.server.streams.table_stream import COMMANDS_AT_ONCE, TableStream
from punto.server.tables.house_routine import Routine
from punto.server.tables.kept_bets import KeptBets
from punto.server.tables.table_door import Reply, SeatAt, ask
from punto.server.tables.table_going_on import go_on
from punto.server.tables.table_services import Surroundings
from punto.server.telling.private_messages import seat_state
from punto.server.telling.table_publisher import TablePublisher
from punto.server.telling.table_state import table_info
from punto.table.commands import CancelCoup, Command, Deal, PatronCame, PatronWent, Pause
from punto.table.config import TableConfig
from punto.table.dealing import SYSTEM
from punto.table.reasons import HouseReason
from punto.table.refusals import Refusal
from punto.table.state import Dealing, Instant, NeedsShoe, SettledCoup, Squeezing, Table
from punto.table.view import TableView, phase_name

TABLE_IS_BUSY = "table_is_busy"
TABLE_IS_OUT_OF_ORDER = "table_is_out_of_order"
DEAL_IS_TOO_EARLY = "deal_is_too_early"
SECONDS_BEFORE_RELOADING = 0.2
SECONDS_TO_END = 5.0  # for a step that is under way

log = structlog.get_logger("punto.table")


class TableTask:
    def __init__(self, config: TableConfig, book: RuleBook, publisher: TablePublisher, around: Surroundings) -> None:
        self.id = config.id
        self.config = config
        self.book = book
        self.publisher = publisher
        self.out_of_order: HouseReason | None = None
        self._around = around
        self._routine = Routine(config, book, around.shoes, around.house, around.fingerprint)
        self._keeping = TableKeeping(around.store, config, book, around.fingerprint)
        self._kept_bets = KeptBets(around.why_no_play, around.tell)
        self._queue: deque[tuple[Request, Reply]] = deque()
        self._taken: deque[tuple[Instant, list[Reply]]] = (
            deque()
        )  # batches under way: when they were taken, and from whom
        self._wake = asyncio.Event()
        self._stream: TableStream | None = None
        self._is_stopping = False
        self._is_over = False
        self._next_config: TableConfig | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        assert self._stream is not None, "the table is open"
        return self._stream.table

    @property
    def queue_length(self) -> int:
        return len(self._queue)

    @property
    def has_work(self) -> bool:
        """Something waits, or is being stored."""
        return bool(self._queue or self._taken)

    # --- commands -----------------------------------------------------------------------------------------------------

    def submit(self, request: Request, reply: Reply) -> None:
        refusal = self._why_not_queued()
        if refusal:
            reply(Answer(refusal=refusal))
            return
        if self._is_too_early(request):
            request = msgspec.structs.replace(request, refusal=DEAL_IS_TOO_EARLY)
        self._queue.append((request, reply))
        self._wake.set()

    async def ask(self, command: Command, id: str = "") -> Answer:  # noqa: A002 (the word of the protocol)
        return await ask(self, command, id)

    async def committed_coup(self, settled: SettledCoup) -> str | None:
        return await self._routine.committed_coup(self.table, settled)

    # --- followers ----------------------------------------------------------------------------------------------------

    async def follow(self, patron: str, since: Offset | None) -> Sequence[bytes]:
        credit = await self._credit(patron)
        frames = self.publisher.follow(patron, since, credit, self._around.clock())
        if patron in self.table.seats:
            self.submit(Request(PatronCame(patron)), _unheard)
        return frames

    def leave(self, patron: str) -> None:
        if self.publisher.leave(patron):
            self._went(patron)

    async def seat(self, patron: str) -> SeatAt:
        credit = await self._credit(patron)
        return SeatAt(self.publisher.version, seat_state(TableView(self.table, patron), credit))

    def bend(self, patron: str, message: BendCard) -> None:
        self.publisher.bend(patron, message)

    def note_gone(self, at_most: int) -> None:
        """Patrons who have left without the table hearing of it: the server was killed, or the table too busy."""
        followers = self.publisher.followers
        seated = (patron for patron, seat in self.table.seats.items() if not seat.is_away and not is_bot(patron))
        for patron in list(islice((each for each in seated if each not in followers), at_most)):
            self._went(patron)

    def _went(self, patron: str) -> None:
        if patron in self.table.seats:
            self.submit(Request(PatronWent(patron)), _unheard)

    async def _credit(self, patron: str) -> int:
        account = purse(patron, self.config.currency)
        return self._around.spendable(patron, (await self._around.ledger.balances([account]))[account])

    def _known_credit(self, patron: str) -> int:
        return self._around.spendable(patron, self._around.ledger.known(purse(patron, self.config.currency)))

    # --- commands -----------------------------------------------------------------------------------------------------

    def _why_not_queued(self) -> str | None:
        if self.out_of_order or self._is_idle:  # a coup that is dealt is finished
            return TABLE_IS_OUT_OF_ORDER
        if len(self._queue) >= self._around.queue_max:
            return TABLE_IS_BUSY
        return None

    def _is_too_early(self, request: Request) -> bool:
        """Unless something else speaks against it."""
        if not isinstance(request.command, Deal) or request.refusal is not None:
            return False
        return self._around.clock() < self._keeping.dealt_at + self._around.house.shortest_round_ms

    def take_up(self, config: TableConfig) -> None:
        """How the table is to be set up from its next shoe on."""
        self._next_config = config
        self._wake.set()

    def _take_up_now(self, config: TableConfig) -> None:
        self.config, self._next_config = config, None
        self._routine = Routine(config, self.book, self._around.shoes, self._around.house, self._around.fingerprint)
        self._keeping.take_up(config)
        self._opened_stream.take_up(config)
        self.publisher.change_settings(
            table_info(config, self.book), self.table, self._known_credit, self._around.clock()
        )
        log.info("table_has_new_settings", table=self.id, from_shoe=self.table.shoe + 1)

    # --- life ---------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Claim the table, fold its log, and go on where it was."""
        around = self._around
        log = await read_log(around.ledger, self.config, self.book, self._keeping)
        self._stream = TableStream(
            around.ledger,
            log,
            observer=self._happened,
            spendable=around.spendable,
            promises=around.promises,
            on_back=self._wake.set,
        )
        self.publisher.resume(log, self._keeping.public_events)
        for catch_up in around.once_read:
            await catch_up(log)
        await go_on(self._stream, self._keeping, self._around)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def stop(self, *, finish_by: Instant) -> None:
        """Finish the coup that is being dealt, if it ends in time; park what is left. Bets that lie stay."""
        self._is_stopping = True
        self._wake.set()
        while self._is_dealing and self._around.clock() < finish_by and self._task and not self._task.done():
            await asyncio.sleep(0.02)
        has_ended = await self._end_task()
        if self._stream and has_ended and not self._stream.is_under_way and not self.out_of_order:
            await self._stream.handle([Request(Pause(SYSTEM, "restart"))], self._around.clock())

    def halt(self) -> None:
        """Another server goes on from what is stored. Here nothing more is decided, and nobody is told anything."""
        self._is_over = True
        self.out_of_order = "taken_over"
        if self._task:
            self._task.cancel()
        self._nobody_knows()
        while self._queue:
            self._queue.popleft()[1](None)

    async def _end_task(self) -> bool:
        """Between two steps: what is being stored may be neither forgotten nor overtaken. False when it hangs."""
        self._is_over = True
        self._wake.set()
        if self._task is None:
            return True
        done, _ = await asyncio.wait({self._task}, timeout=SECONDS_TO_END)
        self._task.cancel()
        self._nobody_knows()
        self._turn_the_rest_away()
        return bool(done)

    @property
    def _is_dealing(self) -> bool:
        return isinstance(self.table.phase, Dealing | Squeezing)

    @property
    def _is_idle(self) -> bool:
        """The floor is closing, and no coup has to be finished."""
        return self._is_stopping and not self._is_dealing

    async def _run(self) -> None:
        with suppress(FloorIsTaken):  # the floor notices, and halts every table
            while self.out_of_order is None and not (self._is_over and not self._opened_stream.is_under_way):
                await self._step_or_mend()

    async def _step_or_mend(self) -> None:
        try:
            await self._step()
        except FloorIsTaken:
            raise
        except StoreIsLost:
            await self._reload()
        except Exception:
            log.exception("table_failed", table=self.id)
            await self._break_off()

    async def _step(self) -> None:
        """What has come back is answered, then more is taken. What is due is done when nothing is under way any more,
        and after what had arrived by then."""
        self._wake.clear()
        stream, is_due = self._opened_stream, self._is_due
        if stream.is_back:
            await self._answer()
        elif stream.is_under_way and (is_due or self._is_over or not self._queue or not stream.has_room):
            await self._wake.wait()
        elif self._next_config is not None and isinstance(stream.table.phase, NeedsShoe):
            self._take_up_now(self._next_config)
        elif is_due:
            await self._answer_all_that_waits()
            await self._act()
        elif self._queue:
            await self._take(len(self._queue))
        else:
            await self._wait()

    async def _answer_all_that_waits(self) -> None:
        """And not what comes meanwhile: that would keep the house waiting."""
        waiting = len(self._queue)
        while waiting > 0:
            await self._take(waiting)
            waiting -= COMMANDS_AT_ONCE
            await self._answer()

    async def _take(self, count: int) -> None:
        taken = [self._queue.popleft() for _ in range(min(count, COMMANDS_AT_ONCE))]
        now = self._around.clock()
        self._taken.append((now, [reply for _, reply in taken]))
        await self._opened_stream.begin([request for request, _ in taken], now)

    async def _answer(self) -> None:
        """What was taken first."""
        answers = await self._opened_stream.finish()
        taken_at, replies = self._taken.popleft()
        now, metrics, closed_at = self._around.clock(), self._around.metrics, self.publisher.closed_at
        for reply, answer in zip(replies, answers, strict=True):
            if answer.refusal is None:
                reply(answer)
                continue
            metrics.refused(answer.refusal)
            is_late = answer.refusal == Refusal.BETTING_IS_CLOSED and closed_at
            reply(msgspec.structs.replace(answer, late_ms=max(0, now - closed_at)) if is_late else answer)
        metrics.batch_answered(self.id, len(replies), now - taken_at)

    @property
    def _is_due(self) -> bool:
        at = None if self._is_idle else self._routine.acts_at(self.table, self._keeping.dealt_at)
        return at is not None and at <= self._around.clock()

    async def _act(self) -> None:
        """What the house does next, if it is time. A new coup brings back the bets of those who let them lie."""
        stream, now = self._opened_stream, self._around.clock()
        due, phase = self._routine.acts_at(stream.table, self._keeping.dealt_at), phase_name(stream.table.phase)
        command = await self._routine.next_command(stream.table, self._keeping.dealt_at, now)
        if command is None:
            return
        if isinstance(command, Deal) and not await self._kept_bets.may_be_dealt(stream, command.patron, now):
            return
        if due:
            self._around.metrics.rang(phase, (now - due) / 1000)
        before = stream.table.coup, type(stream.table.phase)
        await stream.handle([Request(command)], now)
        if (stream.table.coup, type(stream.table.phase)) != before:
            await self._kept_bets.put_back(stream, self._around.clock())

    async def _wait(self) -> None:
        at = None if self._is_idle else self._routine.acts_at(self.table, self._keeping.dealt_at)
        if at is None:
            await self._wake.wait()
            return
        seconds = max(0.0, (at - self._around.clock()) / 1000)
        bell = asyncio.get_running_loop().call_later(seconds, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            bell.cancel()

    @property
    def _opened_stream(self) -> TableStream:
        assert self._stream is not None, "the table is open"
        return self._stream

    def _happened(self, happened: Happened) -> None:
        is_told = is_public(happened)
        if is_told:
            self._keeping.count(happened.event)
        self.publisher.happened(happened)
        for observer in self._around.observers:
            observer(happened)
        if is_told:  # single bets leave a table as it was
            self._keeping.keep(happened)

    # --- trouble ------------------------------------------------------------------------------------------------------

    async def _reload(self) -> None:
        """The store was lost, and what was under way with it. Followers come back and ask again by the same id."""
        self._nobody_knows()
        while self._queue:
            self._queue.popleft()[1](None)
        self.publisher.interrupt()
        while not self._is_over:
            await asyncio.sleep(SECONDS_BEFORE_RELOADING)
            try:
                await self.open()
            except FloorIsTaken:
                raise
            except StoreIsLost:
                continue
            except Exception:
                log.exception("table_cannot_be_read", table=self.id)
                self._goes_out_of_order("log_unreadable")
            return

    async def _break_off(self) -> None:
        """A fault of ours: the open coup is cancelled and the table stays closed until somebody has looked."""
        self._nobody_knows()
        try:
            await self.open()
            await self._opened_stream.handle([Request(CancelCoup(SYSTEM, "malfunction"))], self._around.clock())
        except FloorIsTaken:
            raise
        except Exception:
            log.exception("coup_cannot_be_cancelled", table=self.id)
        self._goes_out_of_order("out_of_order")

    def _nobody_knows(self) -> None:
        """Whether what was under way has been stored."""
        while self._taken:
            for reply in self._taken.popleft()[1]:
                reply(None)

    def _goes_out_of_order(self, reason: HouseReason) -> None:
        log.error("table_is_out_of_order", table=self.id, reason=reason)
        self.out_of_order = reason
        self._nobody_knows()
        self._turn_the_rest_away()
        self.publisher.goes_out_of_order(reason)

    def _turn_the_rest_away(self) -> None:
        while self._queue:
            self._queue.popleft()[1](Answer(refusal=TABLE_IS_OUT_OF_ORDER))


def _unheard(_: Answer | None) -> None:
    pass
