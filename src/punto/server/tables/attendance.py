"""Who is at a table: sockets that follow it come and go, and the table notes which patrons are away."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol

from punto.ledger.accounts import is_bot, purse
from punto.server.protocol.parts import Offset
from punto.server.protocol.table_opened import TableOpened
from punto.server.streams.request import Request, TableAnswer
from punto.server.tables.table_door import Reply, SeatAt
from punto.server.tables.table_services import TableServices
from punto.server.telling.messages.private_messages import seat_state
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import PatronCame, PatronWent
from punto.table.config import TableConfig
from punto.table.state import Table
from punto.table.view import TableView


class _Table(Protocol):
    @property
    def table(self) -> Table: ...

    def submit(self, request: Request, reply: Reply) -> None: ...


class Attendance:
    def __init__(self, at: _Table, config: TableConfig, publisher: TablePublisher, services: TableServices) -> None:
        self._at = at
        self._id = config.id
        self._currency = config.currency
        self._publisher = publisher
        self._services = services

    async def credit(self, patron: str) -> int:
        return self._spendable(patron, await self._services.wallet.shown_balance(patron))

    def follow(self, patron: str, since: Offset | None, credit: int) -> Sequence[bytes]:
        frames = self._publisher.follow(patron, since, credit, self._services.clock())
        if patron in self._at.table.seats:
            self._at.submit(Request(PatronCame(patron)), _unheard)
        return frames

    def leave(self, patron: str) -> None:
        if self._publisher.leave(patron):
            self._went(patron)

    async def seat(self, patron: str) -> SeatAt:
        credit = await self.credit(patron)
        return SeatAt(self._publisher.version, seat_state(TableView(self._publisher.table, patron), credit))

    async def shown(self) -> TableOpened:
        return self._publisher.shown(self._services.clock())

    def note_gone(self, at_most: int) -> None:
        """Patrons who have left without the table hearing of it: the server was killed, or the table too busy."""
        followers = self._publisher.followers
        seated = (patron for patron, seat in self._at.table.seats.items() if not seat.is_away and not is_bot(patron))
        for patron in list(islice((each for each in seated if each not in followers), at_most)):
            self._went(patron)

    def known_credit(self, patron: str, balances: Mapping[str, int]) -> int | None:
        """As far as it is known without asking the store: for showing, never for deciding. `balances` are those that an
        event has left; another may have moved them since."""
        shown = self._services.wallet.known_balance(patron)
        balance = balances.get(purse(patron, self._currency)) if shown is None else shown
        return None if balance is None else self._spendable(patron, balance)

    def _spendable(self, patron: str, balance: int) -> int:
        return self._services.admission.spendable(patron, balance, self._id)

    def _went(self, patron: str) -> None:
        if patron in self._at.table.seats:
            self._at.submit(Request(PatronWent(patron)), _unheard)


def _unheard(_: TableAnswer | None) -> None:
    pass
