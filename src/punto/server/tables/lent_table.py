"""A table that a pit plays, as its floor follows it: the state that the pit has stored, and commands not answered yet.

The pit decides and stores; every stored event comes here, is folded again and told by the floor as if it had been
decided here. What the pit has not answered when the floor takes its table back is asked again there: by its id, a
command that was stored gets its first answer.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from punto.server.store.failures import StoreIsLost
from punto.server.streams.happened import Happened, Observer
from punto.server.streams.request import Request, TableAnswer, named_id
from punto.server.streams.wallets.allowances import Allowances, Terms
from punto.server.streams.wallets.turns import Turns
from punto.server.tables.table_door import Reply
from punto.table.commands import PatronCame, PatronWent, patron_of
from punto.table.config import TableConfig
from punto.table.decisions.dealing import SYSTEM
from punto.table.events import WagersChanged
from punto.table.evolve import evolve
from punto.table.state import Betting, Instant, NeedsShoe, ReadyToOpen, ShowingResult, Table
from punto.table.stored.event_codec import decode_event

ID_BYTES = 8  # of commands that came without one


class Loan(NamedTuple):
    """What a pit has to know of a table to play it."""

    config: TableConfig
    fingerprint: str  # of its book: a pit of another release may have other rules
    epoch: int  # of the floor's claim; the pit claims the stream after it, or not at all


class Borrower(Protocol):
    """A pit, as a table knows it."""

    @property
    def id(self) -> str: ...

    def lend(self, table: "LentTable", loan: Loan) -> None: ...

    def send(self, table: str, number: int, request: Request, terms: Terms) -> None: ...

    def take_back(self, table: str) -> None:
        """The floor plays it again. It does not matter when the pit hears of it."""


class _Asked(Struct):
    request: Request
    reply: Reply
    turn: Callable[[], None] | None = None  # of a patron with own limits
    is_sent: bool = False  # to the pit


class Unanswered(NamedTuple):
    """What may be asked again."""

    request: Request
    reply: Reply
    has_turn: bool = True  # or needs none


class LentTable:
    _numbers = count(1)  # of all tables: what a pit answers late belongs to an earlier loan, and to nobody

    def __init__(
        self,
        pit: Borrower,
        table: Table,
        version: int,
        allowances: Allowances,
        turns: Turns,
        observer: Observer,
        refused: Callable[[TableAnswer], TableAnswer],
        plays_on_at: Callable[[Table], Instant | None] = lambda _: None,
    ) -> None:
        """`refused` adds what only the floor knows; `plays_on_at` says when the house takes its next step."""
        self.pit = pit
        self.table = table
        self.version = version  # of the last event that was folded
        self.loan = 0  # the epoch at which it was lent
        self.epoch = 0  # of the pit's claim; 0: it has not claimed the table yet
        self._allowances = allowances
        self._turns = turns
        self._observer = observer
        self._refused = refused
        self._plays_on_at = plays_on_at
        self._asked: dict[int, _Asked] = {}  # in the order of asking
        self._left: list[_Asked] = []  # when it was taken back; the pit may have stored some of it
        self._promised: set[str] = set()  # patrons whose room other tables may not give out now

    def __len__(self) -> int:
        return len(self._asked)

    def waits_for(self, patron: str) -> bool:
        """A command of the patron's is under way, which may be a bet, or may have been stored as one."""
        asked = (*self._asked.values(), *self._left)
        return any(patron_of(each.request.command) == patron for each in asked)

    def waits_on(self, now: Instant) -> int | None:
        """What the pit has to do next: 0 to claim the table, a command, or below 0 the house's step that is due. None:
        nothing; a command that waits for its turn has not been sent to it."""
        if not self.epoch:
            return 0
        sent = next((number for number, asked in self._asked.items() if asked.is_sent), None)
        due = self._plays_on_at(self.table)
        return -1 - self.version if sent is None and due is not None and now >= due else sent

    # --- what is asked ------------------------------------------------------------------------------------------------

    def submit(self, request: Request, reply: Reply) -> None:
        """What staff ask has no id, and gets one here, so that it can be asked again."""
        if not request.id and not stakes_nothing(request):
            request = replace(request, id=named_id(secrets.token_hex(ID_BYTES), SYSTEM, self.table.config.id))
        self._ask(request, reply)

    async def handle(self, requests: Sequence[Request], _now: Instant) -> list[TableAnswer]:
        """As a stream does. Raises StoreIsLost when nobody knows the answers, and asks nothing again: the house does it
        anew."""
        answers = [asyncio.get_running_loop().create_future() for _ in requests]
        for request, answer in zip(requests, answers, strict=True):
            self._ask(request, partial(_answer, answer))
        known = [answer for answer in await asyncio.gather(*answers) if answer is not None]
        if len(known) < len(requests):
            raise StoreIsLost("the table was taken back")
        return known

    def _ask(self, request: Request, reply: Reply) -> None:
        number = next(self._numbers)
        self._asked[number] = _Asked(request, reply)
        if self.epoch:
            self._begin(number)

    def _begin(self, number: int) -> None:
        asked = self._asked[number]
        if self._needs_turn(asked.request):
            asked.turn = partial(self._send, number)
            self._turns.take(patron_of(asked.request.command), asked.turn)
        else:
            self._send(number)

    def _needs_turn(self, request: Request) -> bool:
        return self._allowances.apply_to(patron_of(request.command)) and not stakes_nothing(request)

    def _send(self, number: int) -> None:
        """On the terms of this moment: nothing else of a patron with own limits is under way at any lent table."""
        asked = self._asked.get(number)
        if asked is None:  # the table is being taken back, and this turn is about to end too
            return
        asked.is_sent = True
        patron = patron_of(asked.request.command)
        terms = self._allowances.terms(patron)
        if asked.turn is None:
            terms = replace(terms, room=None)
        if asked.turn is not None and terms.room is not None:  # no other table may give any of it out meanwhile
            self._allowances.promise(patron, self.table.seat(patron).staked + terms.room)
            self._promised.add(patron)
        self.pit.send(self.table.config.id, number, asked.request, terms)

    # --- what the pit says --------------------------------------------------------------------------------------------

    def borrowed(self, epoch: int) -> None:
        """The pit has claimed the table."""
        self.epoch = epoch
        for number in list(self._asked):
            self._begin(number)

    def answered(self, number: int, answer: TableAnswer) -> None:
        asked = self._asked.pop(number, None)
        if asked is not None:
            self._settle(asked)
            asked.reply(answer if answer.refusal is None else self._refused(answer))

    def stored(self, version: int, body: bytes, balances: Mapping[str, int]) -> None:
        """An event that the pit has stored."""
        assert version == self.version + 1, f"event {version} of {self.table.config.id} follows {self.version}"
        event = decode_event(body)
        before, self.table, self.version = self.table, evolve(self.table, event), version
        if isinstance(event, WagersChanged):
            self._keep_promise(event.patron)  # from here on, what lies counts
        self._observer(Happened(before, event, self.table, version, balances))

    # --- taking it back -----------------------------------------------------------------------------------------------

    def unanswered(self) -> Iterator[Unanswered]:
        """What may be asked again, in order. Nobody knows what became of the rest. Until `is_back`, rooms stay
        promised: the pit may have stored some of it. A turn ends with its answer, whoever gives it."""
        self._left, self._asked = list(self._asked.values()), {}
        for each in self._left:
            if each.request.id or stakes_nothing(each.request):
                yield self._unanswered(each)
            else:
                each.reply(None)

    def is_back(self) -> None:
        """All that the pit has stored is known and counted."""
        left, self._left = self._left, []
        for each in left:
            if each.turn is not None:
                self._keep_promise(patron_of(each.request.command))
            if not each.request.id:
                self._end_turn(each)

    def _unanswered(self, asked: _Asked) -> Unanswered:
        if asked.is_sent or not self._needs_turn(asked.request):
            return Unanswered(asked.request, partial(self._answered_here, asked))
        self._end_turn(asked)
        return Unanswered(asked.request, asked.reply, has_turn=False)

    def _answered_here(self, asked: _Asked, answer: TableAnswer | None) -> None:
        """By the floor, which was asked again."""
        self._end_turn(asked)
        asked.reply(answer)

    def lose_everything(self) -> None:
        """Nobody here will ever know."""
        for each in self.unanswered():
            each.reply(None)
        self.is_back()

    def _settle(self, asked: _Asked) -> None:
        if asked.turn is not None:  # the promise is that of the command whose turn it is
            self._keep_promise(patron_of(asked.request.command))
            self._end_turn(asked)

    def _end_turn(self, asked: _Asked) -> None:
        turn, asked.turn = asked.turn, None
        if turn is not None:
            self._turns.end(patron_of(asked.request.command), turn)

    def _keep_promise(self, patron: str) -> None:
        if patron in self._promised:
            self._promised.discard(patron)
            self._allowances.settle((patron,))


def is_between_coups(table: Table) -> bool:
    """Nothing lies on the table and no card is to come: whoever plays it next begins with a coup."""
    return isinstance(table.phase, NeedsShoe | ReadyToOpen | Betting | ShowingResult) and not table.wagers


def stakes_nothing(request: Request) -> bool:
    """So it needs no turn, and may be asked again without an id."""
    return isinstance(request.command, PatronCame | PatronWent)


def _answer(answered: "asyncio.Future[TableAnswer | None]", answer: TableAnswer | None) -> None:
    if not answered.done():  # who asked may have been cancelled
        answered.set_result(answer)
